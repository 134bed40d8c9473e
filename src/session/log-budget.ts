import type { Session } from './session.js';

/** The approximate number of bytes that the histories and traces of all sessions may take. */
const LOG_LIMIT = 256 * 1024 * 1024;

/** Bounds what the logs of sessions take together. */
export class LogBudget {
  readonly #longestIdleFirst: () => readonly Session[];
  #bytes = 0;

  constructor(longestIdleFirst: () => readonly Session[]) {
    this.#longestIdleFirst = longestIdleFirst;
  }

  /** The approximate number of bytes that they take. */
  get bytes(): number {
    return this.#bytes;
  }

  add({ log }: Session): void {
    this.#bytes += log.bytes;
    log.onBytes = (change) => {
      this.#bytes += change;
      if (change > 0 && this.#bytes > LOG_LIMIT) this.#dropOldest();
    };
  }

  remove({ log }: Session): void {
    this.#bytes -= log.bytes;
    log.onBytes = undefined;
  }

  /** Drops what is oldest of the sessions that have been idle longest. */
  #dropOldest(): void {
    for (const { log } of this.#longestIdleFirst()) while (this.#bytes > LOG_LIMIT && log.dropOldest());
  }
}
