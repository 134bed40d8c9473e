// What to type into a field: what fits it, and what people type and programs forget.
import * as z from 'zod/mini';
import { getOrInsert } from '../../src/foundation/get-or-insert.js';
import type { Mock } from '../../src/index.js';
import { schemas } from '../../src/model/table-schema.js';
import { type TableName, tableNames } from '../../src/model/tables.js';
import type { Dice } from './dice.js';
import type { Line } from './line.js';
import type { Look } from './look.js';
import type { PageField } from './page-script.js';
import type { RecordTexts, TextColumn } from './records.js';

/**
 * `plain` is what fits, `record` what a record has already, `awkward` what is valid and unusual, `limit` as much as fits, `wrong` what the
 * API refuses.
 */
export type InputKind = 'plain' | 'record' | 'awkward' | 'limit' | 'wrong';

/** What is typed. `wrong` if the API may refuse it: then it is for the page to say. */
export interface TypedText {
  readonly input: string;
  readonly wrong?: true;
}

/** How often each is typed. */
export const INPUT_KINDS: readonly (readonly [InputKind, number])[] = [
  ['plain', 12],
  ['record', 2],
  ['awkward', 3],
  ['limit', 1],
  ['wrong', 2],
];
/** Those that a form is tried with, after what fits. */
export const HARD: readonly InputKind[] = INPUT_KINDS.map(([kind]) => kind).filter((kind) => kind !== 'plain');

/** What fits most fields, and what fits those of an unknown column. */
const PLAIN = ['Bo', 'Ek', 'North', 'News of the day', '12', 'a'];
const AWKWARD = ['Ærø & “Sønner” <b>', "O'Brien", '日本語', 'مرحبا', '👩‍👩‍👧', '  spaces  ', '%41/..?#'];
/** What some column refuses; a text that none refuses is not wrong. */
const WRONG = ['', 'no-address', ' '];
/** What fits fields in which people pick a value instead of typing a text, by their types. */
const PICKED: ReadonlyMap<string, string> = new Map([
  ['time', '09:30'],
  ['datetime-local', '2026-03-04T09:30'],
  ['month', '2026-03'],
  ['week', '2026-W10'],
  ['color', '#336699'],
]);
/** The length of a long text in a field without a limit of its own. */
const LONG = 300;
/** How many values of a column are drawn from. */
const VALUES = 40;

/** The columns that a field can be for: texts that people choose. */
const typed: readonly TextColumn[] = tableNames.flatMap((table) => {
  const { columns, kinds, references, key, generatedKey } = schemas[table];
  const referring = new Set(references.flatMap(({ localColumns }) => localColumns));
  return columns
    .filter((column) => kinds[column] === 'string' && !referring.has(column) && !(generatedKey && column === key))
    .map((column) => ({ table, column }));
});

const bare = (name: string) => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

export interface InputSources {
  readonly mock: Mock;
  /** A mock of the scenario with awkward content. */
  readonly awkward: Mock;
  readonly records: RecordTexts;
  /** The texts for fields that the config file names. */
  readonly given: Readonly<Record<string, readonly string[]>>;
}

export class FieldInputs {
  readonly #sources: InputSources;
  readonly #values = new Map<string, readonly string[]>();

  constructor(sources: InputSources) {
    this.#sources = sources;
  }

  /** A text for a field, by its type, its name, and the column whose value it shows or is named after. */
  for(line: Line, look: Look, dice: Dice, kind: InputKind): TypedText {
    const given = this.#sources.given[line.name];
    if (given !== undefined && given.length > 0) return { input: dice.pick(given) };
    const facts = look.fields[line.name] ?? { type: 'text', name: '', limit: -1 };
    const name = line.name.toLowerCase();
    const { type } = facts;
    const isEmail = type === 'email' || /e-?mail/.test(name);
    const columns = isEmail ? typed.filter(({ column }) => column === 'email') : this.#columnsFor(line, facts);
    if (type === 'number' || line.role === 'spinbutton') return { input: numberOf(kind, dice) };
    if (type === 'date') return { input: this.#dateOf(kind, dice) };
    const picked = PICKED.get(type);
    if (picked !== undefined) return { input: picked };
    if (isEmail && kind === 'plain') return { input: addressOf(dice) };
    if (type === 'url' || /\burl\b|link/.test(name)) return { input: 'https://example.com/a?b=c' };
    const isSearch = type === 'search' || /search|filter|find/.test(name);
    if (isSearch && kind === 'plain') return { input: dice.pick([...wordsOf(look), 'zzz', ''].slice(0, 8)) };
    return judged(this.#textOf(columns, facts, dice, kind), columns);
  }

  #textOf(columns: readonly TextColumn[], { limit }: PageField, dice: Dice, kind: InputKind): string {
    const { mock, awkward } = this.#sources;
    const isFitting = (text: string) => judged(text, columns).wrong === undefined;
    const records = this.#valuesOf('records', mock, columns);
    switch (kind) {
      case 'plain':
        return dice.pick(firstFilled(PLAIN.filter(isFitting), records, PLAIN));
      case 'record':
        return dice.pick(firstFilled(records, PLAIN));
      case 'awkward':
        return dice.pick(firstFilled(this.#valuesOf('awkward', awkward, columns), AWKWARD));
      case 'limit':
        return 'x'.repeat(limit > 0 ? limit : LONG);
      case 'wrong':
        return WRONG.find((text) => !isFitting(text)) ?? '';
    }
  }

  #columnsFor(line: Line, { name }: PageField): readonly TextColumn[] {
    const shown = line.value === '' ? [] : this.#sources.records.columnsOf(line.value);
    if (shown.length > 0) return shown;
    const names = [name, line.name].map(bare);
    return typed.filter(({ column }) => names.includes(bare(column)));
  }

  #valuesOf(source: string, mock: Mock, columns: readonly TextColumn[]): readonly string[] {
    const key = `${source} ${columns.map(({ table, column }) => `${table}.${column}`).join(' ')}`;
    return getOrInsert(this.#values, key, () => {
      const all = columns.flatMap(({ table, column }) => textsIn(mock, table, column));
      return [...new Set(all)].slice(0, VALUES);
    });
  }

  #dateOf(kind: InputKind, dice: Dice): string {
    if (kind === 'wrong') return '';
    if (kind === 'limit') return '9999-12-31';
    return new Date(this.#sources.mock.clock.now + dice.below(30) * 86_400_000).toISOString().slice(0, 10);
  }
}

/** The first of the lists that is not empty. */
function firstFilled(...lists: readonly (readonly string[])[]): readonly string[] {
  return lists.find(({ length }) => length > 0) ?? [];
}

function textsIn(mock: Mock, table: TableName, column: string): string[] {
  const rows = mock.data[table].getAll() as unknown as readonly Record<string, unknown>[];
  // A field of one line has no line breaks.
  return rows.flatMap((row) => (typeof row[column] === 'string' ? row[column].replaceAll(/\s/g, ' ') : []));
}

/** The text, and whether all the columns that it may be for refuse it. */
function judged(input: string, columns: readonly TextColumn[]): TypedText {
  const accepts = ({ table, column }: TextColumn) => {
    const schema = schemas[table].recordSchema.shape[column];
    return schema === undefined || z.safeParse(schema, input).success;
  };
  return columns.length === 0 || columns.some(accepts) ? { input } : { input, wrong: true };
}

const addressOf = (dice: Dice) => `${dice.pick(['bo.ek', 'ada', 'kim'])}${dice.below(90) + 10}@mailbox.example`;

function numberOf(kind: InputKind, dice: Dice): string {
  if (kind === 'wrong') return '';
  return kind === 'limit' ? dice.pick(['0', '-1', '999999999']) : String(dice.below(50));
}

/** Words that the page shows: what somebody would search for. */
function wordsOf({ lines }: Look): string[] {
  const words = lines.flatMap(({ name }) => name.split(/\W+/).filter((word) => word.length > 3));
  return [...new Set(words)].slice(0, 6);
}
