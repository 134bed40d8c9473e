import { numberedText } from './numbered-text.js';
import type { Key, TableAccess } from './table-access.js';

/** The Latin letters that are not a plain letter with an accent, and the plain letters that slugs have instead (D9). */
const PLAIN: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ı: 'i',
  ĸ: 'k',
  ł: 'l',
  ŋ: 'n',
  ŧ: 't',
};
const NOT_PLAIN = new RegExp(`[${Object.keys(PLAIN).join('')}]`, 'g');

/**
 * Turns a text into a name for URLs: removes accents, converts to lower case, replaces other Latin letters by plain ones and
 * each run of characters other than a-z and 0-9 by one separator, with none at the ends (D9). A text without letters and
 * digits becomes `fallback` (D37).
 */
export function slugify(text: string, fallback: string, separator = '-'): string {
  const words = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(NOT_PLAIN, (letter) => PLAIN[letter] as string)
    .match(/[a-z0-9]+/g);
  return words?.join(separator) ?? fallback;
}

/** The numbered column that a slug is for, and the record. */
interface SlugTarget<Row> {
  readonly table: TableAccess<Row>;
  readonly column: keyof Row & string;
  /** The record's id, if it has one already. Its current slug counts as free. */
  readonly id: Key | undefined;
  /** The records among which the slug is unique. Default: all. */
  readonly scope?: { readonly [Column in keyof Row]?: Row[Column] | undefined };
  readonly separator?: string;
}

/**
 * The slug of a new or changed record; undefined if `source` is not a text. A taken slug gets the lowest free suffix: `-2`,
 * `-3`, … (D9)
 */
export function uniqueSlug<Row extends { readonly id: Key }>(
  source: unknown,
  fallback: string,
  { table, column, id, scope = {}, separator = '-' }: SlugTarget<Row>,
): string | undefined {
  if (typeof source !== 'string') return undefined;
  const slug = slugify(source, fallback, separator);
  const taken = table.find({ ...scope, [column]: slug });
  if (taken === undefined || taken.id === id) return slug;
  const prefix = slug + separator;
  const free = table.freeNumber(column, prefix, 2, scope);
  const own = numberedText(String(id === undefined ? '' : table.get(id)?.[column]));
  const isOwnLower = own?.prefix === prefix && own.number >= 2 && own.number < free;
  return `${prefix}${isOwnLower ? own.number : free}`;
}
