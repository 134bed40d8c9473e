import { type Issue, MockError, refusal } from './errors.js';
import { cleared, followLinks } from './links.js';
import type { Row, TableName } from './models.js';
import { foldCase, type IndexSchema, indexKey, type LinkSchema, schemas, type TableSchema } from './schema.js';
import { checkShape } from './shape.js';
import type { State } from './state.js';
import type { Key } from './table-definition.js';
import {
  compareScalars,
  countWithPrefix,
  firstWithPrefix,
  type IndexTree,
  isScalar,
  lastWithPrefix,
  type Scalar,
  type StoredRow,
  type TableTrees,
  valuesWithPrefix,
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
    const key = this.#look(match, firstWithPrefix);
    return key === undefined ? undefined : this.get(key);
  }

  has(match: Match<Name>): boolean {
    return this.#look(match, firstWithPrefix) !== undefined;
  }

  /** Of the records with these values, the one with the greatest value in the column `by`. */
  last(match: Match<Name>, by: keyof Row<Name> & string): Row<Name> | undefined {
    const key = this.#look(match, lastWithPrefix, by);
    return key === undefined ? undefined : this.get(key);
  }

  /** The records with these values, by the column `by` or by ascending key. */
  list(match: Match<Name>, by?: keyof Row<Name> & string): Row<Name>[] {
    return this.keys(match, by).map((key) => this.get(key) as Row<Name>);
  }

  /** The keys of the records that `list` answers, without looking at the records. */
  keys(match: Match<Name>, by?: keyof Row<Name> & string): Key[] {
    const keys = this.#look(match, valuesWithPrefix, by) ?? [];
    return by === undefined ? keys.sort(compareScalars) : keys;
  }

  count(match: Match<Name>): number {
    const count = this.#look(match, countWithPrefix) ?? 0;
    this.#state.visits += count;
    return count;
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
    const row = this.#complete(values as StoredRow, undefined, alsoUnique);
    this.#state.countRecord(this.#schema.name);
    this.#add(row);
    return row as Row<Name>;
  }

  /**
   * Changes columns of a record; the key stays as it is. What refers to the record follows.
   * @throws MockError as {@link insert} does; then nothing is written.
   */
  update(key: Key, changes: Values<Name>, alsoUnique: readonly (keyof Row<Name> & string)[] = []): Row<Name> {
    const previous = this.#existing(key);
    const next = this.#complete(changes as StoredRow, previous, alsoUnique);
    this.#replace(previous, next);
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
    const taken = this.#taken(values, undefined);
    // One whose key is free is kept for others to refer to: it is wrong for one reason alone.
    if (!this.#trees.rows.has(values[this.#schema.key] as Key)) this.#add(this.#entity(values));
    return taken;
  }

  /** What does not hold of a record, beyond its shape, its references and unique columns. */
  brokenInvariants(row: StoredRow): Issue[] {
    const { invariants = [] } = this.#schema.rules;
    return invariants.map((holds) => holds(row, this.#state.tables)).filter((issue) => issue !== undefined);
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
    if (row === undefined) throw new MockError('not_found', `There is no ${this.#schema.name} ${JSON.stringify(key)}`);
    return row;
  }

  /** Asks the index that starts with the columns of `match` and, if named, goes on with the column `by`. */
  #look<Answer>(
    match: Match<Name>,
    ask: (index: IndexTree, prefix: readonly Scalar[]) => Answer,
    by?: string,
  ): Answer | undefined {
    const values = match as StoredRow;
    const columns = Object.keys(values);
    const position = this.#indexFor(columns, by);
    const { columns: order } = this.#schema.indexes[position] as IndexSchema;
    const prefix: Scalar[] = [];
    for (let i = 0; i < columns.length; i++) {
      const column = order[i] as string;
      const value = foldCase(this.#schema, column, values[column]);
      if (!isScalar(value)) return undefined;
      prefix.push(value);
    }
    return ask(this.#trees.indexes[position] as IndexTree, prefix);
  }

  #indexFor(columns: readonly string[], by: string | undefined): number {
    const { indexes, name } = this.#schema;
    const position = indexes.findIndex(({ columns: order }) => {
      for (let i = 0; i < columns.length; i++) if (!columns.includes(order[i] as string)) return false;
      return by === undefined || order[columns.length] === by;
    });
    if (position === -1) throw new Error(`${name} has no index on ${columns.join(', ')}${by ? ` by ${by}` : ''}`);
    return position;
  }

  /** The whole record that `given` makes, alone or over a previous one, after every check. */
  #complete(given: StoredRow, previous: StoredRow | undefined, alsoUnique: readonly string[]): StoredRow {
    const { name, key, generatedKey, columns, defaulted, shape, rules } = this.#schema;
    if (typeof given !== 'object' || given === null || Array.isArray(given)) {
      throw new MockError(
        'malformed_data',
        `A record of ${name} is an object of columns, not ${JSON.stringify(given)}`,
      );
    }
    const unknown = Object.keys(given).filter((column) => !columns.includes(column));
    const row: Record<string, unknown> = { ...previous };
    for (const column of columns) if (given[column] !== undefined) row[column] = given[column];
    // X21: null clears, and what has a default is never empty.
    for (const column of defaulted) if (given[column] === null) row[column] = undefined;
    if (previous !== undefined) row[key] = previous[key];
    else if (generatedKey) row[key] = this.#state.made(name) + 1;
    const unfilled = this.#fillDefaults(row);

    const links = followLinks(this.#state, this.#schema, row, previous === undefined ? row : given);
    this.#derive(row);
    const checked = checkShape(shape, row);
    const issues = unknown.map((column) => ({
      path: column,
      message: `is no column of ${name}; it has ${columns.join(', ')}`,
    }));
    if ('issues' in checked) {
      // What a missing target would have filled in is not the caller's omission.
      const excused = new Set(links.missing.length > 0 ? [...links.fillable, ...unfilled] : []);
      issues.push(...checked.issues.filter(({ path }) => !(row[path] === undefined && excused.has(path))));
    }
    if (issues.length > 0) throw refusal('malformed_data', issues);
    if (links.disagreeing.length > 0) throw refusal('malformed_data', links.disagreeing);
    if (links.missing.length > 0) throw refusal('not_found', links.missing);
    const entity = this.#entity((checked as { value: StoredRow }).value);

    const { checks = [] } = rules;
    const failed = [
      ...this.brokenInvariants(entity),
      ...checks.map((check) => check(entity, this.#state.tables, previous)).filter((issue) => issue !== undefined),
    ];
    if (failed.length > 0) throw refusal('malformed_data', failed);
    const taken =
      this.#taken(entity, previous) ??
      alsoUnique.map((column) => [column]).find(([column]) => this.#repeats(entity, column));
    if (taken !== undefined) throw refusal('conflict', [conflictIssue(this.#schema, taken, entity)]);
    return entity;
  }

  /** Fills the columns that were left out; answers those that have a default but got none. */
  #fillDefaults(row: Record<string, unknown>): string[] {
    const { name, columns, nullable, defaults, rules } = this.#schema;
    const computed = rules.defaults ?? {};
    const { clock, seed, tables } = this.#state;
    const unfilled: string[] = [];
    for (const column of columns) {
      if (row[column] !== undefined) continue;
      if (column in defaults) row[column] = defaults[column];
      else if (computed[column]) {
        row[column] = computed[column]({ clock, seed, tables, n: this.#state.made(name) + 1 }, row);
        if (row[column] === undefined) unfilled.push(column);
      } else if (nullable.has(column)) row[column] = null;
    }
    return unfilled;
  }

  /** The records of this table that refer by `link` to a record of another. */
  #referrers(link: LinkSchema, target: StoredRow): StoredRow[] {
    const [locals = []] = link.identifiers;
    const match = Object.fromEntries(locals.map((local) => [local, target[link.columns[local] as string]]));
    return this.list(match as Match<Name>) as StoredRow[];
  }

  #derive(row: Record<string, unknown>): void {
    for (const [column, value] of Object.entries(this.#schema.rules.derived ?? {})) {
      row[column] = value(row);
    }
  }

  #entity(values: StoredRow): StoredRow {
    return this.#state.database.entity(this.#schema.name, values);
  }

  /** The unique columns of `row` that a record other than `previous` has. */
  #taken(row: StoredRow, previous: StoredRow | undefined): readonly string[] | undefined {
    const { key, indexes } = this.#schema;
    const { rows, indexes: trees } = this.#trees;
    if (previous === undefined && rows.has(row[key] as Key)) return [key];
    return indexes.find((index, i) => {
      const owner = index.unique ? trees[i]?.get(indexKey(this.#schema, index, row) ?? []) : undefined;
      return owner !== undefined && owner !== previous?.[key];
    })?.columns;
  }

  #repeats(row: StoredRow, column: string | undefined): boolean {
    const match = { [column as string]: row[column as string] } as Match<Name>;
    return this.keys(match).some((key) => key !== row[this.#schema.key]);
  }

  /** Puts a new record into the rows and the indexes; what an index has already stays. */
  #add(row: StoredRow): void {
    const { name, indexes, key } = this.#schema;
    const trees = this.#state.writableTrees(name);
    this.#state.database.create(trees.rows, name, row);
    for (let i = 0; i < indexes.length; i++) {
      const at = indexKey(this.#schema, indexes[i] as IndexSchema, row);
      if (at !== undefined) trees.indexes[i]?.set(at, row[key] as Key, false);
    }
  }

  #drop(row: StoredRow): void {
    const { name, indexes, key } = this.#schema;
    const trees = this.#state.writableTrees(name);
    this.#state.database.delete(trees.rows, name, row[key] as Key);
    for (let i = 0; i < indexes.length; i++) {
      const at = indexKey(this.#schema, indexes[i] as IndexSchema, row);
      if (at !== undefined) trees.indexes[i]?.delete(at);
    }
  }

  /** Puts `next` in the place of `previous`, in the indexes and in what refers to it. */
  #replace(previous: StoredRow, next: StoredRow): void {
    const { name, indexes, key, inbound } = this.#schema;
    const trees = this.#state.writableTrees(name);
    this.#state.database.update(trees.rows, name, previous, next);
    for (let i = 0; i < indexes.length; i++) {
      const index = indexes[i] as IndexSchema;
      if (index.columns.every((column) => previous[column] === next[column])) continue;
      const [from, to] = [previous, next].map((row) => indexKey(this.#schema, index, row));
      if (from !== undefined) trees.indexes[i]?.delete(from);
      if (to !== undefined) trees.indexes[i]?.set(to, next[key] as Key);
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
        table.#derive(values);
        table.#replace(referrer, table.#entity(values));
      }
    }
  }
}

/** What is said of unique columns that another record has. */
export function conflictIssue(schema: TableSchema, columns: readonly string[], row: StoredRow): Issue {
  const values = columns.map((column) => `${column} ${JSON.stringify(row[column])}`).join(' with ');
  return { path: columns.at(-1) as string, message: `${values} is already taken by another ${schema.name}` };
}
