import { machineMilliseconds } from '../foundation/machine.js';

/** Goes to the start of a line of a terminal, and removes the progress line that may be there. */
export const CLEAR = '\r\u001b[K';

/**
 * Prints how far a command is: on one line of a terminal, where it waits `pause` milliseconds between two texts, otherwise twice a
 * minute.
 */
export function progressLine(pause: number): (text: string) => void {
  const { isTTY } = process.stderr;
  let last = machineMilliseconds();
  return (text) => {
    if (machineMilliseconds() - last < (isTTY ? pause : 30_000)) return;
    last = machineMilliseconds();
    process.stderr.write(isTTY ? CLEAR + text : `${text}\n`);
  };
}
