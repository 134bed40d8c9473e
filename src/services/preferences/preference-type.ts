import * as z from 'zod';
import { preferenceTypes } from '../../state/models.js';

/** A type of preference, in any case; written `Entity` or `Generic` (D17). */
export const preferenceType = z
  .string()
  .transform((text) => preferenceTypes.find((type) => type.toLowerCase() === text.toLowerCase()))
  .refine((type) => type !== undefined, 'is neither Entity nor Generic');

export type PreferenceType = (typeof preferenceTypes)[number];

/** A body with its type as it is written; what is no type is left for its shape to refuse. */
export function readPreferenceType(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || !('type' in body)) return body;
  const read = preferenceType.safeParse(body.type);
  return read.success ? { ...body, type: read.data } : body;
}
