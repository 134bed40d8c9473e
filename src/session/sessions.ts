import { closest } from 'fastest-levenshtein';
import { formatValue } from '../foundation/format-value.js';
import type { MachineTime } from '../foundation/machine.js';
import { MockError, malformed, notFound } from '../foundation/mock-error.js';
import { Uuids } from '../foundation/random.js';
import { expectValid } from '../foundation/validate.js';
import { wildcardTest } from '../foundation/wildcard.js';
import { ALL_SESSIONS, sessionNameSchema, sessionPatternSchema } from '../protocol/session-name.js';
import type { ReadImage } from '../state/fingerprints.js';
import type { Image } from '../state/state.js';
import { EndedSessions, type EndedSessionsCapture } from './ended-sessions.js';
import {
  infoOf,
  type ListedSession,
  type NamedSession,
  type SessionInfo,
  type SessionOrigin,
} from './listed-session.js';
import { LogBudget } from './log-budget.js';
import type { SavedSession } from './log-entries.js';
import type { NewSessionTimes } from './new-session-rate.js';
import { Session, type SessionCapture } from './session.js';
import { SessionEvents } from './session-events.js';
import { startingAt } from './session-image.js';
import type { SessionLimits } from './session-limits.js';
import { SessionRoom } from './session-room.js';
import { baselineOf } from './shared-config.js';
import type { SessionEvent, Sink } from './sink.js';

/** Where a new session branches off. Without both, it starts from the baseline. */
export interface Branch {
  /** The session to copy. Default: the default session. */
  readonly from?: string | undefined;
  /** The revision of that session to start from. Default: its current state. */
  readonly at?: number | undefined;
}

/** A session that ended without being asked to. */
export interface LostSession {
  /** The name of the session. */
  readonly id: string;
  /** Why it ended, for people. */
  readonly reason: string;
}

/** Everything in the sessions of a mock at one moment. */
export interface SessionsCapture extends EndedSessionsCapture {
  readonly main: SessionCapture;
  /** The longest idle first. */
  readonly named: readonly (SessionCapture & NamedPart)[];
  readonly newSessions: NewSessionTimes;
  /** What was restored last from a snapshot: a copy counts the same one as little. */
  readonly restored: ReadImage | undefined;
  /** The number of generated names, and of journal entries. */
  readonly lastId: number;
  readonly lastEntry: number;
}

/** What the list of sessions knows of a session. */
type NamedPart = Omit<ListedSession, 'session'> & { readonly id: string };

/**
 * The sessions of a mock. New ones start from the baseline of the default session. Sessions that are idle for too long, by
 * the machine's clock, are ended to free memory.
 */
export class Sessions {
  /** The session of requests that name none. It never ends. */
  readonly defaultSession: Session;
  /** It emits `sessions` only. */
  readonly events = new SessionEvents();
  readonly #limits: SessionLimits;
  /** In order of use: the session that has been idle longest is first. */
  readonly #entries = new Map<string, ListedSession>();
  readonly #ended: EndedSessions;
  readonly #room: SessionRoom;
  readonly #budget = new LogBudget(() => [...this.#sessions, this.defaultSession]);
  readonly #listeners = new Set<(lost: LostSession) => void>();
  #lastId = 0;
  #sink: Sink | undefined;

  constructor(defaultSession: Session, limits: SessionLimits) {
    this.defaultSession = defaultSession;
    this.#limits = limits;
    this.#ended = new EndedSessions(limits);
    this.#room = new SessionRoom(limits, this.#entries, this.#machine);
    this.#budget.add(defaultSession);
  }

  /** Calls `listener` when a session ends without being asked to. Returns a function that ends this. */
  onLoss(listener: (lost: LostSession) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /**
   * Calls `sink` with each event of `main` and, if that is the default session, of all other sessions. Returns a function that
   * ends this.
   * @throws Error if there is a sink.
   */
  attach(sink: Sink, main: Session): () => void {
    if (main !== this.defaultSession) return attachAlone(sink, main);
    const detach = () => {
      if (this.#sink === sink) this.#sink = undefined;
      for (const session of [main, ...this.#sessions]) session.detach(sink);
    };
    try {
      for (const session of [main, ...this.#sessions]) session.attach(sink);
    } catch (error) {
      detach();
      throw error;
    }
    this.#sink = sink;
    return detach;
  }

  /**
   * The named snapshots of `main` and, if that is the default session, all other sessions, as events that create them. The
   * session that has been idle longest is first.
   */
  asEvents(main: Session): SessionEvent[] {
    const named = main === this.defaultSession ? [...this.#entries.values()] : [];
    const events = named.map(({ session }): SessionEvent => ({ kind: 'began', id: session.id, image: session.image }));
    let before = { ...main.image, snapshots: new Map<string, Image>() };
    for (const [name, image] of main.snapshots.images) {
      const after = { ...before, snapshots: new Map(before.snapshots).set(name, image) };
      events.push({ kind: 'changed', id: null, before, after });
      before = after;
    }
    return events;
  }

  /**
   * Adds a session that was saved; ends one of the same name.
   * @throws MockError `not_found` if the scenario of its baseline is unknown.
   */
  addSaved({ id, origin, image: state, snapshots }: Omit<SavedSession, 'id'> & { readonly id: string }): void {
    const { shared } = this.defaultSession;
    const image = { ...startingAt(baselineOf(shared, origin)), state, snapshots };
    const session = new Session(shared, image, id) as NamedSession;
    const previous = this.#entries.get(id);
    if (previous !== undefined) this.#remove(previous);
    this.#add(session, {});
  }

  /** Why the last session with this name ended without being asked to; undefined if it did not, or if there is a new one. */
  lossOf(id: string): string | undefined {
    this.#endIdle();
    return this.#ended.lossOf(id);
  }

  /** Whether an answer is held back in a session. */
  get isHolding(): boolean {
    return [this.defaultSession, ...this.#sessions].some(({ faults }) => faults.heldAnswers.size > 0);
  }

  /** Everything in the sessions, for a copy in another process. No answer may be held back. */
  capture(): SessionsCapture {
    const { defaultSession } = this;
    const named = Array.from(this.#entries.values(), ({ session, ...listed }) => {
      return { ...session.capture(), id: session.id, ...listed };
    });
    return {
      main: defaultSession.capture(),
      named,
      ...this.#ended.capture(),
      newSessions: this.#room.rate.times,
      restored: defaultSession.shared.fingerprints.latest,
      lastId: this.#lastId,
      lastEntry: defaultSession.shared.journal.entries.last,
    };
  }

  /** Replaces all sessions. No listener is called for the sessions that this ends. */
  install({ main, named, ended, losses, newSessions, restored, lastId, lastEntry }: SessionsCapture): void {
    const { shared } = this.defaultSession;
    for (const entry of this.#entries.values()) this.#remove(entry);
    this.defaultSession.install(main);
    for (const { id, client, isCreated, usedAt, ...capture } of named) {
      const session = new Session(shared, capture.image, id) as NamedSession;
      session.install(capture);
      this.#add(session, { client, isCreated });
      (this.#entries.get(id) as ListedSession).usedAt = usedAt;
    }
    this.#ended.replace({ ended, losses });
    this.#room.rate.times = newSessions;
    shared.fingerprints.latest = restored;
    this.#lastId = lastId;
    shared.journal.entries.last = lastEntry;
  }

  get #sessions(): Session[] {
    return Array.from(this.#entries.values(), ({ session }) => session);
  }

  get size(): number {
    this.#endIdle();
    return this.#entries.size;
  }

  /** The approximate number of bytes that the histories and traces of all sessions take. */
  get logBytes(): number {
    return this.#budget.bytes;
  }

  /** The session with this name; undefined if there is none. */
  find(id: string): Session | undefined {
    this.#endIdle();
    return this.#entries.get(id)?.session;
  }

  /**
   * Creates a session for a request that names it. `client` is the address that the request came from.
   * @throws MockError `malformed_data` for an invalid name and, with strict sessions, for every name; TooManySessions. It names no
   * route if the control API is off.
   */
  begin(id: string, client?: string, hasControl = true): Session {
    expectValid(sessionNameSchema, id, { root: ['session'] });
    if (!this.#limits.strict) return this.welcome(id, client);
    const hint = hasControl ? '; create it with POST /__mock/sessions' : '';
    throw malformed(`There is no session ${formatValue(id)}${hint}`);
  }

  /** Creates the session of a visitor, also with strict sessions. @throws TooManySessions */
  welcome(id: string, client?: string): Session {
    const surplus = client === undefined ? undefined : this.#room.surplusOf(client);
    if (surplus !== undefined) this.#lose(surplus.entry, surplus.reason);
    const session = this.#make(id, { client });
    if (client !== undefined) this.#room.rate.count(client);
    return session;
  }

  /** The session of a visitor, which is created if there is none. @throws TooManySessions */
  visit(id: string, client?: string): Session {
    return this.find(id) ?? this.welcome(id, client);
  }

  /** A session as it would start now. It is not added, and does not count towards the limits. */
  preview(id: string): Session {
    return this.#build(id);
  }

  /**
   * A session, or, for one that has ended, a session that has only its journal.
   * @throws MockError as `get`
   */
  getOrEnded(id: string): Session {
    const journal = this.find(id) === undefined ? this.#ended.journalOf(id) : undefined;
    if (journal === undefined) return this.get(id);
    const { shared, baseline } = this.defaultSession;
    return new Session(shared, startingAt(baseline), id, { journal });
  }

  has(session: Session): boolean {
    return session.id === null || this.#entries.get(session.id)?.session === session;
  }

  /** Marks a session as used now, unless it has ended. */
  touch(session: Session): void {
    if (session.id === null) return;
    this.#endIdle();
    const entry = this.#entries.get(session.id);
    if (entry?.session !== session) return;
    entry.usedAt = this.#machine.elapsed;
    this.#entries.delete(session.id);
    this.#entries.set(session.id, entry);
  }

  /**
   * Creates a session; without a name it gets a generated one. It starts from the baseline, or branches from a session. `client` is
   * the address that the call came from.
   * @throws MockError `malformed_data` for an invalid name; `conflict` for a name that is in use; `not_found` for an unknown
   * session or revision to branch from; `unavailable` if all sessions are active.
   */
  create(id?: string, branch: Branch = {}, client?: string): NamedSession {
    this.#endIdle();
    for (const [name, value] of Object.entries({ id, from: branch.from })) {
      if (value !== undefined) expectValid(sessionNameSchema, value, { root: [name] });
    }
    if (id !== undefined && this.#entries.has(id)) {
      throw new MockError('conflict', `There is already a session ${formatValue(id)}`);
    }
    return this.#make(id === undefined ? this.#freeId() : id, { branch, client, isCreated: true });
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
    this.#sink?.save({ kind: 'ended', ids: [id], isLost: false });
    this.#remove(this.#entry(id));
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
    const entries = this.#named(pattern);
    const infos = entries.map(infoOf);
    if (entries.length > 0) this.#sink?.save({ kind: 'ended', ids: infos.map(({ id }) => id), isLost: false });
    for (const entry of entries) this.#remove(entry);
    return infos;
  }

  #named(pattern: string): ListedSession[] {
    expectValid(sessionPatternSchema, pattern, { root: ['sessions'] });
    this.#endIdle();
    const entries = [...this.#entries.values()];
    if (pattern === ALL_SESSIONS) return entries;
    const matches = wildcardTest(pattern, '*');
    return entries.filter(({ session }) => matches(session.id));
  }

  #entry(id: string): ListedSession {
    expectValid(sessionNameSchema, id, { root: ['session'] });
    const entry = this.#entries.get(id);
    if (entry === undefined) throw notFound(this.#whyMissing(id));
    return entry;
  }

  #make(id: string, { branch, ...origin }: { readonly branch?: Branch } & SessionOrigin): NamedSession {
    expectValid(sessionNameSchema, id, { root: ['session'] });
    this.#room.expect();
    const session = this.#build(id, branch);
    this.#sink?.save({ kind: 'began', id, image: session.image });
    this.#add(session, origin);
    return session;
  }

  #add(session: NamedSession, { client, isCreated }: SessionOrigin): void {
    const { id } = session;
    if (this.#sink !== undefined) session.attach(this.#sink);
    this.#budget.add(session);
    this.#entries.set(id, { session, client, isCreated, usedAt: this.#machine.elapsed });
    this.#ended.forgetLoss(id);
    this.events.sessionsChanged();
    const surplus = this.#room.surplus(session);
    if (surplus !== undefined) this.#lose(surplus.entry, surplus.reason);
  }

  /** Ends a session that nobody asked to end. */
  #lose(entry: ListedSession, reason: string): void {
    const { id } = entry.session;
    this.#sink?.save({ kind: 'ended', ids: [id], isLost: true });
    this.#remove(entry);
    this.#ended.addLoss(id, reason);
    for (const listener of this.#listeners) listener({ id, reason });
  }

  #remove({ session }: ListedSession): void {
    const { id, log, faults } = session;
    session.detach();
    this.#budget.remove(session);
    faults.heldAnswers.releaseForGood();
    this.#entries.delete(id);
    this.events.sessionsChanged();
    this.#ended.add(id, log.journaled);
  }

  get #machine(): MachineTime {
    return this.defaultSession.shared.machine;
  }

  #build(id: string, { from, at }: Branch = {}): NamedSession {
    const source = from === undefined ? this.defaultSession : this.#entry(from).session;
    if (from !== undefined || at !== undefined) return source.fork({ id, at }) as NamedSession;
    return source.shared.machine.hold(
      () => new Session(source.shared, startingAt(source.nextBaseline), id),
    ) as NamedSession;
  }

  #whyMissing(id: string): string {
    const problem = `There is no session ${formatValue(id)}`;
    if (this.#ended.journalOf(id) !== undefined)
      return `${problem}: it has ended; GET /__mock/requests in it still answers its journal`;
    const names = [...this.#entries.keys()];
    return names.length === 0 ? problem : `${problem}; the nearest name is ${formatValue(closest(id, names))}`;
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
    if (this.#sink?.canEndIdle?.() === false) return;
    const { idleSeconds } = this.#limits;
    const earliest = this.#machine.elapsed - idleSeconds * 1000;
    for (const entry of this.#entries.values()) {
      if (entry.usedAt >= earliest) return;
      this.#lose(entry, `no request for ${idleSeconds} seconds`);
    }
  }
}

/** Calls `sink` with the events of one session, to which it is the default session. Returns a function that ends this. */
function attachAlone(sink: Sink, session: Session): () => void {
  const save: Sink['save'] = (event) => sink.save(event.kind === 'changed' ? { ...event, id: null } : event);
  const alone = { ...sink, save };
  session.attach(alone);
  return () => session.detach(alone);
}
