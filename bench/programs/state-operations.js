// Times the operations that copy a whole state; the first argument is the number of users. Each call returns microseconds.

import { createMock } from 'briefs-mock';
import { Bench } from 'tinybench';
import { answerCalls } from '../harness/answer-calls.js';
import { readers } from '../scenarios/readers.js';

const users = Number(process.argv[2]);
const mock = createMock({ scenario: readers(users) });
const before = mock.snapshot();
let writes = 0;

/** Without a change, there would be nothing to copy or to restore. */
function change() {
  writes++;
  mock.data.user.update({ where: { id: { equals: 1 + (writes % users) } }, data: { lname: `Last ${writes}` } });
}

/** @param {() => unknown} operation */
async function microseconds(operation) {
  const bench = new Bench({ time: 0, iterations: 2_000, warmupTime: 0, warmupIterations: 200 });
  const task = bench.add('operation', operation, { beforeEach: change }).tasks[0];
  await bench.run();
  const result = task?.result;
  if (result?.state !== 'completed') throw new Error(`the timing did not complete: ${result?.state}`);
  return result.latency.p50 * 1000;
}

answerCalls({
  reset: () => microseconds(() => mock.reset()),
  fork: () => microseconds(() => mock.fork()),
  snapshot: () => microseconds(() => mock.snapshot()),
  restore: () => microseconds(() => mock.restore(before)),
});
