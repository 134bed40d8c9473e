import { formatValueAt } from '../foundation/format-value.js';
import { type Issue, issuesError, notFound } from '../foundation/mock-error.js';
import type { Key } from '../model/table-access.js';
import {
  type IndexSchema,
  type ReferenceSchema,
  type StoredRow,
  schemas,
  type TableSchema,
  type TargetKey,
} from '../model/table-schema.js';
import type { TableName } from '../model/tables.js';
import { brokenDerivations, brokenInvariants, buildRecord, deriveColumns, numberOfKey } from './build-record.js';
import { indexKeyOf, indexKeyPrefix } from './index-key.js';
import { database } from './mswjs-database.js';
import type { Store, StoredTable } from './store.js';
import type { TableTrees } from './table-trees.js';
import { compareScalars, firstAt, type IndexLookup, type IndexTree, isScalar, lastAt, rowsAt } from './trees.js';
import { addRow, dropRow, replaceRow } from './write.js';

const NONE: readonly string[] = [];

/** One table of one state: reads use indexes, writes check every constraint. */
export class Table implements StoredTable {
  readonly #store: Store;
  readonly #schema: TableSchema;

  constructor(store: Store, name: TableName) {
    this.#store = store;
    this.#schema = schemas[name];
  }

  get(key: Key): StoredRow | undefined {
    this.#store.recordsRead++;
    return this.#trees.rows.get(key);
  }

  find(match: StoredRow): StoredRow | undefined {
    return this.#countRead(this.#lookUp(match, firstAt));
  }

  has(match: StoredRow): boolean {
    return this.#lookUp(match, firstAt) !== undefined;
  }

  last(match: StoredRow, by: string): StoredRow | undefined {
    return this.#countRead(this.#lookUp(match, lastAt, by));
  }

  list(match: StoredRow, by?: string): StoredRow[] {
    const rows = this.#rows(match, by);
    this.#store.recordsRead += rows.length;
    return rows;
  }

  keys(match: StoredRow, by?: string): Key[] {
    return this.#rows(match, by).map((row) => row[this.#schema.key] as Key);
  }

  freeNumber(column: string, prefix: string, from: number, scope: StoredRow = {}): number {
    const { key, indexes } = this.#schema;
    const position = indexes.findIndex(({ numbered, columns }) => numbered && columns.at(-1) === column);
    const numbers = column === key ? this.#trees.keyNumbers : this.#trees.indexNumbers[position];
    if (numbers === undefined) throw new Error(`${column} is not a numbered column of ${this.#schema.name}`);
    const scopeColumns = indexes[position]?.columns.slice(0, -1) ?? [];
    const values = scopeColumns.map((scopeColumn) => scope[scopeColumn]);
    return values.every(isScalar) ? numbers.firstFree(values, prefix, from) : from;
  }

  first(): StoredRow | undefined {
    const key = this.#trees.rows.minKey();
    return key === undefined ? undefined : this.get(key);
  }

  get size(): number {
    return this.#trees.rows.size;
  }

  all(): StoredRow[] {
    this.#store.recordsRead += this.size;
    return this.#trees.rows.valuesArray();
  }

  insert(values: StoredRow, alsoUnique: readonly string[] = NONE): StoredRow {
    const row = buildRecord(this.#store, this.#schema, values, undefined);
    // Adding the record and removing it on a conflict is faster than checking first.
    const taken = this.#add(row) ?? this.#repeated(row, alsoUnique);
    if (taken !== undefined) this.#drop(row);
    this.#expectFree(taken, row, values);
    this.#store.wrote(this.#schema.name, undefined, row);
    this.#store.countRecord(this.#schema.name, numberOfKey(this.#schema, values, row));
    this.#schema.afterWrite?.(row, this.#store.tables);
    return row;
  }

  update(key: Key, changes: StoredRow, alsoUnique: readonly string[] = NONE): StoredRow {
    const previous = this.#existing(key);
    const next = buildRecord(this.#store, this.#schema, changes, previous);
    this.#expectFree(this.#taken(next, previous) ?? this.#repeated(next, alsoUnique), next, changes);
    this.#replace(previous, next);
    this.#schema.afterWrite?.(next, this.#store.tables);
    return next;
  }

  /** A record as it is after later writes, which may have changed it. */
  latest(row: StoredRow): StoredRow {
    return this.#schema.afterWrite === undefined ? row : (this.get(row[this.#schema.key] as Key) ?? row);
  }

  remove(key: Key): StoredRow {
    const row = this.#existing(key);
    this.#drop(row);
    this.#store.wrote(this.#schema.name, row, undefined);
    for (const { from, reference } of this.#schema.referencedBy) this.#store.table(from).targetRemoved(reference, row);
    return row;
  }

  findReferenced({ localColumns, index }: TargetKey, by: StoredRow): StoredRow | undefined {
    if (index === undefined) return this.get(by[localColumns[0] as string] as Key);
    const key = indexKeyOf(this.#schema.indexes[index] as IndexSchema, by, localColumns);
    return key === undefined ? undefined : this.#countRead(this.#trees.indexes[index]?.get(key));
  }

  targetRemoved(reference: ReferenceSchema, target: StoredRow): void {
    for (const row of this.#referrers(reference, target)) {
      if (reference.onDelete === 'cascade') {
        const key = row[this.#schema.key] as Key;
        // An earlier cascade may have deleted it.
        if (this.get(key) !== undefined) this.remove(key);
      } else {
        const cleared = Object.fromEntries(reference.localColumns.map((local) => [local, null]));
        this.#replace(row, this.#entity({ ...row, ...cleared }));
      }
    }
  }

  targetChanged(reference: ReferenceSchema, previous: StoredRow, next: StoredRow): void {
    const changed = reference.localColumns.filter((local) => {
      const column = reference.columns[local] as string;
      return previous[column] !== next[column];
    });
    if (changed.length === 0) return;
    for (const row of this.#referrers(reference, previous)) {
      const values: Record<string, unknown> = { ...row };
      for (const local of changed) values[local] = next[reference.columns[local] as string];
      deriveColumns(this.#schema, values);
      this.#replace(row, this.#entity(values));
    }
  }

  load(values: StoredRow): readonly string[] | undefined {
    const row = this.#entity(values);
    // A record with taken columns is kept nevertheless, so that references to it are not reported as missing.
    const taken = this.#add(row);
    this.#store.wrote(this.#schema.name, undefined, row);
    return taken;
  }

  unload(key: Key): void {
    const row = this.get(key);
    if (row === undefined) return;
    this.#drop(row);
    this.#store.wrote(this.#schema.name, row, undefined);
  }

  brokenInvariants(row: StoredRow): Issue[] {
    const { invariants, settledInvariants } = this.#schema;
    const rules = [...invariants, ...settledInvariants];
    return [...brokenDerivations(this.#schema, row), ...brokenInvariants(this.#store, rules, row)];
  }

  get #trees(): TableTrees {
    return this.#store.trees(this.#schema.name);
  }

  #existing(key: Key): StoredRow {
    const row = this.get(key);
    if (row === undefined) throw notFound(`There is no ${this.#schema.name} ${formatValueAt([this.#schema.key], key)}`);
    return row;
  }

  #countRead(row: StoredRow | undefined): StoredRow | undefined {
    if (row !== undefined) this.#store.recordsRead++;
    return row;
  }

  #rows(match: StoredRow, by: string | undefined): StoredRow[] {
    const { key, indexes } = this.#schema;
    const columns = Object.keys(match);
    const position = this.#indexFor(match, columns, by);
    const rows = this.#lookUpAt(position, match, columns, rowsAt) ?? [];
    const { keyColumns } = indexes[position] as IndexSchema;
    // If the next column of the index is the table's key, the records are in its order already.
    if (by !== undefined || keyColumns[columns.length] === key || rows.length < 2) return rows;
    return rows.sort((a, b) => compareScalars(a[key] as Key, b[key] as Key));
  }

  #lookUp<Result>(match: StoredRow, lookup: IndexLookup<Result>, by?: string): Result | undefined {
    const columns = Object.keys(match);
    return this.#lookUpAt(this.#indexFor(match, columns, by), match, columns, lookup);
  }

  #lookUpAt<Result>(
    position: number,
    match: StoredRow,
    { length }: readonly string[],
    lookup: IndexLookup<Result>,
  ): Result | undefined {
    const index = this.#schema.indexes[position] as IndexSchema;
    const key = indexKeyPrefix(index, match, length);
    const exact = index.unique && index.columns.length === length;
    return key === undefined ? undefined : lookup(this.#trees.indexes[position] as IndexTree, key, exact);
  }

  /** The position of the index that starts with these columns and, if given, continues with the column `by`. */
  #indexFor(match: StoredRow, columns: readonly string[], by: string | undefined): number {
    const { name, indexes } = this.#schema;
    for (let i = 0; i < indexes.length; i++) if (serves(indexes[i] as IndexSchema, match, columns, by)) return i;
    throw new Error(`${name} has no index on ${columns.join(', ')}${by ? ` by ${by}` : ''}`);
  }

  /** The records of this table whose `reference` leads to `target`. */
  #referrers(reference: ReferenceSchema, target: StoredRow): StoredRow[] {
    const { localColumns } = reference.targetKeys[0] as TargetKey;
    return this.list(
      Object.fromEntries(localColumns.map((local) => [local, target[reference.columns[local] as string]])),
    );
  }

  #entity(values: StoredRow): StoredRow {
    return database.entity(this.#schema.name, values);
  }

  /** @throws MockError `conflict` if there are `taken` columns; the path of the issue is one of the given columns. */
  #expectFree(taken: readonly string[] | undefined, row: StoredRow, given: StoredRow): void {
    if (taken === undefined) return;
    const path = taken.findLast((column) => given[column] !== undefined);
    throw issuesError('conflict', [conflictIssue(this.#schema, taken, row, path)]);
  }

  /** The unique columns whose values in `row` belong to a record other than `previous`. */
  #taken(row: StoredRow, previous: StoredRow): readonly string[] | undefined {
    const trees = this.#trees.indexes;
    const isTaken = (index: IndexSchema, i: number) => {
      const key = index.unique ? indexKeyOf(index, row) : undefined;
      const other = key === undefined ? undefined : trees[i]?.get(key);
      return other !== undefined && other !== previous;
    };
    return this.#schema.indexes.find(isTaken)?.columns;
  }

  /** The first of `columns` whose value another record has as well. */
  #repeated(row: StoredRow, columns: readonly string[]): readonly string[] | undefined {
    const { key } = this.#schema;
    for (let i = 0; i < columns.length; i++) {
      const column = columns[i] as string;
      const match = { [column]: row[column] };
      // If several records have the value, the first or the last of them is not this one.
      const ends = [this.#lookUp(match, firstAt), this.#lookUp(match, lastAt)];
      if (ends.some((other) => other !== undefined && other[key] !== row[key])) return [column];
    }
    return undefined;
  }

  #add(row: StoredRow): readonly string[] | undefined {
    return addRow(this.#schema, this.#store.writableTrees(this.#schema.name), row);
  }

  #drop(row: StoredRow): void {
    dropRow(this.#schema, this.#store.writableTrees(this.#schema.name), row);
  }

  /** Replaces a record in the rows and the indexes, and updates the records that refer to it. */
  #replace(previous: StoredRow, next: StoredRow): void {
    const { name, referencedBy } = this.#schema;
    replaceRow(this.#schema, this.#store.writableTrees(name), previous, next);
    this.#store.wrote(name, previous, next);
    for (const { from, reference } of referencedBy) this.#store.table(from).targetChanged(reference, previous, next);
  }
}

/** The issue of a violated unique constraint; `path` is the column of the issue. */
export function conflictIssue(
  schema: TableSchema,
  columns: readonly string[],
  row: StoredRow,
  path = columns.at(-1) as string,
): Issue {
  const values = columns.map((column) => `${column} ${formatValueAt([column], row[column])}`).join(' with ');
  return { path, message: `${values} is already taken by another ${schema.name}` };
}

/** Whether an index starts with `columns`, in any order, and continues with the column `by`, if given. */
function serves(
  { columns: order, partial }: IndexSchema,
  match: StoredRow,
  columns: readonly string[],
  by: string | undefined,
): boolean {
  if (partial && match[order[0] as string] !== true) return false;
  for (let i = 0; i < columns.length; i++) if (!columns.includes(order[i] as string)) return false;
  return by === undefined || order[columns.length] === by;
}
