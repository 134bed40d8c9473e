import * as z from 'zod';

const position = (standard: number) =>
  z
    .string()
    .regex(/^[1-9]\d*$/, 'is not an integer from 1')
    .transform(Number)
    .refine(Number.isSafeInteger, 'is beyond the safe range of integers')
    .default(standard)
    .meta({ type: 'integer', minimum: 1, default: standard });

/** The query parameters of a paginated list (User-Data API, "Limits"; D19). */
export const pagination = { page: position(1), size: position(24) };

/** One page of a list, with the length of the whole list. Only the records of the page are read. */
export function paginate<Key, Row>(
  keys: readonly Key[],
  { page, size }: { page: number; size: number },
  get: (key: Key) => Row | undefined,
): { data: Row[]; total: number } {
  const start = (page - 1) * size;
  return { data: keys.slice(start, start + size).map((key) => get(key) as Row), total: keys.length };
}
