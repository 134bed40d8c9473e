import * as z from 'zod/mini';
import { control } from '../control/index.js';
import type { Describe } from '../control/openapi-document.js';
import { profilesOf } from '../faults/fault-profiles.js';
import { delaySchema } from '../faults/fault-rule.js';
import { checkOptions } from '../foundation/check-options.js';
import { Clock, type Instant } from '../foundation/clock.js';
import { nonNegativeInteger } from '../foundation/common-schemas.js';
import { formatValue } from '../foundation/format-value.js';
import { MachineTime } from '../foundation/machine.js';
import { malformed, malformedAt } from '../foundation/mock-error.js';
import { HIDDEN } from '../foundation/secrets.js';
import { expectValid } from '../foundation/validate.js';
import { Admissions } from '../http/admission.js';
import { Apis } from '../http/app.js';
import type { App } from '../http/call.js';
import { type Behavior, behaviorOf } from '../protocol/behavior.js';
import type { Service } from '../protocol/service.js';
import { lives } from '../scenario/actor.js';
import type { Baselines } from '../scenario/baselines.js';
import { defineScenario, expectScenario } from '../scenario/scenario.js';
import { type ClockSetting, ScenarioRegistry } from '../scenario/scenario-registry.js';
import { services } from '../services/index.js';
import type { ReplayParts } from '../session/entry.js';
import { historyOptions } from '../session/history.js';
import { journalOptions } from '../session/journal.js';
import { Session } from '../session/session.js';
import { type SessionImage, startingAt } from '../session/session-image.js';
import { sessionLimits } from '../session/session-limits.js';
import { Sessions } from '../session/sessions.js';
import { forTrial, type SharedConfig } from '../session/shared-config.js';
import { Fingerprints } from '../state/fingerprints.js';
import { readSnapshot } from '../state/read-snapshot.js';
import type { Snapshot, SnapshotJson } from '../state/snapshot.js';
import type { Image } from '../state/state.js';
import { actorAnswers } from './actor-answers.js';
import { type BaseUrl, parseBaseUrl } from './base-url.js';
import { internals } from './internals.js';
import { Mock } from './mock.js';
import { type MockOptions, mockOptionNames, type ReplayOptions } from './mock-options.js';
import { ownServiceOf } from './own-routes.js';
import { Persistence, readPersist } from './persistence.js';
import { personaLayer } from './persona.js';
import { speedSchema } from './speed.js';

/** The scenario of a mock that is created without one. */
export const nothing = defineScenario({
  name: 'nothing',
  description: 'No records',
  clock: '2026-03-04T09:00:00Z',
  personas: [],
  seed: () => {},
});

export interface Assembled {
  readonly mock: Mock;
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

/** The state where a replay of a trace ends. @throws MockError as `replay` */
export type StateAfter = (trace: unknown, options: ReplayOptions) => Promise<Snapshot>;

/** Creates a mock as `createMock` does. `stateAfter` is not imported here: a replay assembles mocks. */
export function assemble(options: MockOptions, stateAfter: StateAfter, beginning?: Beginning): Assembled {
  const { machine = new MachineTime() } = beginning ?? {};
  // A clock that starts at the machine's time must not be behind it by the time that the records take.
  return machine.hold(() => assembleNow(options, stateAfter, machine, beginning));
}

function assembleNow(
  options: MockOptions,
  stateAfter: StateAfter,
  machine: MachineTime,
  beginning: Beginning | undefined,
): Assembled {
  checkOptions('createMock', options, mockOptionNames);
  const checked = readOptions(options);
  const { scenario, base, limits, persona, persist, life } = checked;

  const behavior = behaviorOf(options.behavior);
  const own = ownServiceOf(options.routes ?? [], [...services, control]);
  const apis = own === undefined ? services : [own, ...services];
  const describe = describeOf(apis, behavior, base, () => app.answer);
  const app = new Apis(apis, control, behavior, base?.basePath ?? '', describe);
  const { baselines, revision = 0, imageAt = startingAt } = beginning ?? {};
  const build: Baselines['image'] | undefined = baselines && ((...parts) => baselines.image(...parts));
  const registry = new ScenarioRegistry([...checked.scenarios, scenario], checked.clock, machine, build);
  const initialBaseline =
    options.snapshot === undefined
      ? registry.image(scenario.name, checked.seed)
      : registry.withClock(imageOf(options.snapshot));
  const routes = [...apis, control].flatMap((service) => service.routes);
  const shared: SharedConfig = {
    registry,
    initialBaseline,
    journal: { ...checked.journal, entries: { last: 0 }, routes: apis.flatMap(({ routes }) => routes) },
    delay: checked.delay,
    machine,
    historyLimit: checked.historyLimit,
    routes,
    ownRoutes: own?.routes ?? [],
    faultProfiles: profilesOf(options.faultProfiles ?? [], routes),
    life: life && { life, answer: actorAnswers({ app, base, behavior, sessions: () => sessions }) },
    fingerprints: baselines?.fingerprints ?? new Fingerprints(),
    read: (image, { origin, pathname, search }, headers) => {
      const one = new Session(forTrial(shared), image, null);
      const from = { sessions: new Sessions(one, limits), defaultSession: one, listener: undefined, sender: undefined };
      const url = origin + (base?.basePath ?? '') + pathname + search;
      return app.answer(new Request(url, { headers: withServiceToken(headers, behavior) }), from);
    },
    stateAfter: (trace, until) => {
      // The requests of a trace have the tokens that they had.
      const { scenario: _, seed, clock, snapshot, persist: kept, persona: whose, ...others } = options;
      return stateAfter(trace, { ...others, scenarios: registry.scenarios, until });
    },
  };
  const session = new Session(shared, imageAt(initialBaseline), null, { revision });
  const sessions = new Sessions(session, limits);
  const persistence =
    persist && new Persistence(persist, session, sessions, new Admissions(app.routes, base?.path ?? ''), base?.href);
  const ofPersona =
    persona === undefined
      ? undefined
      : { name: persona, layer: personaLayer({ persona, apis, basePath: base?.basePath ?? '', session }) };
  const mock = new Mock(
    { app, describe, limits, behavior, base, apis, persona: ofPersona, persistence, speed: checked.speed },
    session,
    sessions,
  );
  if (persistence !== undefined) mock[internals].use(persistence.layer);
  return { mock, session, answer: app.answer };
}

/** The headers of a logged request, as they were sent: the log hides the service token. */
function withServiceToken(headers: ReplayParts['headers'], { serviceToken }: Behavior): [string, string][] {
  const isHidden = (value: string) => serviceToken !== null && value === `Bearer ${HIDDEN}`;
  return headers.map(([name, value]) => [name, isHidden(value) ? `Bearer ${serviceToken}` : value]);
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
    throw malformedAt('clock', `${(error as Error).message}; or 'now' for the machine's time`);
  }
}
