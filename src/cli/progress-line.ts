import { machineMilliseconds } from '../foundation/machine.js';

const CLEAR = '\r\u001b[K';

/** Whether the cursor is at the end of a progress line. */
let isShown = false;

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
    isShown = isTTY;
  };
}

/** Removes a progress line, so that what is printed next does not stand behind it. */
export function removeProgressLine(): void {
  if (isShown) process.stderr.write(CLEAR);
  isShown = false;
}
