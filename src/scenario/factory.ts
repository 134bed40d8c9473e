import { expectShape } from '../foundation/validate.js';
import { fromZero } from '../model/define-table.js';
import type { State } from '../state/state.js';

/** Makes what a test needs; whatever is not said is made up, the same way every time. */
export interface Maker<Overrides, Made> {
  (overrides?: Overrides): Made;
  /**
   * Makes several, or none of them if one is refused. A function gives each its own overrides; it is called with 0 for the
   * first.
   */
  many(count: number, overrides?: Overrides | ((index: number) => Overrides)): Made[];
}

/** A maker that does all of its work or none. */
export function makerOf<Overrides extends object, Made>(
  state: State,
  makeOne: (overrides: Overrides) => Made,
): Maker<Overrides, Made> {
  return Object.assign((overrides = {} as Overrides) => state.transaction(() => makeOne(overrides)), {
    many(count: number, overrides: Overrides | ((index: number) => Overrides) = {} as Overrides) {
      const length = expectShape(fromZero, count, { root: ['count'] });
      return state.transaction(() =>
        Array.from({ length }, (_, i) => makeOne(typeof overrides === 'function' ? overrides(i) : overrides)),
      );
    },
  });
}
