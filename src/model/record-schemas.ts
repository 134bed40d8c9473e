import type * as z from 'zod/mini';
import { schemas } from './table-schema.js';
import { type ColumnsOf, forEachTable, type TableName } from './tables.js';

/** The zod schema of a whole record, by table. */
export const records = forEachTable((name) => schemas[name].recordSchema) as unknown as {
  readonly [Name in TableName]: z.ZodMiniObject<ColumnsOf<Name>, z.core.$strict>;
};
