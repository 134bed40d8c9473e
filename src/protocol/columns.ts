import * as z from 'zod/mini';
import { withoutNull } from '../foundation/common-schemas.js';
import type { ErrorCode } from '../foundation/mock-error.js';
import { once } from '../foundation/once.js';
import { schemas as tableSchemas } from '../model/table-schema.js';
import type { TableName } from '../model/tables.js';

/** The schemas of columns in requests: nullable columns and columns with a default are optional. */
export function columnSchemas(
  table: TableName,
  columns: readonly string[],
  {
    required = [],
    optional = [],
    inputs = {},
  }: { required?: readonly string[]; optional?: readonly string[]; inputs?: Readonly<Record<string, unknown>> } = {},
): Record<string, z.core.$ZodType> {
  const { nullable, columnsWithDefault, recordSchema } = tableSchemas[table];
  const schemaOf = (column: string): z.core.$ZodType => {
    const schema = (inputs[column] ?? recordSchema.shape[column]) as z.core.$ZodType;
    if (required.includes(column)) return withoutNull(schema);
    if (nullable.has(column)) return z.optional(schema);
    return optional.includes(column) || columnsWithDefault.includes(column) ? z.nullish(schema) : schema;
  };
  return Object.fromEntries(columns.map((column) => [column, schemaOf(column)]));
}

/** The error codes of writes to a table, in addition to those of validation. */
export function tableFailures(table: TableName): ErrorCode[] {
  const { references, indexes } = tableSchemas[table];
  return [
    ...(references.length > 0 ? (['not_found'] as const) : []),
    ...(indexes.some(({ unique }) => unique) ? (['conflict'] as const) : []),
  ];
}

export function presentColumns(table: TableName, shows: readonly string[] = tableSchemas[table].columns) {
  const { columns, recordSchema } = tableSchemas[table];
  if (shows.length === columns.length) return { schema: recordSchema, record: (row: object) => row };
  const schema = once(() =>
    z.strictObject(Object.fromEntries(shows.map((column) => [column, recordSchema.shape[column] as z.core.$ZodType]))),
  );
  return {
    get schema() {
      return schema();
    },
    record: (row: object) =>
      Object.fromEntries(shows.map((column) => [column, (row as Record<string, unknown>)[column]])),
  };
}
