import type { RequestData } from '../protocol/request-data.js';
import { wait } from './wait.js';

/** How an answer waits after its request is handled, and who is notified. */
export interface Waiting {
  /** Called when everything that the request changes has changed. */
  handled(): void;
  /** Waits for the delay of an answer, in milliseconds. Undefined: the answer is sent at once. */
  delay(milliseconds: number, request: RequestData): Promise<void> | undefined;
  /** The signal that ends the waiting of an answer that is held back. Undefined: no answer is held back. */
  signal(request: RequestData): AbortSignal | undefined;
}

/** Waits in this process, until the request is aborted. A server creates the signal of a request when it is first read. */
export const waitHere: Waiting = {
  handled() {},
  delay: (milliseconds, { signal }) => wait(milliseconds, signal),
  signal: ({ signal }) => signal,
};

/** Nobody waits. */
export const waitForNothing: Waiting = {
  handled() {},
  delay: () => undefined,
  signal: () => undefined,
};
