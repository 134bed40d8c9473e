import isEqual from 'fast-deep-equal';
import { getOrInsert } from '../../src/foundation/get-or-insert.js';
import { type StoredRow, schemas } from '../../src/model/table-schema.js';
import { type TableName, tableNames } from '../../src/model/tables.js';
import { isFieldName } from './pseudonyms.js';
import type { JsonFields } from './seen-answer.js';

/** How much of a table the answers have shown. */
export type Coverage = 'complete' | 'in part' | 'never';

/** Something in the answers that cannot all be true, or that the mock cannot hold. It names no value. */
export interface Contradiction {
  readonly table: TableName;
  /** The id of the record; undefined if it has none, or if it would say something about a person. */
  readonly id: number | undefined;
  readonly column: string | undefined;
  readonly problem: string;
}

/** The records that answers have shown, by table. What one answer hides of a record another one may show. */
export class SeenRecords {
  readonly contradictions: Contradiction[] = [];
  /** Fields of answers that are not columns, such as `user.nickname`. */
  readonly unknownFields = new Set<string>();
  /** Other such fields, whose names are not those that programs give: one may be an e-mail. */
  readonly unnamedFields = new Set<string>();
  readonly #tables = new Map<TableName, Map<unknown, Record<string, unknown>>>(
    tableNames.map((name) => [name, new Map()]),
  );
  readonly #coverage = new Map<TableName, Coverage>();

  /** Adds a record under its key. A later answer wins; that they disagree is a contradiction. */
  add(table: TableName, fields: JsonFields, known: ReadonlySet<string> = schemas[table].columnSet): void {
    const key = fields[schemas[table].key];
    this.covers(table, 'in part');
    const { columnSet } = schemas[table];
    const records = this.#tables.get(table) as Map<unknown, Record<string, unknown>>;
    const record: Record<string, unknown> = getOrInsert(records, key, () => ({}));
    for (const [field, value] of Object.entries(fields)) {
      // D11: the key of a value may have an apostrophe.
      const column = columnSet.has(field) ? field : field.replace(/'$/, '');
      if (!columnSet.has(column)) {
        const unknown = isFieldName(field) ? this.unknownFields : this.unnamedFields;
        if (!known.has(column)) unknown.add(`${table}.${field}`);
      } else {
        if (column in record && !isEqual(record[column], value)) {
          this.contradict(table, record, column, 'two answers disagree; the later one is used');
        }
        record[column] = value;
      }
    }
  }

  remove(table: TableName, key: unknown): void {
    this.#tables.get(table)?.delete(key);
  }

  all(table: TableName): StoredRow[] {
    return [...(this.#tables.get(table)?.values() ?? [])];
  }

  /** Notes how much of a table was shown. It never becomes less. */
  covers(table: TableName, coverage: Coverage): void {
    if (coverage === 'complete' || !this.#coverage.has(table)) this.#coverage.set(table, coverage);
  }

  coverageOf(table: TableName): Coverage {
    return this.#coverage.get(table) ?? 'never';
  }

  /** Whether any table was shown, if only as an empty list. */
  get hasAny(): boolean {
    return this.#coverage.size > 0;
  }

  contradict(table: TableName, record: JsonFields, column: string | undefined, problem: string): void {
    const { id } = record;
    this.contradictions.push({ table, id: typeof id === 'number' ? id : undefined, column, problem });
  }
}
