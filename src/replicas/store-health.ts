import { machineMilliseconds } from '../foundation/machine.js';

/** The milliseconds after which a request is given up if the store does not take it. */
export const DEADLINE = 5000;

/** The milliseconds before the first further attempt to reach the store. They double with each, up to the maximum. */
const FIRST_RETRY = 5;
const LONGEST_RETRY = 500;

/** Whether the store can be used now and, if not, since when and why. */
export class StoreHealth {
  readonly #report: (message: string) => void;
  #failure: { readonly since: number; readonly error: Error } | undefined;
  #retryAfter = FIRST_RETRY;

  constructor(report: (message: string) => void) {
    this.#report = report;
  }

  /** Why the store cannot be used; undefined if it can. */
  get failure(): string | undefined {
    return this.#failure?.error.message;
  }

  /** Why a request is given up. */
  get reason(): string {
    return this.failure ?? 'it does not answer';
  }

  /** The milliseconds since the store began to fail; 0 while it can be used. */
  get failingFor(): number {
    return this.#failure === undefined ? 0 : machineMilliseconds() - this.#failure.since;
  }

  get hasFailedLong(): boolean {
    return this.failingFor > DEADLINE;
  }

  /** Reports an error once. Returns the milliseconds before the next attempt. */
  fail(error: Error, consequence: string): number {
    if (this.failure !== error.message) this.#report(`the store cannot be used: ${error.message}; ${consequence}`);
    this.#failure = { since: this.#failure?.since ?? machineMilliseconds(), error };
    const retryAfter = this.#retryAfter;
    this.#retryAfter = Math.min(retryAfter * 2, LONGEST_RETRY);
    return retryAfter;
  }

  recover(): void {
    if (this.#failure === undefined) return;
    this.#failure = undefined;
    this.#retryAfter = FIRST_RETRY;
    this.#report('the store can be used again');
  }
}
