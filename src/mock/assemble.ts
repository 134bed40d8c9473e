import * as z from 'zod/mini';
import { control } from '../control/index.js';
import type { Describe } from '../control/openapi-document.js';
import { type FaultProfile, profilesOf } from '../faults/fault-profiles.js';
import { type Delay, delaySchema } from '../faults/fault-rule.js';
import { checkOptions, optionNames } from '../foundation/check-options.js';
import { Clock, type Instant } from '../foundation/clock.js';
import { nonNegativeInteger } from '../foundation/common-schemas.js';
import { formatValue } from '../foundation/format-value.js';
import { MachineTime } from '../foundation/machine.js';
import { issuesError, malformed } from '../foundation/mock-error.js';
import { HIDDEN } from '../foundation/secrets.js';
import { expectValid } from '../foundation/validate.js';
import { Admissions } from '../http/admission.js';
import { Apis } from '../http/app.js';
import type { App } from '../http/call.js';
import { type Behavior, type BehaviorOptions, behaviorOf } from '../protocol/behavior.js';
import type { Service } from '../protocol/service.js';
import { type Life, lives } from '../scenario/actor.js';
import type { Baselines } from '../scenario/baselines.js';
import { defineScenario, expectScenario, type Scenario } from '../scenario/scenario.js';
import { type ClockSetting, ScenarioRegistry } from '../scenario/scenario-registry.js';
import { services } from '../services/index.js';
import { type HistoryOptions, historyOptions } from '../session/history.js';
import { type JournalOptions, journalOptions } from '../session/journal.js';
import { Session } from '../session/session.js';
import { type SessionImage, startingAt } from '../session/session-image.js';
import { type SessionOptions, sessionLimits } from '../session/session-limits.js';
import { Sessions } from '../session/sessions.js';
import { forTrial, type SharedConfig } from '../session/shared-config.js';
import { Fingerprints } from '../state/fingerprints.js';
import { readSnapshot } from '../state/read-snapshot.js';
import type { Snapshot, SnapshotJson } from '../state/snapshot.js';
import type { Image } from '../state/state.js';
import { actorAnswers } from './actor-answers.js';
import { type BaseUrl, parseBaseUrl } from './base-url.js';
import type { OwnRoute } from './define-route.js';
import { internals } from './internals.js';
import { Mock } from './mock.js';
import { ownServiceOf } from './own-routes.js';
import { Persistence, type PersistOptions, readPersist } from './persistence.js';
import { personaLayer } from './persona.js';
import { speedSchema } from './speed.js';

export interface ClockOptions {
  /** The time. Default: the scenario's. */
  now?: Instant | undefined;
  /** Whether the time stands still. Default true. */
  frozen?: boolean | undefined;
}

export interface MockOptions {
  /** The scenario to start from. Default: one without records. */
  scenario?: Scenario | undefined;
  /** Further scenarios that `reset` can change to by name. */
  scenarios?: readonly Scenario[] | undefined;
  /** The seed of all random values: an integer from 0. Default 1. */
  seed?: number | undefined;
  /**
   * The baseline's time, frozen unless given otherwise. Default: the scenario's. With `'now'`, the clock runs, and starts at the
   * machine's time, also at each reset; `frozen: true` stops it there.
   */
  clock?: Instant | ClockOptions | undefined;
  /** The URL of the APIs, for `fetch` with a path and for the handlers. Its path is a prefix of every path. */
  baseUrl?: string | undefined;
  /** Switches for behaviour that the specifications leave open. */
  behavior?: BehaviorOptions | undefined;
  /** A snapshot to start from, and to reset to, instead of the scenario's state. */
  snapshot?: SnapshotJson | undefined;
  /** The delay of every answer of the three APIs in milliseconds: a number, or a range to draw from. */
  delay?: Delay | undefined;
  /** How many revisions a session keeps, to see and undo its changes. False keeps none. Default 1000. */
  history?: false | HistoryOptions | undefined;
  /** What the journal keeps of requests. */
  journal?: JournalOptions | undefined;
  /** How sessions are created, and when they end. */
  sessions?: SessionOptions | undefined;
  /** Routes beside those of the three APIs, created by `defineRoute`. */
  routes?: readonly OwnRoute[] | undefined;
  /** Fault profiles that can be applied by name, beside those that every mock has. */
  faultProfiles?: readonly FaultProfile[] | undefined;
  /**
   * Whose requests those without a token are: the key of a persona of the scenario, or the e-mail of a user. The cookie
   * `mock_persona` chooses another one. An empty text is nobody, in both. Default: nobody's, whatever the cookie says.
   */
  persona?: string | undefined;
  /**
   * Whether the state survives a reload of the page, and is shared by the tabs that have the page open: it is kept in the
   * browser's IndexedDB, or in another storage. Without one, the mock works as without this option, and prints a warning.
   * Default false.
   */
  persist?: boolean | PersistOptions | undefined;
  /** Whether the actors of the scenario act while the clock advances, and how often. Default: nobody acts. */
  life?: Life | undefined;
  /**
   * The seconds by which the clocks of all sessions advance for each second that a server of this mock runs, such as 60; from 0
   * to 86,400. The mock itself has no timer. Default 0.
   */
  speed?: number | undefined;
}

/** The names of all options. */
export const mockOptionNames = optionNames<MockOptions>({
  scenario: true,
  scenarios: true,
  seed: true,
  clock: true,
  baseUrl: true,

  behavior: true,
  snapshot: true,
  delay: true,
  history: true,
  journal: true,
  sessions: true,
  routes: true,
  faultProfiles: true,
  persona: true,
  persist: true,
  life: true,
  speed: true,
});

/** The scenario of a mock that is created without one. */
export const nothing = defineScenario({
  name: 'nothing',
  description: 'No records',
  clock: '2026-03-04T09:00:00Z',
  personas: [],
  seed: () => {},
});

/** A mock and its parts. */
export interface Assembled {
  readonly mock: Mock;
  /** The default session. */
  readonly session: Session;
  /** Answers a request as it is, for no persona. */
  readonly answer: App;
}

/** Where the default session starts, if not at its baseline. */
export interface Beginning {
  readonly machine: MachineTime;
  /** Those that it shares with other mocks. */
  readonly baselines: Baselines;
  readonly revision: number;
  readonly imageAt: (baseline: Image) => SessionImage;
}

/** The options that a replay does not have: all but `persist` are in the trace. */
const notOfReplay = ['scenario', 'seed', 'clock', 'snapshot', 'persist'] as const;

/** Options of the mock that a trace is replayed in. */
export interface ReplayOptions extends Omit<MockOptions, (typeof notOfReplay)[number]> {
  /** The number of API requests to replay, at most those of the trace. Default: all entries. */
  until?: number | undefined;
}

/** The names of all options of a replay. */
export const replayOptionNames = [
  'until',
  ...mockOptionNames.filter((name) => !(notOfReplay as readonly string[]).includes(name)),
];

/** The state where a replay of a trace ends. @throws MockError as `replay` */
export type StateAfter = (trace: unknown, options: ReplayOptions) => Promise<Snapshot>;

/** Creates a mock as `createMock` does. `stateAfter` is not imported here: a replay assembles mocks. */
export function assemble(options: MockOptions, stateAfter: StateAfter, beginning?: Beginning): Assembled {
  checkOptions('createMock', options, mockOptionNames);
  const checked = readOptions(options);
  const { scenario, base, limits, persona, persist, life } = checked;

  const behavior = behaviorOf(options.behavior);
  const own = ownServiceOf(options.routes ?? [], [...services, control]);
  const apis = own === undefined ? services : [own, ...services];
  const describe = describeOf(apis, behavior, base, () => app.answer);
  const app = new Apis(apis, control, behavior, base?.basePath ?? '', describe);
  const { machine = new MachineTime(), baselines, revision = 0, imageAt = startingAt } = beginning ?? {};
  const registry = new ScenarioRegistry(
    [...checked.scenarios, scenario],
    checked.clock,
    machine,
    baselines && ((...parts) => baselines.image(...parts)),
  );
  const initialBaseline =
    options.snapshot === undefined
      ? registry.image(scenario.name, checked.seed)
      : registry.withClock(imageOf(options.snapshot));
  const faultRoutes = [...apis, control].flatMap(({ routes }) =>
    routes.filter(({ exemptFromFaults }) => !exemptFromFaults),
  );
  const shared: SharedConfig = {
    registry,
    initialBaseline,
    journal: { ...checked.journal, entries: { last: 0 }, routes: apis.flatMap(({ routes }) => routes) },
    delay: checked.delay,
    machine,
    historyLimit: checked.historyLimit,
    faultRoutes,
    ownRoutes: own?.routes ?? [],
    faultProfiles: profilesOf(options.faultProfiles ?? [], faultRoutes),
    life: life && { life, answer: actorAnswers({ app, base, behavior, sessions: () => sessions }) },
    fingerprints: baselines?.fingerprints ?? new Fingerprints(),
    read: (image, { origin, pathname, search }, headers) => {
      const url = origin + (base?.basePath ?? '') + pathname + search;
      const one = new Session(forTrial(shared), image, null);
      const from = { sessions: new Sessions(one, limits), defaultSession: one, listener: undefined, sender: undefined };
      // The log hides the service token.
      const { serviceToken } = behavior;
      const isHidden = (value: string) => serviceToken !== null && value === `Bearer ${HIDDEN}`;
      const sent = headers.map(([name, value]): [string, string] => [
        name,
        isHidden(value) ? `Bearer ${serviceToken}` : value,
      ]);
      return app.answer(new Request(url, { headers: sent }), from);
    },
    stateAfter: (trace, until) => {
      // The requests of a trace have the tokens that they had.
      const { scenario: _, seed, clock, snapshot, persist: kept, persona: whose, ...others } = options;
      return stateAfter(trace, { ...others, scenarios: registry.scenarios, until });
    },
  };
  const session = machine.hold(() => new Session(shared, imageAt(initialBaseline), null, { revision }));
  const sessions = new Sessions(session, limits);
  const persistence =
    persist && new Persistence(persist, session, sessions, new Admissions(app.routes, base?.path ?? ''), base?.href);
  const ofPersona =
    persona === undefined ? undefined : personaLayer({ persona, apis, basePath: base?.basePath ?? '', session });
  const mock = new Mock(
    { app, describe, limits, behavior, base, apis, persona: ofPersona, persistence, speed: checked.speed },
    session,
    sessions,
  );
  if (persistence !== undefined) mock[internals].use(persistence.layer);
  return { mock, session, answer: app.answer };
}

/** Checks the options, apart from the switches, the snapshot and the routes. @throws MockError `malformed_data` */
function readOptions(options: MockOptions) {
  const { scenario = nothing, scenarios = [], seed = 1 } = options;
  const { history = {}, journal = {}, sessions = {}, persist = false, speed = 0 } = options;
  expectScenario(scenario, 'scenario');
  expectScenarios(scenarios);
  return {
    scenario,
    scenarios,
    base: options.baseUrl === undefined ? undefined : parseBaseUrl(options.baseUrl),
    seed: expectValid(nonNegativeInteger, seed, { root: ['seed'] }),
    delay: expectValid(z.optional(delaySchema), options.delay, { root: ['delay'] }),
    historyLimit: history === false ? 0 : expectValid(historyOptions, history, { root: ['history'] }).limit,
    journal: expectValid(journalOptions, journal, { root: ['journal'] }),
    limits: expectValid(sessionLimits, sessions, { root: ['sessions'] }),
    persona: expectValid(z.optional(z.string()), options.persona, { root: ['persona'] }),
    persist: readPersist(persist),
    life: expectValid(z.optional(z.enum(lives)), options.life, { root: ['life'] }),
    speed: expectValid(speedSchema, speed, { root: ['speed'] }),
    clock: options.clock === undefined ? {} : clockOption(options.clock),
  };
}

/** @throws MockError `malformed_data` for anything but a list of scenarios */
export function expectScenarios(scenarios: unknown): void {
  if (!Array.isArray(scenarios)) {
    throw malformed(`scenarios: must be an array, but is ${formatValue(scenarios)}`);
  }
  for (const [i, one] of scenarios.entries()) expectScenario(one, `scenarios.${i}`);
}

function describeOf(apis: readonly Service[], behavior: Behavior, base: BaseUrl | undefined, app: () => App): Describe {
  return async (session, service, server) => {
    // Loaded on demand: most users of a mock need no OpenAPI document.
    const { describeServices } = await import('../openapi/index.js');
    const baseUrl = base?.href;
    const serverUrl = server === undefined ? baseUrl : server.origin + (server.path ?? base?.path ?? '');
    const services = [...apis, await control.load()];
    return describeServices(services, { service, session, app: app(), behavior, baseUrl, serverUrl });
  };
}

function imageOf(snapshot: SnapshotJson): Image {
  const { image, dropped } = readSnapshot(snapshot);
  if (dropped.length > 0) {
    // biome-ignore lint/suspicious/noConsole: nothing else tells the caller that data was dropped.
    console.warn(
      `briefs-mock: the snapshot is from another version of the package; tables or columns that no longer exist were dropped: ${dropped.join(', ')}`,
    );
  }
  return image;
}

const clockOptionSchema = z.strictObject({ now: z.optional(z.unknown()), frozen: z.optional(z.boolean()) });

/** Validates the option `clock`. @throws MockError `malformed_data` */
export function clockOption(clock: NonNullable<MockOptions['clock']>): ClockSetting {
  const isObject = typeof clock === 'object' && clock !== null && !(clock instanceof Date);
  const checked = expectValid(clockOptionSchema, isObject ? clock : { now: clock }, { root: ['clock'] });
  const { now, ...rest } = checked as { now?: Instant; frozen?: boolean };
  if (now === undefined) return rest;
  if (now === 'now') return { frozen: false, ...rest, now };
  try {
    return { ...rest, now: new Clock({ now, frozen: true }).toString() };
  } catch (error) {
    const message = `${(error as Error).message}; or 'now' for the machine's time`;
    throw issuesError('malformed_data', [{ path: 'clock', message }]);
  }
}
