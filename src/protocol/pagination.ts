import * as z from 'zod/mini';
import { numberText } from './parameter-schemas.js';

const positiveInteger = (standard: number) =>
  z
    ._default(
      numberText(/^[1-9]\d*$/, 'must be an integer of 1 or more').check(
        z.refine(Number.isSafeInteger, `must be at most ${Number.MAX_SAFE_INTEGER}`),
      ),
      standard,
    )
    .check(z.meta({ type: 'integer', minimum: 1, default: standard }));

/** The query parameters of a paginated list (User-Data API, "Limits"; D19). */
export const pagination = { page: positiveInteger(1), size: positiveInteger(24) };

/** One page of a list, with the length of the whole list. Only the records of the page are read. */
export function paginate<Key, Row>(
  keys: readonly Key[],
  { page, size }: { page: number; size: number },
  get: (key: Key) => Row | undefined,
): { data: Row[]; total: number } {
  const start = (page - 1) * size;
  return { data: keys.slice(start, start + size).map((key) => get(key) as Row), total: keys.length };
}
