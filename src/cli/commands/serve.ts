import type { MockServer } from '../../server/index.js';
import { loadConfig } from '../config.js';
import { fail } from '../failure.js';
import { type ServerFlags, unreadVariables } from '../flag.js';
import { onStopSignals } from '../on-stop-signals.js';
import { createOutput, type Output } from '../output.js';
import { start } from '../start-server.js';

export async function serve(flags: ServerFlags, env: NodeJS.ProcessEnv): Promise<void> {
  const config = await loadConfig(flags.config).catch((error) => fail(error, createOutput(flags)));
  const output = createOutput({ ...config, ...flags });
  for (const problem of unreadVariables(env)) output.problem(problem);
  const prepare = (server: MockServer) => stopOnSignals(server, output);
  await start(flags, config, output, prepare).catch((error) => {
    // A signal stopped the server before it was ready; the handler of the signal ends the process.
    if (error.name !== 'AbortError') fail(error, output);
  });
}

/** Stops the server at a signal, and at once at a second one. */
export function stopOnSignals(server: MockServer, output: Output): void {
  onStopSignals(
    ['SIGINT', 'SIGTERM', 'SIGHUP'],
    (signal) => {
      output.note(`${signal}: waiting for running requests; send it again to stop immediately`);
      server.close().then(
        () => {
          output.note('stopped');
          process.exit(0);
        },
        (error) => fail(error, output),
      );
    },
    () => fail(new Error('stopped immediately; only the log of --state is complete'), output),
  );
}
