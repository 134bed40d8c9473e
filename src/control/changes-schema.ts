import * as z from 'zod/mini';
import { clockReadingSchema } from '../foundation/clock.js';
import { type TableName, tableNames } from '../model/tables.js';

const change = (value: z.core.$ZodType) => z.strictObject({ before: value, after: value });
const record = z.nullable(z.record(z.string(), z.unknown()));
/** What differs between two states. */
export const changes = z.strictObject({
  tables: z.partialRecord(
    z.enum(tableNames as [TableName, ...TableName[]]),
    z.array(
      z.strictObject({
        key: z.union([z.int(), z.string()]),
        before: record,
        after: record,
        columns: z.optional(z.array(z.string())),
      }),
    ),
  ),
  counters: z.optional(z.record(z.string(), change(z.int()))),
  clock: z.optional(change(clockReadingSchema)),
  scenario: z.optional(change(z.string())),
  seed: z.optional(change(z.int())),
});
