/**
 * How long something takes, in milliseconds: by the clock, and of the processor's time, which other work on the machine
 * disturbs less.
 * @param {() => unknown} run
 */
export function timed(run) {
  const [time, processor] = [performance.now(), process.cpuUsage()];
  run();
  const elapsed = performance.now() - time;
  const { user, system } = process.cpuUsage(processor);
  return { elapsed, processor: (user + system) / 1000 };
}
