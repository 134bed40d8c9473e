#!/usr/bin/env node
import { Command, InvalidArgumentError, Option } from 'commander';
import { scenarios } from '../seeds/index.js';
import { loadConfig } from './cli-config.js';
import { type BehaviorOptions, createMock, MockError, type Scenario } from './index.js';
import { parseSwitch } from './protocol/behavior.js';
import { createServer } from './server.js';
import { version } from './version.js';

/** What the flags say; what they leave open the config file says, and then the defaults. */
interface ServeFlags {
  port?: number;
  host?: string;
  scenario?: string;
  seed?: number;
  clock?: string;
  tokens?: NonNullable<BehaviorOptions['tokens']>;
  behavior?: BehaviorOptions;
  config?: string;
}

const defaults = { port: 4010, host: '127.0.0.1', scenario: 'newsroom', seed: 1 };
const RUN_TIME_FAILURE = 1;
const WRONG_USAGE = 2;

const program = new Command('briefs-mock')
  .description('An in-memory mock of the brief, user-data and user-preference APIs')
  .version(version)
  .exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : WRONG_USAGE))
  .showHelpAfterError('(--help shows what there is)');

const serveCommand = program
  .command('serve', { isDefault: true })
  .description('start the server (the default)')
  .addOption(
    new Option('-p, --port <number>', `port to listen on; 0 takes a free one (default: ${defaults.port})`)
      .env('PORT')
      .argParser(integerUpTo(65535)),
  )
  .option('--host <address>', `address to listen on (default: ${defaults.host})`)
  .option('--scenario <name>', `state to start from: ${namesOf(scenarios)} (default: ${defaults.scenario})`)
  .option(
    '--seed <number>',
    `what all chance comes from (default: ${defaults.seed})`,
    integerUpTo(Number.MAX_SAFE_INTEGER),
  )
  .option('--clock <iso>', "the mock's time, such as 2026-03-04T09:00:00Z (default: the scenario's)")
  .addOption(
    new Option('--tokens <mode>', 'which tokens are valid (default: issued)').choices(['issued', 'jwt', 'any']),
  )
  .option('--behavior <key=value>', 'how the mock decides what the specifications leave open; repeatable', addSwitch)
  .option('--config <file>', 'config file (default: briefs-mock.config.{ts,mts,js,mjs,json}, here or above)')
  .action(serve);

// Who asks for help without a command is about to serve.
program.addHelpText('after', () => `\n${serveCommand.helpInformation()}`);

await program.parseAsync();

async function serve({ config: file, tokens, behavior, ...flags }: ServeFlags): Promise<void> {
  try {
    const config = await loadConfig(file);
    const { port, host, scenario: name, seed, clock } = { ...defaults, ...config, ...flags };
    const known = [...scenarios, ...(config.scenarios ?? [])];
    const scenario = known.find((scenario) => scenario.name === name);
    if (scenario === undefined)
      throw new MockError('not_found', `there is no scenario ${name}; there are ${namesOf(known)}`);
    const mock = createMock({
      scenario,
      scenarios: known,
      seed,
      clock,
      behavior: { ...config.behavior, ...behavior, ...(tokens && { tokens }) },
    });
    const server = await createServer(mock, { port, host, ownsProcess: true }).listen();
    const stop = () => {
      server.close().then(
        () => process.exit(0),
        (error) => fail(error, RUN_TIME_FAILURE),
      );
    };
    process.once('SIGINT', stop);
    process.once('SIGTERM', stop);

    const [persona] = scenario.personas;
    if (persona !== undefined) {
      const token = mock.tokenFor(persona.email);
      console.log(`A token of ${persona.email} (${persona.description}): ${token}`);
      console.log(`Try it: curl -H 'Authorization: Bearer ${token}' ${server.url}/public-api/v1/brief`);
    } else {
      console.log(`The state is empty. Fill it: POST ${server.url}/__mock/data/<table>`);
    }
    console.log(`briefs-mock ready on ${server.url} (scenario ${name}, seed ${seed})`);
  } catch (error) {
    fail(error, error instanceof MockError ? WRONG_USAGE : RUN_TIME_FAILURE);
  }
}

function namesOf(scenarios: readonly Scenario[]): string {
  return scenarios.map(({ name }) => name).join(', ');
}

function addSwitch(assignment: string, previous: BehaviorOptions = {}): BehaviorOptions {
  try {
    return { ...previous, ...parseSwitch(assignment) };
  } catch (error) {
    throw new InvalidArgumentError((error as Error).message);
  }
}

function integerUpTo(limit: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value <= limit) return value;
    throw new InvalidArgumentError(`It is not an integer from 0 to ${limit}.`);
  };
}

function fail(error: unknown, exitCode: number): never {
  console.error(`briefs-mock: ${explain(error)}`);
  process.exit(exitCode);
}

function explain(error: unknown): string {
  if (error instanceof MockError) return error.message;
  const { code, message, port, address } = error as NodeJS.ErrnoException & { port?: number; address?: string };
  if (code === 'EADDRINUSE')
    return `port ${port} of ${address} is taken; choose another with --port, or 0 for a free one`;
  if (code === 'EADDRNOTAVAIL') return `${address} is not an address of this machine`;
  if (code === 'EACCES') return `port ${port} of ${address} may not be opened by this user`;
  return message;
}
