import { formatValue } from './format-value.js';

/** The error of a schema that says what a value must be, and what it is. */
export function butIs(requirement: string) {
  return { error: ({ input }: { input?: unknown }) => `${requirement}, but is ${formatValue(input)}` };
}
