import * as z from 'zod';
import { models, preferenceTypes } from '../../model/tables.js';

/** A type of preference, in any case; written `Entity` or `Generic` (D17). */
export const preferenceType = z
  .string()
  .transform((text) => preferenceTypes.find((type) => type.toLowerCase() === text.toLowerCase()))
  .refine((type) => type !== undefined, 'is neither Entity nor Generic')
  .meta({ description: 'In any case.', examples: [...preferenceTypes], pattern: inAnyCase(preferenceTypes) });

export type PreferenceType = (typeof preferenceTypes)[number];

/** That of a preference whose type is left out or null (X21). */
export const DEFAULT_TYPE: PreferenceType = models.preference.defaults.type;

/** A pattern of words, whatever case they are written in: patterns of JSON Schema have no flag for it. */
function inAnyCase(words: readonly string[]): string {
  const letter = (char: string) => `[${char.toUpperCase()}${char.toLowerCase()}]`;
  return `^(${words.map((word) => [...word].map(letter).join('')).join('|')})$`;
}
