import { MockError } from '../foundation/mock-error.js';
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
  /** Waits for what the handler of an own route, which is named, has promised. */
  promised<Result>(result: Promise<Result>, handler: string): Promise<Result>;
}

/** How long others wait for what a handler has promised: a number of turns, because a process that was paused lets several timers end at once. */
const TURNS = 4;
const TURN_MILLISECONDS = 500;

/** Waits for what a handler has promised while other requests wait. @throws MockError `internal_error` if that takes too long */
export function inTime<Result>(result: Promise<Result>, handler: string): Promise<Result> {
  return new Promise((resolve, reject) => {
    let timer: ReturnType<typeof setTimeout>;
    const wait = (turns: number) => {
      const next = () => (turns > 1 ? wait(turns - 1) : reject(tooLate(handler)));
      timer = setTimeout(next, TURN_MILLISECONDS);
    };
    wait(TURNS);
    result.finally(() => clearTimeout(timer)).then(resolve, reject);
  });
}

function tooLate(handler: string): MockError {
  const problem = `${handler} has not answered within ${(TURNS * TURN_MILLISECONDS) / 1000} seconds`;
  const advice = 'let it read `data` instead of sending requests to this mock';
  return new MockError('internal_error', `${problem}, for which all other requests waited; ${advice}`);
}

/** Waits in this process, until the request is aborted. A server creates the signal of a request when it is first read. */
export const waitHere: Waiting = {
  handled() {},
  delay: (milliseconds, { signal }) => wait(milliseconds, signal),
  signal: ({ signal }) => signal,
  promised: (result) => result,
};

export const waitForNothing: Waiting = {
  handled() {},
  delay: () => undefined,
  signal: () => undefined,
  promised: (result) => result,
};
