import * as z from 'zod/mini';
import { numberText } from '../protocol/parameter-schemas.js';

/** A number in a query. */
export const integer = numberText(/^\d{1,15}$/, 'must be an integer of 0 or more').check(
  z.meta({ type: 'integer', minimum: 0 }),
);
