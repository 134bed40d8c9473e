import * as z from 'zod';

/** An id in a path: a plain decimal integer in the safe range (X10). */
export const recordId = z
  .string()
  .regex(/^(0|[1-9]\d*)$/, 'is not a plain decimal integer')
  .transform(Number)
  .refine(Number.isSafeInteger, 'is beyond the safe range of integers');
