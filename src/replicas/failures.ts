import { MockError } from '../foundation/mock-error.js';
import { failureAnswer } from '../http/answer.js';
import type { Reply } from '../protocol/reply.js';

/** What is known about a request that was given up. */
const CONSEQUENCES = {
  unsent: 'so nothing was changed; send the request again later',
  sent: 'and it is not known whether the request was applied; check that before you send it again',
} as const;

/** The error of a request that was given up because of the store. */
export function storeFailure(reason: string, request: keyof typeof CONSEQUENCES): MockError {
  const message = `The store of this server cannot be used: ${reason}, ${CONSEQUENCES[request]}`;
  return new MockError('unavailable', message);
}

/** The error of a request that servers have not survived. */
export function refusedCommand(what: string): MockError {
  const message = `${what} is refused: servers have ended while they executed it, so nothing was changed. Send less at once`;
  return new MockError('internal_error', message);
}

/** The answer with an error, in the format of the control API. */
export function replyTo(error: MockError): Reply {
  const { status, headers, body } = failureAnswer(error, undefined, '');
  const again = error.code === 'unavailable' && { 'retry-after': '1' };
  return { status, headers: { 'content-type': 'application/json', ...again, ...headers }, body };
}
