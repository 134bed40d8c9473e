import { checkOptions } from '../foundation/check-options.js';
import { formatValue } from '../foundation/format-value.js';
import { malformed } from '../foundation/mock-error.js';
import type { Mock } from './mock.js';

/**
 * Validates the arguments of a function that takes a mock and options.
 * @throws MockError `malformed_data`
 */
export function checkArguments(what: string, mock: Mock, options: object, known: readonly string[]): void {
  // Duck typing instead of instanceof: the mock may come from another copy of the package.
  if (typeof mock?.serve !== 'function') {
    throw malformed(`${what} takes a mock created by createMock, not ${formatValue(mock)}`);
  }
  checkOptions(what, options, known);
}

/** @throws MockError `malformed_data` for an option that is neither true nor false. */
export function checkFlag(option: string, value: unknown): void {
  if (typeof value === 'boolean') return;
  throw malformed(`${option}: must be true or false, but is ${formatValue(value)}`);
}
