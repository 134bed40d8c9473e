#!/usr/bin/env node
import { Command, InvalidArgumentError, Option } from 'commander';
import { scenarios } from '../seeds/index.js';
import { createMock, MockError } from './index.js';
import { createServer } from './server.js';
import { version } from './version.js';

interface ServeOptions {
  port: number;
  host: string;
  scenario: string;
  seed: number;
  clock?: string;
  tokens: 'issued' | 'jwt' | 'any';
}

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
    new Option('-p, --port <number>', 'port to listen on; 0 takes a free one')
      .env('PORT')
      .default(4010)
      .argParser(integerUpTo(65535)),
  )
  .option('--host <address>', 'address to listen on', '127.0.0.1')
  .addOption(
    new Option('--scenario <name>', 'state to start from')
      .choices(scenarios.map(({ name }) => name))
      .default('newsroom'),
  )
  .option('--seed <number>', 'what all chance comes from', integerUpTo(Number.MAX_SAFE_INTEGER), 1)
  .option('--clock <iso>', "the mock's time, such as 2026-03-04T09:00:00Z; the scenario's if left out")
  .addOption(
    new Option('--tokens <mode>', 'which tokens are valid').choices(['issued', 'jwt', 'any']).default('issued'),
  )
  .action(serve);

// Who asks for help without a command is about to serve.
program.addHelpText('after', () => `\n${serveCommand.helpInformation()}`);

await program.parseAsync();

async function serve({ port, host, scenario: name, seed, clock, tokens }: ServeOptions): Promise<void> {
  try {
    const scenario = scenarios.find((scenario) => scenario.name === name);
    const mock = createMock({
      ...(scenario && { scenario }),
      scenarios,
      seed,
      ...(clock !== undefined && { clock }),
      behavior: { tokens },
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

    const persona = scenario?.personas[0];
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
