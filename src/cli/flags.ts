import { type Command, InvalidArgumentError, Option } from 'commander';
import { testRunners } from '../control/test-code/runners.js';
import { addListedOrigin, addText, bearerToken, integer, notEmpty } from './kinds.js';
import { type AnySetting, type Described, type Settings, settingRows, settings } from './settings.js';

/**
 * The flags for the server; they override the config file, which overrides the defaults. True for `control` is only the default
 * of commander: the config file may still turn it off.
 */
export type ServerFlags = Settings;

/** A flag of a single command. */
interface Flag extends Described {
  readonly flag: string;
  readonly parse?: ((text: string, previous?: never) => unknown) | undefined;
  readonly choices?: readonly string[];
  /** The environment variable that it is read from if it is not given. */
  readonly env?: string;
  /** Whether the command needs it. */
  readonly isMandatory?: boolean;
}

const withFlag = settingRows.flatMap(([, row]) =>
  row.flag === undefined ? [] : [row as AnySetting & { flag: string }],
);

/** The environment variables that flags read. */
export const environmentVariables = withFlag.flatMap(({ env }) => env ?? []);

/** The default as `--help` and the reference page show it. */
export function defaultOf({ default: usual, demo }: Pick<AnySetting, 'default' | 'demo'>): string[] {
  const inDemo = demo === undefined ? [] : [`demo: ${demo === true ? 'on' : demo}`];
  return [...(usual === undefined ? [] : [usual]), ...inDemo];
}

function optionOf({ flag, help, parse, choices, env, isMandatory, ...row }: Flag & Pick<AnySetting, 'demo'>): Option {
  const [usual, ...others] = defaultOf(row);
  const shown = usual === undefined ? '' : ` (${[`default: ${usual}`, ...others].join('; ')})`;
  const option = new Option(flag, help + shown);
  if (choices !== undefined) option.choices(choices);
  if (parse !== undefined) option.argParser(parse as (text: string) => unknown);
  if (env !== undefined) option.env(env);
  if (isMandatory) option.makeOptionMandatory();
  return option;
}

/** The flags of a command that starts a server. */
function serverFlags(command: 'serve' | 'exec'): Option[] {
  return withFlag.map((row) => {
    const isExec = command === 'exec' && row.exec !== undefined;
    const { env: _, ...withoutEnv } = row;
    const described = isExec ? { ...withoutEnv, default: row.exec.default } : row;
    const option = optionOf({ ...described, parse: row.kind.parse });
    if (row.conflicts !== undefined) option.conflicts(row.conflicts);
    return option;
  });
}

export const execFlags: readonly Flag[] = [
  { flag: '--no-quiet', help: 'print all lines, on standard error', default: '--quiet' },
];

const ofSetting = ({ kind, ...row }: AnySetting) => ({ ...row, parse: kind.parse }) as Flag;

/** The flag of a setting for a command that knows no demos. */
function withoutDemo(row: AnySetting): Flag {
  const { demo: _, ...rest } = row;
  return ofSetting(rest);
}
const output: Flag = {
  flag: '-o, --output <file>',
  help: 'file to write',
  default: 'standard output',
  parse: notEmpty,
};
const port = integer(0, 65535).parse;
/** The control token of another server. */
const otherControlToken = {
  flag: '--control-token <token>',
  env: settings.controlToken.env as string,
  parse: bearerToken.parse,
};
/** The service token of another server: traces hide it. */
const hiddenServiceToken = {
  flag: '--service-token <token>',
  help: 'with --against: bearer token that user-data and user-preference of the server require; traces hide it',
  default: 'that of the config file',
  parse: bearerToken.parse,
};

export const scenariosFlags: readonly Flag[] = [ofSetting(settings.config)];

export const snapshotFlags: readonly Flag[] = [
  ...[settings.scenario, settings.seed, settings.clock, settings.config].map(withoutDemo),
  output,
];

export const openapiFlags: readonly Flag[] = [
  {
    flag: '--service <name>',
    help: 'service to describe: public-api, user-data, user-preference or control',
    default: 'all services',
  },
  output,
];

/** A number of minutes, which may have a fraction. */
function minutes(text: string): number {
  const number = Number(text);
  if (!(number > 0)) throw new InvalidArgumentError('It must be a number above 0.');
  return number;
}

/** The flags of `replay`. */
export const replayFlags: readonly Flag[] = [
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
    parse: notEmpty,
  },
  {
    flag: '--against <url>',
    help: 'send the requests to another server instead, and report every answer that differs',
    more: 'It sends one after the other. Request ids may differ.',
    default: 'replays in a new mock',
    parse: notEmpty,
  },
  { ...otherControlToken, help: 'with --against: bearer token that the control API of the server requires' },
  hiddenServiceToken,
  ofSetting(settings.config),
];

export const redactFlags: readonly Flag[] = [output];

/** The flags of `trace`. */
export const traceFlags: readonly Flag[] = [
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
];

/** The flags of `diff`. */
export const diffFlags: readonly Flag[] = [
  { flag: '--json', help: 'print the differences as JSON, in the form of GET /__mock/changes', default: 'text' },
  { flag: '--edited', help: 'accept snapshots that were edited by hand', default: 'rejects them' },
  { ...otherControlToken, help: 'bearer token that the control API of the servers requires' },
  ofSetting(settings.config),
];

/** The flags of `impact`. */
export const impactFlags: readonly Flag[] = [
  { ...ofSetting(settings.behavior), help: 'change a switch; repeatable' },
  {
    flag: '--scenarios <file>',
    help: 'use the scenarios that a module exports instead of those of the same names',
    parse: notEmpty,
  },
  {
    flag: '--with <package>',
    help: 'use another version of briefs-mock: the path of its folder, or the name that it is installed under',
    parse: notEmpty,
  },
  { flag: '--against <url>', help: 'send the requests to another server instead', parse: notEmpty },
  { ...otherControlToken, help: 'with --against: bearer token that the control API of the server requires' },
  hiddenServiceToken,
  { flag: '--json <file>', help: 'write the report as JSON', parse: notEmpty },
  { flag: '--junit <file>', help: 'write the report as JUnit XML', parse: notEmpty },
  ofSetting(settings.config),
];

/** The flags of `explore`. */
export const exploreFlags: readonly Flag[] = [
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
    parse: notEmpty,
  },
  {
    flag: '--api <url>',
    help: 'where the application expects the three APIs',
    default: 'wherever their paths are seen',
    parse: notEmpty,
  },
  {
    flag: '--browser <path>',
    help: 'the Chromium to use',
    default: "Playwright's, or an installed one",
    parse: notEmpty,
  },
  {
    flag: '--rules <file>',
    help: 'module with log-in, own properties and what to ignore',
    default: 'explore.config.{ts,mts,js,mjs}, if it exists',
    parse: notEmpty,
  },
  { flag: '--replay <file>', help: 'do the plan of a finding again instead', parse: notEmpty },
  { flag: '-o, --output <folder>', help: 'folder to write to', default: 'explore', parse: notEmpty },
  { flag: '--json <file>', help: 'write the report as JSON', parse: notEmpty },
  { flag: '--junit <file>', help: 'write the report as JUnit XML', parse: notEmpty },
  ...[settings.scenario, settings.config].map(withoutDemo),
];

/** The tokens of another server. */
const tokenFlags: readonly Flag[] = [
  { flag: '--token <email=token>', help: 'token of a reader; repeatable', parse: addToken },
  {
    flag: '--service-token <token>',
    help: 'bearer token that user-data and user-preference require',
    parse: bearerToken.parse,
  },
];

/** How long to wait for an answer of another server. */
function timeoutFlag(seconds: string): Flag {
  return {
    flag: '--timeout <seconds>',
    help: 'how long to wait for an answer',
    default: seconds,
    parse: integer(1, 600).parse,
  };
}

/** The flags of `capture`. */
export const captureFlags: readonly Flag[] = [
  { flag: '--from <url>', help: 'the server to read, below which the three APIs are', parse: notEmpty },
  { flag: '--har <file>', help: 'recorded traffic to read instead, as browsers export it (HAR 1.2)', parse: notEmpty },
  ...tokenFlags,
  {
    flag: '--request-from <name>',
    help: 'value of X-REQUEST-FROM that the server accepts',
    default: 'briefs-mock',
    parse: notEmpty,
  },
  {
    flag: '--out <file>',
    help: 'module to write the scenario to; its records are in a file beside it',
    parse: notEmpty,
    isMandatory: true,
  },
  {
    flag: '--key-file <file>',
    help: 'secret that pseudonyms follow from; created if it does not exist',
    default: 'capture.key',
    parse: notEmpty,
  },
  { flag: '--users <number>', help: 'how many people to capture', default: '50', parse: integer(1).parse },
  {
    flag: '--keep <column>',
    help: 'column that stays as it is, such as package.display_name; repeatable',
    default: 'those that say nothing about people',
    parse: addText,
  },
  {
    flag: '--at-least <number>',
    help: 'merge kinds of people with fewer people, or leave them out',
    default: '1',
    parse: integer(1).parse,
  },
  timeoutFlag('30'),
  { flag: '--json <file>', help: 'write the report as JSON', parse: notEmpty },
];

/** The flags of `init`. */
export const initFlags: readonly Flag[] = [
  { flag: '--yes', help: 'write without asking', default: 'asks on a terminal' },
];

/** The flags of `init-assistant`. */
export const initAssistantFlags: readonly Flag[] = [
  ...initFlags,
  { flag: '--url <url>', help: 'the tools use a running server', default: 'a mock of their own', parse: notEmpty },
];

const assistantFlags: readonly Flag[] = [
  { flag: '--url <url>', help: 'use a running server', default: 'a mock of its own', parse: notEmpty },
  { ...otherControlToken, help: 'with --url: bearer token that the control API of the server requires' },
  ...[settings.scenario, settings.seed, settings.config].map(withoutDemo),
];

/** The flags of `mcp`. */
export const mcpFlags: readonly Flag[] = [
  ...assistantFlags,
  { flag: '--slim', help: 'list a single tool, which runs the others, so that the list is short' },
];

/** The flags of `tool`. */
export const toolFlags: readonly Flag[] = [
  ...assistantFlags,
  { flag: '--session <name>', help: 'the session to work in', default: '`shell`', parse: notEmpty },
  { flag: '--json', help: 'print the whole result as JSON', default: 'text' },
];

/** The flags of `conform`. */
export const conformFlags: readonly Flag[] = [
  { flag: '--against <url>', help: 'the server to compare, below which the three APIs are', parse: notEmpty },
  {
    flag: '--har <file>',
    help: 'recorded traffic to compare instead, as browsers export it (HAR 1.2)',
    parse: notEmpty,
  },
  {
    flag: '--proxy <url>',
    help: 'pass requests on to this server instead, and compare its answers',
    parse: notEmpty,
  },
  {
    flag: '--openapi <document>',
    help: 'compare the OpenAPI document of the server instead: a file or a URL, JSON or YAML',
    parse: notEmpty,
  },
  {
    flag: '-p, --port <number>',
    help: 'with --proxy: port to listen on; 0 for any free port',
    default: '4011',
    parse: port,
  },
  ...tokenFlags,
  {
    flag: '--writes',
    help: 'also run cases that create records, and remove them again',
    default: 'only read',
  },
  { flag: '--yes', help: 'with --writes: do not ask first', default: 'asks' },
  {
    flag: '--only <id>',
    help: 'start of the ids of the cases to run, such as user-data/client, or an id such as D7, or a switch; repeatable',
    default: 'all cases',
    parse: addText,
  },
  {
    flag: '--request-from <name>',
    help: 'value of X-REQUEST-FROM that the server accepts; repeatable',
    parse: addText,
  },
  { flag: '--origin <origin>', help: 'origin whose pages the server allows; repeatable', parse: addListedOrigin },
  {
    flag: '--concurrency <number>',
    help: 'number of cases that run at the same time, from 1 to 4',
    default: '2',
    parse: integer(1, 4).parse,
  },
  timeoutFlag('10'),
  { flag: '--json <file>', help: 'write the report as JSON', parse: notEmpty },
  { flag: '--junit <file>', help: 'write the report as JUnit XML', parse: notEmpty },
  { flag: '--baseline <file>', help: 'known differences: only others fail', parse: notEmpty },
  { flag: '--write-baseline', help: 'write the differences of this run to the baseline' },
  { flag: '--write', help: 'set the switches of the mock as on the server, in briefs-mock.config.json' },
  ofSetting(settings.config),
];

export function addFlags(command: Command, flags: readonly Flag[]): void {
  for (const flag of flags) command.addOption(optionOf(flag));
}

export function addServerFlags(command: Command, name: 'serve' | 'exec'): void {
  for (const option of serverFlags(name)) command.addOption(option);
}

function addToken(assignment: string, previous: Record<string, string> = {}): Record<string, string> {
  const at = assignment.indexOf('=');
  if (at < 1 || !assignment.slice(0, at).includes('@')) {
    throw new InvalidArgumentError('It must be written as <email>=<token>.');
  }
  return { ...previous, [assignment.slice(0, at)]: bearerToken.parse?.(assignment.slice(at + 1)) as string };
}
