import * as z from 'zod';
import { clockReadingSchema } from '../foundation/clock.js';
import { type TableName, tableNames } from '../model/tables.js';

const change = (value: z.ZodType) => z.strictObject({ before: value, after: value });
const record = z.record(z.string(), z.unknown()).nullable();
/** What differs between two states. */
export const changes = z.strictObject({
  tables: z.partialRecord(
    z.enum(tableNames as [TableName, ...TableName[]]),
    z.array(
      z.strictObject({
        key: z.union([z.int(), z.string()]),
        before: record,
        after: record,
        columns: z.array(z.string()).optional(),
      }),
    ),
  ),
  counters: z.record(z.string(), change(z.int())).optional(),
  clock: change(clockReadingSchema).optional(),
  scenario: change(z.string()).optional(),
  seed: change(z.int()).optional(),
});
