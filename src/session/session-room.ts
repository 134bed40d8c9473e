import type { MachineTime } from '../foundation/machine.js';
import type { ListedSession } from './listed-session.js';
import { NewSessionRate } from './new-session-rate.js';
import { type SessionLimits, TooManySessions } from './session-limits.js';

/** The default of `activeSeconds` for the limit of a client. */
const ACTIVE_SECONDS = 60;

/** A session that has to end, because there may be no more. */
interface Surplus {
  readonly entry: ListedSession;
  readonly reason: string;
}

/** Whether there may be one more session, in all and of a client, and which one ends for it. */
export class SessionRoom {
  readonly #limits: SessionLimits;
  /** In order of use: the session that has been idle longest is first. */
  readonly #entries: ReadonlyMap<string, ListedSession>;
  /** The sessions that clients have created in the last minute. */
  readonly rate: NewSessionRate;

  constructor(limits: SessionLimits, entries: ReadonlyMap<string, ListedSession>, machine: MachineTime) {
    this.#limits = limits;
    this.#entries = entries;
    this.rate = new NewSessionRate(limits.newPerMinute, machine);
  }

  /** @throws TooManySessions if there are as many sessions as there may be, and all are active. */
  expect(): void {
    const { max, activeSeconds = 0 } = this.#limits;
    const [longestIdle] = this.#entries.values();
    if (longestIdle === undefined || this.#entries.size < max) return;
    const untilIdle = untilInactive(longestIdle, activeSeconds);
    if (untilIdle <= 0 || [...this.#entries.values()].some(this.#isFleeting)) return;
    const problem = `There are ${max} sessions, which is the limit, and all of them were used in the last ${activeSeconds} seconds`;
    throw new TooManySessions(`${problem}; try again later`, untilIdle, 'unavailable');
  }

  /**
   * What to end after a session was created: the session that has been idle longest, among those of the client that has most: a
   * client that creates many ends its own. `created` and active sessions stay, except that fleeting ones end first.
   */
  surplus(created: ListedSession['session']): Surplus | undefined {
    const { max, activeSeconds = 0 } = this.#limits;
    if (this.#entries.size <= max) return undefined;
    const counts = new Map<string | undefined, number>();
    for (const { client } of this.#entries.values()) counts.set(client, (counts.get(client) ?? 0) + 1);
    const countOf = ({ client }: ListedSession) => counts.get(client) as number;
    let chosen: ListedSession | undefined;
    const others = [...this.#entries.values()].filter(({ session }) => session !== created);
    const fleeting = others.filter(this.#isFleeting);
    for (const entry of fleeting.length > 0 ? fleeting : others) {
      if (fleeting.length === 0 && untilInactive(entry, activeSeconds) > 0) break;
      if (chosen === undefined || countOf(entry) > countOf(chosen)) chosen = entry;
    }
    return chosen && { entry: chosen, reason: `the limit of ${max} sessions was reached` };
  }

  /** What to end so that a client may create one more session. @throws TooManySessions if it may not */
  surplusOf(client: string): Surplus | undefined {
    const { maxPerClient, newPerMinute, activeSeconds = ACTIVE_SECONDS } = this.#limits;
    const untilNext = this.rate.waitingTime(client);
    if (untilNext > 0) {
      const problem = `${client} has created ${newPerMinute} sessions within a minute, which is the limit`;
      throw new TooManySessions(`${problem}; ${this.#advice}`, untilNext);
    }
    if (maxPerClient === undefined) return undefined;
    const ofClient = [...this.#entries.values()].filter((entry) => entry.client === client && !entry.isCreated);
    if (ofClient.length < maxPerClient) return undefined;
    const fleeting = ofClient.find(this.#isFleeting);
    const entry = fleeting ?? (ofClient[0] as ListedSession);
    const untilIdle = untilInactive(entry, activeSeconds);
    if (fleeting === undefined && untilIdle > 0) {
      const problem = `${client} has ${maxPerClient} sessions, which is the limit, and has used all of them in the last ${activeSeconds} seconds`;
      throw new TooManySessions(`${problem}; ${this.#advice}`, untilIdle);
    }
    return { entry, reason: `the limit of ${maxPerClient} sessions of a client was reached` };
  }

  /**
   * Whether nobody has come back to a session of a visitor after its first request: a program that keeps no cookie leaves such
   * sessions behind. With strict sessions, only visitors create sessions by requests.
   */
  readonly #isFleeting = ({ session, client, isCreated }: ListedSession): boolean =>
    this.#limits.strict && client !== undefined && !isCreated && session.requestIds.count <= 1;

  /** What a client can do that may create no more sessions. Visitors do not know of names. */
  get #advice(): string {
    return this.#limits.strict
      ? 'wait, or send the cookie that the server sets: each write without it starts a session'
      : 'wait, or name one of them';
  }
}

/** The milliseconds until a session is no longer active; 0 or less if it is not. */
function untilInactive({ usedAt, session }: ListedSession, activeSeconds: number): number {
  return usedAt + activeSeconds * 1000 - session.shared.machine.elapsed;
}
