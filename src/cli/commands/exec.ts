import { constants } from 'node:os';
import spawn from 'cross-spawn';
import { loadConfig } from '../config.js';
import { exitCodes, fail } from '../failure.js';
import type { ServerFlags } from '../flags.js';
import { createOutput } from '../output.js';
import { start } from '../start-server.js';

/** Runs a command while a server runs for it, and ends as the command does. */
export async function exec(command: string[], flags: ServerFlags, env: NodeJS.ProcessEnv): Promise<void> {
  const { quiet = true, port = 0 } = flags;
  const lines = process.stderr;
  const config = await loadConfig(flags.config).catch((error) => fail(error, createOutput({ ...flags, lines })));
  const output = createOutput({ ...config, ...flags, quiet, lines });
  const server = await start({ ...flags, port }, config, output).catch((error) => fail(error, output));

  const url = server.url.replace('//0.0.0.0:', '//127.0.0.1:').replace('//[::]:', '//[::1]:');
  const exitCode = await run(command, { ...env, BRIEFS_MOCK_URL: url }, output.problem);
  await server.close().catch((error) => {
    output.problem(error.message);
    if (exitCode === 0) process.exit(exitCodes.failure);
  });
  process.exit(exitCode);
}

/** Runs a command to its end, and passes signals on to it. ResponseCache its exit code as a shell would. */
function run(
  [program = '', ...args]: string[],
  env: NodeJS.ProcessEnv,
  problem: (text: string) => void,
): Promise<number> {
  const child = spawn(program, args, { stdio: 'inherit', env });
  const pass = (signal: NodeJS.Signals) => {
    // What is typed at a terminal has reached the command already.
    if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, pass);
  return new Promise((resolve) => {
    child.once('error', ({ message }) => {
      problem(`${program} cannot be started: ${message}`);
      resolve(exitCodes.notStarted);
    });
    child.once('exit', (code, signal) => resolve(code ?? 128 + constants.signals[signal ?? 'SIGTERM']));
  });
}
