/**
 * The commands and flags of the command line. The code of a command, in `commands/`, is loaded when the command is called.
 * @module
 */
import { Command } from 'commander';
import { version } from '../foundation/version.js';
import { exitCodes, fail } from './failure.js';
import { addFlags, addServerFlags, environmentVariables } from './flag.js';
import { commandFlags, execFlags } from './flags.js';

/** Runs a command, given as the words after `briefs-mock`. A failure ends the process. */
export async function runProgram(words: readonly string[]): Promise<void> {
  // An empty variable is usually one that a script or a service file leaves unset.
  for (const name of environmentVariables) if (process.env[name] === '') delete process.env[name];

  const program = new Command('briefs-mock')
    .description('An in-memory mock server for the brief, user-data and user-preference APIs')
    .version(version)
    .exitOverride((error) => process.exit(error.exitCode === 0 ? 0 : exitCodes.wrongUsage))
    .showHelpAfterError('(run it with --help to see the commands and options)');
  const serve = addServe(program);
  addOthers(program);
  // The help of the program includes that of the default command.
  program.addHelpText('after', () => `\n${serve.helpInformation()}`);
  await program.parseAsync(words, { from: 'user' }).catch((error) => fail(error));
}

/** Adds `serve`, the default command. */
function addServe(program: Command): Command {
  const serve = program.command('serve', { isDefault: true }).description('start the server (default command)');
  addServerFlags(serve, 'serve');
  serve.allowExcessArguments().action(async (flags, { args: [word] }) => {
    // As the default command, `serve` gets an unknown command as its argument.
    if (word !== undefined) {
      if (program.args[0] === serve.name()) serve.error(`error: serve takes no arguments, but got '${word}'`);
      const commands = program.commands.map((command) => command.name()).join(', ');
      serve.error(`error: there is no command '${word}'; the commands are ${commands}`);
    }
    await (await import('./commands/serve.js')).serve(flags);
  });
  return serve;
}

/** Adds the other commands. The code of each is loaded when it is called. */
function addOthers(program: Command): void {
  const add = (name: keyof typeof commandFlags, description: string): Command => {
    const command = program.command(name).description(description);
    addFlags(command, commandFlags[name]);
    return command;
  };

  // Those that create a mock.
  add('scenarios', 'list the scenarios with their descriptions and personas').action(async (flags) =>
    (await import('./commands/scenarios.js')).scenarios(flags),
  );

  add('snapshot', 'write a snapshot of a scenario without starting a server').action(async (flags) =>
    (await import('./commands/snapshot.js')).snapshot(flags),
  );

  const exec = program
    .command('exec')
    .description(
      'start a server, run a command with its URL in BRIEFS_MOCK_URL, and exit with the exit code of the command',
    )
    .usage('[options] -- <command...>')
    .argument('<command...>', 'the command and its arguments');
  addServerFlags(exec, 'exec');
  addFlags(exec, execFlags);
  exec.action(async (command, flags) => (await import('./commands/exec.js')).exec(command, flags, process.env));

  // Those for traces and states.
  add('replay', 'replay a trace, compare every answer, and serve or write the state that it leads to')
    .argument('<file>', 'the trace: the answer of GET /__mock/trace, or the result of mock.trace()')
    .action(async (file, flags) => (await import('./commands/replay.js')).replay(file, flags));

  add('impact', 'say which tests would see other answers if the mock were changed')
    .argument('<trace...>', 'the folders or files to which the test helpers wrote the traces of all tests')
    .action(async (files, flags) => (await import('./commands/impact.js')).impact(files, flags));

  add('explore', 'look for bugs in an application: use it in a browser, with everything that a backend may do to it')
    .argument('<url>', 'the address of the application, such as that of its development server')
    .action(async (url, flags) => (await import('./commands/explore.js')).explore(url, flags));

  add('redact', 'write a trace without the secrets in its bodies and queries')
    .argument('<file>', 'the trace')
    .action(async (file, flags) => (await import('./commands/redact.js')).redact(file, flags));

  add('trace', 'write a test of what happened in a trace: the situation, the requests, and what they changed')
    .argument('<file>', 'the trace')
    .action(async (file, flags) => (await import('./commands/trace.js')).trace(file, flags));

  add('diff', 'print what differs between two states, by record')
    .argument('<a>', 'a snapshot file, a trace, or the address of a server, of its session or of a named snapshot')
    .argument('<b>', 'the other one')
    .action(async (a, b, flags) => (await import('./commands/diff.js')).diff(a, b, flags));

  // Those for a project and its assistants.
  add('init', 'add the mock to a project of Vite or Next: shows the changes, and asks before it writes them').action(
    async (flags) => (await import('./commands/init.js')).init(flags),
  );

  add(
    'init-assistant',
    'give the coding assistants of a project the tools and the skill: shows the changes, and asks first',
  ).action(async (flags) => (await import('./commands/init-assistant.js')).initAssistant(flags));

  add('mcp', 'serve tools for coding assistants over the Model Context Protocol, on standard input and output').action(
    async (flags) => (await import('./commands/mcp.js')).mcp(flags),
  );

  add('tool', 'run a tool of the coding assistants, or list the tools')
    .argument('[name]', 'the tool')
    .argument('[input]', 'its input as a JSON object')
    .action(async (name, input, flags) => (await import('./commands/tool.js')).tool(name, input, flags));

  // Those that read another server.
  add(
    'conform',
    'compare another server of the three APIs, or recorded traffic, with the mock; set the switches of the mock as on it',
  ).action(async (flags) => (await import('./commands/conform.js')).conformCommand(flags));

  add(
    'capture',
    'write a scenario of what another server of the three APIs shows, with pseudonyms instead of its people',
  ).action(async (flags) => (await import('./commands/capture.js')).captureCommand(flags));

  // Those that describe the APIs.
  program
    .command('routes')
    .description('list the routes with method, path, alternative paths, summary and ids of decisions')
    .action(async () => (await import('./commands/routes.js')).routes());

  add('openapi', 'print the OpenAPI 3.1 document, with examples from the scenario newsroom').action(async (flags) =>
    (await import('./commands/openapi.js')).openapi(flags),
  );
}
