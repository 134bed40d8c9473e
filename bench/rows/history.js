import { operationsRow, SAME } from '../harness/operations.js';

/** The difference of two states, and the ways back to an earlier one. */
export const history = operationsRow('history', {
  difference: { what: '`mock.changes()` after 10 changed rows', limit: 100, ratio: SAME },
  rewind: { what: '`mock.rewind()` after a write', limit: 50 },
  branch: { what: '`mock.fork({ at })` after a write', limit: 50 },
});
