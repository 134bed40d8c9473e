import { machineMilliseconds } from './machine.js';

/** The time in milliseconds for which a slice may hold up others. */
const SLICE = 5;

/** Handles items one after the other, for a few milliseconds at a time, so that others get their turn. */
export async function inSlices<Item>(
  items: Iterable<Item> | AsyncIterable<Item>,
  handle: (item: Item) => void,
): Promise<void> {
  let end = machineMilliseconds() + SLICE;
  for await (const item of items) {
    handle(item);
    if (machineMilliseconds() < end) continue;
    await nextTurn();
    end = machineMilliseconds() + SLICE;
  }
}

/** Resolves when the messages and connections that wait have had their turn. Works with the timers of a test, which stand still. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(undefined);
  });
}
