import * as z from 'zod/mini';
import { $ZodEnum } from 'zod/v4/core';
import { withoutNull } from '../foundation/common-schemas.js';
import { schemas, type TableSchema } from '../model/table-schema.js';
import { type TableName, tableNames } from '../model/tables.js';
import { defineControlRoute } from './control-route.js';
import { list, listOf } from './response-schemas.js';

const column = z.strictObject({
  name: z.string(),
  /** `nested` stands for arrays and objects. */
  kind: z.enum(['string', 'number', 'boolean', 'nested']),
  /** The allowed values, if they are a list. */
  values: z.optional(z.array(z.string())),
  nullable: z.boolean(),
  /** Whether a new record needs a value, unless a reference provides it. */
  required: z.boolean(),
  /** Whether the mock sets the value, so that it cannot be changed. */
  read_only: z.boolean(),
});
export type ColumnInfo = z.output<typeof column>;

const reference = z.strictObject({
  /** The other table. */
  table: z.string(),
  /** Each column of the table that refers, with the column of the other table that it equals. */
  columns: z.record(z.string(), z.string()),
});

const table = z.strictObject({
  name: z.string(),
  /** The column whose value is the key of a record. */
  key: z.string(),
  columns: z.array(column),
  references: z.array(reference),
  /** The tables that refer to this one. */
  referenced_by: z.array(reference),
});
export type TableInfo = z.output<typeof table>;

export const listTables = defineControlRoute({
  method: 'GET',
  path: '/__mock/tables',
  summary: 'List the tables, with their columns and references',
  description: 'The same in every state. The records are at `/__mock/data`.',
  response: list(table),
  handle: () => listOf(tableNames.map(tableOf)),
});

function tableOf(name: TableName): TableInfo {
  const schema = schemas[name];
  return {
    name,
    key: schema.key,
    columns: schema.columns.map((column) => columnOf(schema, column)),
    references: schema.references.map(({ to, columns }) => ({ table: to, columns: { ...columns } })),
    referenced_by: schema.referencedBy.map(({ from, reference }) => ({
      table: from,
      columns: { ...reference.columns },
    })),
  };
}

function columnOf(schema: TableSchema, name: string): ColumnInfo {
  const isGenerated = schema.generatedKey && name === schema.key;
  const isDerived = schema.derived.some(({ column }) => column === name);
  const hasDefault = schema.defaults.some(({ column }) => column === name);
  const values = valuesOf(schema.recordSchema.shape[name] as z.core.$ZodType);
  return {
    name,
    kind: schema.kinds[name] as ColumnInfo['kind'],
    ...(values && { values }),
    nullable: schema.nullable.has(name),
    required: !isGenerated && !isDerived && !hasDefault,
    read_only: isGenerated || isDerived,
  };
}

function valuesOf(schema: z.core.$ZodType): string[] | undefined {
  const inner = withoutNull(schema);
  return inner instanceof $ZodEnum ? [...inner._zod.values].map(String) : undefined;
}
