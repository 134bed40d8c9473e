import { loadConfig } from '../config.js';
import { exitCodes, fail } from '../failure.js';
import type { ServerFlags } from '../flag.js';
import { createOutput } from '../output.js';
import { runCommand } from '../run-command.js';
import { execSettings } from '../settings.js';
import { start } from '../start-server.js';

/** Starts a server, runs a command, and exits with the exit code of the command. */
export async function exec(command: string[], given: ServerFlags, env: NodeJS.ProcessEnv): Promise<void> {
  const flags = { ...execSettings, ...given };
  const lines = process.stderr;
  const config = await loadConfig(flags.config).catch((error) => fail(error, createOutput({ ...given, lines })));
  const output = createOutput({ ...config, ...flags, lines });
  const server = await start(flags, config, output).catch((error) => fail(error, output));

  const options = { stdio: 'inherit', env: { ...env, BRIEFS_MOCK_URL: server.url } } as const;
  const exitCode = await runCommand(command, options).catch((error) => {
    output.problem(error.message);
    return exitCodes.notStarted;
  });
  await server.close().catch((error) => {
    output.problem(error.message);
    if (exitCode === 0) process.exit(exitCodes.failure);
  });
  process.exit(exitCode);
}
