import { setImmediate as nextTurn } from 'node:timers/promises';
import { machineMilliseconds } from '../foundation/machine.js';

/** The time in milliseconds for which a slice may hold up requests. */
const SLICE = 5;

/** Removes up to `count` items from a list and handles them, for a few milliseconds at a time. Others may add items meanwhile. */
export async function inSlices<Item>(items: Item[], count: number, handle: (item: Item) => void): Promise<void> {
  for (let left = count; left > 0 && items.length > 0; ) {
    const end = machineMilliseconds() + SLICE;
    do {
      handle(items.shift() as Item);
      left--;
    } while (left > 0 && items.length > 0 && machineMilliseconds() < end);
    await nextTurn();
  }
}
