import { machineMilliseconds } from '../foundation/machine.js';

/** Signals within this time, in milliseconds, count as one: Ctrl-C reaches the process from the terminal and through npm. */
const SAME_SIGNAL = 200;

/** Calls `stop` at the first of these signals, and `stopAtOnce` at each later one. */
export function onStopSignals<Signal extends NodeJS.Signals>(
  signals: readonly Signal[],
  stop: (signal: Signal) => void,
  stopAtOnce: (signal: Signal) => void,
): void {
  let stoppedAt: number | undefined;
  for (const signal of signals) {
    process.on(signal, () => {
      if (stoppedAt === undefined) {
        stoppedAt = machineMilliseconds();
        stop(signal);
      } else if (machineMilliseconds() - stoppedAt > SAME_SIGNAL) stopAtOnce(signal);
    });
  }
}

/** The exit codes of a process that a signal has ended. */
export const stopCodes = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const;

/** Calls `stop` at the first SIGHUP, SIGINT or SIGTERM, with the exit code of a process that it ends early. A later one ends it at once. */
export function onInterrupt(stop: (exitCode: number) => void): void {
  onStopSignals(
    ['SIGHUP', 'SIGINT', 'SIGTERM'],
    (signal) => stop(stopCodes[signal]),
    (signal) => process.exit(stopCodes[signal]),
  );
}
