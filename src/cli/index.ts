#!/usr/bin/env node
/**
 * The command line: what commands and flags there are. What a command does is loaded when it is called, each from
 * `cli-<command>.ts`.
 * @module
 */
import module from 'node:module';
import { Command } from 'commander';
import { version } from '../foundation/version.js';
import { exitCodes, fail, surviveClosedPipes } from './failure.js';
import { addFlags, mockFlags, outputFlag, serverFlags } from './flags.js';

surviveClosedPipes();
// Where Node keeps compiled code between runs (from 22.8 on), what commands load starts the faster for it.
(module as { enableCompileCache?: () => void }).enableCompileCache?.();

const program = new Command('briefs-mock')
  .description('An in-memory mock of the brief, user-data and user-preference APIs')
  .version(version)
  .exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : exitCodes.wrongUsage))
  .showHelpAfterError('(--help shows what there is)');

const serve = program.command('serve', { isDefault: true }).description('start the server (the default)');
addFlags(serve, serverFlags({ port: 'port to listen on; 0 takes a free one', env: 'PORT' }));
serve.allowExcessArguments().action(async (flags, { args: [word] }) => {
  // What is no command is taken for an argument of this one.
  if (word !== undefined) {
    const commands = program.commands.map((command) => command.name()).join(', ');
    serve.error(`error: there is no command '${word}'; there are ${commands}, and serve takes no arguments`);
  }
  await (await import('./commands/serve.js')).serve(flags);
});

program
  .command('scenarios')
  .description('list the scenarios, what each is for, and its personas')
  .addOption(mockFlags.config)
  .action(async (flags) => (await import('./commands/scenarios.js')).scenarios(flags));

const snapshot = program.command('snapshot').description('write a snapshot of a scenario, without a server');
addFlags(snapshot, [mockFlags.scenario, mockFlags.seed, mockFlags.clock, mockFlags.config, outputFlag]);
snapshot.action(async (flags) => (await import('./commands/snapshot.js')).snapshot(flags));

const exec = program
  .command('exec')
  .description('start on a free port, run a command with BRIEFS_MOCK_URL set, stop, and exit as the command did')
  .usage('[flags] -- <command...>')
  .argument('<command...>', 'the command and its arguments');
addFlags(exec, serverFlags({ port: 'port to listen on (default: a free one)' }));
exec
  .option('--no-quiet', 'show the other lines too, on standard error')
  .action(async (command, flags) => (await import('./commands/exec.js')).exec(command, flags, process.env));

program
  .command('routes')
  .description('list the routes: method, path and other spellings, what each does, the decisions that show in it')
  .action(async () => (await import('./commands/routes.js')).routes());

program
  .command('openapi')
  .description('print the OpenAPI 3.1 document, with examples of the scenario newsroom')
  .option('--service <name>', 'the document of one service (default: of all)')
  .addOption(outputFlag)
  .action(async (flags) => (await import('./commands/openapi.js')).openapi(flags));

// Who asks for help without a command is about to serve.
program.addHelpText('after', () => `\n${serve.helpInformation()}`);

await program.parseAsync().catch((error) => fail(error));
