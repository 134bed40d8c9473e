import type { ClockReading } from '../foundation/clock.js';
import type { Key } from '../model/table-access.js';
import { type StoredRow, schemas, type TableSchema } from '../model/table-schema.js';
import { type Row, type TableName, tableNames } from '../model/tables.js';
import { copyRow } from './collection.js';
import type { Records } from './records.js';
import type { Image } from './state.js';
import { type Visit, visitDifference } from './tree-difference.js';
import { compareScalars } from './trees.js';
import type { Write } from './write.js';

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
  const visitChanged = changedRecords(before.records, after.records);
  for (const name of tableNames) {
    const changes: RecordChange[] = [];
    visitChanged(name, (key, previous, next) => {
      const change = changeOfRecord(schemas[name], key, previous, next);
      if (change !== undefined) changes.push(change);
    });
    if (changes.length > 0) tables[name] = changes;
    const counter = changeOf(before.records.counters[name], after.records.counters[name]);
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

/** Undefined if the records are equal: a write of the same values replaces a record by an equal one. */
function changeOfRecord(
  schema: TableSchema,
  key: Key,
  previous: StoredRow | null,
  next: StoredRow | null,
): RecordChange | undefined {
  const [before, after] = [previous && copyRow(schema, previous), next && copyRow(schema, next)];
  if (previous === null || next === null) return { key, before, after } as RecordChange;
  const columns = schema.columns.filter((column) => !isSame(previous[column], next[column]));
  return columns.length === 0 ? undefined : ({ key, before, after, columns } as unknown as RecordChange);
}

/** A function that visits the records of a table that differ, in ascending order of the key. */
function changedRecords(before: Records, after: Records): (name: TableName, visit: Visit) => void {
  const writes = after.writesSince(before);
  if (writes === undefined) {
    return (name, visit) => {
      const [trees, nextTrees] = [before.trees[name], after.trees[name]];
      if (trees !== nextTrees) visitDifference(trees.rows, nextTrees.rows, visit);
    };
  }
  const written = netWrites(writes);
  return (name, visit) => {
    const inOrder = [...(written.get(name) ?? [])].sort(([key], [other]) => compareScalars(key, other));
    for (const [key, { before: previous = null, after: next = null }] of inOrder) {
      if (previous !== next) visit(key, previous, next);
    }
  };
}

/** All writes to one record as one, by table and key. */
function netWrites(writes: readonly Write[]): ReadonlyMap<TableName, ReadonlyMap<Key, Write>> {
  const written = new Map<TableName, Map<Key, Write>>();
  for (const write of writes) {
    const { table, before, after } = write;
    const ofTable = written.get(table) ?? new Map<Key, Write>();
    written.set(table, ofTable);
    const key = (before ?? after)?.[schemas[table].key] as Key;
    const earlier = ofTable.get(key);
    ofTable.set(key, earlier === undefined ? write : { table, before: earlier.before, after });
  }
  return written;
}
