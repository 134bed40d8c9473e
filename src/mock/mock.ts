import * as z from 'zod';
import { control } from '../control/index.js';
import { checkOptions } from '../foundation/check-options.js';
import { Clock, type Instant } from '../foundation/clock.js';
import { show } from '../foundation/format-value.js';
import { MockError, refusal } from '../foundation/mock-error.js';
import { once } from '../foundation/once.js';
import { expectShape } from '../foundation/validate.js';
import { type App, createApp } from '../http/router.js';
import { fromZero } from '../model/define-table.js';
import { type Behavior, type BehaviorOptions, behaviorOf } from '../protocol/behavior.js';
import type { Method } from '../protocol/route.js';
import type { Describe, Listener, OpenApiDocument } from '../protocol/service.js';
import { type Make, makeOf } from '../scenario/factories.js';
import { defineScenario, expectScenario, type Scenario } from '../scenario/scenario.js';
import { Catalog } from '../scenario/scenario-registry.js';
import { dataOf } from '../scenario/seed-scenario.js';
import { services } from '../services/index.js';
import { type Delay, delayShape, type Faults } from '../session/fault-rules.js';
import type { Journal } from '../session/request-journal.js';
import { type Baseline, Session, type Setting } from '../session/session.js';
import { type SessionLimits, type SessionOptions, Sessions, sessionLimits } from '../session/session-store.js';
import { issueToken, lifetimeShape, tokenFor } from '../state/access-tokens.js';
import type { Data } from '../state/collection.js';
import { readSnapshot, type Snapshot } from '../state/snapshot.js';
import { type BaseUrl, parseBaseUrl } from './base-url.js';
import { MockSessions } from './mock-sessions.js';
import { MockSnapshots } from './mock-snapshots.js';

export interface MockOptions {
  /** The state to start from. Left out: no records at all. */
  scenario?: Scenario | undefined;
  /** Further scenarios that `reset` can change to by name. */
  scenarios?: readonly Scenario[] | undefined;
  /** What all chance comes from: an integer from 0. Default 1. */
  seed?: number | undefined;
  /** The baseline's time; left out, the scenario's. It stands still unless `frozen` is false. */
  clock?: Instant | { now?: Instant; frozen?: boolean } | undefined;
  /** Where the APIs are, for `fetch` with a path and for the handlers. A path in it stands before every path. */
  baseUrl?: string | undefined;
  /** What to do where the specifications leave it open. */
  behavior?: BehaviorOptions | undefined;
  /** A state to start from, and to go back to, in the place of the scenario's. */
  snapshot?: Snapshot | undefined;
  /** What every answer of the three APIs waits, in milliseconds: always the same, or drawn from a range. */
  delay?: Delay | undefined;
  /** How sessions are made, and when they end. */
  sessions?: SessionOptions | undefined;
}

/** One of the mocked APIs, as a delivery sees it: every path at or below its prefixes is its to answer. */
export interface Api {
  readonly name: string;
  readonly prefixes: readonly string[];
  /** Its routes in all their spellings, parameters written `:name`. */
  readonly routes: readonly { readonly method: Method; readonly path: string; readonly summary: string }[];
}

const optionKeys = [
  'scenario',
  'scenarios',
  'seed',
  'clock',
  'baseUrl',
  'behavior',
  'snapshot',
  'delay',
  'sessions',
] satisfies (keyof MockOptions)[];
const nothing = defineScenario({
  name: 'nothing',
  description: 'No records at all',
  clock: '2026-03-04T09:00:00Z',
  personas: [],
  seed: () => {},
});

/**
 * Makes a mock of the three APIs.
 *
 * @example
 * const mock = createMock({ scenario: newsroom, seed: 7 });
 * const response = await mock.fetch('/public-api/v1/brief', {
 *   headers: { authorization: `Bearer ${mock.tokenFor('alice@acme.example')}` },
 * });
 * @throws MockError `malformed_data` for options that are wrong, and whatever the scenario's own records break.
 */
export function createMock(options: MockOptions = {}): Mock {
  checkOptions('createMock', options, optionKeys);
  const { scenario = nothing, scenarios = [], seed = 1, clock, baseUrl, behavior, snapshot } = options;
  expectScenario(scenario, 'scenario');
  if (!Array.isArray(scenarios)) throw new MockError('malformed_data', `scenarios: is ${show(scenarios)}, not a list`);
  for (const [place, one] of scenarios.entries()) expectScenario(one, `scenarios.${place}`);
  const base = baseUrl === undefined ? undefined : parseBaseUrl(baseUrl);
  expectShape(fromZero, seed, { root: ['seed'], seldom: true });
  const delay = options.delay === undefined ? undefined : expectShape(delayShape, options.delay, { root: ['delay'] });
  const limits = expectShape(sessionLimits, options.sessions ?? {}, { root: ['sessions'], seldom: true });

  const switches = behaviorOf(behavior);
  const served = [...services, control];
  const describe: Describe = async (session, service) => {
    // What makes documents is of no use to most who import a mock.
    const { describeServices } = await import('../openapi/index.js');
    return describeServices(served, { service, session, app, behavior: switches, baseUrl: base?.href });
  };
  // Not everybody sends a request: fixtures alone need no routes.
  const routed = once(() => createApp(served, switches, base?.path ?? '', describe));
  const app: App = (request, from) => routed()(request, from);
  const catalog = new Catalog([...scenarios, scenario], clock === undefined ? {} : clockSetting(clock));
  const baseline =
    snapshot === undefined
      ? catalog.image(scenario.name, seed)
      : catalog.atItsTime(readSnapshot(catalog.database, snapshot));
  const setting: Setting = {
    catalog,
    delay,
    routes: served.flatMap(({ routes }) => routes.filter(({ immune }) => !immune)),
    first: baseline,
  };
  return new Mock({ app, describe, limits, behavior: switches, base }, new Session(setting, baseline));
}

/** What a mock has in common with its forks and sessions. */
interface Shared {
  readonly app: App;
  readonly describe: Describe;
  readonly limits: SessionLimits;
  readonly behavior: Behavior;
  readonly base: BaseUrl | undefined;
}

export type FaultRules = Pick<Faults, 'add' | 'all' | 'remove' | 'clear'>;
export type RequestJournal = Pick<Journal, 'all' | 'unmatched' | 'count' | 'clear'>;

/** A mock of the three APIs, in memory. Made by {@link createMock}. */
export class Mock {
  /** The switches as they are in force. */
  readonly behavior: Behavior;
  /** Where the APIs are, without a slash at the end; undefined where it was not said. */
  readonly baseUrl: string | undefined;
  /** The sessions by name. */
  readonly sessions: MockSessions;
  /** The snapshots that are kept under names. */
  readonly snapshots: MockSnapshots;
  readonly #shared: Shared;
  readonly #session: Session;
  readonly #sessions: Sessions;
  #data: Data | undefined;
  #make: Make | undefined;

  /** @internal */
  constructor(shared: Shared, session: Session, sessions = new Sessions(session, shared.limits)) {
    this.#shared = shared;
    this.#session = session;
    this.#sessions = sessions;
    this.behavior = shared.behavior;
    this.baseUrl = shared.base?.href;
    this.sessions = new MockSessions(sessions, (one) => new Mock(shared, one, sessions));
    this.snapshots = new MockSnapshots(session);
  }

  /**
   * Answers a request as the APIs would, with nothing on the network. Takes what `fetch` takes; a path alone is below the
   * base URL. Rejects as `fetch` does: with a TypeError where a fault rule breaks the connection, with the signal's reason
   * where the request was given up.
   */
  readonly fetch = async (input: Request | string | URL, init?: RequestInit): Promise<Response> => {
    const target = typeof input === 'string' || input instanceof URL ? this.#resolve(input) : input;
    const request = target instanceof URL || init !== undefined ? new Request(target, init) : target;
    request.signal.throwIfAborted();
    const response = await this.serve(request);
    request.signal.throwIfAborted();
    if (response.type === 'error') throw new TypeError('fetch failed: a fault rule broke the connection');
    return response;
  };

  /**
   * As `fetch`, for who delivers requests: a broken connection is a response of type `error`. `listener` is given by a
   * server that listens on a network: there the control API is guarded.
   */
  readonly serve = (request: Request, listener?: Listener): Response | Promise<Response> =>
    this.#shared.app(request, { session: this.#session, sessions: this.#sessions, listener });

  /** The tables, for fixtures and for looking at what a test has done. */
  get data(): Data {
    this.#data ??= dataOf(this.#session.state);
    return this.#data;
  }

  /** Makes valid records with one call, for tests that care about some of their columns. */
  get make(): Make {
    this.#make ??= makeOf(this.#session.state, this.data);
    return this.#make;
  }

  get clock(): Clock {
    return this.#session.state.clock;
  }

  /** The name of the session that this is; null for none. */
  get session(): string | null {
    return this.#session.id;
  }

  /** Rules that make requests fail, or slow. */
  get faults(): FaultRules {
    return this.#session.faults;
  }

  /** The requests to the three APIs, the newest last. */
  get requests(): RequestJournal {
    return this.#session.journal;
  }

  /** The scenarios that `reset` can change to. */
  get scenarios(): Scenario[] {
    return this.#session.setting.catalog.scenarios;
  }

  /** The name of the scenario that the state was built from. */
  get scenario(): string {
    return this.#session.state.scenario;
  }

  get seed(): number {
    return this.#session.state.seed;
  }

  /** Records that were looked at since the mock was made: what to count to see that a request scans no table. */
  get visits(): number {
    return this.#session.state.visits;
  }

  /**
   * The mocked APIs: all, or those that are named.
   * @throws MockError `malformed_data` for a name that is none of theirs.
   */
  apis(names: readonly string[] = services.map(({ name }) => name)): Api[] {
    const known = services.map(({ name }) => name);
    if (!Array.isArray(names)) throw new MockError('malformed_data', `services: is ${show(names)}, not a list`);
    const unknown = names.filter((name) => !known.includes(name));
    if (unknown.length > 0) {
      const named = unknown.map(show).join(', ');
      throw new MockError('malformed_data', `There is no service ${named}; there are ${known.join(', ')}`);
    }
    return services
      .filter(({ name }) => names.includes(name))
      .map(({ name, prefixes, routes }) => ({
        name,
        prefixes,
        routes: routes.flatMap(({ method, path, aliases, summary }) =>
          [path, ...aliases].map((spelling) => ({ method, path: spelling, summary })),
        ),
      }));
  }

  /**
   * The OpenAPI 3.1 document of everything that the mock answers, or of one service: `public-api`, `user-data`,
   * `user-preference` or `control`. Its examples are real answers of this mock as it is now.
   * @throws MockError `not_found` for a service that there is not.
   */
  openapi(service?: string): Promise<OpenApiDocument> {
    return this.#shared.describe(this.#session, service);
  }

  /**
   * A bearer token of a user that works now (P1). With `expiresIn`, a new one that works for so many seconds of the mock's
   * clock.
   * @throws MockError `not_found` where no user has the e-mail; `malformed_data` for what is no such number.
   */
  tokenFor(email: string, { expiresIn }: { expiresIn?: number } = {}): string {
    const { state } = this.#session;
    expectShape(lifetimeShape.optional(), expiresIn, { root: ['expiresIn'] });
    return expiresIn === undefined ? tokenFor(state, email) : issueToken(state, email, expiresIn).token;
  }

  /**
   * Back to the seeded state: records, ids, tokens, clock and request ids; fault rules and journal end (X20). A scenario (by
   * name) or a seed that is given changes what is gone back to, from now on.
   */
  reset(baseline: Baseline = {}): void {
    this.#session.reset(baseline);
  }

  /** The clock alone goes back to the seeded state's. */
  resetClock(): void {
    this.#session.resetClock();
  }

  /** The whole state, as JSON. */
  snapshot(): Snapshot {
    return this.#session.snapshot();
  }

  /**
   * Replaces the whole state by a snapshot's: one that was taken, or its JSON. Fault rules and journal end.
   * @throws MockError `malformed_data`, naming what is wrong and where; then nothing has changed.
   */
  restore(snapshot: Snapshot): void {
    this.#session.restoreSnapshot(snapshot);
  }

  /** SHA-256, in hexadecimal, of the whole state. */
  fingerprint(): string {
    return this.snapshot().fingerprint;
  }

  /** An isolated copy, which starts as this mock is now, and has no sessions yet. */
  fork(): Mock {
    return new Mock(this.#shared, this.#session.fork());
  }

  #resolve(input: string | URL): URL {
    const path = String(input);
    return path.startsWith('/') ? new URL((this.baseUrl ?? 'http://localhost') + path) : new URL(path);
  }
}

const settingShape = z.strictObject({ now: z.unknown().optional(), frozen: z.boolean().optional() });

function clockSetting(clock: NonNullable<MockOptions['clock']>): { now?: Instant; frozen?: boolean } {
  const isSetting = typeof clock === 'object' && clock !== null && !(clock instanceof Date);
  const checked = expectShape(settingShape, isSetting ? clock : { now: clock }, { root: ['clock'] });
  const { now, ...setting } = checked as { now?: Instant; frozen?: boolean };
  if (now === undefined) return setting;
  try {
    return { ...setting, now: new Clock({ now, frozen: true }).toString() };
  } catch (error) {
    throw refusal('malformed_data', [{ path: 'clock', message: (error as Error).message }]);
  }
}
