import { machineMilliseconds } from '../../foundation/clock.js';
import type { MockServer } from '../../server/index.js';
import { loadConfig } from '../config.js';
import { fail } from '../failure.js';
import type { ServerFlags } from '../flags.js';
import { createOutput, type Output } from '../output.js';
import { start } from '../start-server.js';

/** Signals within this time, in milliseconds, count as one: Ctrl-C reaches the server from the terminal and through npm. */
const SAME_SIGNAL = 200;

export async function serve(flags: ServerFlags): Promise<void> {
  const config = await loadConfig(flags.config).catch((error) => fail(error, createOutput(flags)));
  const output = createOutput({ ...config, ...flags });
  const prepare = (server: MockServer) => stopOnSignals(server, output);
  await start(flags, config, output, prepare).catch((error) => fail(error, output));
}

/** Stops the server at a signal, and at once at a second one. */
export function stopOnSignals(server: MockServer, output: Output): void {
  let stoppedAt: number | undefined;
  const stop = (signal: NodeJS.Signals) => {
    if (stoppedAt === undefined) {
      stoppedAt = machineMilliseconds();
      output.note(`${signal}: waiting for running requests; send it again to stop immediately`);
      server.close().then(
        () => process.exit(0),
        (error) => fail(error, output),
      );
    } else if (machineMilliseconds() - stoppedAt > SAME_SIGNAL) {
      fail(new Error('stopped immediately; only the log of --state is complete'), output);
    }
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
}
