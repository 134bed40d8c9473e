import * as z from 'zod';
import { machineMilliseconds } from '../foundation/clock.js';
import { show } from '../foundation/format-value.js';
import { MockError } from '../foundation/mock-error.js';
import { Uuids } from '../foundation/random.js';
import { expectShape } from '../foundation/validate.js';
import { Session } from './session.js';
import { nameShape } from './session-name.js';

export const sessionLimits = z.strictObject({
  /** Whether a session must be made before a request may name it; otherwise the first that names it makes it. */
  strict: z.boolean().default(false),
  /** How many there may be; one more ends the one that was idle longest. */
  max: z.int().positive().max(100_000).default(1000),
  /** After how many seconds without a request a session ends. */
  idleSeconds: z.number().positive().default(3600),
});
export type SessionLimits = z.output<typeof sessionLimits>;
export type SessionOptions = z.input<typeof sessionLimits>;

export const sessionInfo = z.strictObject({
  id: z.string(),
  scenario: z.string(),
  seed: z.int(),
  clock: z.iso.datetime(),
  /** Requests since it began, or was reset or restored. */
  requests: z.int(),
  /** Seconds since its last request. */
  idle_seconds: z.int(),
});

/** A session as it is listed. */
export type SessionInfo = z.output<typeof sessionInfo>;

/** A session that has a name. */
type Named = Session & { readonly id: string };

interface Entry {
  readonly session: Named;
  /** When it was last asked for, in milliseconds of the machine. */
  usedAt: number;
}

/**
 * The sessions of a mock: isolated copies of the baseline of the one that has no name. They end by the machine's time, since
 * that is how memory is used up; no answer depends on it.
 */
export class Sessions {
  /** The one of requests that name none. It never ends. */
  readonly unnamed: Session;
  readonly #limits: SessionLimits;
  /** The one that was idle longest comes first. */
  readonly #entries = new Map<string, Entry>();
  #made = 0;

  constructor(unnamed: Session, limits: SessionLimits) {
    this.unnamed = unnamed;
    this.#limits = limits;
  }

  get size(): number {
    this.#endIdle();
    return this.#entries.size;
  }

  /** The session of a name, where there is one. */
  find(id: string): Session | undefined {
    this.#endIdle();
    return this.#entries.get(id)?.session;
  }

  /**
   * Makes a session because a request names it.
   * @throws MockError `malformed_data` for what is no name and, where sessions are strict, for any.
   */
  begin(id: string): Session {
    expectShape(nameShape, id, { root: ['session'] });
    if (!this.#limits.strict) return this.#make(id);
    throw new MockError('malformed_data', `There is no session ${show(id)}; POST /__mock/sessions makes one`);
  }

  /** Notes that a request has come to a session; to one that has ended it makes no difference. */
  touch(session: Session): void {
    if (session.id === null) return;
    this.#endIdle();
    const entry = this.#entries.get(session.id);
    if (entry?.session !== session) return;
    entry.usedAt = machineMilliseconds();
    this.#entries.delete(session.id);
    this.#entries.set(session.id, entry);
  }

  /**
   * Makes a session; without a name it gets one of its own.
   * @throws MockError `malformed_data` for what is no name; `conflict` for one that there is.
   */
  create(id?: string): Named {
    this.#endIdle();
    if (id === undefined) return this.#make(this.#freeId());
    if (this.#entries.has(id)) throw new MockError('conflict', `There is a session ${show(id)} already`);
    return this.#make(id);
  }

  /** @throws MockError `not_found`; `malformed_data` for what is no name. */
  get(id: string): Named {
    this.#endIdle();
    return this.#entry(id).session;
  }

  list(): SessionInfo[] {
    this.#endIdle();
    return [...this.#entries.values()].map(infoOf);
  }

  /** @throws MockError as `get` */
  info(id: string): SessionInfo {
    this.#endIdle();
    return infoOf(this.#entry(id));
  }

  /** Ends a session, and answers what it was. @throws MockError as `get` */
  end(id: string): SessionInfo {
    const info = this.info(id);
    this.#entries.delete(id);
    return info;
  }

  #entry(id: string): Entry {
    expectShape(nameShape, id, { root: ['session'] });
    const entry = this.#entries.get(id);
    if (entry === undefined) throw new MockError('not_found', `There is no session ${show(id)}`);
    return entry;
  }

  #make(id: string): Named {
    expectShape(nameShape, id, { root: ['session'] });
    const [longestIdle] = this.#entries.keys();
    if (longestIdle !== undefined && this.#entries.size >= this.#limits.max) this.#entries.delete(longestIdle);
    const { setting, baseline } = this.unnamed;
    const session = new Session(setting, baseline, id) as Named;
    this.#entries.set(id, { session, usedAt: machineMilliseconds() });
    return session;
  }

  #freeId(): string {
    let id: string;
    do {
      this.#made++;
      id = new Uuids(this.unnamed.baseline.seed, 'session').nth(this.#made);
    } while (this.#entries.has(id));
    return id;
  }

  #endIdle(): void {
    const earliest = machineMilliseconds() - this.#limits.idleSeconds * 1000;
    for (const [id, { usedAt }] of this.#entries) {
      if (usedAt >= earliest) return;
      this.#entries.delete(id);
    }
  }
}

function infoOf({ session, usedAt }: Entry): SessionInfo {
  const { id, requests, state } = session;
  const { scenario, seed, clock } = state;
  const idle_seconds = Math.floor((machineMilliseconds() - usedAt) / 1000);
  return { id, scenario, seed, clock: clock.toString(), requests, idle_seconds };
}
