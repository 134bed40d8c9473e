/** The memory of this process after a garbage collection, in megabytes. Needs `node --expose-gc`. */
export function residentMegabytes() {
  if (globalThis.gc === undefined) throw new Error('run Node with --expose-gc');
  globalThis.gc();
  return process.memoryUsage.rss() / 1e6;
}
