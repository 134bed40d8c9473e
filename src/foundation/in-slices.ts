import { type MachineTime, machineMilliseconds } from './machine.js';

/** The time in milliseconds for which a slice may hold up others. */
const SLICE = 5;

/** Work in steps, which returns its result at the end. */
export type Steps<Result> = Generator<undefined, Result>;

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

/** The results for the items, each in a step of its own. */
export function* mapSteps<Item, Result>(items: Iterable<Item>, resultOf: (item: Item) => Result): Steps<Result[]> {
  const results: Result[] = [];
  for (const item of items) {
    results.push(resultOf(item));
    yield;
  }
  return results;
}

export function atOnce<Result>(steps: Steps<Result>): Result {
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
}

/** Takes the steps of a request: in slices, unless it is part of a log or a trace, where it is one moment. */
export function stepsOfRequest<Result>(steps: Steps<Result>, machine: MachineTime): Result | Promise<Result> {
  return machine.isFollowed ? atOnce(steps) : stepsInSlices(steps);
}

/** Takes steps for a few milliseconds at a time, so that others get their turn. What is done in the first slice is done at once. */
export function stepsInSlices<Result>(steps: Steps<Result>): Result | Promise<Result> {
  const first = sliceOf(steps);
  return first.done ? first.value : restInSlices(steps);
}

async function restInSlices<Result>(steps: Steps<Result>): Promise<Result> {
  for (;;) {
    await nextTurn();
    const last = sliceOf(steps);
    if (last.done) return last.value;
  }
}

/** Takes steps for a few milliseconds. Returns the last. */
function sliceOf<Result>(steps: Steps<Result>): IteratorResult<undefined, Result> {
  const end = machineMilliseconds() + SLICE;
  let step = steps.next();
  while (!step.done && machineMilliseconds() < end) step = steps.next();
  return step;
}

/**
 * Resolves when the messages and connections that wait have had their turn. Works with the timers of a test, which stand still,
 * except where there are no channels, such as in workerd and in Jest's jsdom.
 */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof MessageChannel === 'undefined') {
      setTimeout(resolve, 0);
      return;
    }
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(undefined);
  });
}
