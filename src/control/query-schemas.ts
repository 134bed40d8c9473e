import * as z from 'zod/mini';
import { numberText } from '../protocol/parameter-schemas.js';

export const integer = numberText(/^\d{1,15}$/, 'must be an integer of 0 or more').check(
  z.meta({ type: 'integer', minimum: 0 }),
);

/** A number of one or more in a query. `pattern` must match exactly the numbers from 1 to `maximum`. */
export function integerUpTo(maximum: number, pattern: RegExp) {
  const schema = numberText(pattern, `must be an integer from 1 to ${maximum}`);
  return schema.check(z.meta({ type: 'integer', minimum: 1, maximum }));
}

/** A parameter that is on if it is there: `?edited` or `?edited=true`. */
export const flag = z.pipe(
  z.enum(['', 'true'], 'must be true, or have no value'),
  z.transform(() => true as const),
);
