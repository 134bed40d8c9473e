import * as z from 'zod/mini';
import { ownProfiles } from '../faults/fault-profiles.js';
import { delaySchema } from '../faults/fault-rule.js';
import { isPlainObject } from '../foundation/is-object.js';
import type { MockOptions, OwnRoute, Scenario } from '../index.js';
import { isOwnRoute } from '../mock/define-route.js';
import { speedSchema } from '../mock/speed.js';
import { type BehaviorOptions, originList } from '../protocol/behavior.js';
import { parseSwitches } from '../protocol/parse-switches.js';
import { lives } from '../scenario/actor.js';
import { isScenario } from '../scenario/scenario.js';
import { serverSettings } from '../server/server-settings.js';
import * as kinds from './kinds.js';
import { type Places, type Setting, setting } from './setting.js';

const start = {
  port: setting({
    flag: '-p, --port <number>',
    help: 'port to listen on; 0 for any free port',
    default: '4010',
    kind: { ...kinds.integer(0, 65535), schema: serverSettings.port },
    env: 'PORT',
    exec: { value: 0, default: 'any free port', more: '`exec` does not read `PORT` either.' },
    to: { server: 'port' },
  }),
  demo: setting({
    flag: '--demo',
    help: 'give each visitor a session by a cookie, and let time run from today',
    more: 'See [demos](../how-to/demo.md). It changes the defaults of some settings, which their rows name, and turns the control API off unless there is a control token.',
    kind: kinds.onOff,
    inConfig: 'Changes the defaults of other settings, as the flag does.',
    to: 'command',
  }),
  host: setting({
    flag: '--host <address>',
    help: 'address to listen on',
    more: 'See [who may call the control API](#who-may-call-the-control-api).',
    default: '127.0.0.1',
    kind: { ...kinds.text('The address to listen on'), schema: serverSettings.host },
    to: { server: 'host' },
  }),
  publicUrl: setting({
    flag: '--public-url <url>',
    help: 'URL at which clients reach the server through a proxy, such as https://demo.example/mock',
    more: 'See [behind a proxy](../how-to/operating.md#behind-a-proxy).',
    default: "the server's own address",
    kind: { ...kinds.anyText, values: 'The URL at which clients reach the server through a proxy' },
    to: { server: 'publicUrl' },
  }),
  scenario: setting({
    flag: '--scenario <name>',
    help: 'scenario to start from; `briefs-mock scenarios` lists them',
    default: 'newsroom',
    kind: { ...kinds.anyText, values: 'The name of a scenario of the package or of `scenarios`' },
    to: 'command',
  }),
  scenarios: setting({
    help: 'your own scenarios',
    kind: {
      schema: z.array(z.custom<Scenario>(isScenario, 'must be a scenario; create it with defineScenario')),
      values: 'A list of your own [scenarios](scenarios.md#one-of-your-own)',
    },
    to: 'command',
  }),
  routes: setting({
    help: 'your own routes',
    kind: {
      schema: z.array(z.custom<OwnRoute>(isOwnRoute, 'must be a route; create it with defineRoute')),
      values: 'A list of your own [routes](../how-to/own-routes.md)',
    },
    to: { mock: 'routes' },
  }),
  faultProfiles: setting({
    help: 'your own fault profiles',
    kind: { schema: ownProfiles, values: 'A list of your own [fault profiles](faults.md#fault-profiles)' },
    to: { mock: 'faultProfiles' },
  }),
  seed: setting({
    flag: '--seed <number>',
    help: 'seed of all generated data, ids and tokens',
    more: 'The same seed gives the same data, ids and tokens.',
    default: '1',
    kind: kinds.integer(0),
    to: 'command',
  }),
  clock: setting({
    flag: '--clock <iso>',
    help: "the mock's time, such as 2026-03-04T09:00:00Z; now: starts at the machine's time and runs",
    more: 'A given time stands still, unless the config file sets `"clock": {"frozen": false}`. See [a clock that runs](scenarios.md#a-clock-that-runs).',
    default: "the scenario's",
    demo: 'now',
    kind: {
      // `createMock` checks it.
      schema: z.custom<NonNullable<MockOptions['clock']>>(),
      parse: kinds.anyText.parse,
      values: 'A time in ISO 8601 or milliseconds since 1970, `now`, or `{now, frozen}`',
    },
    inConfig: 'With `frozen: false`, the clock runs. The flag overrides only the time.',
    to: 'command',
  }),
  life: setting({
    flag: '--life <life>',
    help: 'let the actors of the scenario act while the clock advances: calm or busy',
    more: 'See [life](scenarios.md#life).',
    choices: lives,
    kind: { schema: z.enum(lives), values: '`calm` or `busy`' },
    to: { mock: 'life' },
  }),
  speed: setting({
    flag: '--speed <seconds>',
    help: 'seconds by which the clock advances for each second, such as 60',
    more: 'See [life](scenarios.md#life). It cannot be combined with `--store`.',
    default: '0',
    kind: { ...kinds.seconds(0, 86_400), schema: speedSchema },
    to: { mock: 'speed' },
  }),
  config: setting({
    flag: '--config <file>',
    help: 'config file to use',
    default: 'briefs-mock.config.{ts,mts,js,mjs,cjs,json} in this folder or the nearest one above',
    kind: kinds.text(''),
    inConfig: false,
    to: 'command',
  }),
} as const;

const files = {
  import: setting({
    flag: '--import <file>',
    help: 'snapshot file or trace to start from',
    more: 'Also `git:REF:PATH` and an `https://` URL: see [by reference](snapshots.md#by-reference). A reset goes back to the snapshot, or to the baseline that the [trace](traces.md) was recorded with. The scenario and seed of the file override `--scenario` and `--seed`. `--clock` overrides the time of a snapshot, but not that of a trace.',
    kind: kinds.file('The path of a snapshot file or trace, `git:REF:PATH` or an `https://` URL'),
    to: 'command',
  }),
  store: setting({
    flag: '--store <url>',
    help: 'Redis or Valkey in which several servers keep what they answer as one, such as redis://store.example:6379',
    more: 'See [several servers](../how-to/replicas.md). The server waits for it up to 30 seconds.',
    kind: {
      schema: serverSettings.store,
      parse: kinds.notEmpty,
      values: 'The URL of a [store](../how-to/replicas.md)',
    },
    env: 'BRIEFS_MOCK_STORE',
    isSecret: true,
    to: { server: 'store' },
  }),
  state: setting({
    flag: '--state <file>',
    help: 'file in which the server keeps its state across restarts',
    kind: { ...kinds.file('The path of the state file'), schema: serverSettings.state },
    to: { server: 'state' },
  }),
  stateSync: setting({
    flag: '--state-sync',
    help: 'flush each change to the disk before answering it, so that it survives a power failure',
    more: 'Needs `--state`.',
    default: 'it survives only a crash',
    kind: { ...kinds.onOff, schema: serverSettings.stateSync },
    to: { server: 'stateSync' },
  }),
  exportOnExit: setting({
    flag: '--export-on-exit <file>',
    help: 'file to write a snapshot to when the server stops',
    kind: { ...kinds.file('The path of a file to write'), schema: serverSettings.exportOnExit },
    to: { server: 'exportOnExit' },
  }),
  edited: setting({
    flag: '--edited',
    help: 'accept files of --import and --state that were edited by hand',
    default: 'reject them',
    kind: kinds.onOff,
    inConfig: false,
    to: { server: 'edited' },
  }),
  repair: setting({
    flag: '--repair',
    help: 'use a damaged log of --state up to the damage',
    more: 'A copy of the log is kept, and the server says what it drops.',
    default: 'do not start',
    kind: kinds.onOff,
    inConfig: false,
    to: { server: 'repair' },
  }),
} as const;

const apis = {
  tokens: setting({
    flag: '--tokens <mode>',
    help: 'which bearer tokens are valid',
    more: 'One of `issued`, `jwt` and `any` ([P2](unspecified-behavior.md)).',
    default: 'issued',
    choices: ['issued', 'jwt', 'any'],
    kind: { schema: z.custom<NonNullable<BehaviorOptions['tokens']>>(), values: '`issued`, `jwt` or `any`' },
    inConfig: 'Overrides `behavior.tokens`.',
    to: { behavior: 'tokens' },
  }),
  serviceToken: setting({
    flag: '--service-token <token>',
    help: 'bearer token that user-data and user-preference require',
    default: 'none',
    kind: { ...kinds.bearerToken, schema: z.custom<NonNullable<BehaviorOptions['serviceToken']>>() },
    inConfig: 'Overrides `behavior.serviceToken`.',
    to: { behavior: 'serviceToken' },
  }),
  corsOrigin: setting({
    flag: '--cors-origin <origin>',
    help: 'origin whose pages may call the APIs; repeatable',
    more: '`*` allows every origin.',
    default: '*',
    kind: {
      schema: z.custom<NonNullable<BehaviorOptions['corsOrigin']>>(),
      parse: kinds.addOrigin,
      values: '`*`, or a list of origins',
    },
    inConfig: 'Overrides `behavior.corsOrigin`.',
    to: { behavior: 'corsOrigin' },
  }),
  behavior: setting({
    flag: '--behavior <key=value>',
    help: 'set a switch, such as repeatBookmark=conflict, or several as a JSON object; repeatable',
    more: 'See [the switches](unspecified-behavior.md). The three flags above override it.',
    env: 'BRIEFS_MOCK_BEHAVIOR',
    kind: {
      schema: z.custom<BehaviorOptions>(isPlainObject, 'must be an object of switches'),
      parse: (text, previous?: BehaviorOptions) => ({ ...previous, ...parseSwitches(text) }),
      values: 'An object of [switches](unspecified-behavior.md)',
    },
    inConfig: 'The flag overrides single switches; the others keep their value.',
    to: 'command',
  }),
  delay: setting({
    flag: '--delay <ms>',
    help: 'delay before every answer except those of the control API, in milliseconds',
    default: '0',
    kind: {
      ...kinds.integer(0, 600_000),
      schema: delaySchema,
      values: 'Milliseconds, 0 to 600,000, or `{min, max}`',
    },
    inConfig: 'From a range, the mock draws each delay with its seed.',
    to: { mock: 'delay' },
  }),
} as const;

const sessions = {
  strictSessions: setting({
    flag: '--strict-sessions',
    help: 'reject requests that name an unknown session',
    default: 'create the session',
    demo: true,
    kind: kinds.onOff,
    to: { sessions: 'strict' },
  }),
  maxSessions: setting({
    flag: '--max-sessions <number>',
    help: 'maximum number of sessions',
    more: 'When one more is created, [one ends](sessions.md).',
    default: '1000',
    kind: kinds.integer(1, 100_000),
    to: { sessions: 'max' },
  }),
  maxSessionsPerClient: setting({
    flag: '--max-sessions-per-client <number>',
    help: 'maximum number of sessions from one client address',
    more: 'One more gets 429, unless one of them is not active (`--session-active`); that one ends.',
    default: 'no limit',
    // Half of the sessions, so that one client cannot take the places of all visitors.
    demo: 500,
    kind: kinds.integer(1, 100_000),
    to: { sessions: 'maxPerClient' },
  }),
  newSessionsPerMinute: setting({
    flag: '--new-sessions-per-minute <number>',
    help: 'maximum number of new sessions in a minute from one client address',
    more: 'One more gets 429.',
    default: 'no limit',
    kind: kinds.integer(1, 100_000),
    to: { sessions: 'newPerMinute' },
  }),
  sessionIdle: setting({
    flag: '--session-idle <seconds>',
    help: 'end a session after this time without a request',
    default: '3600',
    kind: kinds.seconds(1),
    to: { sessions: 'idleSeconds' },
  }),
  sessionActive: setting({
    flag: '--session-active <seconds>',
    help: 'how long after a request the limits do not end a session, but reject a new one',
    more: 'If all sessions are active, one more gets 503 with `Retry-After`. By default, `--max-sessions` ends active sessions too, and `--max-sessions-per-client` none that was used in the last minute.',
    default: 'not at all',
    demo: 600,
    kind: kinds.seconds(1),
    to: { sessions: 'activeSeconds' },
  }),
} as const;

const control = {
  controlToken: setting({
    flag: '--control-token <token>',
    help: 'bearer token that the control API requires',
    more: 'Callers send `Authorization: Bearer <token>` to `/__mock`.',
    default: 'none',
    kind: kinds.bearerToken,
    env: 'BRIEFS_MOCK_CONTROL_TOKEN',
    isSecret: true,
    conflicts: 'control',
    inConfig: 'Not allowed together with `control: false`.',
    to: 'command',
  }),
  controlCorsOrigin: setting({
    flag: '--control-cors-origin <origin>',
    help: 'origin whose pages may call the control API with the control token; repeatable',
    default: 'none',
    kind: { schema: originList, parse: kinds.addListedOrigin, values: 'A list of origins' },
    inConfig: 'Needs a control token.',
    to: 'command',
  }),
  control: setting({
    flag: '--no-control',
    help: 'turn the control API off: its paths answer 404',
    more: '`/__mock/live` and `/__mock/ready` still answer, and requests can name a session by the prefix `/__mock/s/<id>/`.',
    kind: { ...kinds.onOff, values: '`false` turns the control API off' },
    to: 'command',
  }),
} as const;

const output = {
  quiet: setting({
    flag: '--quiet',
    help: 'print only errors and the line that says that the server is ready',
    kind: kinds.onOff,
    exec: { value: true, default: 'on, unless `--no-quiet` is given' },
    to: 'command',
  }),
  jsonLogs: setting({
    flag: '--json-logs',
    help: 'print every line as a JSON object',
    more: 'It has the fields `time`, `level`, `name`, `message` and further ones.',
    kind: kinds.onOff,
    to: 'command',
  }),
  name: setting({
    flag: '--name <name>',
    help: 'name of the server in JSON logs and metrics',
    more: 'It tells several servers apart, also in [the metrics](../how-to/operating.md#metrics).',
    default: 'the host name',
    kind: { ...kinds.text('The name of the server in JSON logs and metrics'), schema: serverSettings.name },
    env: 'BRIEFS_MOCK_NAME',
    to: { server: 'name' },
  }),
} as const;

const stop = {
  drain: setting({
    flag: '--drain <seconds>',
    help: 'how long to wait for running requests when stopping',
    more: 'It does not wait for [held answers](faults.md#hold-answers-back), but sends them, and ends [streams of events](journal.md#events).',
    default: '5',
    kind: { ...kinds.seconds(0, 86_400), schema: serverSettings.drain },
    to: { server: 'drain' },
  }),
  drainDelay: setting({
    flag: '--drain-delay <seconds>',
    help: 'how long to accept requests before that, while /__mock/ready answers 503',
    more: 'A load balancer then notices that the server stops.',
    default: '0',
    kind: { ...kinds.seconds(0, 86_400), schema: serverSettings.drainDelay },
    exec: { value: 0, default: '0' },
    to: { server: 'drainDelay' },
  }),
} as const;

/** The settings by the table of the reference page in which they are. */
export const sections = { start, files, apis, sessions, control, output, stop };

/**
 * Every setting of the server. Flags and `--help`, the schema of the config file, the types of both, the options of mock and
 * server, and the tables of the reference pages follow from it.
 */
export const settings = { ...start, ...files, ...apis, ...sessions, ...control, ...output, ...stop } as const;

type SettingRows = typeof settings;
export type SettingName = keyof SettingRows;

/** A row of the table, with a value of any type. */
export type AnySetting = Setting<unknown>;
export const settingRows = Object.entries(settings) as unknown as readonly (readonly [SettingName, AnySetting])[];

type ValueOf<Row> = Row extends Setting<infer Value> ? NonNullable<Value> : never;

/** Values of settings, of flags or a config file. */
export type Settings = { [Name in SettingName]?: ValueOf<SettingRows[Name]> };

/** The options that settings contribute to a place, by their names there. */
export function optionsFor<Place extends keyof Places>(place: Place, values: Settings): Partial<Places[Place]> {
  const options: Record<string, unknown> = {};
  for (const [name, { to }] of settingRows) {
    const option = (to as Readonly<Record<string, string>>)[place];
    if (option !== undefined && values[name] !== undefined) options[option] = values[name];
  }
  return options as Partial<Places[Place]>;
}

/** The switches, including those that have a flag or setting of their own. */
export function switchesOf(settings: Settings): BehaviorOptions {
  return { ...settings.behavior, ...optionsFor('behavior', settings) };
}

/** The values that settings have instead of their defaults: of a demo, or of `exec`. */
function valuesOf(pick: (row: AnySetting) => unknown): Settings {
  const values = settingRows.map(([name, row]) => [name, pick(row)] as const);
  return Object.fromEntries(values.filter(([, value]) => value !== undefined));
}

export const demoSettings = valuesOf(({ demo }) => demo);
export const execSettings = valuesOf(({ exec }) => exec?.value);
