import type { Data } from '../state/collection.js';
import type { State } from '../state/state.js';
import { type Compounds, compoundsOf } from './compound-factories.js';
import { type RecordMakers, recordMakersOf } from './record-factories.js';

/**
 * The makers of a mock: one for every table, and a few for what takes several records.
 *
 * They write as `data` does, and refuse what it refuses. What a record has to refer to is made too, unless it is named.
 */
export interface Make extends RecordMakers, Compounds {}

/** The makers of a state. They number what they make by its counters, and remember nothing themselves. */
export function makeOf(state: State, data: Data): Make {
  const make = recordMakersOf(state, data);
  return { ...make, ...compoundsOf(state, make) };
}
