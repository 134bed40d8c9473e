import { nonNegativeInteger } from '../foundation/common-schemas.js';
import { isPromise } from '../foundation/is-promise.js';
import { malformed } from '../foundation/mock-error.js';
import { expectValid } from '../foundation/validate.js';
import type { State } from '../state/state.js';

/** Creates records for a test. Columns that are not given get a sample value, the same in every run. */
export interface Factory<Overrides, Created> {
  (overrides?: Overrides): Created;
  /**
   * Creates several records, or none if one fails. `overrides` can be a function of the record's index, from 0.
   */
  many(count: number, overrides?: Overrides | ((index: number) => Overrides)): Created[];
}

/**
 * A factory that runs each call as one transaction. `name` is its name in `mock.make`. `latest` returns a record as it is after
 * those that were created later.
 */
export function factoryOf<Overrides extends object, Created>(
  state: State,
  name: string,
  createOne: (overrides: Overrides) => Created,
  latest: (created: Created) => Created = (created) => created,
): Factory<Overrides, Created> {
  const run = <Result>(call: string, create: () => Result) => state.run(call, () => state.transaction(create));
  return Object.assign((overrides = {} as Overrides) => run(`make.${name}`, () => createOne(overrides)), {
    many(count: number, overrides: Overrides | ((index: number) => Overrides) = {} as Overrides) {
      const length = expectValid(nonNegativeInteger, count, { root: ['count'] });
      return run(`make.${name}.many`, () =>
        Array.from({ length }, (_, i) => {
          const given: unknown = typeof overrides === 'function' ? overrides(i) : overrides;
          if (isPromise(given)) throw malformed(`make.${name}.many: the function must be synchronous`);
          return createOne((given ?? {}) as Overrides);
        }).map(latest),
      );
    },
  });
}
