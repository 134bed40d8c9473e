import * as z from 'zod/mini';
import { type ReferenceSchema, type StoredRow, schemas, type TargetKey } from '../model/table-schema.js';
import type { TableName } from '../model/tables.js';
import type { State } from '../state/state.js';
import { defineControlRoute } from './control-route.js';
import { aboutBrief, recordOf, recordParams } from './data.js';
import { one } from './response-schemas.js';

/** The number of referring records that are listed for each reference. */
const LISTED = 20;

const links = z.strictObject({
  /** The records that this one refers to. */
  references: z.array(
    z.strictObject({
      /** The columns that refer. */
      columns: z.array(z.string()),
      table: z.string(),
      /** Null if the columns are null. */
      key: z.nullable(z.union([z.string(), z.int()])),
    }),
  ),
  /** The records that refer to this one. */
  referenced_by: z.array(
    z.strictObject({
      table: z.string(),
      /** The columns there that refer. */
      columns: z.array(z.string()),
      /** The number of records. */
      total: z.int(),
      /** The keys of the first of them, at most 20. */
      keys: z.array(z.union([z.string(), z.int()])),
    }),
  ),
});
export type Links = z.output<typeof links>;

export const showLinks = defineControlRoute({
  method: 'GET',
  path: '/__mock/data/:table/:key/links',
  summary: 'List the records that a record refers to, and those that refer to it',
  description: 'For each reference of another table it lists the keys of the first 20 records, and their number.',
  params: recordParams,
  find: recordOf,
  example: aboutBrief,
  response: one(links),
  handle: ({ params, found }, { session: { state } }) => ({ data: linksOf(state, params.table, found) }),
});

function linksOf(state: State, name: TableName, row: StoredRow): Links {
  const { references, referencedBy } = schemas[name];
  return {
    references: references.map((reference) => ({
      columns: [...reference.localColumns],
      table: reference.to,
      key: targetOf(state, reference, row),
    })),
    referenced_by: referencedBy.map(({ from, reference }) => {
      const { localColumns } = reference.targetKeys[0] as TargetKey;
      const match = localColumns.map((local) => [local, row[reference.columns[local] as string]]);
      const keys = state.table(from).keys(Object.fromEntries(match));
      return {
        table: from,
        columns: [...reference.localColumns],
        total: keys.length,
        keys: keys.slice(0, LISTED),
      };
    }),
  };
}

function targetOf(state: State, { to, targetKeys }: ReferenceSchema, row: StoredRow): string | number | null {
  const key = targetKeys.find(({ localColumns }) => localColumns.every((local) => row[local] !== null));
  const target = key && state.table(to).findReferenced(key, row);
  return target === undefined ? null : (target[schemas[to].key] as string | number);
}
