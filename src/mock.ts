import * as z from 'zod';
import { type App, createApp } from './app.js';
import { control } from './control/index.js';
import { type Behavior, type BehaviorOptions, behaviorOf } from './protocol/behavior.js';
import type { Method } from './protocol/route.js';
import type { Listener } from './protocol/service.js';
import { type Baseline, Session } from './protocol/session.js';
import { services } from './services/index.js';
import { Catalog } from './state/catalog.js';
import { Clock, type Instant } from './state/clock.js';
import type { Data } from './state/data.js';
import { MockError, refusal } from './state/errors.js';
import { defineScenario, type Scenario, seedShape } from './state/scenario.js';
import { dataOf } from './state/seeding.js';
import { expectShape } from './state/shape.js';
import { readSnapshot, type Snapshot } from './state/snapshot.js';
import { tokenFor } from './state/tokens.js';

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
}

/** One of the mocked APIs, as a delivery sees it: every path at or below its prefixes is its to answer. */
export interface Api {
  readonly name: string;
  readonly prefixes: readonly string[];
  /** Its routes in all their spellings, parameters written `:name`. */
  readonly routes: readonly { readonly method: Method; readonly path: string; readonly summary: string }[];
}

const optionKeys = ['scenario', 'scenarios', 'seed', 'clock', 'baseUrl', 'behavior'] satisfies (keyof MockOptions)[];
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
  const unknown = Object.keys(options).filter((key) => !(optionKeys as string[]).includes(key));
  if (unknown.length > 0) {
    const allowed = optionKeys.join(', ');
    throw new MockError('malformed_data', `createMock has no option ${unknown.join(', ')}; it has ${allowed}`);
  }
  const { scenario = nothing, scenarios = [], seed = 1, clock, baseUrl, behavior } = options;
  const url = baseUrl === undefined ? undefined : parseBaseUrl(baseUrl);
  expectShape(seedShape, seed, { root: ['seed'] });

  const switches = behaviorOf(behavior);
  const app = createApp([...services, control], switches, url === undefined ? '' : pathOf(url));
  const catalog = new Catalog([...scenarios, scenario], clock === undefined ? {} : clockSetting(clock));
  return new Mock(new Session(catalog, catalog.image(scenario.name, seed)), app, switches, url);
}

/** A mock of the three APIs, in memory. Made by {@link createMock}. */
export class Mock {
  /** The switches as they are in force. */
  readonly behavior: Behavior;
  /** Where the APIs are, without a slash at the end; undefined where it was not said. */
  readonly baseUrl: string | undefined;
  readonly #session: Session;
  readonly #app: App;
  readonly #url: URL | undefined;
  #data: Data | undefined;

  /** @internal */
  constructor(session: Session, app: App, behavior: Behavior, url: URL | undefined) {
    this.#session = session;
    this.#app = app;
    this.#url = url;
    this.behavior = behavior;
    this.baseUrl = url && url.origin + pathOf(url);
  }

  /**
   * Answers a request as the APIs would, with nothing on the network. Takes what `fetch` takes; a path alone is below the
   * base URL.
   */
  readonly fetch = async (input: Request | string | URL, init?: RequestInit): Promise<Response> => {
    if (typeof input === 'string' || input instanceof URL) {
      return this.#app(new Request(this.#resolve(input), init), this.#session);
    }
    return this.#app(init === undefined ? input : new Request(input, init), this.#session);
  };

  /** As `fetch`, for a server that listens on a network: there the control API is guarded. */
  readonly serve = (request: Request, listener: Listener): Response | Promise<Response> =>
    this.#app(request, this.#session, listener);

  /** The tables, for fixtures and for looking at what a test has done. */
  get data(): Data {
    this.#data ??= dataOf(this.#session.state);
    return this.#data;
  }

  get clock(): Clock {
    return this.#session.state.clock;
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
    const unknown = names.filter((name) => !known.includes(name));
    if (unknown.length > 0) {
      throw new MockError('malformed_data', `There is no service ${unknown.join(', ')}; there are ${known.join(', ')}`);
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
   * A bearer token of a user that works now (P1).
   * @throws MockError `not_found` where no user has the e-mail.
   */
  tokenFor(email: string): string {
    return tokenFor(this.#session.state, email);
  }

  /**
   * Back to the seeded state: records, ids, tokens, clock and request ids (X20). A scenario (by name) or a seed that is
   * given changes what is gone back to, from now on.
   */
  reset(baseline: Baseline = {}): void {
    this.#session.reset(baseline);
  }

  /** The whole state, as JSON. */
  snapshot(): Snapshot {
    return this.#session.snapshot();
  }

  /**
   * Replaces the whole state by a snapshot's: one that was taken, or its JSON.
   * @throws MockError `malformed_data`, naming what is wrong and where; then nothing has changed.
   */
  restore(snapshot: Snapshot): void {
    this.#session.restore(readSnapshot(this.#session.catalog.database, snapshot));
  }

  /** SHA-256, in hexadecimal, of the whole state. */
  fingerprint(): string {
    return this.snapshot().fingerprint;
  }

  /** An isolated copy, which starts as this mock is now. */
  fork(): Mock {
    return new Mock(this.#session.fork(), this.#app, this.behavior, this.#url);
  }

  #resolve(input: string | URL): URL {
    const path = String(input);
    return path.startsWith('/') ? new URL((this.baseUrl ?? 'http://localhost') + path) : new URL(path);
  }
}

function parseBaseUrl(baseUrl: string): URL {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  if (url !== undefined && /^https?:$/.test(url.protocol) && url.search === '' && url.hash === '') return url;
  throw new MockError('malformed_data', `baseUrl: ${JSON.stringify(baseUrl)} is not an http(s) URL without ? and #`);
}

/** The path of a base URL, without a slash at the end. */
function pathOf({ pathname }: URL): string {
  return pathname.replace(/\/+$/, '');
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
