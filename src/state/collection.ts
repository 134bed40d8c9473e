import { checkOptions } from '../foundation/check-options.js';
import { copyValue } from '../foundation/deep-copy.js';
import { show } from '../foundation/format-value.js';
import { about, MockError } from '../foundation/mock-error.js';
import type { Key } from '../model/define-table.js';
import { foldCase, schemas, type TableSchema } from '../model/table-schema.js';
import type { Row, TableName } from '../model/tables.js';
import { type Conditions, checkConditions, partOf, sorted } from './query.js';
import type { State } from './state.js';
import type { Match, Table, Values } from './table.js';
import { isScalar, type StoredRow } from './trees.js';

/** Conditions on one column, with values of its kind; all that are given must hold. Null is equal to nothing. */
export type Comparators<Value> = Value extends string
  ? {
      equals?: Value;
      notEquals?: Value;
      contains?: string;
      notContains?: string;
      gt?: string;
      gte?: string;
      lt?: string;
      lte?: string;
      in?: readonly Value[];
      notIn?: readonly Value[];
    }
  : Value extends number
    ? {
        equals?: number;
        notEquals?: number;
        between?: readonly [number, number];
        notBetween?: readonly [number, number];
        gt?: number;
        gte?: number;
        lt?: number;
        lte?: number;
        in?: readonly number[];
        notIn?: readonly number[];
      }
    : Value extends boolean
      ? { equals?: boolean; notEquals?: boolean }
      : never;

export type Where<Name extends TableName> = {
  [Column in keyof Row<Name>]?: Comparators<NonNullable<Row<Name>[Column]>>;
};

/** Which records: those that satisfy `where`. With `strict`, finding none is a `not_found` error. */
export interface Query<Name extends TableName> {
  where: Where<Name>;
  strict?: boolean;
}

/** Which records, in which order, and which part of them. `cursor` is the key after which to start. */
export interface ListQuery<Name extends TableName> {
  where?: Where<Name>;
  strict?: boolean;
  orderBy?: OrderBy<Name> | OrderBy<Name>[];
  take?: number;
  skip?: number;
  cursor?: Key | null;
}

/** The columns to order by, the first one first; null comes before everything. */
type OrderBy<Name extends TableName> = { [Column in keyof Row<Name>]?: 'asc' | 'desc' };

/** New values of columns, or functions that make them of the old one. */
export type Changes<Name extends TableName> = {
  [Column in keyof Row<Name>]?:
    | Values<Name>[Column]
    | ((previous: Row<Name>[Column], row: Row<Name>) => Values<Name>[Column]);
};

const CONDITIONS = ['where', 'strict'];
const LIST = [...CONDITIONS, 'orderBy', 'take', 'skip', 'cursor'];
const CHANGE = [...CONDITIONS, 'data'];

/** The tables of a mock, by name. */
export type Data = { readonly [Name in TableName]: Collection<Name> };

/**
 * One table as fixtures and tests use it, with the verbs of @mswjs/data.
 *
 * Every write is checked as the APIs check theirs: what they refuse, this refuses with a `MockError`. The records that
 * come out are copies.
 */
export class Collection<Name extends TableName> {
  readonly #state: State;
  readonly #table: Table<Name>;
  readonly #schema: TableSchema;

  constructor(state: State, name: Name) {
    this.#state = state;
    this.#table = state.tables[name] as unknown as Table<Name>;
    this.#schema = schemas[name];
  }

  /** Makes a record. Ids are generated; nullable columns may be left out, and so may those with a default. */
  create(values: Values<Name> = {}): Row<Name> {
    try {
      return this.#copy(this.#table.insert(values));
    } catch (error) {
      throw about(`${this.#schema.name}.create`, error);
    }
  }

  /** The first record by key that matches, or null. */
  findFirst(query: Query<Name>): Row<Name> | null {
    const [first] = this.#select('findFirst', query, CONDITIONS);
    return first === undefined ? null : this.#copy(first);
  }

  /** The records that match, by key unless ordered otherwise. */
  findMany(query: ListQuery<Name> = {}): Row<Name>[] {
    return this.#select('findMany', query, LIST, {}).map((row) => this.#copy(row));
  }

  /** Every record, by key. */
  getAll(): Row<Name>[] {
    return this.#table.all().map((row) => this.#copy(row));
  }

  count(query?: Query<Name>): number {
    return query === undefined ? this.#table.size : this.#select('count', query, CONDITIONS).length;
  }

  /** Changes the first record that matches; answers it as it is now, or null. What refers to it follows. */
  update(query: Query<Name> & { data: Changes<Name> }): Row<Name> | null {
    const [first] = this.#select('update', query, CHANGE);
    return first === undefined ? null : this.#copy(this.#change('update', first, query.data));
  }

  /** Changes every record that matches, or, if one of them may not be changed so, none. */
  updateMany(query: Query<Name> & { data: Changes<Name> }): Row<Name>[] {
    const rows = this.#select('updateMany', query, CHANGE);
    return this.#state.transaction(() => rows.map((row) => this.#copy(this.#change('updateMany', row, query.data))));
  }

  /** Removes the first record that matches, with all that cannot exist without it; answers it, or null. */
  delete(query: Query<Name>): Row<Name> | null {
    const [first] = this.#select('delete', query, CONDITIONS);
    return first === undefined ? null : this.#copy(this.#table.remove(this.#keyOf(first)));
  }

  /** Removes every record that matches, with all that cannot exist without them. */
  deleteMany(query: Query<Name>): Row<Name>[] {
    const rows = this.#select('deleteMany', query, CONDITIONS);
    for (const row of rows) if (this.#table.get(this.#keyOf(row)) !== undefined) this.#table.remove(this.#keyOf(row));
    return rows.map((row) => this.#copy(row));
  }

  #change(verb: string, row: Row<Name>, changes: Changes<Name>): Row<Name> {
    try {
      return this.#table.update(this.#keyOf(row), this.#changed(row, changes));
    } catch (error) {
      throw about(`${this.#schema.name}.${verb}`, error);
    }
  }

  /** The new values of columns, those that functions make among them. */
  #changed(row: Row<Name>, changes: Changes<Name>): Values<Name> {
    // What is no object of changes is for the table to refuse.
    if (typeof changes !== 'object' || changes === null || Array.isArray(changes)) {
      return changes as Values<Name>;
    }
    const previous = this.#copy(row) as StoredRow;
    const values = Object.entries(changes).map(([column, change]) => [
      column,
      typeof change === 'function' ? change(previous[column], this.#copy(row)) : change,
    ]);
    return Object.fromEntries(values) as Values<Name>;
  }

  #select(verb: string, query: ListQuery<Name>, options: readonly string[], otherwise?: object): Row<Name>[] {
    checkOptions(`${this.#schema.name}.${verb}`, query, options);
    const { where = otherwise, strict, orderBy, ...part } = query;
    const conditions = checkConditions(this.#schema, where as Conditions);
    const { database } = this.#state;
    const { name, key } = this.#schema;
    const candidates = new Map(this.#narrow(conditions).map((row) => [this.#keyOf(row), this.#comparable(row)]));
    const found = database
      .query(candidates, name, { where: this.#foldConditions(conditions) })
      .map((row) => this.#table.get(row[key] as Key) as Row<Name>);
    if (strict && found.length === 0) {
      throw new MockError('not_found', `No ${name} matches ${show(where)}`);
    }
    return partOf(this.#schema, sorted(this.#schema, found as StoredRow[], orderBy), part) as Row<Name>[];
  }

  /** The fewest records that an index can tell to hold all that satisfy `where`. */
  #narrow(where: Conditions): Row<Name>[] {
    const equal = Object.entries(where).filter(([, condition]) => isScalar(condition.equals));
    const match = Object.fromEntries(equal.map(([column, condition]) => [column, condition.equals]));
    const key = match[this.#schema.key];
    if (key !== undefined) {
      const row = this.#table.get(key as Key);
      return row === undefined ? [] : [row];
    }
    for (const { columns } of this.#schema.indexes) {
      let length = columns.findIndex((column) => !(column in match));
      if (length === -1) length = columns.length;
      if (length === 0) continue;
      return this.#table.list(Object.fromEntries(columns.slice(0, length).map((c) => [c, match[c]])) as Match<Name>);
    }
    return this.#table.all();
  }

  /** A record with its case-insensitive columns folded, for the library to compare. */
  #comparable(row: Row<Name>): StoredRow {
    const { name, caseless } = this.#schema;
    if (caseless.size === 0) return row as StoredRow;
    const folded = Object.entries(row as StoredRow).map(([c, value]) => [c, foldCase(this.#schema, c, value)]);
    return this.#state.database.entity(name, Object.fromEntries(folded));
  }

  #foldConditions(where: Conditions): Conditions {
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

  #keyOf(row: Row<Name>): Key {
    return (row as StoredRow)[this.#schema.key] as Key;
  }

  #copy(row: Row<Name>): Row<Name> {
    return copyRow(this.#schema, row as StoredRow) as Row<Name>;
  }
}

/** A record of its own: plain, with nothing shared. */
export function copyRow(schema: TableSchema, row: StoredRow): Record<string, unknown> {
  const copy: Record<string, unknown> = { ...row };
  for (let i = 0; i < schema.nested.length; i++) {
    const column = schema.nested[i] as string;
    copy[column] = copyValue(copy[column]);
  }
  return copy;
}
