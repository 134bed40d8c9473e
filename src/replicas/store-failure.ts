import { MockError } from '../foundation/mock-error.js';
import { failureAnswer } from '../http/answer.js';
import type { Reply } from '../protocol/reply.js';

/** What is known about a request that was given up. */
const CONSEQUENCES = {
  unsent: 'so nothing was changed; send the request again later',
  sent: 'and it is not known whether the request was applied; check that before you send it again',
} as const;

/** The answer to a request that was given up because of the store. */
export function storeFailure(reason: string, request: keyof typeof CONSEQUENCES): Reply {
  const message = `The store of this server cannot be used: ${reason}, ${CONSEQUENCES[request]}`;
  const { status, body } = failureAnswer(new MockError('unavailable', message), undefined, '');
  return { status, headers: { 'content-type': 'application/json', 'retry-after': '1' }, body };
}
