import type { FaultEffect } from '../faults/fault-rule.js';
import { MockError } from '../foundation/mock-error.js';
import { MethodNotAllowed, statusOf, UnsupportedEncoding } from '../protocol/http-status.js';
import type { Reply } from '../protocol/reply.js';
import type { Service } from '../protocol/service.js';
import { TooManySessions } from '../session/session-limits.js';

/** An error in the format of the service, or in a default format if the path belongs to no service. */
export function failureAnswer(
  error: MockError,
  service: Service | undefined,
  requestId: string,
  status = statusOf[error.code],
): Reply {
  const { code, message } = error;
  const body = JSON.stringify(service?.failure(error, status, requestId) ?? { error: { code, message } });
  const headers = failureHeaders(error, status);
  return headers === undefined ? { status, body } : { status, body, headers };
}

/** The headers that tell a program how to correct its request. */
export function failureHeaders(error: MockError, status: number): Record<string, string> | undefined {
  if (error instanceof MethodNotAllowed) return { allow: error.allowed.join(', ') };
  if (error instanceof TooManySessions) return { 'retry-after': String(error.retryAfterSeconds) };
  if (error instanceof UnsupportedEncoding) return { 'accept-encoding': 'identity' };
  return status === 401 ? { 'www-authenticate': 'Bearer' } : undefined;
}

/** The answer of a fault rule. If it has no body, a failure gets the error format of the service. */
export function faultAnswer(
  { status = 200, body }: FaultEffect,
  service: Service | undefined,
  requestId: string,
): Reply {
  const isFailure = body === undefined && status >= 400;
  if (!isFailure) return { status, body: JSON.stringify(body) };
  const error = new MockError('injected_fault', `A fault rule answers ${status}`);
  return failureAnswer(error, service, requestId, status);
}

/** The first half of a JSON text, with an end that makes it invalid JSON whatever follows. Half a character could not be sent. */
export function truncate(json: string): string {
  const half = json.slice(0, Math.ceil(json.length / 2)).replace(/[\ud800-\udbff]$/, '');
  return `${half}…`;
}
