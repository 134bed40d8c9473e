/** The memory of this process after a garbage collection, in megabytes. Needs `node --expose-gc`. */
export function residentMegabytes() {
  collectGarbage();
  return process.memoryUsage.rss() / 1e6;
}

/**
 * The memory of the objects in this process after a garbage collection, in megabytes: unlike the resident memory, it has nothing
 * that V8 keeps for later. Needs `node --expose-gc`.
 */
export function heapMegabytes() {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 1e6;
}

function collectGarbage() {
  if (globalThis.gc === undefined) throw new Error('run Node with --expose-gc');
  globalThis.gc();
}
