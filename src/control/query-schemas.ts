import * as z from 'zod/mini';
import { numberText } from '../protocol/parameter-schemas.js';

/** A number in a query. */
export const integer = numberText(/^\d{1,15}$/, 'must be an integer of 0 or more').check(
  z.meta({ type: 'integer', minimum: 0 }),
);

/** A parameter that is on if it is there: `?edited` or `?edited=true`. */
export const flag = z.pipe(
  z.enum(['', 'true'], 'must be true, or have no value'),
  z.transform(() => true as const),
);
