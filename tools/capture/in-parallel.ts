/** The number of requests that are sent at the same time. */
const AT_ONCE = 4;

/** Runs a task for each item, at most four at once, until one fails. The results are in the order of the items. */
export async function inParallel<Item, Result>(
  items: readonly Item[],
  run: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results = new Array<Result>(items.length);
  const waiting = items.entries();
  const failures: unknown[] = [];
  const worker = async () => {
    for (const [i, item] of waiting) {
      try {
        results[i] = await run(item);
      } catch (error) {
        failures.push(error);
      }
      if (failures.length > 0) return;
    }
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, items.length) }, worker));
  if (failures.length > 0) throw failures[0];
  return results;
}
