import type { IncomingMessage, ServerResponse } from 'node:http';
import { machineMilliseconds } from '../foundation/clock.js';
import { SESSION_HEADER, sessionFromCookie, withoutSession } from '../session/session-address.js';
import { sessionNameSchema } from '../session/session-name.js';

/** A finished or aborted request for the log, without secrets. */
export interface AnsweredRequest {
  readonly method: string;
  /** Without the query string; a token in it is replaced. */
  readonly path: string;
  /** Null if the connection was closed before the answer was sent. */
  readonly status: number | null;
  readonly milliseconds: number;
  /** The session that the request named, if the name is valid. */
  readonly session?: string;
}

/** The log entry of a finished request; `base` is the path of the mock's base URL. */
export function answered(
  { method = '', headers, url = '' }: IncomingMessage,
  response: ServerResponse,
  startedAt: number,
  base: string,
) {
  const path = withoutTokens(url.replace(/\?.*$/s, ''));
  const { sessionName } = withoutSession(path, base);
  const session = [sessionName ?? headers[SESSION_HEADER] ?? sessionFromCookie(headers.cookie)].flat()[0]?.trim();
  const request: AnsweredRequest = {
    method,
    path,
    status: response.writableFinished ? response.statusCode : null,
    milliseconds: machineMilliseconds() - startedAt,
  };
  return session !== undefined && sessionNameSchema.safeParse(session).success ? { ...request, session } : request;
}

/** Hides tokens in a path: the key of a record in `access_token` is a token. */
function withoutTokens(path: string): string {
  const segments = path.split('/');
  return segments.map((segment, i) => (isTokenTable(segments[i - 1]) ? '[hidden]' : segment)).join('/');
}

function isTokenTable(segment = ''): boolean {
  try {
    return decodeURIComponent(segment) === 'access_token';
  } catch {
    return false;
  }
}
