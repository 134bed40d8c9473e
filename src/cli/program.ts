/**
 * The commands and flags of the command line. The code of a command, in `commands/`, is loaded when the command is called.
 * @module
 */
import { Command, CommanderError } from 'commander';
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
    .exitOverride((error) => {
      // The help or the version, which may not have been written yet.
      if (error.exitCode === 0) throw error;
      process.exit(exitCodes.wrongUsage);
    })
    .showHelpAfterError('(run it with --help to see the commands and options)');
  const serve = addServe(program);
  for (const name of Object.keys(commands)) addCommand(program, name as keyof typeof flagsOf);
  // The help of the program includes that of the default command.
  program.addHelpText('after', () => `\n${serve.helpInformation()}`);
  await program.parseAsync(words, { from: 'user' }).catch((error) => {
    if (!(error instanceof CommanderError)) fail(error);
  });
}

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
    await (await import('./commands/serve.js')).serve(flags, process.env);
  });
  return serve;
}

interface CommandDefinition {
  readonly description: string;
  readonly usage?: string;
  /** The arguments, with their help. */
  readonly takes?: Readonly<Record<string, string>>;
  /** Gets the arguments, and then the flags. */
  readonly run: Parameters<Command['action']>[0];
}

const flagsOf = { ...commandFlags, exec: execFlags, routes: [] };

function addCommand(program: Command, name: keyof typeof flagsOf): void {
  const { description, usage, takes = {}, run } = commands[name];
  const command = program.command(name).description(description).action(run);
  if (usage !== undefined) command.usage(usage);
  for (const [argument, help] of Object.entries(takes)) command.argument(argument, help);
  if (name === 'exec') addServerFlags(command, name);
  addFlags(command, flagsOf[name]);
}

/** The commands beside `serve`, in the order of the help. */
const commands: Readonly<Record<keyof typeof flagsOf, CommandDefinition>> = {
  // Those that create a mock.
  scenarios: {
    description: 'list the scenarios with their descriptions and personas',
    run: async (flags) => (await import('./commands/scenarios.js')).scenarios(flags),
  },
  snapshot: {
    description: 'write a snapshot of a scenario without starting a server',
    run: async (flags) => (await import('./commands/snapshot.js')).snapshot(flags),
  },
  exec: {
    description:
      'start a server, run a command with its URL in BRIEFS_MOCK_URL, and exit with the exit code of the command',
    usage: '[options] -- <command...>',
    takes: { '<command...>': 'the command and its arguments' },
    run: async (command, flags) => (await import('./commands/exec.js')).exec(command, flags, process.env),
  },

  // Those for traces and states.
  replay: {
    description: 'replay a trace, compare every answer, and serve or write the state that it leads to',
    takes: { '<file>': 'the trace: the answer of GET /__mock/trace, or the result of mock.trace()' },
    run: async (file, flags) => (await import('./commands/replay.js')).replay(file, flags),
  },
  impact: {
    description: 'say which tests would see other answers if the mock were changed',
    takes: { '<trace...>': 'the folders or files to which the test helpers wrote the traces of all tests' },
    run: async (files, flags) => (await import('./commands/impact.js')).impact(files, flags),
  },
  explore: {
    description: 'look for bugs in an application: use it in a browser, with everything that a backend may do to it',
    takes: { '<url>': 'the address of the application, such as that of its development server' },
    run: async (url, flags) => (await import('./commands/explore.js')).explore(url, flags),
  },
  redact: {
    description: 'write a trace without the secrets in its bodies and queries',
    takes: { '<file>': 'the trace' },
    run: async (file, flags) => (await import('./commands/redact.js')).redact(file, flags),
  },
  trace: {
    description: 'write a test of what happened in a trace: the situation, the requests, and what they changed',
    takes: { '<file>': 'the trace' },
    run: async (file, flags) => (await import('./commands/trace.js')).trace(file, flags),
  },
  diff: {
    description: 'print what differs between two states, by record',
    takes: {
      '<a>': 'a snapshot file, a trace, or the address of a server, of its session or of a named snapshot',
      '<b>': 'the other one',
    },
    run: async (a, b, flags) => (await import('./commands/diff.js')).diff(a, b, flags),
  },

  // Those for a project and its assistants.
  init: {
    description: 'add the mock to a project of Vite or Next: shows the changes, and asks before it writes them',
    run: async (flags) => (await import('./commands/init.js')).init(flags),
  },
  'init-assistant': {
    description: 'give the coding assistants of a project the tools and the skill: shows the changes, and asks first',
    run: async (flags) => (await import('./commands/init-assistant.js')).initAssistant(flags),
  },
  mcp: {
    description: 'serve tools for coding assistants over the Model Context Protocol, on standard input and output',
    run: async (flags) => (await import('./commands/mcp.js')).mcp(flags),
  },
  tool: {
    description: 'run a tool of the coding assistants, or list the tools',
    takes: { '[name]': 'the tool', '[input]': 'its input as a JSON object' },
    run: async (name, input, flags) => (await import('./commands/tool.js')).tool(name, input, flags),
  },

  // Those that read another server.
  conform: {
    description:
      'compare another server of the three APIs, or recorded traffic, with the mock; set the switches of the mock as on it',
    run: async (flags) => (await import('./commands/conform.js')).conformCommand(flags),
  },
  capture: {
    description:
      'write a scenario of what another server of the three APIs shows, with pseudonyms instead of its people',
    run: async (flags) => (await import('./commands/capture.js')).captureCommand(flags),
  },

  // Those that describe the APIs.
  routes: {
    description: 'list the routes with method, path, alternative paths, summary and ids of decisions',
    run: async () => (await import('./commands/routes.js')).routes(),
  },
  openapi: {
    description: 'print the OpenAPI 3.1 document, with examples from the scenario newsroom',
    run: async (flags) => (await import('./commands/openapi.js')).openapi(flags),
  },
};
