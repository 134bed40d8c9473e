import { issuesError } from '../foundation/mock-error.js';
import { ITEM_LIMIT } from '../protocol/bulk.js';

/** @throws MockError `payload_too_large` for a body with a list, at any depth, that is too long (X26). */
export function checkLists(body: unknown): void {
  const long = findLongList(body);
  if (long === undefined) return;
  const path = long.path.join('.');
  const message = `must be a list of at most ${ITEM_LIMIT} items, but has ${long.length}; send several requests`;
  throw issuesError('payload_too_large', [{ path, message: path === '' ? `The request body ${message}` : message }]);
}

function findLongList(value: unknown): { path: readonly string[]; length: number } | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (Array.isArray(value) && value.length > ITEM_LIMIT) return { path: [], length: value.length };
  for (const [key, part] of Object.entries(value)) {
    const found = findLongList(part);
    if (found !== undefined) return { path: [key, ...found.path], length: found.length };
  }
  return undefined;
}
