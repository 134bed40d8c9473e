import * as z from 'zod/mini';
import { mismatches } from '../patterns.js';

/** A generic value whose other fields fit. The key of its value may have an apostrophe (D11). */
export function genericValue(value: string | null, others: Readonly<Record<string, unknown>> = {}): z.core.$ZodType {
  const fits = (item: unknown) =>
    ['preference_value', "preference_value'"].some((key) => mismatches({ ...others, [key]: value }, item).length === 0);
  return z.custom(fits, `must be a generic value with ${JSON.stringify({ preference_value: value, ...others })}`);
}
