import * as z from 'zod/mini';
import type { OpenApiDocument } from '../control/openapi-document.js';
import { checkFlag, checkOptions, optionNames } from '../foundation/check-options.js';
import type { Clock } from '../foundation/clock.js';
import { formatValue } from '../foundation/format-value.js';
import { methodsFromCaller } from '../foundation/from-caller.js';
import { atOnce } from '../foundation/in-slices.js';
import { malformed } from '../foundation/mock-error.js';
import { once } from '../foundation/once.js';
import { expectValid } from '../foundation/validate.js';
import type { From } from '../http/call.js';
import { responseOf } from '../http/response-of.js';
import { untilAborted } from '../http/wait.js';
import {
  type Explanation,
  type ExplanationQuery,
  explain,
  explainAll,
  explanationQuery,
  type UserQuery,
} from '../model/explanation.js';
import type { Behavior } from '../protocol/behavior.js';
import type { Listener, Sender } from '../protocol/listener.js';
import type { Reply } from '../protocol/reply.js';
import type { RequestData } from '../protocol/request-data.js';
import type { Method } from '../protocol/route-address.js';
import type { ServiceName } from '../protocol/service.js';
import { type Factories, factoriesOf } from '../scenario/factories.js';
import { expectScenario, type Scenario } from '../scenario/scenario.js';
import type { ScenarioName } from '../scenario/scenario-names.js';
import { MockChapters } from '../session/chapters.js';
import type { HistoryPage } from '../session/history.js';
import type { SessionInfo } from '../session/listed-session.js';
import { redactTrace } from '../session/redact-trace.js';
import type { BaselineOptions, ChangesOptions, Session } from '../session/session.js';
import type { MockEvents, MockListener } from '../session/session-events.js';
import { type Branch, Sessions } from '../session/sessions.js';
import { forFork } from '../session/shared-config.js';
import { traceMomentOf, traceSteps } from '../session/trace.js';
import type { Trace } from '../session/trace-format.js';
import { issueToken, tokenFor, tokenLifetime } from '../state/access-tokens.js';
import type { StateChanges } from '../state/changes.js';
import { collectionsOf, type Data } from '../state/collection.js';
import type { Snapshot, SnapshotJson } from '../state/snapshot.js';
import { Hold, type HoldOptions, holdingRule } from './hold.js';
import { type Internals, internals, type MockParts } from './internals.js';
import { Layers } from './layers.js';
import { MockSnapshots } from './mock-snapshots.js';
import { NOT_PERSISTED, type Persisted } from './persistence.js';
import { expectRequest, requestInitOf } from './request-init.js';
import {
  type FaultRules,
  faultRulesOf,
  type MockHistory,
  type RequestJournal,
  type RunCall,
  requestJournalOf,
} from './views.js';

/** One of the mocked APIs, or the custom routes of a mock, for deliveries: it answers every path at or below its prefixes. */
export interface Api {
  /** Such as `user-data`. */
  readonly name: ServiceName;
  /** The paths at or below which it answers, without a trailing slash. */
  readonly prefixes: readonly string[];
  /** Its routes in all spellings, with parameters as `:name`. */
  readonly routes: readonly {
    /** In upper case. */
    readonly method: Method;
    /** The path below the base URL. */
    readonly path: string;
    /** What it does, in one line. */
    readonly summary: string;
  }[];
}

export interface TokenOptions {
  /**
   * The seconds, by the mock's clock, after which the token expires; this always creates a new one. Default: a token that does
   * not expire.
   */
  expiresIn?: number | undefined;
}

export interface RestoreOptions {
  /** Whether the snapshot was edited by hand: everything but its fingerprint is checked. Default false. */
  edited?: boolean | undefined;
}

/** What a snapshot of an older version of the package had in addition. */
export interface Restored {
  /** The tables and columns that no longer exist and were dropped, such as `user.nickname`. */
  dropped: readonly string[];
}

export interface ForkOptions {
  /** The revision whose state the copy has. Default: the current state. */
  at?: number | undefined;
}

export interface TraceOptions {
  /** Whether secrets in bodies and queries are hidden. Default false. */
  redact?: boolean | undefined;
  /** Whether answers are replaced by their hashes, and the state at the end is left out, to save time and space. Default false. */
  compact?: boolean | undefined;
}

/** The state that a reset goes back to. */
export interface ResetOptions {
  /** A scenario, or the name of one of `scenarios`. */
  scenario?: Scenario | ScenarioName | undefined;
  /** The seed of all random values: an integer from 0. Default: that of the baseline. */
  seed?: number | undefined;
}

/** An in-memory mock of the three APIs, created by `createMock`. */
export class Mock {
  /** The switches in force. */
  readonly behavior: Behavior;
  /** The base URL of the APIs without a trailing slash; undefined if none was given. */
  readonly baseUrl: string | undefined;
  /** The named sessions. */
  readonly sessions: MockSessions;
  /** The named snapshots. */
  readonly snapshots: MockSnapshots;
  /** The chapters of the scenario. */
  readonly chapters: MockChapters;
  /**
   * For the other parts of the package.
   * @internal
   */
  readonly [internals]: Internals;
  readonly #shared: MockParts;
  readonly #session: Session;
  readonly #sessions: Sessions;
  readonly #layers: Layers;
  readonly #data = once(() => collectionsOf(this.#session.state));
  readonly #make = once(() => factoriesOf(this.#session.state));
  readonly #faults = once(() => faultRulesOf(this.#session, this.#run));
  readonly #requests = once(() => requestJournalOf(this.#session, this.#run));

  /** @internal */
  constructor(
    shared: MockParts,
    session: Session,
    sessions = new Sessions(session, shared.limits),
    layers = new Layers(shared.app.answer, shared.persona?.layer),
  ) {
    this.#shared = shared;
    this.#layers = layers;
    this.#session = session;
    this.#sessions = sessions;
    this.behavior = shared.behavior;
    this.baseUrl = shared.base?.href;
    this.sessions = new MockSessions(sessions, (one) => new Mock(shared, one, sessions, layers));
    this.snapshots = new MockSnapshots(session);
    this.chapters = new MockChapters(session);
    const { app } = shared;
    const from = { sessions, defaultSession: session };
    this[internals] = {
      ...shared,
      session,
      sessions,
      answer: this.#answer,
      respond: this.#respond,
      // A layer decides about every request.
      repeat: (sender, listener) => (layers.isEmpty ? app.repeat(sender, listener, from) : undefined),
      use: (layer) => layers.use(layer),
    };
  }

  /**
   * Answers a request as the APIs would, without a network. Takes the arguments of `fetch`; a path is relative to the base
   * URL. Rejects as `fetch` does: with a TypeError if a fault rule breaks the connection, with the signal's reason if the
   * request is aborted. It also answers control calls, tokens included: to serve a mock to others, use `createFetchHandler` of
   * `briefs-mock/fetch`.
   */
  readonly fetch = async (input: Request | string | URL, init?: RequestInit): Promise<Response> => {
    const target = typeof input === 'string' || input instanceof URL ? this.#resolve(input) : expectRequest(input);
    const options = requestInitOf(init);
    const request = target instanceof URL || options !== undefined ? new Request(target, options) : target;
    request.signal.throwIfAborted();
    const answer = this.serve(request);
    const response = answer instanceof Promise ? await untilAborted(answer, request.signal) : answer;
    request.signal.throwIfAborted();
    if (response.type === 'error') throw new TypeError('fetch failed: a fault rule broke the connection');
    return response;
  };

  /**
   * Like `fetch`, for servers and other deliveries: a broken connection is a response of type `error`. A server on a network
   * passes the address that it listens on and its `control` option, which guard the control API. Without a listener, every
   * control call is answered. `sender` is what the functions of the listener are called with.
   */
  readonly serve = (request: Request, listener?: Listener, sender?: Sender): Response | Promise<Response> => {
    return this.#respond(request, { listener, sender });
  };

  /** The tables, to create records and to check what a test has changed. */
  get data(): Data {
    return this.#data();
  }

  /** Factories of valid records: a test gives only the columns it cares about. */
  get make(): Factories {
    return this.#make();
  }

  /** The mock's time, to set it, advance it or let it run. */
  get clock(): Clock {
    return this.#session.state.clock;
  }

  /** The name of this mock's session; null for the default session. */
  get session(): string | null {
    return this.#session.id;
  }

  /** Rules that make requests fail, or delay them. */
  get faults(): FaultRules {
    return this.#faults();
  }

  /**
   * Holds back the answers to the requests of a route, until they are sent one by one or the hold ends.
   *
   * @example
   * await using held = mock.hold('POST /public-api/v1/bookmark/:slug/:gid/:article');
   * await click('Bookmark');
   * await held.send({ status: 503 });
   * @throws MockError `malformed_data` for a path that no route answers.
   */
  hold(route: string, options: HoldOptions = {}): Hold {
    const rule = holdingRule(route, options);
    // Not by `this.faults`, whose errors name the line above as the one that called.
    const { id } = this.#run('faults.add', () => this.#session.faults.add(rule));
    // The mock of a session that has ended before keeps working.
    const wasListed = this.#sessions.has(this.#session);
    const isOver = () => wasListed && !this.#sessions.has(this.#session);
    return new Hold(id, route, this.faults, (event, listener) => this.on(event, listener), isOver);
  }

  /** The requests to the three APIs, newest last. */
  get requests(): RequestJournal {
    return this.#requests();
  }

  /** The scenarios that `reset` can change to. */
  get scenarios(): Scenario[] {
    return this.#session.shared.registry.scenarios;
  }

  /** The name of the scenario that the state was built from. */
  get scenario(): string {
    return this.#session.state.scenario;
  }

  /** The seed of all random values. */
  get seed(): number {
    return this.#session.state.seed;
  }

  /** The number of records read since the mock was created: compare it to check that a request scans no table. */
  get recordsRead(): number {
    return this.#session.state.recordsRead;
  }

  /**
   * The mocked APIs and, if the mock has any, its own routes as `own`; or those named.
   * @throws MockError `malformed_data` for an unknown name.
   */
  apis(names: readonly ServiceName[] = this.#shared.apis.map(({ name }) => name)): Api[] {
    const { apis } = this.#shared;
    const available = apis.map(({ name }) => name);
    if (!Array.isArray(names)) throw malformed(`services: must be an array, but is ${formatValue(names)}`);
    const unknown = names.filter((name) => !available.includes(name));
    if (unknown.length > 0) {
      const list = unknown.map(formatValue).join(', ');
      throw malformed(`There is no service ${list}; the services are ${available.join(', ')}`);
    }
    return apis
      .filter(({ name }) => names.includes(name))
      .map(({ name, prefixes, routes }) => ({
        name,
        prefixes: [...prefixes],
        routes: routes.flatMap(({ method, path, aliases, summary }) =>
          [path, ...aliases].map((spelling) => ({ method, path: spelling, summary })),
        ),
      }));
  }

  /**
   * The OpenAPI 3.1 document of everything that the mock answers, or of one service: `public-api`, `user-data`,
   * `user-preference` or `control`. Its examples are real answers of this mock in its current state.
   * @throws MockError `not_found` for an unknown service.
   */
  openapi(service?: ServiceName | 'control' | (string & {})): Promise<OpenApiDocument> {
    return this.#shared.describe(this.#session, service);
  }

  /**
   * A valid bearer token of a user (P1).
   * @throws MockError `not_found` if no user has the e-mail; `malformed_data` for an invalid `expiresIn`.
   */
  tokenFor(email: string, options: TokenOptions = {}): string {
    checkOptions('tokenFor', options, optionNames<TokenOptions>({ expiresIn: true }));
    const { state } = this.#session;
    const { expiresIn } = options;
    expectValid(z.optional(tokenLifetime), expiresIn, { root: ['expiresIn'] });
    return state.run('tokenFor', () =>
      expiresIn === undefined ? tokenFor(state, email) : issueToken(state, email, expiresIn).token,
    );
  }

  /**
   * Why a brief is in the list that the public API answers to a user, or not: for each way of being entitled, what the user
   * lacks. Names the brief by its slug or id. Without a brief, it explains all: those in the list in its order, then the others.
   * @throws MockError `not_found` for an unknown user or brief.
   */
  explain(query: ExplanationQuery): Explanation;
  explain(query: UserQuery): Explanation[];
  explain(query: z.input<typeof explanationQuery>): Explanation | Explanation[];
  explain(query: z.input<typeof explanationQuery>): Explanation | Explanation[] {
    const { email, brief } = expectValid(explanationQuery, query);
    const { tables } = this.#session.state;
    return brief === undefined ? explainAll(tables, email) : explain(tables, { email, brief });
  }

  /**
   * Goes back to the seeded state: records, ids, tokens, clock and request ids. Clears fault rules and journal (X20). A given
   * scenario or seed changes the state that this and later resets go back to. A scenario that is not among `scenarios` is
   * added to them.
   * @throws MockError `not_found` for an unknown name, `malformed_data` for another invalid value; then nothing has changed.
   */
  reset(baseline: ResetOptions = {}): void {
    checkOptions('reset', baseline, optionNames<ResetOptions>({ scenario: true, seed: true }));
    const { scenario } = baseline;
    if (typeof scenario === 'object') {
      expectScenario(scenario, 'scenario');
      const { registry } = this.#session.shared;
      const isNew = !registry.scenarios.includes(scenario);
      try {
        this.#session.steer('reset', () => {
          registry.add(scenario);
          this.#session.reset({ ...baseline, scenario: scenario.name });
        });
      } catch (error) {
        if (isNew) registry.remove(scenario);
        throw error;
      }
    } else {
      this.#session.reset(baseline as BaselineOptions);
    }
  }

  /**
   * Calls a listener at each `request`, `held`, `change`, `revision`, `reset` or `steered` of this mock's session, or when a
   * session is created or ends (`sessions`). Returns a function that removes it. Errors of a listener are printed, and break
   * nothing.
   *
   * @example
   * const stop = mock.on('request', ({ method, path, status }) => console.log(method, path, status));
   * @throws MockError `malformed_data` for an unknown event.
   */
  on<Name extends keyof MockEvents>(event: Name, listener: MockListener<Name>): () => void {
    // The list of sessions does not belong to any single session.
    const { events } = event === 'sessions' ? this.#sessions : this.#session;
    return events.on(event, listener);
  }

  /** Sets the clock back to the seeded state's. */
  resetClock(): void {
    this.#session.resetClock();
  }

  /** The whole state as JSON. */
  snapshot(): Snapshot {
    return this.#session.snapshot();
  }

  /**
   * Replaces the whole state by a snapshot's, and clears fault rules and journal. Takes a snapshot of this process, or its
   * JSON, also from an older version of the package.
   * @throws MockError `malformed_data` with the table, row and column of each issue; then nothing has changed.
   */
  restore(snapshot: SnapshotJson, options: RestoreOptions = {}): Restored {
    checkOptions('restore', options, optionNames<RestoreOptions>({ edited: true }));
    return { dropped: this.#session.restoreSnapshot(snapshot, options) };
  }

  /** SHA-256, in hexadecimal, of the whole state. */
  fingerprint(): string {
    return this.snapshot().fingerprint;
  }

  /**
   * With the option `persist`: resolves when the kept state is loaded, and everything that was written so far is kept. Answers to
   * requests wait for this; await it before calls in the process that read or write, such as those of `data`.
   */
  persisted(): Promise<Persisted> {
    const { persistence } = this.#shared;
    return persistence?.sessions === this.#sessions ? persistence.persisted() : Promise.resolve(NOT_PERSISTED);
  }

  /**
   * An isolated copy of this mock, without named sessions. Its history starts from scratch.
   * @throws MockError `not_found` for a revision that is not kept.
   */
  fork(options: ForkOptions = {}): Mock {
    checkOptions('fork', options, optionNames<ForkOptions>({ at: true }));
    return new Mock(this.#shared, this.#session.fork({ ...options, shared: forFork(this.#session.shared) }));
  }

  /** The number of the last change of this session; 0 before the first. */
  get revision(): number {
    return this.#session.expectHistory().revision;
  }

  /** The changes of this session. */
  get history(): MockHistory {
    const history = this.#session.expectHistory();
    return methodsFromCaller({ list: (page?: HistoryPage) => history.list(page) });
  }

  /**
   * What differs between the baseline, or the revision `since`, and now, or the revision `until`. If `since` is the id of a
   * request: what that request changed.
   *
   * @example
   * const mark = mock.revision;
   * await clickBookmark();
   * expect(mock.changes({ since: mark }).tables).toEqual({ bookmark: [expect.objectContaining({ before: null })] });
   * @throws MockError `not_found` for a revision or a request that is not kept.
   */
  changes(options: ChangesOptions = {}): StateChanges {
    checkOptions('changes', options, optionNames<ChangesOptions>({ since: true, until: true }));
    return this.#session.changes(options);
  }

  /**
   * Goes back to the state after a revision, and is itself a change, so that it can be undone. Fault rules, journal and
   * request ids stay.
   * @throws MockError `not_found` for a revision that is not kept.
   */
  rewind(revision: number): void {
    this.#session.rewind(revision);
  }

  /**
   * Everything that happened to this session, from its start: API requests with their answers, and what other calls changed.
   * `briefs-mock replay` and `replay` repeat it. It is plain JSON. With `redact`, secrets in bodies and queries are hidden, as in the
   * journal, and a replay leaves out the requests that contained any. A `compact` trace has the hashes of answers; a replay compares
   * these, and not the state at the end.
   * @throws MockError `not_found` if the mock keeps no history, `malformed_data` for an unknown option.
   */
  trace(options: TraceOptions = {}): Trace {
    checkOptions('trace', options, optionNames<TraceOptions>({ redact: true, compact: true }));
    const { redact = false, compact = false } = options;
    for (const [name, value] of Object.entries({ redact, compact })) checkFlag(name, value);
    const { fingerprints } = this.#session.shared;
    const moment = traceMomentOf(this.#session);
    const trace = atOnce(traceSteps(moment, this.behavior, (image) => fingerprints.of(image), { compact }));
    return redact ? redactTrace(trace) : trace;
  }

  readonly #answer = (request: RequestData, from: Partial<From> = {}): Reply | Promise<Reply> => {
    const { listener, sender, matched, body, waiting } = from;
    const defaultSession = this.#session;
    const sessions = this.#sessions;
    const whole = { sessions, defaultSession, listener, sender, matched, body, waiting };
    return this.#layers.answer(request, whole);
  };

  readonly #respond = (request: RequestData, from?: Partial<From>): Response | Promise<Response> => {
    const reply = this.#answer(request, from);
    return reply instanceof Promise ? reply.then((one) => responseOf(one, request)) : responseOf(reply, request);
  };

  /** Runs a call in the process that changes something besides the state. What it changes is an entry of the trace. */
  readonly #run: RunCall = (call, command) => this.#session.steer(call, command);

  #resolve(input: string | URL): URL {
    const path = String(input);
    return path.startsWith('/') ? new URL((this.baseUrl ?? 'http://localhost') + path) : new URL(path);
  }

  static {
    methodsFromCaller(Mock.prototype);
  }
}

/**
 * The named sessions of a mock, each a mock of its own. A request names its session by header, cookie or path prefix.
 *
 * The mock of an ended session keeps working, isolated from every other: only calls to itself reach it, and a request that
 * names its id creates a new session.
 */
export class MockSessions {
  readonly #sessions: Sessions;
  readonly #mockOf: (session: Session) => Mock;

  /** @internal */
  constructor(sessions: Sessions, mockOf: (session: Session) => Mock) {
    this.#sessions = sessions;
    this.#mockOf = mockOf;
  }

  /**
   * Creates a session in the state that a reset of the mock goes back to, or a copy of a session, as it is or as it was after
   * the revision `at`. Without a name it gets a generated one.
   * @throws MockError `malformed_data` for an invalid name, `conflict` for a name that is in use, `not_found` for an unknown
   * session or revision.
   */
  create(id?: string, branch: Branch = {}): Mock {
    checkOptions('sessions.create', branch, optionNames<Branch>({ from: true, at: true }));
    return this.#mockOf(this.#sessions.create(id, branch));
  }

  /** The session with this name. @throws MockError `not_found` */
  get(id: string): Mock {
    return this.#mockOf(this.#sessions.get(id));
  }

  /** The sessions, the one idle longest first. */
  list(): SessionInfo[] {
    return this.#sessions.list();
  }

  /**
   * The sessions that match a pattern: a name in which `*` stands for any characters, such as `worker-*`, or `all`, which
   * includes the default session.
   * @throws MockError `malformed_data` for an invalid pattern.
   */
  matching(pattern: string): Mock[] {
    return this.#sessions.matching(pattern).map(this.#mockOf);
  }

  /** Ends a session and returns its info. @throws MockError `not_found` */
  end(id: string): SessionInfo {
    return this.#sessions.end(id);
  }

  /**
   * Ends the sessions that match a pattern, or all of them, and returns their infos. The default session does not end.
   * @throws MockError as `matching`
   */
  endAll(pattern?: string): SessionInfo[] {
    return this.#sessions.endAll(pattern);
  }

  static {
    methodsFromCaller(MockSessions.prototype);
  }
}
