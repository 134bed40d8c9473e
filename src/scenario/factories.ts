import { calledFromOutside } from '../foundation/from-caller.js';
import type { State } from '../state/state.js';
import { type CompoundFactories, compoundFactoriesOf } from './compound-factories.js';
import type { Factory } from './factory.js';
import { type RecordFactories, recordFactoriesOf } from './record-factories.js';

/**
 * The factories of a mock: one for every table, and some that create several related records.
 *
 * They check the same constraints as `data` does. Records to which a new one has to refer are created too, unless given.
 */
export interface Factories extends RecordFactories, CompoundFactories {}

/** The factories of a state. They number records by the state's counters and are themselves stateless. */
export function factoriesOf(state: State): Factories {
  const make = recordFactoriesOf(state);
  const factories = Object.entries({ ...make, ...compoundFactoriesOf(state, make) });
  return Object.fromEntries(factories.map(([name, factory]) => [name, publicOf(factory)])) as unknown as Factories;
}

/** A factory for users: its errors begin with the line that called it. */
function publicOf(factory: Factory<never, unknown>): Factory<never, unknown> {
  const { many } = factory;
  return Object.assign(
    calledFromOutside((overrides?: never) => factory(overrides)),
    { many: calledFromOutside(many) },
  );
}
