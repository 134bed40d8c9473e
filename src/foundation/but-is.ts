import { formatValueAt } from './format-value.js';

/** The error of a schema that says what a value must be, and what it is. */
export function butIs(requirement: string) {
  return {
    error: ({ path = [], input }: { path?: readonly PropertyKey[] | undefined; input?: unknown }) =>
      `${requirement}, but is ${formatValueAt(path, input)}`,
  };
}
