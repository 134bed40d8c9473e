import type { ClockReading } from '../foundation/clock.js';
import { getOrInsert } from '../foundation/get-or-insert.js';
import type { Key } from '../model/table-access.js';
import { type StoredRow, schemas, type TableSchema } from '../model/table-schema.js';
import { type Row, type TableName, tableNames } from '../model/tables.js';
import { copyRow } from './collection.js';
import type { Counters, Records } from './records.js';
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

/** What differs between two images. It takes time in proportion to the number of changed records, not of all records. */
export function changesBetween(before: Image, after: Image): StateChanges {
  const counters = changedCounters(before.records.counters, after.records.counters);
  const clock = changeOf(before.clock, after.clock);
  const scenario = changeOf(before.scenario, after.scenario);
  const seed = changeOf(before.seed, after.seed);
  return {
    tables: changedRecords(before.records, after.records),
    ...(counters && { counters }),
    ...(clock && { clock: { before: { ...clock.before }, after: { ...clock.after } } }),
    ...(scenario && { scenario }),
    ...(seed && { seed }),
  };
}

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

function changedCounters(before: Counters, after: Counters): StateChanges['counters'] {
  if (before === after) return undefined;
  const names = tableNames.filter((name) => before[name] !== after[name]);
  if (names.length === 0) return undefined;
  return Object.fromEntries(names.map((name) => [name, { before: before[name], after: after[name] }]));
}

/** The records that were written, if that is known; otherwise those that differ in the trees. */
function changedRecords(before: Records, after: Records): TableChanges {
  const tables: Partial<Record<TableName, RecordChange[]>> = {};
  const writes = after.writesSince(before);
  const written = writes && netWrites(writes);
  for (const name of written === undefined ? tableNames : tableNames.filter((one) => written.has(one))) {
    const changes: RecordChange[] = [];
    const visit: Visit = (key, previous, next) => {
      const change = changeOfRecord(schemas[name], key, previous, next);
      if (change !== undefined) changes.push(change);
    };
    if (written !== undefined) visitWritten(written.get(name) as NetWrites, visit);
    else if (before.trees[name] !== after.trees[name]) {
      visitDifference(before.trees[name].rows, after.trees[name].rows, visit);
    }
    if (changes.length > 0) tables[name] = changes;
  }
  return tables as TableChanges;
}

/** All writes to each record as one, by its key. */
type NetWrites = ReadonlyMap<Key, Write>;

function netWrites(writes: readonly Write[]): ReadonlyMap<TableName, NetWrites> {
  const written = new Map<TableName, Map<Key, Write>>();
  for (const write of writes) {
    const { table, before, after } = write;
    const ofTable = getOrInsert(written, table, () => new Map<Key, Write>());
    const key = (before ?? after)?.[schemas[table].key] as Key;
    const earlier = ofTable.get(key);
    ofTable.set(key, earlier === undefined ? write : { table, before: earlier.before, after });
  }
  return written;
}

/** Calls `visit` with each record that differs, in ascending order of the key. */
function visitWritten(written: NetWrites, visit: Visit): void {
  const inOrder = [...written].sort(([key], [other]) => compareScalars(key, other));
  for (const [key, { before: previous = null, after: next = null }] of inOrder) {
    if (previous !== next) visit(key, previous, next);
  }
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
