import type { ClockReading } from '../foundation/clock.js';
import type { Key } from '../model/table-access.js';
import { type StoredRow, schemas, type TableSchema } from '../model/table-schema.js';
import { type Row, type TableName, tableNames } from '../model/tables.js';
import { copyRow } from './collection.js';
import type { Image } from './state.js';
import { visitDifference } from './tree-difference.js';
import type { RowTree } from './trees.js';

/** A value before and after. */
export interface Change<Value> {
  /** The value at the start. */
  readonly before: Value;
  /** The value at the end. */
  readonly after: Value;
}

/** The change of one record: `before` is null if it was created, `after` if it was removed. */
export interface RecordChange<Name extends TableName = TableName> extends Change<Row<Name> | null> {
  /** The value of the table's key column. */
  readonly key: Key;
  /** The columns that differ, of a record that was updated. */
  readonly columns?: readonly { [One in Name]: keyof Row<One> }[Name][];
}

/** The changed records of each table in ascending order of the key. A table without changes is absent. */
export type TableChanges = { readonly [Name in TableName]?: readonly RecordChange<Name>[] };

/** What differs between two states. What is the same in both is absent, except `tables`. */
export interface StateChanges {
  /** The records that were created, updated or removed, by table. */
  readonly tables: TableChanges;
  /** The last generated ids that differ, by table. */
  readonly counters?: { readonly [Name in TableName]?: Change<number> };
  /** The mock's time and whether it is frozen. */
  readonly clock?: Change<ClockReading>;
  /** The name of the scenario that the state was built from. */
  readonly scenario?: Change<string>;
  /** The seed of all random values. */
  readonly seed?: Change<number>;
}

/** What differs between two images. The time it takes follows the number of changed records, not that of all records. */
export function changesBetween(before: Image, after: Image): StateChanges {
  const tables: Partial<Record<TableName, RecordChange[]>> = {};
  const counters: Partial<Record<TableName, Change<number>>> = {};
  for (const name of tableNames) {
    const [trees, nextTrees] = [before.trees[name], after.trees[name]];
    if (trees !== nextTrees) {
      const records = changedRecords(schemas[name], trees.rows, nextTrees.rows);
      if (records.length > 0) tables[name] = records;
    }
    const counter = changeOf(before.counters[name], after.counters[name]);
    if (counter !== undefined) counters[name] = counter;
  }
  const clock = changeOf(before.clock, after.clock);
  const scenario = changeOf(before.scenario, after.scenario);
  const seed = changeOf(before.seed, after.seed);
  return {
    tables: tables as TableChanges,
    ...(Object.keys(counters).length > 0 && { counters }),
    ...(clock && { clock }),
    ...(scenario && { scenario }),
    ...(seed && { seed }),
  };
}

/** Whether nothing differs. */
export function isEmpty({ tables, ...others }: StateChanges): boolean {
  return Object.keys(tables).length === 0 && Object.keys(others).length === 0;
}

function changeOf<Value>(before: Value, after: Value): Change<Value> | undefined {
  return isSame(before, after) ? undefined : { before, after };
}

/** Compared as JSON: another order of keys is a change, because it changes the bytes of a snapshot. */
export function isSame(a: unknown, b: unknown): boolean {
  return a === b || (typeof a === 'object' && JSON.stringify(a) === JSON.stringify(b));
}

function changedRecords(schema: TableSchema, before: RowTree, after: RowTree): RecordChange[] {
  const found: RecordChange[] = [];
  const copyOf = (row: StoredRow | null) => row && copyRow(schema, row);
  visitDifference(before, after, (key, previous, next) => {
    if (previous === null || next === null) {
      found.push({ key, before: copyOf(previous), after: copyOf(next) } as RecordChange);
      return;
    }
    const columns: readonly string[] = schema.columns.filter((column) => !isSame(previous[column], next[column]));
    // A write of the same values replaces the record by an equal one.
    if (columns.length === 0) return;
    found.push({ key, before: copyOf(previous), after: copyOf(next), columns } as RecordChange);
  });
  return found;
}
