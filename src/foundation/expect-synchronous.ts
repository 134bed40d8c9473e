import { isPromise } from './is-promise.js';
import { malformed } from './mock-error.js';

/** @throws MockError `malformed_data` if a function of the user has returned a promise. */
export function expectSynchronous(result: unknown, message: string): void {
  if (!isPromise(result)) return;
  // Prevents an unhandled rejection.
  Promise.resolve(result).catch(() => {});
  throw malformed(message);
}
