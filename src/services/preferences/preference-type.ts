import * as z from 'zod';
import { preferenceTypes } from '../../model/tables/preference.js';

/** A type of preference in any case; parsed to `Entity` or `Generic` (D17). */
export const preferenceType = z
  .string()
  .transform((text) => preferenceTypes.find((type) => type.toLowerCase() === text.toLowerCase()))
  .refine((type) => type !== undefined, 'is neither Entity nor Generic')
  .meta({ description: 'In any case.', examples: [...preferenceTypes], pattern: inAnyCase(preferenceTypes) });

/** A pattern of words in any case; patterns in JSON Schema have no case-insensitive flag. */
function inAnyCase(words: readonly string[]): string {
  const letter = (char: string) => `[${char.toUpperCase()}${char.toLowerCase()}]`;
  return `^(${words.map((word) => [...word].map(letter).join('')).join('|')})$`;
}
