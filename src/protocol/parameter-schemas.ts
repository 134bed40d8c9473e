import * as z from 'zod';

/** A decimal integer without sign or leading zeros (X10). */
const PLAIN_INTEGER = /^(0|[1-9]\d*)$/;

export const recordId = z
  .string()
  .transform((text, context) => {
    const id = Number(text);
    if (PLAIN_INTEGER.test(text) && Number.isSafeInteger(id)) return id;
    context.addIssue({
      code: 'custom',
      message: `must be a decimal integer without sign or leading zeros, at most ${Number.MAX_SAFE_INTEGER}`,
    });
    return z.NEVER;
  })
  .meta({ type: 'integer', minimum: 1 });

/** A text; an empty text is parsed to null. */
export const emptyAsNull = z
  .string()
  .transform((text) => (text === '' ? null : text))
  .pipe(z.string().nullable());
