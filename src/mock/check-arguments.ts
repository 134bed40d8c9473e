import { checkOptions } from '../foundation/check-options.js';
import { tokenText } from '../foundation/common-schemas.js';
import { formatValue } from '../foundation/format-value.js';
import { malformed, malformedAt } from '../foundation/mock-error.js';
import { expectValid } from '../foundation/validate.js';
import { originList } from '../protocol/behavior.js';
import type { ControlAccess } from '../protocol/listener.js';
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

/**
 * Validates the option `control` of what delivers requests to a mock: with a misspelt or missing token, everyone could call it.
 * @throws MockError `malformed_data`
 */
export function checkControl(control: false | ControlAccess | undefined, known: (keyof ControlAccess)[]): void {
  if (control === undefined || control === false) return;
  checkOptions('control', control, known);
  const { token, corsOrigin = [] } = control;
  expectValid(originList, corsOrigin, { root: ['control', 'corsOrigin'] });
  if (corsOrigin.length > 0 && token === undefined) {
    throw malformedAt('control.corsOrigin', 'needs a control token');
  }
  expectValid(tokenText, token, { root: ['control', 'token'] });
}
