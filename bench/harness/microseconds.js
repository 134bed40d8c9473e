import { Bench } from 'tinybench';

/**
 * The median microseconds of an operation that runs often. `prepare` runs before each time and is not timed.
 * @param {() => unknown} operation @param {() => void} prepare
 */
export async function microseconds(operation, prepare) {
  const bench = new Bench({ time: 0, iterations: 2_000, warmupTime: 0, warmupIterations: 200 });
  const task = bench.add('operation', operation, { beforeEach: () => prepare() }).tasks[0];
  await bench.run();
  const result = task?.result;
  if (result?.state !== 'completed') throw new Error(`the timing did not complete: ${result?.state}`);
  return result.latency.p50 * 1000;
}
