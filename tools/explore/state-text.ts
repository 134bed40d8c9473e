import type { Mock } from '../../src/index.js';

/** The records of a mock as a text, short and the same for the same records: what differs from where it began. */
export const stateOf = (mock: Mock) => JSON.stringify(mock.changes().tables);
