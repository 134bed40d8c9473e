import type { Key } from '../model/table-access.js';
import { type IndexSchema, type StoredRow, schemas, type TableSchema } from '../model/table-schema.js';
import type { TableName } from '../model/tables.js';
import { indexKeyOf } from './index-key.js';
import { database } from './mswjs-database.js';
import { cloneTrees, type TableTrees, type Trees } from './table-trees.js';

/** A record that was created, updated or removed: without `before` it was created, without `after` removed. */
export interface Write {
  readonly table: TableName;
  readonly before: StoredRow | undefined;
  readonly after: StoredRow | undefined;
}

/** Adds a record to the rows and the indexes, overwriting nothing. Returns the first unique columns that are taken. */
export function addRow(
  { name, key, indexes }: TableSchema,
  trees: TableTrees,
  row: StoredRow,
): readonly string[] | undefined {
  if (!database.create(trees.rows, name, row)) return [key];
  trees.keyNumbers?.add(row[key] as Key);
  let taken: readonly string[] | undefined;
  for (let i = 0; i < indexes.length; i++) {
    const index = indexes[i] as IndexSchema;
    const indexKey = indexKeyOf(index, row);
    if (indexKey === undefined) continue;
    if (trees.indexes[i]?.set(indexKey, row, false)) trees.indexNumbers[i]?.add(indexKey);
    else taken ??= index.columns;
  }
  return taken;
}

/** Removes a record from the rows and from the indexes; does nothing if it is not among the rows. */
export function dropRow({ name, key, indexes }: TableSchema, trees: TableTrees, row: StoredRow): void {
  const rowKey = row[key] as Key;
  if (trees.rows.get(rowKey) !== row) return;
  database.delete(trees.rows, name, rowKey);
  trees.keyNumbers?.delete(rowKey);
  for (let i = 0; i < indexes.length; i++) {
    const index = indexes[i] as IndexSchema;
    const indexKey = indexKeyOf(index, row);
    // Another record may have the unique values: see `addRow`.
    if (indexKey === undefined || (index.unique && trees.indexes[i]?.get(indexKey) !== row)) continue;
    trees.indexes[i]?.delete(indexKey);
    trees.indexNumbers[i]?.delete(indexKey);
  }
}

/** Replaces a record in the rows, and in the indexes whose columns differ. */
export function replaceRow(
  { name, indexes }: TableSchema,
  trees: TableTrees,
  previous: StoredRow,
  next: StoredRow,
): void {
  database.update(trees.rows, name, previous, next);
  for (let i = 0; i < indexes.length; i++) {
    const index = indexes[i] as IndexSchema;
    const moves = index.columns.some((column) => previous[column] !== next[column]);
    const from = moves ? indexKeyOf(index, previous) : undefined;
    if (from !== undefined) {
      trees.indexes[i]?.delete(from);
      trees.indexNumbers[i]?.delete(from);
    }
    const to = indexKeyOf(index, next);
    if (to === undefined) continue;
    trees.indexes[i]?.set(to, next);
    if (moves) trees.indexNumbers[i]?.add(to);
  }
}

/** The trees after writes; `start` stays as it is. */
export function replay(start: Trees, writes: readonly Write[]): Trees {
  const trees = { ...start };
  const cloned = new Set<TableName>();
  for (const { table, before, after } of writes) {
    if (!cloned.has(table)) {
      trees[table] = cloneTrees(trees[table]);
      cloned.add(table);
    }
    if (before !== undefined) dropRow(schemas[table], trees[table], before);
    if (after !== undefined) addRow(schemas[table], trees[table], after);
  }
  return trees;
}
