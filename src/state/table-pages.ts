import { malformedAt } from '../foundation/mock-error.js';
import { type StoredRow, schemas, type TableSchema } from '../model/table-schema.js';
import type { TableName } from '../model/tables.js';
import { columnProblem } from './query.js';
import type { State } from './state.js';
import type { TableTrees } from './table-trees.js';
import { compareScalars, type Scalar, slice } from './trees.js';

/** Selects a page of a table. */
interface PageQuery {
  /** The column to sort by; with `-` before it, in descending order. Default: the key. */
  readonly sort?: string | undefined;
  /** A text that a column of each record contains, case-insensitive. */
  readonly search?: string | undefined;
  /** The number of records before the page. */
  readonly offset?: number | undefined;
  /** The maximum number of records in the page. */
  readonly limit?: number | undefined;
}

/** A sorted or filtered list of a table's records. */
interface SortedList extends Pick<PageQuery, 'sort' | 'search'> {
  /** The trees that it was computed from. */
  readonly trees: TableTrees;
  readonly rows: readonly StoredRow[];
}

/** Reads the tables of a state in pages, for tools that show them. */
export class TablePages {
  readonly #state: State;
  /** The last list: as long as its table does not change, the next page of it needs no second sort. */
  #latest: SortedList | undefined;

  constructor(state: State) {
    this.#state = state;
  }

  /**
   * `total` is the number of matching records on all pages.
   * @throws MockError `malformed_data` for a column that does not exist or cannot be compared.
   */
  page(name: TableName, { sort, search = '', offset = 0, limit = Number.POSITIVE_INFINITY }: PageQuery) {
    // The trees of an image are never written, so a list that was computed from them stays right.
    const trees = this.#state.capture().records.trees[name];
    const isInKeyOrder = search === '' && (sort === undefined || sort === schemas[name].key);
    const list = isInKeyOrder ? undefined : this.#list(name, trees, sort, search);
    const rows = list === undefined ? slice(trees.rows, offset, limit) : list.slice(offset, offset + limit);
    this.#state.recordsRead += rows.length;
    return { rows, total: list?.length ?? trees.rows.size };
  }

  #list(name: TableName, trees: TableTrees, sort: string | undefined, search: string): readonly StoredRow[] {
    const latest = this.#latest;
    if (latest?.trees === trees && latest.sort === sort && latest.search === search) return latest.rows;
    const schema = schemas[name];
    const order = sort === undefined ? undefined : sorterOf(schema, sort);
    this.#state.recordsRead += trees.rows.size;
    const matching = trees.rows.valuesArray().filter(matcherOf(schema, search));
    const rows = order === undefined ? matching : order(matching);
    this.#latest = { trees, sort, search, rows };
    return rows;
  }
}

/** As spreadsheets sort: case-insensitively, null last in both directions. Records with equal values stay in order of the key. */
function sorterOf(schema: TableSchema, sort: string): (rows: readonly StoredRow[]) => StoredRow[] {
  const direction = sort.startsWith('-') ? -1 : 1;
  const column = sort.replace(/^-/, '');
  const problem = columnProblem(schema, column);
  if (problem !== undefined) throw malformedAt('sort', problem);
  return (rows) =>
    rows
      .map((row) => ({ row, value: comparable(row[column] as Scalar) }))
      .sort((a, b) =>
        a.value === null || b.value === null
          ? Number(a.value === null) - Number(b.value === null)
          : direction * compareScalars(a.value, b.value),
      )
      .map(({ row }) => row);
}

/** Lower case does not depend on the machine's locale. */
function comparable(value: Scalar): Scalar {
  return typeof value === 'string' ? value.toLowerCase() : value;
}

function matcherOf({ columns }: TableSchema, search: string): (row: StoredRow) => boolean {
  const wanted = search.toLowerCase();
  return (row) => columns.some((column) => textOf(row[column]).toLowerCase().includes(wanted));
}

/** A value as a table shows it: text as it is, nothing for null, everything else as JSON. */
function textOf(value: unknown): string {
  if (value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
