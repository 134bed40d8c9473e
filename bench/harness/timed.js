/**
 * Times a function in milliseconds: by the clock, and by processor time, which other work on the machine affects less.
 * @param {() => unknown} run
 */
export function timed(run) {
  const [time, processor] = [performance.now(), process.cpuUsage()];
  run();
  const elapsed = performance.now() - time;
  const { user, system } = process.cpuUsage(processor);
  return { elapsed, processor: (user + system) / 1000 };
}
