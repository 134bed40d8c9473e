import * as z from 'zod';
import { preferenceTypes } from '../../state/models.js';

/** A type of preference, in any case; written `Entity` or `Generic` (D17). */
export const preferenceType = z
  .string()
  .transform((text) => preferenceTypes.find((type) => type.toLowerCase() === text.toLowerCase()))
  .refine((type) => type !== undefined, 'is neither Entity nor Generic');

export type PreferenceType = (typeof preferenceTypes)[number];

/** A body with its type as it is written, and an empty name as none (F3). What fits nothing is for its shape to refuse. */
export function readPreference(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  const { name, type } = body as { name?: unknown; type?: unknown };
  const read = preferenceType.safeParse(type);
  return { ...body, ...(name === '' && { name: null }), ...(read.success && { type: read.data }) };
}
