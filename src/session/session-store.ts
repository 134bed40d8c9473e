import { closest } from 'fastest-levenshtein';
import * as z from 'zod';
import { machineMilliseconds } from '../foundation/clock.js';
import { formatValue } from '../foundation/format-value.js';
import { MockError } from '../foundation/mock-error.js';
import { Uuids } from '../foundation/random.js';
import { expectValid } from '../foundation/validate.js';
import { wildcardTest } from '../foundation/wildcard.js';
import type { Journal } from './request-journal.js';
import { Session } from './session.js';
import { ALL_SESSIONS, sessionNameSchema, sessionPatternSchema } from './session-name.js';

/** The maximum number of sessions that have ended and whose journals are kept. */
const ENDED_LIMIT = 20;

export const sessionLimits = z.strictObject({
  /** Whether sessions have to be created explicitly; otherwise the first request that names a session creates it. */
  strict: z.boolean().default(false),
  /** The maximum number of sessions. Creating one more ends the session that has been idle longest. */
  max: z.int().positive().max(100_000).default(1000),
  /** The seconds without a request after which a session ends. */
  idleSeconds: z.number().positive().default(3600),
});
export type SessionLimits = z.output<typeof sessionLimits>;
export type SessionOptions = z.input<typeof sessionLimits>;

export const sessionInfo = z.strictObject({
  /** The name of the session. */
  id: z.string(),
  /** The scenario that the state was built from. */
  scenario: z.string(),
  /** The seed of all random values. */
  seed: z.int(),
  /** The time of its clock. */
  clock: z.iso.datetime(),
  /** The number of API requests since it was created, reset or restored. */
  requests: z.int(),
  /** Seconds since its last request. */
  idle_seconds: z.int(),
});

/** A session in a list. */
export type SessionInfo = z.output<typeof sessionInfo>;

/** Where a new session branches off. Without both, it starts from the baseline. */
export interface Branch {
  /** The session to copy. Default: the default session. */
  readonly from?: string | undefined;
  /** The revision of that session to start from. Default: its current state. */
  readonly at?: number | undefined;
}

/** A session other than the default session. */
type NamedSession = Session & { readonly id: string };

interface Entry {
  readonly session: NamedSession;
  /** The time of the last request, by the machine's clock, in milliseconds. */
  usedAt: number;
}

/**
 * The sessions of a mock. New ones start from the baseline of the default session. Sessions that are idle for too long, by
 * the machine's clock, are ended to free memory.
 */
export class SessionStore {
  /** The session of requests that name none. It never ends. */
  readonly defaultSession: Session;
  readonly #limits: SessionLimits;
  /** In order of use: the session that has been idle longest is first. */
  readonly #entries = new Map<string, Entry>();
  /** The journals of sessions that have ended, the latest last. */
  readonly #ended = new Map<string, Journal>();
  #lastId = 0;

  constructor(defaultSession: Session, limits: SessionLimits) {
    this.defaultSession = defaultSession;
    this.#limits = limits;
  }

  get size(): number {
    this.#endIdle();
    return this.#entries.size;
  }

  /** The session with this name; undefined if there is none. */
  find(id: string): Session | undefined {
    this.#endIdle();
    return this.#entries.get(id)?.session;
  }

  /**
   * Creates a session for a request that names it.
   * @throws MockError `malformed_data` for an invalid name and, with strict sessions, for every name.
   */
  begin(id: string): Session {
    this.#checkNew(id);
    return this.#make(id);
  }

  /**
   * A session, or, for one that has ended, a session that has only its journal.
   * @throws MockError as `get`
   */
  getOrEnded(id: string): Session {
    const journal = this.find(id) === undefined ? this.#ended.get(id) : undefined;
    if (journal === undefined) return this.get(id);
    const { shared, baseline } = this.defaultSession;
    return new Session(shared, baseline, id, { journal });
  }

  /** Whether the session has not ended. */
  keeps(session: Session): boolean {
    return session.id === null || this.#entries.get(session.id)?.session === session;
  }

  /** Marks a session as used now, unless it has ended. */
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
   * Creates a session; without a name it gets a generated one. It starts from the baseline, or branches from a session.
   * @throws MockError `malformed_data` for an invalid name; `conflict` for a name that is in use; `not_found` for an unknown
   * session or revision to branch from.
   */
  create(id?: string, branch: Branch = {}): NamedSession {
    this.#endIdle();
    if (id !== undefined && this.#entries.has(id)) {
      throw new MockError('conflict', `There is already a session ${formatValue(id)}`);
    }
    return this.#make(id === undefined ? this.#freeId() : id, branch);
  }

  /** @throws MockError `not_found`; `malformed_data` for an invalid name. */
  get(id: string): NamedSession {
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

  /** Ends a session and returns its info. @throws MockError as `get` */
  end(id: string): SessionInfo {
    const info = this.info(id);
    this.#drop(id);
    return info;
  }

  /**
   * The sessions that match a pattern; `all` includes the default session, which is the first.
   * @throws MockError `malformed_data` for an invalid pattern.
   */
  matching(pattern: string): Session[] {
    const named = this.#named(pattern).map(({ session }) => session);
    return pattern === ALL_SESSIONS ? [this.defaultSession, ...named] : named;
  }

  /** Ends the sessions that match a pattern, except the default session, and returns their infos. @throws as `matching` */
  endAll(pattern: string = ALL_SESSIONS): SessionInfo[] {
    const infos = this.#named(pattern).map(infoOf);
    for (const { id } of infos) this.#entries.delete(id);
    return infos;
  }

  #named(pattern: string): Entry[] {
    expectValid(sessionPatternSchema, pattern, { root: ['sessions'] });
    this.#endIdle();
    const entries = [...this.#entries.values()];
    if (pattern === ALL_SESSIONS) return entries;
    const matches = wildcardTest(pattern, '*');
    return entries.filter(({ session }) => matches(session.id));
  }

  #entry(id: string): Entry {
    expectValid(sessionNameSchema, id, { root: ['session'] });
    const entry = this.#entries.get(id);
    if (entry === undefined) throw new MockError('not_found', this.#whyMissing(id));
    return entry;
  }

  #make(id: string, branch: Branch = {}): NamedSession {
    expectValid(sessionNameSchema, id, { root: ['session'] });
    const session = this.#build(id, branch);
    const [longestIdle] = this.#entries.keys();
    if (longestIdle !== undefined && this.#entries.size >= this.#limits.max) this.#drop(longestIdle);
    this.#entries.set(id, { session, usedAt: machineMilliseconds() });
    return session;
  }

  #build(id: string, { from, at }: Branch = {}): NamedSession {
    const source = from === undefined ? this.defaultSession : this.#entry(from).session;
    if (from !== undefined || at !== undefined) return source.fork({ id, at }) as NamedSession;
    return new Session(source.shared, source.baseline, id) as NamedSession;
  }

  #drop(id: string): void {
    const entry = this.#entries.get(id);
    if (entry === undefined) return;
    this.#entries.delete(id);
    this.#ended.delete(id);
    this.#ended.set(id, entry.session.journal);
    const [earliest] = this.#ended.keys();
    if (earliest !== undefined && this.#ended.size > ENDED_LIMIT) this.#ended.delete(earliest);
  }

  #whyMissing(id: string): string {
    const problem = `There is no session ${formatValue(id)}`;
    if (this.#ended.has(id)) return `${problem}: it has ended; GET /__mock/requests in it still answers its journal`;
    const names = [...this.#entries.keys()];
    return names.length === 0 ? problem : `${problem}; the nearest name is ${formatValue(closest(id, names))}`;
  }

  /** Checks the name of a session that does not exist, and that requests may create sessions. */
  #checkNew(id: string): void {
    expectValid(sessionNameSchema, id, { root: ['session'] });
    if (!this.#limits.strict) return;
    throw new MockError(
      'malformed_data',
      `There is no session ${formatValue(id)}; create it with POST /__mock/sessions`,
    );
  }

  #freeId(): string {
    let id: string;
    do {
      this.#lastId++;
      id = new Uuids(this.defaultSession.baseline.seed, 'session').nth(this.#lastId);
    } while (this.#entries.has(id));
    return id;
  }

  #endIdle(): void {
    const earliest = machineMilliseconds() - this.#limits.idleSeconds * 1000;
    for (const [id, { usedAt }] of this.#entries) {
      if (usedAt >= earliest) return;
      this.#drop(id);
    }
  }
}

function infoOf({ session, usedAt }: Entry): SessionInfo {
  const { id, requests, state } = session;
  const { scenario, seed, clock } = state;
  const idle_seconds = Math.floor((machineMilliseconds() - usedAt) / 1000);
  return { id, scenario, seed, clock: clock.toString(), requests, idle_seconds };
}
