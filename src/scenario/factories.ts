import type { Data } from '../state/collection.js';
import type { State } from '../state/state.js';
import { type CompoundFactories, compoundFactoriesOf } from './compound-factories.js';
import { type RecordFactories, recordFactoriesOf } from './record-factories.js';

/**
 * The factories of a mock: one for every table, and some that create several related records.
 *
 * They check the same constraints as `data` does. Records to which a new one has to refer are created too, unless given.
 */
export interface Factories extends RecordFactories, CompoundFactories {}

/** The factories of a state. They number records by the state's counters and are themselves stateless. */
export function factoriesOf(state: State, data: Data): Factories {
  const make = recordFactoriesOf(state, data);
  return { ...make, ...compoundFactoriesOf(state, make) };
}
