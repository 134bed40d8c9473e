import { type Command, InvalidArgumentError, Option } from 'commander';
import { tokenText } from '../foundation/common-schemas.js';
import type { BehaviorOptions } from '../index.js';
import { originOf } from '../protocol/origin.js';

/** The flags that say what mock there is to be. What they leave open the config file says, and then the defaults. */
export interface MockFlags {
  scenario?: string;
  seed?: number;
  clock?: string;
  config?: string;
}

/** The flags of a server, in addition. */
export interface ServerFlags extends MockFlags {
  port?: number;
  host?: string;
  import?: string;
  exportOnExit?: string;
  state?: string;
  tokens?: NonNullable<BehaviorOptions['tokens']>;
  serviceToken?: string;
  corsOrigin?: '*' | string[];
  /** As they were written: `key=value`. */
  behavior?: string[];
  delay?: number;
  strictSessions?: boolean;
  maxSessions?: number;
  sessionIdle?: number;
  controlToken?: string;
  /** False where it was turned off; true says nothing. */
  control: boolean;
  quiet?: boolean;
  jsonLogs?: boolean;
}

export const mockFlags = {
  scenario: new Option(
    '--scenario <name>',
    'state to start from; `briefs-mock scenarios` lists them (default: newsroom)',
  ),
  seed: new Option('--seed <number>', 'what all chance comes from (default: 1)').argParser(
    integerUpTo(Number.MAX_SAFE_INTEGER),
  ),
  clock: new Option('--clock <iso>', "the mock's time, such as 2026-03-04T09:00:00Z (default: the scenario's)"),
  config: new Option(
    '--config <file>',
    'config file (default: briefs-mock.config.{ts,mts,js,mjs,json}, here or above)',
  ).argParser(notEmpty),
};

export const outputFlag = new Option('-o, --output <file>', 'file to write (default: standard output)').argParser(
  notEmpty,
);

/** The flags of a command that starts a server; `env` names the environment variable for the port. */
export function serverFlags({ port, env }: { port: string; env?: string }): Option[] {
  const portFlag = new Option('-p, --port <number>', env ? `${port} (default: 4010)` : port).argParser(
    integerUpTo(65535),
  );
  const { scenario, seed, clock, config } = mockFlags;
  return [
    env === undefined ? portFlag : portFlag.env(env),
    new Option('--host <address>', 'address to listen on (default: 127.0.0.1)').argParser(notEmpty),
    scenario,
    seed,
    clock,
    new Option('--import <file>', 'snapshot to start from, and to go back to at a reset').argParser(notEmpty),
    new Option('--state <file>', 'file that keeps the state, so that it survives restarts').argParser(notEmpty),
    new Option('--export-on-exit <file>', 'write a snapshot there at the end').argParser(notEmpty),
    new Option('--tokens <mode>', 'which tokens are valid (default: issued)').choices(['issued', 'jwt', 'any']),
    new Option('--service-token <token>', 'token that user-data and user-preference ask for (default: none)').argParser(
      bearer,
    ),
    new Option('--cors-origin <origin>', 'origin that pages may call from; repeatable (default: *)').argParser(
      addOrigin,
    ),
    new Option('--behavior <key=value>', 'how the mock decides what is left open; repeatable').argParser(addSwitch),
    new Option('--delay <ms>', 'wait before every answer of the APIs (default: 0)').argParser(integerUpTo(600_000)),
    new Option('--strict-sessions', 'a session must be made before a request may name it'),
    new Option('--max-sessions <number>', 'how many sessions there may be (default: 1000)').argParser(
      integerUpTo(100_000, 1),
    ),
    new Option('--session-idle <seconds>', 'when a session ends that nobody uses (default: 3600)').argParser(
      integerUpTo(Number.MAX_SAFE_INTEGER, 1),
    ),
    new Option('--control-token <token>', 'token that the control API asks for').argParser(bearer).conflicts('control'),
    new Option('--no-control', 'turn the control API off'),
    config,
    new Option('--quiet', 'say no more than that the server is ready, and what goes wrong'),
    new Option('--json-logs', 'make every line a JSON object'),
  ];
}

export function addFlags(command: Command, flags: readonly Option[]): void {
  for (const flag of flags) command.addOption(flag);
}

/** As an unset variable of a script would have it. */
function notEmpty(text: string): string {
  if (text !== '') return text;
  throw new InvalidArgumentError('It may not be empty.');
}

function bearer(token: string): string {
  if (tokenText.safeParse(token).success) return token;
  throw new InvalidArgumentError('A token is made of ASCII characters without spaces.');
}

function addSwitch(assignment: string, previous: string[] = []): string[] {
  return [...previous, assignment];
}

function addOrigin(origin: string, previous: '*' | string[] = []): '*' | string[] {
  if (origin === '*' || previous === '*') return '*';
  const sent = originOf(origin);
  if (sent !== undefined) return [...previous, sent];
  throw new InvalidArgumentError('An origin is a scheme, a host and perhaps a port, such as https://app.example.');
}

function integerUpTo(limit: number, least = 0): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= least && value <= limit) return value;
    throw new InvalidArgumentError(`It is not an integer from ${least} to ${limit}.`);
  };
}
