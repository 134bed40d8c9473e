// Times the operations that copy a whole state; the first argument is the number of users. Each call returns microseconds.

import { createMock } from 'briefs-mock';
import { answerCalls } from '../harness/answer-calls.js';
import { microseconds } from '../harness/microseconds.js';
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

answerCalls({
  reset: () => microseconds(() => mock.reset(), change),
  fork: () => microseconds(() => mock.fork(), change),
  snapshot: () => microseconds(() => mock.snapshot(), change),
  restore: () => microseconds(() => mock.restore(before), change),
});
