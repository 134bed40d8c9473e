import { toMockError } from '../../protocol/http-status.js';
import type { Reply } from '../../protocol/reply.js';
import { failureAnswer } from '../answer.js';
import type { Call, CallStep } from '../call.js';

/** Turns an error into an answer in the format of the service. */
export const envelope: CallStep = (call, next) => {
  try {
    if (call.rejection !== undefined) throw call.rejection;
    const reply = next(call);
    return reply instanceof Promise ? reply.catch((error) => failure(call, error)) : reply;
  } catch (error) {
    return failure(call, error);
  }
};

function failure(call: Call, thrown: unknown): Reply {
  const error = toMockError(thrown);
  call.reason = error.reason;
  call.commitFailed ||= error.code === 'unavailable';
  return failureAnswer(error, call.service, call.requestId);
}
