import type { Session } from './session.js';

/** The approximate number of bytes that the histories and traces of all sessions may take. */
const LOG_LIMIT = 256 * 1024 * 1024;

/** Bounds what the logs of sessions take together. */
export class LogBudget {
  readonly #longestIdleFirst: () => readonly Session[];
  readonly #ends = new Map<Session, () => void>();
  #bytes = 0;

  constructor(longestIdleFirst: () => readonly Session[]) {
    this.#longestIdleFirst = longestIdleFirst;
  }

  /** The approximate number of bytes that they take. */
  get bytes(): number {
    return this.#bytes;
  }

  add(session: Session): void {
    this.#bytes += session.log.bytes;
    const end = session.log.watchBytes((bytes) => {
      this.#bytes += bytes;
      if (bytes > 0 && this.#bytes > LOG_LIMIT) this.#dropOldest();
    });
    this.#ends.set(session, end);
  }

  remove(session: Session): void {
    this.#bytes -= session.log.bytes;
    this.#ends.get(session)?.();
    this.#ends.delete(session);
  }

  /** Drops what is oldest of the sessions that have been idle longest. */
  #dropOldest(): void {
    for (const { log } of this.#longestIdleFirst()) while (this.#bytes > LOG_LIMIT && log.dropOldest());
  }
}
