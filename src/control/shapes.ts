import * as z from 'zod';
import type { RouteContext } from '../protocol/route.js';

/** What a reset or a restore leads to. */
export const stateSummary = z.strictObject({ scenario: z.string(), seed: z.int(), clock: z.iso.datetime() });

export function summaryOf({ session: { state } }: RouteContext): z.output<typeof stateSummary> {
  const { scenario, seed, clock } = state;
  return { scenario, seed, clock: clock.toString() };
}

/** One of something. */
export function one<Item extends z.ZodType>(item: Item) {
  return z.strictObject({ data: item });
}

/** All of something, and how many that is. */
export function list<Item extends z.ZodType>(item: Item) {
  return z.strictObject({ data: z.array(item), total: z.int() });
}

export function listOf<Item>(data: Item[]): { data: Item[]; total: number } {
  return { data, total: data.length };
}
