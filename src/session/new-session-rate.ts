import type { MachineTime } from '../foundation/machine.js';

const MINUTE = 60_000;

/** When clients have created sessions, by client, in milliseconds. */
export type NewSessionTimes = readonly (readonly [client: string, times: readonly number[]])[];

/** Counts the sessions that each client has created within the last minute. */
export class NewSessionRate {
  readonly #limit: number;
  readonly #machine: MachineTime;
  /** The times of the last minute by client, in milliseconds. The client that created a session last is last. */
  readonly #created: Map<string, readonly number[]>;

  constructor(limit: number, machine: MachineTime, times: NewSessionTimes = []) {
    this.#limit = limit;
    this.#machine = machine;
    this.#created = new Map(times);
  }

  /** The times by client. */
  get times(): NewSessionTimes {
    return [...this.#created];
  }

  /** The milliseconds until the client may create one more session; 0 or less if it may now. */
  waitingTime(client: string): number {
    const times = this.#created.get(client) ?? [];
    const [earliest] = times;
    return earliest === undefined || times.length < this.#limit ? 0 : earliest + MINUTE - this.#machine.elapsed;
  }

  /** Counts a session that the client creates now. */
  count(client: string): void {
    const now = this.#machine.elapsed;
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
