import { schemas, type TableSchema } from '../model/table-schema.js';
import { forEachTable, type Row, type TableName } from '../model/tables.js';
import type { Data } from '../state/collection.js';
import type { State } from '../state/state.js';
import type { Match, Values } from '../state/table.js';
import type { StoredRow } from '../state/trees.js';
import { type Maker, makerOf } from './factory.js';
import { valueMakers } from './make-values.js';

/** A maker for every table: it takes columns and answers the record. */
export type RecordMakers = { readonly [Name in TableName]: Maker<Values<Name>, Row<Name>> };

export function recordMakersOf(state: State, data: Data): RecordMakers {
  const recordMaker = (name: TableName) =>
    makerOf(state, (given: StoredRow): StoredRow => data[name].create(complete(state, make, name, given)));
  const make = forEachTable(recordMaker) as unknown as RecordMakers;
  return make;
}

/** The columns that were given, with what a record needs beside them. */
function complete(state: State, make: RecordMakers, name: TableName, given: StoredRow): StoredRow {
  // What is no record is for the table to refuse.
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return given;
  const schema = schemas[name];
  const { tables, clock } = state;
  const values: Readonly<Record<string, unknown>> = valueMakers[name] ?? {};
  const row: Record<string, unknown> = { ...given };
  for (const column of schema.columns) {
    if (row[column] !== undefined || isNamed(schema, column, given)) continue;
    const value = values[column];
    if (typeof value === 'function') {
      row[column] = freeValue(state, schema, column, row, (n) => value({ n, row, tables, clock, make }));
    } else if (value !== undefined) {
      row[column] = value;
    } else if (isRequired(schema, column)) {
      const link = schema.links.find(({ locals }) => locals.includes(column));
      if (link === undefined) continue;
      const target: StoredRow = make[link.to]();
      for (const local of link.locals) row[local] = target[link.columns[local] as string];
    }
  }
  return row;
}

/** Whether the column is part of a reference that was given, even if in part: then the table fills it, or refuses. */
function isNamed({ links }: TableSchema, column: string, given: StoredRow): boolean {
  return links.some(({ locals }) => locals.includes(column) && locals.some((local) => given[local] != null));
}

function isRequired({ nullable, defaulted }: TableSchema, column: string): boolean {
  return !nullable.has(column) && !defaulted.includes(column);
}

/** The value with the first number from which no other record has it, where the column may not repeat. */
function freeValue(
  state: State,
  { name, indexes }: TableSchema,
  column: string,
  row: StoredRow,
  numbered: (n: number) => unknown,
): unknown {
  const unique = indexes.filter((index) => index.unique && index.columns.includes(column));
  const isTaken = (value: unknown) =>
    unique.some(({ columns }) => {
      const match = Object.fromEntries(columns.map((part) => [part, part === column ? value : row[part]]));
      return state.table(name).has(match as Match<TableName>);
    });
  for (let n = state.made(name) + 1; ; n++) {
    const value = numbered(n);
    if (!isTaken(value)) return value;
  }
}
