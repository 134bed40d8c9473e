import * as z from 'zod';

/** A plain decimal integer in the safe range: what an id in a path is (X10). */
const PLAIN_INTEGER = /^(0|[1-9]\d*)$/;

export const recordId = z
  .string()
  .transform((text, context) => {
    const id = Number(text);
    if (PLAIN_INTEGER.test(text) && Number.isSafeInteger(id)) return id;
    context.addIssue({ code: 'custom', message: 'is not a plain decimal integer in the safe range' });
    return z.NEVER;
  })
  .meta({ type: 'integer', minimum: 1 });

/** A text that may be empty, which means that there is none. */
export const emptyAsNull = z
  .string()
  .transform((text) => (text === '' ? null : text))
  .pipe(z.string().nullable());
