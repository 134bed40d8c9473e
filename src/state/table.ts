import { show } from '../foundation/format-value.js';
import { type Issue, MockError, refusal } from '../foundation/mock-error.js';
import type { Key } from '../model/define-table.js';
import {
  type Identifier,
  type IndexSchema,
  type LinkSchema,
  schemas,
  type TableSchema,
} from '../model/table-schema.js';
import type { Row, TableName } from '../model/tables.js';
import { brokenDerivations, brokenInvariants, completeRecord, derive } from './build-record.js';
import { placeOf, prefixOf } from './index-key.js';
import { cleared } from './references.js';
import type { State } from './state.js';
import {
  type Ask,
  compareScalars,
  countAt,
  firstAt,
  type IndexTree,
  lastAt,
  rowsAt,
  type StoredRow,
  type TableTrees,
} from './trees.js';

/** Columns and the values they must have. */
export type Match<Name extends TableName> = { readonly [Column in keyof Row<Name>]?: Row<Name>[Column] | undefined };

/** Columns to write. What is undefined is left out; null clears, where there is a default to it. */
export type Values<Name extends TableName> = {
  readonly [Column in keyof Row<Name>]?: Row<Name>[Column] | null | undefined;
};

/**
 * One table of one state: reads go through indexes, writes through every constraint.
 *
 * The records it answers are the stored ones: never change them. A read that no index serves is a mistake in the
 * program, not a slow query: it throws.
 */
export class Table<Name extends TableName> {
  readonly #state: State;
  readonly #schema: TableSchema;

  constructor(state: State, name: Name) {
    this.#state = state;
    this.#schema = schemas[name];
  }

  /** The record with this key. */
  get(key: Key): Row<Name> | undefined {
    return this.#stored(key) as Row<Name> | undefined;
  }

  /** The first record, in the order of the index, with these values. */
  find(match: Match<Name>): Row<Name> | undefined {
    return this.#visited(this.#ask(match, firstAt)) as Row<Name> | undefined;
  }

  has(match: Match<Name>): boolean {
    return this.#ask(match, firstAt) !== undefined;
  }

  /** Of the records with these values, the one with the greatest value in the column `by`. */
  last(match: Match<Name>, by: keyof Row<Name> & string): Row<Name> | undefined {
    return this.#visited(this.#ask(match, lastAt, by)) as Row<Name> | undefined;
  }

  /** The records with these values, by the column `by` or by ascending key. */
  list(match: Match<Name>, by?: keyof Row<Name> & string): Row<Name>[] {
    const rows = this.#rows(match, by);
    this.#state.visits += rows.length;
    return rows as Row<Name>[];
  }

  /** The keys of the records that `list` answers, without looking at the records. */
  keys(match: Match<Name>, by?: keyof Row<Name> & string): Key[] {
    return this.#rows(match, by).map((row) => row[this.#schema.key] as Key);
  }

  count(match: Match<Name>): number {
    const count = this.#ask(match, countAt) ?? 0;
    this.#state.visits += count;
    return count;
  }

  /** The record of this table that a record of another one names. */
  named({ locals, index }: Identifier, by: StoredRow): StoredRow | undefined {
    if (index === undefined) return this.#stored(by[locals[0] as string] as Key);
    const place = placeOf(this.#schema.indexes[index] as IndexSchema, by, locals);
    return place === undefined ? undefined : this.#visited(this.#trees.indexes[index]?.get(place));
  }

  /** The record with the lowest key. */
  first(): Row<Name> | undefined {
    const key = this.#trees.rows.minKey();
    return key === undefined ? undefined : this.get(key);
  }

  /** How many records there are. */
  get size(): number {
    return this.#trees.rows.size;
  }

  /** Every record, by ascending key. */
  all(): Row<Name>[] {
    this.#state.visits += this.size;
    return this.#trees.rows.valuesArray() as Row<Name>[];
  }

  /**
   * Makes a record. A generated key cannot be chosen; what is left out is filled in. `alsoUnique` are columns that may not
   * repeat, beyond those that never do.
   * @throws MockError `malformed_data`, `not_found` (a reference) or `conflict`; then nothing is written.
   */
  insert(values: Values<Name>, alsoUnique: readonly (keyof Row<Name> & string)[] = []): Row<Name> {
    const row = completeRecord(this.#state, this.#schema, values as StoredRow, undefined);
    // To add it and take it back, should another have its place, is faster than to look first.
    const taken = this.#add(row) ?? this.#repeated(row, alsoUnique);
    if (taken !== undefined) this.#drop(row);
    this.#expectFree(taken, row, values);
    this.#state.countRecord(this.#schema.name);
    this.#schema.written?.(row, this.#state.tables);
    return row as Row<Name>;
  }

  /**
   * Changes columns of a record; the key stays as it is. What refers to the record follows.
   * @throws MockError as {@link insert} does; then nothing is written.
   */
  update(key: Key, changes: Values<Name>, alsoUnique: readonly (keyof Row<Name> & string)[] = []): Row<Name> {
    const previous = this.#existing(key);
    const next = completeRecord(this.#state, this.#schema, changes as StoredRow, previous);
    this.#expectFree(this.#taken(next, previous) ?? this.#repeated(next, alsoUnique), next, changes);
    this.#replace(previous, next);
    this.#schema.written?.(next, this.#state.tables);
    return next as Row<Name>;
  }

  /** Removes a record, and with it what cannot exist without it; answers the removed record. */
  remove(key: Key): Row<Name> {
    const row = this.#existing(key);
    this.#drop(row);
    for (const { from, link } of this.#schema.inbound) {
      const table = this.#state.table(from);
      for (const referrer of table.#referrers(link, row)) {
        const referrerKey = referrer[table.#schema.key] as Key;
        if (link.onDelete === 'cascade') {
          if (table.get(referrerKey) !== undefined) table.remove(referrerKey);
        } else {
          table.#replace(referrer, table.#entity({ ...referrer, ...cleared(link) }));
        }
      }
    }
    return row as Row<Name>;
  }

  /**
   * Adds a record as it is, for a snapshot that comes in. Answers the first unique columns that were taken. References
   * are not looked at.
   */
  load(values: StoredRow): readonly string[] | undefined {
    // Kept even where other unique columns are taken, so that what refers to it is not reported as well.
    return this.#add(this.#entity(values));
  }

  /** What does not hold of a record, beyond its shape, its references and unique columns. */
  brokenInvariants(row: StoredRow): Issue[] {
    return [...brokenDerivations(this.#schema, row), ...brokenInvariants(this.#state, this.#schema, row)];
  }

  get #trees(): TableTrees {
    return this.#state.trees(this.#schema.name);
  }

  #stored(key: Key): StoredRow | undefined {
    this.#state.visits++;
    return this.#trees.rows.get(key);
  }

  #existing(key: Key): StoredRow {
    const row = this.#stored(key);
    if (row === undefined) throw new MockError('not_found', `There is no ${this.#schema.name} ${show(key)}`);
    return row;
  }

  #visited(row: StoredRow | undefined): StoredRow | undefined {
    if (row !== undefined) this.#state.visits++;
    return row;
  }

  #rows(match: Match<Name>, by: string | undefined): StoredRow[] {
    const { key, indexes } = this.#schema;
    const columns = Object.keys(match);
    const position = this.#indexFor(columns, by);
    const rows = this.#askAt(position, match, columns, rowsAt) ?? [];
    const { path } = indexes[position] as IndexSchema;
    // Where nothing but the key is left of the path, the index has them in its order.
    if (by !== undefined || path[columns.length] === key || rows.length < 2) return rows;
    return rows.sort((a, b) => compareScalars(a[key] as Key, b[key] as Key));
  }

  #ask<Answer>(match: Match<Name>, ask: Ask<Answer>, by?: string): Answer | undefined {
    const columns = Object.keys(match);
    return this.#askAt(this.#indexFor(columns, by), match, columns, ask);
  }

  #askAt<Answer>(
    position: number,
    match: Match<Name>,
    { length }: readonly string[],
    ask: Ask<Answer>,
  ): Answer | undefined {
    const index = this.#schema.indexes[position] as IndexSchema;
    const place = prefixOf(index, match as StoredRow, length);
    const exact = index.unique && index.columns.length === length;
    return place === undefined ? undefined : ask(this.#trees.indexes[position] as IndexTree, place, exact);
  }

  /** The position of the index that starts with these columns and, if named, goes on with the column `by`. */
  #indexFor(columns: readonly string[], by: string | undefined): number {
    const { name, indexes } = this.#schema;
    for (let i = 0; i < indexes.length; i++) if (serves(indexes[i] as IndexSchema, columns, by)) return i;
    throw new Error(`${name} has no index on ${columns.join(', ')}${by ? ` by ${by}` : ''}`);
  }

  /** The records of this table that refer by `link` to a record of another. */
  #referrers(link: LinkSchema, target: StoredRow): StoredRow[] {
    const { locals } = link.identifiers[0] as Identifier;
    const match = Object.fromEntries(locals.map((local) => [local, target[link.columns[local] as string]]));
    return this.list(match as Match<Name>) as StoredRow[];
  }

  #entity(values: StoredRow): StoredRow {
    return this.#state.database.entity(this.#schema.name, values);
  }

  /** @throws MockError `conflict` where another record has columns of `row` that may not repeat; it names one `given`. */
  #expectFree(taken: readonly string[] | undefined, row: StoredRow, given: object): void {
    if (taken === undefined) return;
    const path = taken.findLast((column) => (given as StoredRow)[column] !== undefined);
    throw refusal('conflict', [conflictIssue(this.#schema, taken, row, path)]);
  }

  /** The unique columns of `row` that a record other than `previous` has. */
  #taken(row: StoredRow, previous: StoredRow): readonly string[] | undefined {
    const trees = this.#trees.indexes;
    const isTaken = (index: IndexSchema, i: number) => {
      const place = index.unique ? placeOf(index, row) : undefined;
      const owner = place === undefined ? undefined : trees[i]?.get(place);
      return owner !== undefined && owner !== previous;
    };
    return this.#schema.indexes.find(isTaken)?.columns;
  }

  /** The first of `columns` whose value another record has too. */
  #repeated(row: StoredRow, columns: readonly string[]): readonly string[] | undefined {
    const { key } = this.#schema;
    for (let i = 0; i < columns.length; i++) {
      const column = columns[i] as string;
      const owners = this.keys({ [column]: row[column] } as Match<Name>);
      if (owners.some((owner) => owner !== row[key])) return [column];
    }
    return undefined;
  }

  /** Puts a new record into the rows and the indexes. What has its place already keeps it: answers such unique columns. */
  #add(row: StoredRow): readonly string[] | undefined {
    const { name, key, indexes } = this.#schema;
    const trees = this.#state.writableTrees(name);
    if (!this.#state.database.create(trees.rows, name, row)) return [key];
    let taken: readonly string[] | undefined;
    for (let i = 0; i < indexes.length; i++) {
      const index = indexes[i] as IndexSchema;
      const place = placeOf(index, row);
      if (place !== undefined && !trees.indexes[i]?.set(place, row, false)) taken ??= index.columns;
    }
    return taken;
  }

  #drop(row: StoredRow): void {
    const { name, key, indexes } = this.#schema;
    const trees = this.#state.writableTrees(name);
    const rowKey = row[key] as Key;
    if (trees.rows.get(rowKey) === row) this.#state.database.delete(trees.rows, name, rowKey);
    for (let i = 0; i < indexes.length; i++) {
      const place = placeOf(indexes[i] as IndexSchema, row);
      if (place !== undefined && trees.indexes[i]?.get(place) === row) trees.indexes[i]?.delete(place);
    }
  }

  /** Puts `next` in the place of `previous`, in the indexes and in what refers to it. */
  #replace(previous: StoredRow, next: StoredRow): void {
    const { name, indexes, inbound } = this.#schema;
    const trees = this.#state.writableTrees(name);
    this.#state.database.update(trees.rows, name, previous, next);
    for (let i = 0; i < indexes.length; i++) {
      const index = indexes[i] as IndexSchema;
      const moves = index.columns.some((column) => previous[column] !== next[column]);
      const from = moves ? placeOf(index, previous) : undefined;
      if (from !== undefined) trees.indexes[i]?.delete(from);
      const to = placeOf(index, next);
      if (to !== undefined) trees.indexes[i]?.set(to, next);
    }
    for (const { from, link } of inbound) {
      const followed = link.locals.filter((local) => {
        const column = link.columns[local] as string;
        return previous[column] !== next[column];
      });
      if (followed.length === 0) continue;
      const table = this.#state.table(from);
      for (const referrer of table.#referrers(link, previous)) {
        const values: Record<string, unknown> = { ...referrer };
        for (const local of followed) values[local] = next[link.columns[local] as string];
        derive(table.#schema, values);
        table.#replace(referrer, table.#entity(values));
      }
    }
  }
}

/** What is said, of the column `path`, of unique columns that another record has. */
export function conflictIssue(
  schema: TableSchema,
  columns: readonly string[],
  row: StoredRow,
  path = columns.at(-1) as string,
): Issue {
  const values = columns.map((column) => `${column} ${show(row[column])}`).join(' with ');
  return { path, message: `${values} is already taken by another ${schema.name}` };
}

/** Whether an index starts with `columns`, in whichever order, and goes on with the column `by`, if one is named. */
function serves({ columns: order }: IndexSchema, columns: readonly string[], by: string | undefined): boolean {
  for (let i = 0; i < columns.length; i++) if (!columns.includes(order[i] as string)) return false;
  return by === undefined || order[columns.length] === by;
}
