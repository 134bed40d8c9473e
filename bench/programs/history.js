// Times the history with many or few users; the first argument is their number. Each call returns microseconds.

import { createMock } from 'briefs-mock';
import { answerCalls } from '../harness/answer-calls.js';
import { microseconds } from '../harness/microseconds.js';
import { readers } from '../scenarios/readers.js';

const ROWS = 10;

const users = Number(process.argv[2]);
const mock = createMock({ scenario: readers(users) });
let writes = 0;
let before = mock.revision;

/** Changes one user, or as many as given, spread over the table. */
function change(rows = 1) {
  before = mock.revision;
  for (let i = 0; i < rows; i++) {
    const id = 1 + ((writes * 7919 + i * Math.floor(users / rows)) % users);
    mock.data.user.update({ where: { id: { equals: id } }, data: { lname: `Last ${writes}` } });
  }
  writes++;
}

function changesOf(/** @type {number} */ rows) {
  const changed = mock.changes({ since: before }).tables.user?.length;
  if (changed !== rows) throw new Error(`${changed} rows differ, not ${rows}`);
}

answerCalls({
  difference: () =>
    microseconds(
      () => changesOf(ROWS),
      () => change(ROWS),
    ),
  rewind: () => microseconds(() => mock.rewind(before), change),
  branch: () => microseconds(() => mock.fork({ at: before }), change),
});
