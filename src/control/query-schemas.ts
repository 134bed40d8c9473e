import * as z from 'zod';

/** A number in a query. */
export const integer = z
  .string()
  .regex(/^\d{1,15}$/, 'must be an integer of 0 or more')
  .transform(Number)
  .meta({ type: 'integer', minimum: 0 });
