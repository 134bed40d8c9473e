import { machineMilliseconds } from '../foundation/clock.js';

const MINUTE = 60_000;

/** Counts the sessions that each client has created within the last minute. */
export class NewSessionRate {
  readonly #limit: number;
  /** The times of the last minute by client, in milliseconds. The client that created a session last is last. */
  readonly #created = new Map<string, readonly number[]>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** The milliseconds until the client may create one more session; 0 or less if it may now. */
  waitingTime(client: string): number {
    const times = this.#created.get(client) ?? [];
    const [earliest] = times.slice(-this.#limit);
    return earliest === undefined || times.length < this.#limit ? 0 : earliest + MINUTE - machineMilliseconds();
  }

  /** Counts a session that the client creates now. */
  count(client: string): void {
    const now = machineMilliseconds();
    const isOver = (time = 0) => time <= now - MINUTE;
    const times = this.#created.get(client) ?? [];
    this.#created.delete(client);
    this.#created.set(client, [...times.filter((time) => !isOver(time)), now]);
    for (const [other, times] of this.#created) {
      if (!isOver(times.at(-1))) return;
      this.#created.delete(other);
    }
  }
}
