import { InvalidArgumentError } from 'commander';
import { testRunners } from '../control/test-code/runners.js';
import { type Flag, ofSetting, reportFlags, withoutDemo } from './flag.js';
import { anyText, bearerToken, integer, sessionName } from './kinds.js';
import { captureFlags, conformFlags } from './other-server-flags.js';
import { type SettingName, type Settings, settings } from './settings.js';

export const execFlags: readonly Flag[] = [
  { flag: '--no-quiet', help: 'print all lines, on standard error', default: '--quiet' },
];

const output = { flag: '-o, --output <file>', help: 'file to write', default: 'standard output' } as const;
const port = integer(0, 65535).parse;
const otherControlToken = {
  flag: '--control-token <token>',
  env: settings.controlToken.env as string,
  parse: bearerToken.parse,
} as const;
const tokensOfOther = [
  {
    ...otherControlToken,
    help: 'with --against: bearer token that the control API of the server requires',
    needs: '--against',
  },
  {
    flag: '--service-token <token>',
    help: 'with --against: bearer token that user-data and user-preference of the server require; traces hide it',
    default: 'that of the config file',
    parse: bearerToken.parse,
    needs: '--against',
  },
] as const;

/** A number of minutes, which may have a fraction. */
function minutes(text: string): number {
  const number = Number(text);
  if (!(number > 0)) throw new InvalidArgumentError('It must be a number above 0.');
  return number;
}

const { env: _, ...changedSwitch } = ofSetting(settings.behavior);

const assistantFlags = [
  { flag: '--url <url>', help: 'use a running server', default: 'a mock of its own' },
  {
    ...otherControlToken,
    help: 'with --url: bearer token that the control API of the server requires',
    needs: '--url',
  },
  ...[settings.scenario, settings.seed, settings.config].map((row) => ({ ...withoutDemo(row), conflicts: 'url' })),
] as const;

/** Flags that make no sense when a plan is replayed. */
function notWithReplay<const Given extends Flag>(flags: readonly Given[]) {
  return flags.map((flag) => ({ ...flag, conflicts: 'replay' }));
}

const yes = { flag: '--yes', help: 'write without asking', default: 'asks on a terminal' } as const;

/** The flags of each command that has some, but those of `serve` and `exec`, which come from the settings of the server. */
export const commandFlags = {
  scenarios: [ofSetting(settings.config)],
  snapshot: [...[settings.scenario, settings.seed, settings.clock, settings.config].map(withoutDemo), output],
  replay: [
    {
      flag: '--until <number>',
      help: 'stop after this number of requests',
      default: 'after the last',
      parse: integer(1).parse,
    },
    {
      flag: '-p, --port <number>',
      help: 'serve the state on this port until a signal; 0 for any free port',
      default: 'does not serve',
      parse: port,
    },
    { ...output, help: 'write the state to a snapshot file', default: 'does not write' },
    {
      flag: '--har <file>',
      help: 'write the requests as HAR 1.2, which the tools of browsers open',
      default: 'does not write',
    },
    {
      flag: '--against <url>',
      help: 'send the requests to another server instead, and report every answer that differs',
      more: 'It sends one after the other. Request ids may differ.',
      default: 'replays in a new mock',
    },
    ...tokensOfOther,
    ofSetting(settings.config),
  ],
  impact: [
    { ...changedSwitch, help: 'change a switch; repeatable', more: 'See [the switches](unspecified-behavior.md).' },
    {
      flag: '--run <command>',
      help: 'with --behavior: run the files of these tests under the change, and say which of them fail',
    },
    { flag: '--scenarios <file>', help: 'use the scenarios that a module exports instead of those of the same names' },
    {
      flag: '--with <package>',
      help: 'use another version of briefs-mock: the path of its folder, or the name that it is installed under',
    },
    { flag: '--against <url>', help: 'send the requests to another server instead' },
    ...tokensOfOther,
    ...reportFlags,
    ofSetting(settings.config),
  ],
  explore: [
    ...notWithReplay([
      {
        flag: '--minutes <number>',
        help: 'how long to explore; what is being shrunk then is finished',
        default: '5',
        parse: minutes,
      },
      {
        flag: '--findings <number>',
        help: 'end after this number of findings',
        default: 'no limit',
        parse: integer(1).parse,
      },
      { flag: '--runs <number>', help: 'end after this number of runs', default: 'no limit', parse: integer(1).parse },
      {
        flag: '--seed <number>',
        help: 'seed of what is tried; the same seed tries the same',
        default: '1',
        parse: integer(0).parse,
      },
      {
        flag: '--persona <name>',
        help: 'whose requests those without a token are: a persona of the scenario, or the e-mail of a user',
        default: "nobody's",
      },
    ]),
    {
      flag: '--api <url>',
      help: 'where the application expects the three APIs',
      default: 'wherever their paths are seen',
    },
    { flag: '--browser <path>', help: 'the Chromium to use', default: "Playwright's, or an installed one" },
    {
      flag: '--rules <file>',
      help: 'module with log-in, own properties and what to ignore',
      default: 'explore.config.{ts,mts,js,mjs}, if it exists',
    },
    { flag: '--replay <file>', help: 'do the plan of a finding again instead' },
    ...notWithReplay([
      { flag: '-o, --output <folder>', help: 'folder to write to', default: 'explore' },
      ...reportFlags,
    ]),
    ...notWithReplay([withoutDemo(settings.scenario)]),
    withoutDemo(settings.config),
  ],
  redact: [output],
  trace: [
    {
      flag: '--test <runner>',
      help: `write a test for this runner: ${testRunners.join(' or ')}`,
      choices: testRunners,
      isMandatory: true,
    },
    {
      flag: '--since <revision>',
      help: 'the revision that the test starts from',
      default: 'where the trace starts',
      parse: integer(0).parse,
    },
    output,
    ofSetting(settings.config),
  ],
  diff: [
    { flag: '--json', help: 'print the differences as JSON, in the form of GET /__mock/changes', default: 'text' },
    { flag: '--edited', help: 'accept snapshots that were edited by hand', default: 'rejects them' },
    { ...otherControlToken, help: 'bearer token that the control API of the servers requires' },
    ofSetting(settings.config),
  ],
  init: [yes],
  'init-assistant': [
    yes,
    { flag: '--url <url>', help: 'the tools use a running server', default: 'a mock of their own' },
  ],
  mcp: [
    ...assistantFlags,
    { flag: '--slim', help: 'list a single tool, which runs the others, so that the list is short' },
  ],
  tool: [
    ...assistantFlags,
    { flag: '--session <name>', help: 'the session to work in', default: '`shell`', parse: sessionName },
    { flag: '--json', help: 'print the whole result as JSON', default: 'text' },
  ],
  conform: conformFlags,
  capture: captureFlags,
  openapi: [
    {
      flag: '--service <name>',
      help: 'service to describe: public-api, user-data, user-preference or control',
      default: 'all services',
      parse: anyText.parse,
    },
    output,
  ],
} as const satisfies Readonly<Record<string, readonly Flag[]>>;

/** What commander makes of the flags of a command. Those that come from settings must be named. */
export type FlagsOf<Name extends keyof typeof commandFlags, OfSettings extends SettingName = never> = {
  [Row in (typeof commandFlags)[Name][number] as CamelCase<LongName<Row['flag']>>]?: FlagValue<Row>;
} & Pick<Settings, OfSettings>;

/** `-p, --port <number>` as `port`. */
type LongName<Text> = Text extends `${string}--${infer Name} <${string}`
  ? Name
  : Text extends `${string}--${infer Name}`
    ? Name
    : never;
type CamelCase<Name> = Name extends `${infer Word}-${infer Rest}` ? `${Word}${Capitalize<CamelCase<Rest>>}` : Name;
type FlagValue<Row> = Row extends { parse: ((...given: never) => infer Value) | undefined }
  ? Value
  : Row extends { flag: `${string}<${string}` }
    ? string
    : boolean;
