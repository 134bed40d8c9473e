import type { Listener } from '../protocol/service.js';
import { MockError } from '../state/errors.js';

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i;

/**
 * Lets nobody steer the mock from elsewhere: it must listen on a loopback address, be asked for by such a name (so that no
 * foreign name that resolves here gets in), and not by a page of another origin. Calls in the process itself are free.
 * @throws MockError `forbidden`
 */
export function refuseForeign(headers: Headers, listener: Listener | undefined): void {
  if (listener === undefined) return;
  if (!LOOPBACK.test(listener.host)) {
    throw forbidden(`The control API answers on loopback addresses only, and the server listens on ${listener.host}`);
  }
  const host = headers.get('host') ?? '';
  if (!LOOPBACK.test(host.replace(/:\d+$/, ''))) {
    throw forbidden(`The control API is not to be reached as ${JSON.stringify(host)}; use localhost or 127.0.0.1`);
  }
  const origin = headers.get('origin');
  if (origin !== null && origin.toLowerCase() !== `http://${host.toLowerCase()}`) {
    throw forbidden(`The control API does not answer to pages of another origin, and this one is ${origin}`);
  }
}

function forbidden(message: string): MockError {
  return new MockError('forbidden', message);
}
