import { constants } from 'node:os';
import spawn from 'cross-spawn';
import { loadConfig } from '../config.js';
import { exitCodes, fail } from '../failure.js';
import type { ServerFlags } from '../flag.js';
import { createOutput } from '../output.js';
import { execSettings } from '../settings.js';
import { start } from '../start-server.js';

/** Starts a server, runs a command, and exits with the exit code of the command. */
export async function exec(command: string[], given: ServerFlags, env: NodeJS.ProcessEnv): Promise<void> {
  const flags = { ...execSettings, ...given };
  const lines = process.stderr;
  const config = await loadConfig(flags.config).catch((error) => fail(error, createOutput({ ...given, lines })));
  const output = createOutput({ ...config, ...flags, lines });
  const server = await start(flags, config, output).catch((error) => fail(error, output));

  const url = server.url.replace('//0.0.0.0:', '//127.0.0.1:').replace('//[::]:', '//[::1]:');
  const exitCode = await run(command, { ...env, BRIEFS_MOCK_URL: url }, output.problem);
  await server.close().catch((error) => {
    output.problem(error.message);
    if (exitCode === 0) process.exit(exitCodes.failure);
  });
  process.exit(exitCode);
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such command (ENOENT)',
  EACCES: 'it is not an executable file (EACCES)',
};

/** Runs a command and passes signals on to it. Returns its exit code, or 128 plus the number of the signal that ended it. */
function run(
  [program = '', ...args]: string[],
  env: NodeJS.ProcessEnv,
  problem: (text: string) => void,
): Promise<number> {
  const child = spawn(program, args, { stdio: 'inherit', env });
  const pass = (signal: NodeJS.Signals) => {
    // A terminal sends Ctrl-C to the whole process group, so the command has received it already.
    if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, pass);
  return new Promise((resolve) => {
    child.once('error', ({ code, message }: NodeJS.ErrnoException) => {
      problem(`${program} cannot be started: ${reasons[code ?? ''] ?? message}`);
      resolve(exitCodes.notStarted);
    });
    child.once('exit', (code, signal) => resolve(code ?? 128 + constants.signals[signal ?? 'SIGTERM']));
  });
}
