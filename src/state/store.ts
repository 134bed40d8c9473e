import type { Clock } from '../foundation/clock.js';
import type { Issue } from '../foundation/mock-error.js';
import type { Key, TableAccess } from '../model/table-access.js';
import type { ReferenceSchema, StoredRow, TargetKey } from '../model/table-schema.js';
import type { TableName, Tables } from '../model/tables.js';
import type { TableTrees } from './table-trees.js';

/** The part of a state that its tables use. */
export interface Store {
  readonly clock: Clock;
  readonly seed: number;
  readonly tables: Tables;
  /** The number of records read so far; performance tests compare it instead of time. */
  recordsRead: number;
  /** A table whose name is known only at run time. */
  table(name: TableName): StoredTable;
  /** The last generated id of a table: the number of records ever created in it, and of numbers skipped because they were taken. */
  lastId(name: TableName): number;
  /** Counts a record up to its number. Default: the next one. */
  countRecord(name: TableName, number?: number): void;
  /** Called after a record was created, updated or removed: without `before` it was created, without `after` removed. */
  wrote(name: TableName, before: StoredRow | undefined, after: StoredRow | undefined): void;
  trees(name: TableName): TableTrees;
  /** The trees of a table that may be written in place. */
  writableTrees(name: TableName): TableTrees;
}

/** The methods of a table for the other tables of its state, and for snapshots. */
export interface StoredTable extends TableAccess<StoredRow> {
  /** The record that a record of another table refers to. */
  findReferenced(key: TargetKey, by: StoredRow): StoredRow | undefined;
  /** Deletes or clears the records of this table whose `reference` leads to a deleted record. */
  targetRemoved(reference: ReferenceSchema, target: StoredRow): void;
  /** Copies the new values of a changed record into the records of this table whose `reference` leads to it. */
  targetChanged(reference: ReferenceSchema, previous: StoredRow, next: StoredRow): void;
  /**
   * Adds a record unchanged, without checking references. Returns the first unique columns whose values are taken.
   */
  load(values: StoredRow): readonly string[] | undefined;
  /** Removes a record, if it exists, but not the records that refer to it. */
  unload(key: Key): void;
  /** The derived columns and invariants that do not hold for a record. */
  brokenInvariants(row: StoredRow): Issue[];
}
