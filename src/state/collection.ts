import { checkOptions } from '../foundation/check-options.js';
import { deepCopy } from '../foundation/deep-copy.js';
import { formatValue } from '../foundation/format-value.js';
import { methodsFromCaller } from '../foundation/from-caller.js';
import { isPlainObject } from '../foundation/is-object.js';
import { notFound, prefixing } from '../foundation/mock-error.js';
import type { Key } from '../model/table-access.js';
import { foldCase, type StoredRow, schemas, type TableSchema } from '../model/table-schema.js';
import { forEachTable, type NewValues, type Row, type TableName, type Values } from '../model/tables.js';
import type { Changes, ListQuery, Query, UpdateQuery } from './collection-query.js';
import { database } from './mswjs-database.js';
import { checkConditions, pageOf, type QueryConditions, sorted } from './query.js';
import type { RunChange, State } from './state.js';
import type { StoredTable } from './store.js';
import { isScalar } from './trees.js';

const QUERY_OPTIONS = ['where', 'strict'];
const LIST_OPTIONS = [...QUERY_OPTIONS, 'orderBy', 'take', 'skip', 'cursor'];
const UPDATE_OPTIONS = [...QUERY_OPTIONS, 'data'];

/** The columns of a new record; they may be left out if none is required. */
type CreateArguments<Name extends TableName> =
  Values<Name> extends NewValues<Name> ? [values?: NewValues<Name>] : [values: NewValues<Name>];

/** The tables of a mock, by name. */
export type Data = { readonly [Name in TableName]: Collection<Name> };

/**
 * One table for fixtures and tests, with the methods of @mswjs/data.
 *
 * Writes check the same constraints as the APIs do, and throw a `MockError`. Returned records are copies.
 */
export class Collection<Name extends TableName> {
  readonly #state: State;
  readonly #runChange: RunChange;
  readonly #table: StoredTable;
  readonly #schema: TableSchema;

  constructor(state: State, name: Name, run: RunChange = state.run) {
    this.#state = state;
    this.#runChange = run;
    this.#table = state.table(name);
    this.#schema = schemas[name];
  }

  /** Creates a record. Ids are generated; nullable columns and columns with a default may be left out. */
  create(...values: CreateArguments<Name>): Row<Name> {
    const given = values[0];
    return this.#run('create', () => this.#copy(this.#table.insert(given === undefined ? {} : given)));
  }

  /** The matching record with the lowest key, or null. */
  findFirst(query: Query<Name>): Row<Name> | null {
    const [first] = this.#select('findFirst', query, QUERY_OPTIONS);
    return first === undefined ? null : this.#copy(first);
  }

  /** The matching records, in ascending order of the key unless `orderBy` says otherwise. */
  findMany(query: ListQuery<Name> = {}): Row<Name>[] {
    return this.#select('findMany', query, LIST_OPTIONS, {}).map((row) => this.#copy(row));
  }

  /** Every record in ascending order of the key. */
  getAll(): Row<Name>[] {
    return this.#table.all().map((row) => this.#copy(row));
  }

  /** The number of matching records; without a query, of all. */
  count(query?: Query<Name>): number {
    return query === undefined ? this.#table.size : this.#select('count', query, QUERY_OPTIONS).length;
  }

  /** Updates the matching record with the lowest key, and the records that refer to it. Returns it, or null. */
  update(query: UpdateQuery<Name>): Row<Name> | null {
    const [first] = this.#select('update', query, UPDATE_OPTIONS);
    if (first === undefined) return null;
    return this.#run('update', () => this.#copy(this.#change(first, query.data)));
  }

  /** Updates every matching record, or none if one update fails. Returns them as they are after the last update. */
  updateMany(query: UpdateQuery<Name>): Row<Name>[] {
    const rows = this.#select('updateMany', query, UPDATE_OPTIONS);
    return this.#run('updateMany', () =>
      this.#state.transaction(() => {
        const changed = rows.map((row) => this.#change(row, query.data));
        // A later update may have changed a record again.
        const last = changed.at(-1);
        return changed.map((row) => this.#copy(row === last ? row : (this.#table.get(this.#keyOf(row)) ?? row)));
      }),
    );
  }

  /** Deletes the matching record with the lowest key; references cascade. Returns it, or null. */
  delete(query: Query<Name>): Row<Name> | null {
    const [first] = this.#select('delete', query, QUERY_OPTIONS);
    if (first === undefined) return null;
    return this.#run('delete', () => this.#copy(this.#table.remove(this.#keyOf(first))));
  }

  /** Deletes every matching record; references cascade. Returns them. */
  deleteMany(query: Query<Name>): Row<Name>[] {
    const rows = this.#select('deleteMany', query, QUERY_OPTIONS);
    return this.#run('deleteMany', () => {
      for (const row of rows) if (this.#table.get(this.#keyOf(row)) !== undefined) this.#table.remove(this.#keyOf(row));
      return rows.map((row) => this.#copy(row));
    });
  }

  #run<Result>(verb: string, command: () => Result): Result {
    const { name } = this.#schema;
    const prefix = `${name}.${verb}`;
    return this.#runChange(`data.${prefix}`, () => prefixing(prefix, command));
  }

  #change(row: StoredRow, changes: Changes<Name>): StoredRow {
    return this.#table.update(this.#keyOf(row), this.#changed(row, changes));
  }

  /** The new values of columns; calls the functions among the changes. */
  #changed(row: StoredRow, changes: Changes<Name>): StoredRow {
    // The table rejects any value that is not an object.
    if (!isPlainObject(changes)) return changes as unknown as StoredRow;
    const previous: StoredRow = this.#copy(row);
    const values = Object.entries(changes).map(([column, change]) => [
      column,
      typeof change === 'function' ? change(previous[column], this.#copy(row)) : change,
    ]);
    return Object.fromEntries(values);
  }

  #select(verb: string, query: ListQuery<Name>, options: readonly string[], otherwise?: object): StoredRow[] {
    checkOptions(`${this.#schema.name}.${verb}`, query, options);
    const { where = otherwise, strict, orderBy, ...part } = query;
    const conditions = checkConditions(this.#schema, where as QueryConditions);
    const found = this.#matching(conditions);
    if (strict && found.length === 0) {
      throw notFound(`No ${this.#schema.name} matches ${formatValue(where)}`);
    }
    return pageOf(this.#schema, sorted(this.#schema, found, orderBy), part);
  }

  #matching(where: QueryConditions): StoredRow[] {
    // The library matches null with nothing, so that only `equals: null` is left to do.
    const isNull = Object.entries(where).filter(([, { equals }]) => equals === null);
    const conditions = Object.fromEntries(Object.entries(where).filter(([, { equals }]) => equals !== null));
    const candidates = this.#narrow(conditions).filter((row) =>
      isNull.every(([column, condition]) => row[column] === null && Object.keys(condition).length === 1),
    );
    if (Object.keys(conditions).length === 0) return candidates;
    const { name, key } = this.#schema;
    const comparable = new Map(candidates.map((row) => [this.#keyOf(row), this.#comparable(row)]));
    return database
      .query(comparable, name, { where: this.#foldConditions(conditions) })
      .map((row) => this.#table.get(row[key] as Key) as StoredRow);
  }

  /** Candidates for `where`: the records that an index finds for its equality conditions, or all of them. */
  #narrow(where: QueryConditions): StoredRow[] {
    const equal = Object.entries(where).filter(([, condition]) => isScalar(condition.equals));
    const match = Object.fromEntries(equal.map(([column, condition]) => [column, condition.equals]));
    const key = match[this.#schema.key];
    if (key !== undefined) {
      const row = this.#table.get(key as Key);
      return row === undefined ? [] : [row];
    }
    for (const { columns, partial } of this.#schema.indexes) {
      if (partial && match[columns[0] as string] !== true) continue;
      let length = columns.findIndex((column) => !(column in match));
      if (length === -1) length = columns.length;
      if (length === 0) continue;
      return this.#table.list(Object.fromEntries(columns.slice(0, length).map((c) => [c, match[c]])));
    }
    return this.#table.all();
  }

  /** A record with its case-insensitive columns in lower case, for the library to compare. */
  #comparable(row: StoredRow): StoredRow {
    const { name, caseInsensitive } = this.#schema;
    if (caseInsensitive.size === 0) return row;
    const folded = Object.entries(row).map(([c, value]) => [c, foldCase(this.#schema, c, value)]);
    return database.entity(name, Object.fromEntries(folded));
  }

  #foldConditions(where: QueryConditions): QueryConditions {
    const fold = (column: string, value: unknown): unknown =>
      Array.isArray(value)
        ? value.map((part) => foldCase(this.#schema, column, part))
        : foldCase(this.#schema, column, value);
    return Object.fromEntries(
      Object.entries(where).map(([column, condition]) => [
        column,
        Object.fromEntries(Object.entries(condition).map(([name, value]) => [name, fold(column, value)])),
      ]),
    );
  }

  #keyOf(row: StoredRow): Key {
    return row[this.#schema.key] as Key;
  }

  #copy(row: StoredRow): Row<Name> {
    return copyRow(this.#schema, row) as Row<Name>;
  }
}

/** A collection for users: its errors begin with the line that called it. */
class PublicCollection<Name extends TableName> extends Collection<Name> {
  static {
    const { constructor: _, ...methods } = Object.getOwnPropertyDescriptors(Collection.prototype);
    methodsFromCaller(Object.defineProperties(PublicCollection.prototype, methods));
  }
}

/** The collection of every table of a state, for users. `run` runs what they change. */
export function collectionsOf(state: State, run?: RunChange): Data {
  return forEachTable((name) => new PublicCollection<TableName>(state, name, run)) as unknown as Data;
}

/** A deep copy of a record, as a plain object. */
export function copyRow(schema: TableSchema, row: StoredRow): Record<string, unknown> {
  const copy: Record<string, unknown> = { ...row };
  for (let i = 0; i < schema.nested.length; i++) {
    const column = schema.nested[i] as string;
    copy[column] = deepCopy(copy[column]);
  }
  return copy;
}
