import type { IncomingMessage, ServerResponse } from 'node:http';
import * as z from 'zod/mini';
import { machineMilliseconds } from '../foundation/machine.js';
import { withoutTokens } from '../foundation/secrets.js';
import { visibleLine } from '../foundation/visible-text.js';
import type { Outcome } from '../protocol/listener.js';
import { sessionNameSchema } from '../protocol/session-name.js';
import { SESSION_HEADER, sessionFromCookie, withoutSession } from '../session/session-address.js';
import { isSent } from './node-request.js';

/** A finished or aborted request for the log, without secrets. */
export interface AnsweredRequest {
  /** In upper case. */
  readonly method: string;
  /** Without query string and fragment; a token in it is replaced. `[invalid]` if the URL is invalid. */
  readonly path: string;
  /** Null if the connection was closed before the answer was sent. */
  readonly status: number | null;
  /** From the arrival of the request to the end of the answer. */
  readonly milliseconds: number;
  /** The session that the request named, if the name is valid. */
  readonly session?: string;
  /** The `X-Request-Id` of the answer; absent if the mock did not answer. */
  readonly id?: string;
  /** The ids of the fault rules that applied; absent if there were none. */
  readonly faults?: readonly number[];
  /** Why an API request failed; absent if its path contains a token. */
  readonly reason?: string;
}

/** The log entry of a finished request; `base` is the path of the mock's base URL. */
export function answered(
  { method = '', headers, url = '' }: IncomingMessage,
  response: ServerResponse,
  startedAt: number,
  base: string,
  { id, faults = [], reason }: Partial<Outcome> = {},
): AnsweredRequest {
  const whole = pathOf(url);
  const path = withoutTokens(whole);
  const { sessionName } = withoutSession(path, base);
  const session = [sessionName ?? headers[SESSION_HEADER] ?? sessionFromCookie(headers.cookie)].flat()[0]?.trim();
  return {
    method,
    path,
    status: isSent(response) ? response.statusCode : null,
    milliseconds: machineMilliseconds() - startedAt,
    ...(session !== undefined && z.safeParse(sessionNameSchema, session).success && { session }),
    ...(id !== undefined && { id }),
    ...(faults.length > 0 && { faults }),
    ...(reason !== undefined && path === whole && { reason: visibleLine(reason) }),
  };
}

/**
 * The path of a request target as the server reads it: without dot segments, and of an absolute URL without the rest, which
 * may contain a password.
 */
function pathOf(target: string): string {
  const url = target.startsWith('/') ? `http://localhost${target}` : target;
  return URL.canParse(url) ? new URL(url).pathname : '[invalid]';
}
