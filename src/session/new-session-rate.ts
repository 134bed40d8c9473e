import type { MachineTime } from '../foundation/machine.js';

const MINUTE = 60_000;

/** When clients have created sessions, by client, in milliseconds. */
export type NewSessionTimes = readonly (readonly [client: string, times: readonly number[]])[];

/** Counts the sessions that each client has created within the last minute. Without a limit, it counts none. */
export class NewSessionRate {
  readonly #limit: number | undefined;
  readonly #machine: MachineTime;
  /** The times of the last minute by client, in milliseconds. The client that created a session last is last. */
  #created = new Map<string, readonly number[]>();

  constructor(limit: number | undefined, machine: MachineTime) {
    this.#limit = limit;
    this.#machine = machine;
  }

  /** The times by client. */
  get times(): NewSessionTimes {
    return [...this.#created];
  }

  set times(times: NewSessionTimes) {
    this.#created = new Map(times);
  }

  /** The milliseconds until the client may create one more session; 0 or less if it may now. */
  waitingTime(client: string): number {
    const times = this.#created.get(client) ?? [];
    const [earliest] = times;
    const isBelow = this.#limit === undefined || times.length < this.#limit;
    return earliest === undefined || isBelow ? 0 : earliest + MINUTE - this.#machine.elapsed;
  }

  /** Counts a session that the client creates now. */
  count(client: string): void {
    if (this.#limit === undefined) return;
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
