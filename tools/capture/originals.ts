import { type ColumnClass, columnClasses } from '../../src/model/column-classes.js';
import type { StoredRow } from '../../src/model/table-schema.js';
import type { CapturedTables } from './captured.js';
import { isDatelessNumber, isFieldName } from './pseudonyms.js';

/** Shorter values are too common to be anybody's. */
export const LEAST = 4;

/** The class of a column; undefined if the mock does not have it. */
export function classOf(table: string, column: string): ColumnClass | undefined {
  return (columnClasses as Readonly<Record<string, StoredRow>>)[table]?.[column] as ColumnClass | undefined;
}

/** What must not be found in the result. */
export interface Originals {
  readonly all: ReadonlySet<string>;
  /** Those that are not in free JSON alone, in lower case. */
  readonly outsideOfJson: ReadonlySet<string>;
}

/** The originals of all values that are replaced. */
export function originalsIn(
  tables: CapturedTables,
  isReplaced: (table: string, column: string, value: unknown) => boolean,
): Originals {
  const all = new Set<string>();
  const outsideOfJson = new Set<string>();
  const inJson = new Set<string>();
  const fieldNames = new Set<string>();
  for (const [table, rows] of Object.entries(tables)) {
    for (const [column, value] of rows.flatMap((row) => Object.entries(row))) {
      const kind = classOf(table, column);
      if (kind === undefined || !isReplaced(table, column, value)) continue;
      for (const original of originalsOf(kind, value)) {
        if (kind === 'json') inJson.add(original);
        else {
          all.add(original);
          outsideOfJson.add(original.toLowerCase());
        }
      }
      if (kind === 'json') addFieldNames(value, fieldNames);
    }
  }
  // The name of a field may be a value elsewhere, such as `grid`.
  for (const original of inJson) if (!fieldNames.has(original.toLowerCase())) all.add(original);
  return { all, outsideOfJson };
}

function addFieldNames(value: unknown, names: Set<string>): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, inner] of Object.entries(value)) {
    if (!Array.isArray(value) && isFieldName(name)) names.add(name.toLowerCase());
    addFieldNames(inner, names);
  }
}

function originalsOf(kind: ColumnClass, value: unknown): string[] {
  if (kind === 'key' && isDatelessNumber(String(value))) return [];
  return partsOf(kind, value)
    .map((part) => part.trim())
    .filter(saysSomething);
}

function partsOf(kind: ColumnClass, value: unknown): string[] {
  if (typeof value === 'string') {
    const at = value.lastIndexOf('@');
    if (kind === 'email') return [value, value.slice(0, at), value.slice(at + 1)];
    return kind === 'html' ? [value, ...value.split(/<[^<>]*>/)] : [value];
  }
  if (typeof value === 'number') return Math.abs(value) < 100_000 ? [] : [String(value)];
  if (typeof value !== 'object' || value === null) return [];
  const names = kind === 'json' && !Array.isArray(value) ? Object.keys(value).filter((name) => !isFieldName(name)) : [];
  return [...names, ...Object.values(value).flatMap((inner) => partsOf(kind, inner))];
}

/** Short values, flags, days and short numbers say nothing about a person. */
function saysSomething(text: string): boolean {
  if (text.length < LEAST || /^(?:true|false|null|\d{4}-\d\d-\d\d(?:T[\d:.]+Z?)?)$/i.test(text)) return false;
  return /\p{L}/u.test(text) || text.replace(/\D/g, '').length >= 6;
}
