import { type Command, InvalidArgumentError, Option } from 'commander';
import * as z from 'zod/mini';
import { tokenText } from '../foundation/common-schemas.js';
import type { BehaviorOptions } from '../index.js';
import { originOf } from '../protocol/origin.js';

/** The flags for the mock. They override the config file, which overrides the defaults. */
export interface MockFlags {
  scenario?: string;
  seed?: number;
  clock?: string;
  config?: string;
}

/** The flags for the server, in addition. */
export interface ServerFlags extends MockFlags {
  demo?: boolean;
  port?: number;
  host?: string;
  import?: string;
  edited?: boolean;
  exportOnExit?: string;
  store?: string;
  state?: string;
  stateSync?: boolean;
  tokens?: NonNullable<BehaviorOptions['tokens']>;
  serviceToken?: string;
  corsOrigin?: '*' | string[];
  publicUrl?: string;
  name?: string;
  drain?: number;
  drainDelay?: number;
  /** Not yet parsed: `key=value`. */
  behavior?: string[];
  delay?: number;
  strictSessions?: boolean;
  maxSessions?: number;
  sessionIdle?: number;
  sessionActive?: number;
  maxSessionsPerClient?: number;
  newSessionsPerMinute?: number;
  controlToken?: string;
  controlCorsOrigin?: string[];
  /** False with `--no-control`. True is only the default of commander: the config file may still turn it off. */
  control: boolean;
  quiet?: boolean;
  jsonLogs?: boolean;
}

const CONTROL_TOKEN_VARIABLE = 'BRIEFS_MOCK_CONTROL_TOKEN';
const STORE_VARIABLE = 'BRIEFS_MOCK_STORE';
const NAME_VARIABLE = 'BRIEFS_MOCK_NAME';

/** The environment variables that flags read. */
export const environmentVariables = ['PORT', CONTROL_TOKEN_VARIABLE, NAME_VARIABLE, STORE_VARIABLE];

export const mockFlags = {
  scenario: new Option(
    '--scenario <name>',
    'scenario to start from; `briefs-mock scenarios` lists them (default: newsroom)',
  ),
  seed: new Option('--seed <number>', 'seed of all generated data, ids and tokens (default: 1)').argParser(
    integerFrom(0, Number.MAX_SAFE_INTEGER),
  ),
  clock: new Option(
    '--clock <iso>',
    "the mock's time, such as 2026-03-04T09:00:00Z; now: starts at the machine's time and runs (default: the scenario's)",
  ),
  config: new Option(
    '--config <file>',
    'config file (default: briefs-mock.config.{ts,mts,js,mjs,json} in this folder or the nearest one above)',
  ).argParser(notEmpty),
};

export const outputFlag = new Option('-o, --output <file>', 'file to write (default: standard output)').argParser(
  notEmpty,
);

/** The flags of a command that starts a server; `env` names the environment variable for the port. */
export function serverFlags({ port, env }: { port: string; env?: string }): Option[] {
  const portFlag = new Option('-p, --port <number>', env ? `${port} (default: 4010)` : port).argParser(
    integerFrom(0, 65535),
  );
  const { scenario, seed, clock, config } = mockFlags;
  return [
    env === undefined ? portFlag : portFlag.env(env),
    new Option(
      '--demo',
      'give each visitor a session by a cookie, and let time run from today (default: one state for all)',
    ),
    new Option('--host <address>', 'address to listen on (default: 127.0.0.1)').argParser(notEmpty),
    new Option(
      '--public-url <url>',
      'URL at which clients reach the server through a proxy, such as https://demo.example/mock (default: its own)',
    ),
    scenario,
    seed,
    clock,
    new Option('--import <file>', 'snapshot file to start from; a reset goes back to it').argParser(notEmpty),
    new Option(
      '--store <url>',
      'Redis or Valkey in which several servers keep what they answer as one, such as redis://store.example:6379',
    )
      .env(STORE_VARIABLE)
      .argParser(notEmpty),
    new Option('--state <file>', 'file in which the server keeps its state across restarts').argParser(notEmpty),
    new Option(
      '--state-sync',
      'flush each change to the disk before answering it, so that it survives a power failure (default: only a crash)',
    ),
    new Option('--edited', 'accept snapshot and state files that were edited by hand (default: reject them)'),
    new Option('--export-on-exit <file>', 'file to write a snapshot to when the server stops').argParser(notEmpty),
    new Option('--tokens <mode>', 'which bearer tokens are valid (default: issued)').choices(['issued', 'jwt', 'any']),
    new Option(
      '--service-token <token>',
      'bearer token that user-data and user-preference require (default: none)',
    ).argParser(bearer),
    new Option('--cors-origin <origin>', 'origin whose pages may call the APIs; repeatable (default: *)').argParser(
      addOrigin,
    ),
    new Option('--behavior <key=value>', 'set a switch, such as repeatBookmark=conflict; repeatable').argParser(
      addSwitch,
    ),
    new Option('--delay <ms>', 'delay before every answer of the three APIs (default: 0)').argParser(
      integerFrom(0, 600_000),
    ),
    new Option(
      '--strict-sessions',
      'reject requests that name an unknown session (default: create the session; demo: on)',
    ),
    new Option('--max-sessions <number>', 'maximum number of sessions (default: 1000)').argParser(
      integerFrom(1, 100_000),
    ),
    new Option('--session-idle <seconds>', 'end a session after this time without a request (default: 3600)').argParser(
      integerFrom(1, Number.MAX_SAFE_INTEGER),
    ),
    new Option(
      '--session-active <seconds>',
      'end no session for another one this long after a request, but reject the other (default: at once; demo: 600)',
    ).argParser(integerFrom(1, Number.MAX_SAFE_INTEGER)),
    new Option(
      '--max-sessions-per-client <number>',
      'maximum number of sessions from one client address (default: no limit; demo: 500)',
    ).argParser(integerFrom(1, 100_000)),
    new Option(
      '--new-sessions-per-minute <number>',
      'maximum number of new sessions in a minute from one client address (default: no limit)',
    ).argParser(integerFrom(1, 100_000)),
    new Option('--control-token <token>', 'bearer token that the control API requires (default: none)')
      .env(CONTROL_TOKEN_VARIABLE)
      .argParser(bearer)
      .conflicts('control'),
    new Option(
      '--control-cors-origin <origin>',
      'origin whose pages may call the control API with the control token; repeatable (default: none)',
    ).argParser(addListedOrigin),
    new Option('--no-control', 'turn the control API off: its paths answer 404'),
    new Option('--drain <seconds>', 'how long to wait for running requests when stopping (default: 5)').argParser(
      integerFrom(0, 86_400),
    ),
    new Option(
      '--drain-delay <seconds>',
      'how long to accept requests before that, while /__mock/ready answers 503 (default: 0)',
    ).argParser(integerFrom(0, 86_400)),
    new Option('--name <name>', 'name of the server in JSON logs and metrics (default: the host name)')
      .env(NAME_VARIABLE)
      .argParser(notEmpty),
    config,
    new Option('--quiet', 'print only errors and the line that says that the server is ready'),
    new Option('--json-logs', 'print every line as a JSON object'),
  ];
}

/** The control token of another server. */
function otherControlToken(when = ''): Option {
  return new Option('--control-token <token>', `${when}bearer token that the control API of the server requires`)
    .env(CONTROL_TOKEN_VARIABLE)
    .argParser(bearer);
}

/** The flags of `replay`. */
export const replayFlags = [
  new Option('--until <number>', 'stop after so many requests (default: after the last)').argParser(
    integerFrom(1, Number.MAX_SAFE_INTEGER),
  ),
  new Option('-p, --port <number>', 'serve the state on this port; 0 for any free port').argParser(
    integerFrom(0, 65535),
  ),
  new Option('-o, --output <file>', 'write the state to a snapshot file').argParser(notEmpty),
  new Option('--har <file>', 'write the requests as HAR 1.2, which the tools of browsers open').argParser(notEmpty),
  new Option(
    '--against <url>',
    'send the requests to another server instead, and report every answer that differs',
  ).argParser(notEmpty),
  otherControlToken('with --against: '),
  mockFlags.config,
];

/** The flags of `diff`. */
export const diffFlags = [
  new Option('--json', 'print the differences as JSON, in the form of GET /__mock/changes'),
  new Option('--edited', 'accept snapshots that were edited by hand (default: reject them)'),
  otherControlToken(),
  mockFlags.config,
];

/** The flags of `conform`. */
export const conformFlags = [
  new Option('--against <url>', 'the server to compare, below which the three APIs are').argParser(notEmpty),
  new Option('--har <file>', 'recorded traffic to compare instead, as browsers export it (HAR 1.2)').argParser(
    notEmpty,
  ),
  new Option('--proxy <url>', 'pass requests on to this server instead, and compare its answers').argParser(notEmpty),
  new Option('-p, --port <number>', 'with --proxy: port to listen on; 0 for any free port (default: 4011)').argParser(
    integerFrom(0, 65535),
  ),
  new Option('--token <email=token>', 'token of a reader; repeatable').argParser(addToken),
  new Option('--service-token <token>', 'bearer token that user-data and user-preference require').argParser(bearer),
  new Option('--writes', 'also run cases that create records, and remove them again (default: only read)'),
  new Option('--yes', 'with --writes: do not ask first'),
  new Option(
    '--only <id>',
    'beginning of the ids of cases, such as user-data/client, or an id such as D7, or a switch; repeatable',
  ).argParser(addText),
  new Option('--request-from <name>', 'value of X-REQUEST-FROM that the server accepts; repeatable').argParser(addText),
  new Option('--origin <origin>', 'origin whose pages the server allows; repeatable').argParser(addListedOrigin),
  new Option('--concurrency <number>', 'number of cases that run at the same time (default: 2)').argParser(
    integerFrom(1, 4),
  ),
  new Option('--timeout <seconds>', 'how long to wait for an answer (default: 10)').argParser(integerFrom(1, 600)),
  new Option('--json <file>', 'write the report as JSON').argParser(notEmpty),
  new Option('--junit <file>', 'write the report as JUnit XML').argParser(notEmpty),
  new Option('--baseline <file>', 'known differences: only others fail').argParser(notEmpty),
  new Option('--write-baseline', 'write the differences of this run to the baseline'),
  new Option('--write', 'set the switches of the mock as on the server, in briefs-mock.config.json'),
  mockFlags.config,
];

export function addFlags(command: Command, flags: readonly Option[]): void {
  for (const flag of flags) command.addOption(flag);
}

/** Rejects an empty value: usually an unset variable in a script. */
function notEmpty(text: string): string {
  if (text !== '') return text;
  throw new InvalidArgumentError('It must not be empty.');
}

function bearer(token: string): string {
  if (z.safeParse(tokenText, token).success) return token;
  throw new InvalidArgumentError('It must consist of printable ASCII characters without spaces.');
}

function addText(text: string, previous: string[] = []): string[] {
  return [...previous, notEmpty(text)];
}

function addToken(assignment: string, previous: Record<string, string> = {}): Record<string, string> {
  const at = assignment.indexOf('=');
  if (at < 1 || !assignment.slice(0, at).includes('@')) {
    throw new InvalidArgumentError('It must be written as <email>=<token>.');
  }
  return { ...previous, [assignment.slice(0, at)]: bearer(assignment.slice(at + 1)) };
}

function addSwitch(assignment: string, previous: string[] = []): string[] {
  return [...previous, assignment];
}

function addOrigin(origin: string, previous: '*' | string[] = []): '*' | string[] {
  return origin === '*' || previous === '*' ? '*' : addListedOrigin(origin, previous);
}

function addListedOrigin(origin: string, previous: string[] = []): string[] {
  const sent = originOf(origin);
  if (sent !== undefined) return [...previous, sent];
  throw new InvalidArgumentError(
    'It must be a scheme and a host, optionally with a port, such as https://app.example.',
  );
}

function integerFrom(least: number, greatest: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= least && value <= greatest) return value;
    throw new InvalidArgumentError(`It must be an integer from ${least} to ${greatest}.`);
  };
}
