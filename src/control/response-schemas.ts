import * as z from 'zod/mini';
import type { ControlContext } from './control-route.js';

/** The state after a reset or restore. */
export const stateSummary = z.strictObject({ scenario: z.string(), seed: z.int(), clock: z.iso.datetime() });

export function summaryOf({ session: { state } }: ControlContext): z.output<typeof stateSummary> {
  const { scenario, seed, clock } = state;
  return { scenario, seed, clock: clock.toString() };
}

/** A JSON object that is described by a sentence alone: other code checks what is in it. */
export function jsonObject<Value extends object>(description: string, error?: string) {
  return z
    .custom<Value>((value) => typeof value === 'object' && value !== null, error)
    .check(z.meta({ type: 'object', additionalProperties: true, description }));
}

export function one<Item extends z.core.$ZodType>(item: Item) {
  return z.strictObject({ data: item });
}

/** The response with a list, and its length. */
export function list<Item extends z.core.$ZodType>(item: Item) {
  return z.strictObject({ data: z.array(item), total: z.int() });
}

export function listOf<Item>(data: Item[]): { data: Item[]; total: number } {
  return { data, total: data.length };
}
