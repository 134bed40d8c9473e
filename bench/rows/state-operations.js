import { operationsRow } from '../harness/operations.js';

/** The operations that copy or restore the whole state. */
export const stateOperations = operationsRow('state-operations', {
  reset: { what: '`mock.reset()` after a write', limit: 50 },
  fork: { what: '`mock.fork()` after a write', limit: 50 },
  snapshot: { what: '`mock.snapshot()` after a write', limit: 50 },
  restore: { what: '`mock.restore()` after a write', limit: 50 },
});
