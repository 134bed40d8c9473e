import type { TableName } from 'briefs-mock';
import type { Key, TableAccess } from '../../src/model/table-access.js';
import type { Model } from './state-model.js';
import { type Cells, keyOf, sameIn } from './state-tables.js';

/** A table of a {@link Model}, as the functions of table definitions read and write it: every read is a scan. */
export class ScannedTable implements TableAccess<Cells> {
  readonly #model: Model;
  readonly #table: TableName;

  constructor(model: Model, table: TableName) {
    this.#model = model;
    this.#table = table;
  }

  get size(): number {
    return this.all().length;
  }

  get(key: Key): Cells | undefined {
    return this.#model.find(this.#table, key);
  }

  find(match: Cells): Cells | undefined {
    return this.list(match)[0];
  }

  has(match: Cells): boolean {
    return this.find(match) !== undefined;
  }

  last(match: Cells, by: string): Cells | undefined {
    return this.list(match, by).at(-1);
  }

  list(match: Cells, by = keyOf(this.#table)): Cells[] {
    const isMatch = (row: Cells) =>
      Object.entries(match).every(
        ([column, value]) => value != null && sameIn(this.#table, column, row[column], value),
      );
    // The sort is stable, so records with the same value stay in the order of their keys.
    return this.all()
      .filter(isMatch)
      .sort((a, b) => (a[by] === b[by] ? 0 : (a[by] as Key) < (b[by] as Key) ? -1 : 1));
  }

  keys(match: Cells, by?: string): Key[] {
    return this.list(match, by).map((row) => row[keyOf(this.#table)] as Key);
  }

  count(match: Cells): number {
    return this.list(match).length;
  }

  freeNumber(column: string, prefix: string, from: number, scope: Cells = {}): number {
    let number = from;
    while (this.has({ ...scope, [column]: `${prefix}${number}` })) number++;
    return number;
  }

  first(): Cells | undefined {
    return this.all()[0];
  }

  all(): Cells[] {
    return this.#model.rows(this.#table);
  }

  insert(values: Cells): Cells {
    return this.#model.create(this.#table, values);
  }

  update(key: Key, changes: Cells): Cells {
    return this.#model.update(this.#table, key, changes);
  }

  remove(key: Key): Cells {
    return this.#model.remove(this.#table, key);
  }
}
