// What the tests import from `vitest`, without the parts of Vitest that need Node.
import {
  ASYMMETRIC_MATCHERS_OBJECT,
  getState,
  JestAsymmetricMatchers,
  JestChaiExpect,
  JestExtend,
  setState,
} from '@vitest/expect';
import { fn, spyOn } from '@vitest/spy';
import * as chai from 'chai';

export * from '@vitest/runner';

for (const plugin of [JestExtend, JestChaiExpect, JestAsymmetricMatchers]) chai.use(plugin);

export const expect = Object.assign(
  (value, message) => {
    setState({ assertionCalls: getState(expect).assertionCalls + 1 }, expect);
    return chai.expect(value, message);
  },
  chai.expect,
  globalThis[ASYMMETRIC_MATCHERS_OBJECT],
);
setState({ assertionCalls: 0 }, expect);

export const vi = { fn, spyOn, setConfig: () => {} };

export const expectTypeOf = () => new Proxy(() => expectTypeOf(), { get: () => expectTypeOf() });
