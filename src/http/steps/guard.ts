import { MockError } from '../../foundation/mock-error.js';
import type { Listener } from '../../protocol/listener.js';
import { isRead } from '../../protocol/route-address.js';
import type { CallStep } from '../call.js';

/**
 * Rejects callers of the control API, and writes that could not be kept. Runs before `chooseSession`: a rejected caller must not
 * create a session.
 */
export const guard: CallStep = (call, next) => {
  const { match, service, request, from } = call;
  try {
    if (!match?.route.isOpen) service?.guard?.(request.headers, from.listener);
    expectWritable(request.method, from.listener);
  } catch (error) {
    call.rejection = error;
  }
  return next(call);
};

/** @throws MockError `unavailable` for a request that may write, if the delivery could not keep what it writes. */
function expectWritable(method: string, listener: Listener | undefined): void {
  const reason = isRead(method) ? undefined : listener?.whyReadOnly?.();
  if (reason !== undefined)
    throw new MockError('unavailable', `Nothing can be written: ${reason}; restart this server`);
}
