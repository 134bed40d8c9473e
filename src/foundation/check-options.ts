import { show } from './format-value.js';
import { MockError } from './mock-error.js';

/** @throws MockError `malformed_data` for what is no object, or has options that are not known. */
export function checkOptions(what: string, options: unknown, known: readonly string[]): void {
  if (typeof options !== 'object' || options === null || Array.isArray(options)) {
    throw new MockError('malformed_data', `${what} takes an object, not ${show(options)}`);
  }
  const unknown = Object.keys(options).filter((name) => !known.includes(name));
  if (unknown.length === 0) return;
  throw new MockError(
    'malformed_data',
    `${what} has no option ${unknown.join(', ')}; it has ${[...new Set(known)].join(', ')}`,
  );
}
