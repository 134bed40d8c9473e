import { operationsRow, SAME } from '../harness/operations.js';

/** The operations that copy or restore the whole state. */
export const stateOperations = operationsRow('state-operations', {
  reset: { what: '`mock.reset()` after a write', limit: 50, ratio: SAME },
  fork: { what: '`mock.fork()` after a write', limit: 50, ratio: SAME },
  snapshot: { what: '`mock.snapshot()` after a write', limit: 50, ratio: SAME },
  restore: { what: '`mock.restore()` after a write', limit: 50, ratio: SAME },
});
