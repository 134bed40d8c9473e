// What the texts of a page have to do with the records of the mock.
import { getOrInsert } from '../../src/foundation/get-or-insert.js';
import type { Mock } from '../../src/index.js';
import { schemas } from '../../src/model/table-schema.js';
import { type TableName, tableNames } from '../../src/model/tables.js';
import type { AnyValues } from './others.js';

/** A text of a page, as the records explain it. */
export interface Explained {
  /** The text with `…` in place of what records contain: the same for elements that do the same to different records. */
  readonly kind: string;
  /** What is empty in the record that the text is about: its columns, and the tables that could refer to it. */
  readonly traits: readonly string[];
}

/** A column of a table. */
export interface TextColumn {
  readonly table: TableName;
  readonly column: string;
}

interface KnownRow extends TextColumn {
  readonly row: AnyValues;
}

/** The number of records from which on a table is left out. */
const MANY = 3_000;
/** How many values a column has that is not a list of choices, such as a status. */
const CHOICES = 8;
/** The words of a text that are looked at. */
const WORDS = 20;

const isEmpty = (value: unknown) => value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** Whether a value says which record it is of. */
export const isText = (value: unknown): value is string => typeof value === 'string' && value.length > 2;

/** The columns whose texts say which record it is: not those that refer to another record, nor those of a few choices. */
export function textColumnsOf(table: TableName, rows: readonly AnyValues[]): string[] {
  const referring = new Set(schemas[table].references.flatMap(({ localColumns }) => localColumns));
  return schemas[table].columns.filter((column) => {
    if (referring.has(column)) return false;
    const values = new Set(rows.map((row) => row[column]));
    return values.size > CHOICES || values.size * 2 > rows.length;
  });
}

export class RecordTexts {
  readonly #mock: Mock;
  readonly #explained = new Map<string, Explained>();
  readonly #referring = new Map<string, ReadonlySet<string>>();
  /** The records that contain a text in a column of their own. */
  readonly #byText = new Map<string, KnownRow[]>();

  constructor(mock: Mock) {
    this.#mock = mock;
    for (const table of tableNames) this.#read(table);
  }

  explain(text: string): Explained {
    return getOrInsert(this.#explained, text, () => this.#explain(text));
  }

  /** The columns that have this very text. */
  columnsOf(text: string): TextColumn[] {
    const rows = this.#byText.get(text) ?? [];
    return [...new Map(rows.map(({ table, column }) => [`${table}.${column}`, { table, column }])).values()];
  }

  #rowsOf(table: TableName): readonly AnyValues[] {
    return this.#mock.data[table].getAll() as unknown as readonly AnyValues[];
  }

  #read(table: TableName): void {
    if (this.#mock.data[table].count() > MANY) return;
    const rows = this.#rowsOf(table);
    for (const column of textColumnsOf(table, rows)) {
      for (const row of rows) {
        const value = row[column];
        if (isText(value)) getOrInsert(this.#byText, value, () => []).push({ table, column, row });
      }
    }
  }

  #explain(text: string): Explained {
    const words = text.split(/\s+/).slice(0, WORDS);
    const kinds: string[] = [];
    let about: readonly KnownRow[] | undefined;
    for (let from = 0; from < words.length; ) {
      const { length, rows } = this.#longest(words, from);
      if (rows !== undefined) {
        const both: readonly KnownRow[] = (about ?? rows).filter(({ row }) => rows.some((one) => one.row === row));
        about = both.length > 0 ? both : about;
      }
      const kind = rows === undefined ? (words[from] ?? '').replaceAll(/\d+/g, '…') : '…';
      if (kind !== '…' || kinds.at(-1) !== '…') kinds.push(kind);
      from += length;
    }
    const [first] = about ?? [];
    return { kind: kinds.join(' '), traits: first === undefined ? [] : this.#traitsOf(first) };
  }

  /** The longest text of a record that begins with this word. */
  #longest(words: readonly string[], from: number): { length: number; rows?: readonly KnownRow[] } {
    for (let to = words.length; to > from; to -= 1) {
      const text = words.slice(from, to).join(' ');
      const rows = this.#byText.get(text) ?? this.#byText.get(text.replace(/^\(|[,.;:)]+$/g, ''));
      if (rows !== undefined) return { length: to - from, rows };
    }
    return { length: 1 };
  }

  #traitsOf({ table, row }: KnownRow): string[] {
    const empty = Object.keys(row).filter((column) => isEmpty(row[column]));
    const lonely = schemas[table].referencedBy
      .filter(({ from, reference }) => {
        const columns = Object.entries(reference.columns);
        return !this.#keysOf(from, Object.keys(reference.columns)).has(
          JSON.stringify(columns.map(([, column]) => row[column])),
        );
      })
      .map(({ from }) => `no ${from}`);
    return [...empty, ...lonely].map((trait) => `${table} ${trait}`);
  }

  /** What the records of a table refer to in these columns. */
  #keysOf(table: TableName, columns: readonly string[]): ReadonlySet<string> {
    const name = `${table} ${columns.join(' ')}`;
    const keyOf = (row: AnyValues) => JSON.stringify(columns.map((column) => row[column]));
    return getOrInsert(this.#referring, name, () => new Set(this.#rowsOf(table).map(keyOf)));
  }
}
