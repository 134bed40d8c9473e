import * as z from 'zod/mini';

/** A decimal integer without sign or leading zeros (X10). */
const PLAIN_INTEGER = /^(0|[1-9]\d*)$/;

/** A parameter that can be missing, with its description in the OpenAPI document. */
export function optionalParameter<Schema extends z.core.$ZodType>(schema: Schema, description: string) {
  return z.optional(schema).check(z.describe(description));
}

/** A number in a parameter. Its text must match the pattern. */
export function numberText(pattern: RegExp, error: string) {
  return z.pipe(z.string().check(z.regex(pattern, error)), z.transform(Number));
}

export const recordId = z
  .pipe(
    z.string(),
    z.transform((text, context) => {
      const id = recordIdOf(text);
      if (id !== undefined) return id;
      context.issues.push({
        code: 'custom',
        input: text,
        message: `must be a decimal integer without sign or leading zeros, at most ${Number.MAX_SAFE_INTEGER}`,
      });
      return z.NEVER;
    }),
  )
  .check(z.meta({ type: 'integer', minimum: 1 }));

/** The id that a text stands for; undefined if it is invalid. */
export function recordIdOf(text: string): number | undefined {
  const id = Number(text);
  return PLAIN_INTEGER.test(text) && Number.isSafeInteger(id) ? id : undefined;
}

/** A text; an empty text is parsed to null. */
export const emptyAsNull = z.pipe(
  z.pipe(
    z.string(),
    z.transform((text) => (text === '' ? null : text)),
  ),
  z.nullable(z.string()),
);
