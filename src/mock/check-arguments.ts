import { checkOptions } from '../foundation/check-options.js';
import { show } from '../foundation/format-value.js';
import { MockError } from '../foundation/mock-error.js';
import type { Mock } from './mock.js';

/**
 * Checks what a delivery is made of: a mock, and options.
 * @throws MockError `malformed_data`
 */
export function checkArguments(what: string, mock: Mock, options: object, known: readonly string[]): void {
  // By what it does: a mock may come from another copy of the package.
  if (typeof mock?.serve !== 'function') {
    throw new MockError('malformed_data', `${what} takes a mock, which createMock makes, not ${show(mock)}`);
  }
  checkOptions(what, options, known);
}
