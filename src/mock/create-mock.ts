import { fromCaller } from '../foundation/from-caller.js';
import { assemble } from './assemble.js';
import type { Mock } from './mock.js';
import type { MockOptions } from './mock-options.js';

/**
 * Creates a mock of the three APIs.
 *
 * @example
 * const mock = createMock({ scenario: newsroom, seed: 7 });
 * const response = await mock.fetch('/public-api/v1/brief', {
 *   headers: { authorization: `Bearer ${mock.tokenFor('alice@acme.example')}` },
 * });
 * @throws MockError `malformed_data` for invalid options, and the errors of records that the scenario creates.
 */
export function createMock(options: MockOptions = {}): Mock {
  return fromCaller(createMock, () => newMock(options));
}

/** Creates a mock for {@link createMock}, or for another public function: the stacks of its errors begin there. */
export function newMock(options: MockOptions): Mock {
  const { mock } = assemble(options, async (trace, settings) => {
    // Loaded on demand: it is rarely asked for.
    const { stateAfter } = await import('./replay-steps.js');
    return stateAfter(trace, settings);
  });
  return mock;
}
