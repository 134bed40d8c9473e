import * as z from 'zod/mini';
import { preferenceTypes } from '../../model/tables/preference.js';

/** A type of preference, case-insensitive; parsed to `Entity` or `Generic` (D17). */
export const preferenceType = z
  .pipe(
    z.string(),
    z.transform((text) => preferenceTypes.find((type) => type.toLowerCase() === text.toLowerCase())),
  )
  .check(
    z.refine((type) => type !== undefined, 'must be Entity or Generic (case-insensitive)'),
    z.meta({ description: 'Case-insensitive.', examples: [...preferenceTypes], pattern: inAnyCase(preferenceTypes) }),
  );

/** A case-insensitive pattern of words; patterns in JSON Schema have no flags. */
function inAnyCase(words: readonly string[]): string {
  const letter = (char: string) => `[${char.toUpperCase()}${char.toLowerCase()}]`;
  return `^(${words.map((word) => [...word].map(letter).join('')).join('|')})$`;
}
