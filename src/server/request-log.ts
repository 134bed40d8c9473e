import type { IncomingMessage, ServerResponse } from 'node:http';
import { machineMilliseconds } from '../foundation/clock.js';
import { SESSION_HEADER, sessionFromCookie, withoutSession } from '../session/session-address.js';
import { sessionNameSchema } from '../session/session-name.js';

/** A request that was answered, or given up, as a log tells of it: nothing secret is in it. */
export interface AnsweredRequest {
  readonly method: string;
  /** Without the query; a token in it is hidden. */
  readonly path: string;
  /** Null where the connection ended before the answer was sent. */
  readonly status: number | null;
  readonly milliseconds: number;
  /** The session that the request named. */
  readonly session?: string;
}

/** What there is to tell of a request that is over; `base` is the path that may stand before every path. */
export function answered(
  { method = '', headers, url = '' }: IncomingMessage,
  response: ServerResponse,
  startedAt: number,
  base: string,
) {
  const path = visible(url.replace(/\?.*$/s, ''));
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

/** A path as it may be told: a key of the table of access tokens is one. */
function visible(path: string): string {
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
