/** How much memory this process takes once its garbage is collected, in megabytes. Needs `node --expose-gc`. */
export function residentMegabytes() {
  if (globalThis.gc === undefined) throw new Error('run it with --expose-gc');
  globalThis.gc();
  return process.memoryUsage.rss() / 1e6;
}
