import { didYouMean } from './did-you-mean.js';
import { formatValue } from './format-value.js';
import { isPlainObject } from './is-object.js';
import { malformed } from './mock-error.js';

/** The names of all options of a type. One that is left out does not compile, nor does one that the type does not have. */
export function optionNames<Options>(names: { readonly [Name in keyof Options]-?: true }): string[] {
  return Object.keys(names);
}

/** @throws MockError `malformed_data` for a value that is not an object. */
export function expectObject(what: string, value: unknown): asserts value is object {
  if (!isPlainObject(value)) throw malformed(`${what} takes an object, not ${formatValue(value)}`);
}

/** @throws MockError `malformed_data` for a value that is not an object, or has an unknown option. */
export function checkOptions(what: string, options: unknown, known: readonly string[]): void {
  expectObject(what, options);
  const unknown = Object.keys(options).filter((name) => !known.includes(name));
  if (unknown.length === 0) return;
  const allowed = [...new Set(known)];
  const hint = didYouMean(unknown[0], { count: allowed.length, list: () => allowed });
  throw malformed(`${what} has no option ${unknown.join(', ')}; it has ${allowed.join(', ')}${hint}`);
}

/** @throws MockError `malformed_data` for an option that is neither true nor false. */
export function checkFlag(option: string, value: unknown): void {
  if (typeof value === 'boolean') return;
  throw malformed(`${option}: must be true or false, but is ${formatValue(value)}`);
}
