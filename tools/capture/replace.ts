import { getOrInsert } from '../../src/foundation/get-or-insert.js';
import { type ColumnClass, keptWords } from '../../src/model/column-classes.js';
import type { StoredRow } from '../../src/model/table-schema.js';
import type { CapturedTables } from './captured.js';
import { classOf, originalsIn } from './originals.js';
import { domainOf, Pseudonyms } from './pseudonyms.js';

export interface ReplaceOptions {
  /** The secret that pseudonyms follow from. */
  readonly key: Uint8Array;
  /** Columns that stay as they are, each as `table.column`. Their values stay in columns that refer to them, too. */
  readonly keep: readonly string[];
}

export interface Replaced {
  readonly tables: CapturedTables;
  /** The values that were replaced, and the parts of them that must not be found in the result. */
  readonly originals: readonly string[];
  /** By how many days all dates are shifted. */
  readonly shiftedDays: number;
}

/** Replaces the data of people by pseudonyms. A column that has no class is left out. */
export function replacePeople(tables: CapturedTables, { key, keep }: ReplaceOptions): Replaced {
  const kept = keptIn(tables, keep);
  const isReplaced = (table: string, column: string, value: unknown) => {
    const kind = classOf(table, column);
    if (kind === undefined || value === null || ['keep', 'kind', 'day', 'seconds', 'derived'].includes(kind))
      return false;
    if (kind === 'word' && keptWords.has(value)) return false;
    return !kept.has(table, column, value);
  };
  const { all, outsideOfJson } = originalsIn(tables, isReplaced);
  const pseudonyms = new Pseudonyms(key, { originals: all });
  const isOriginal = (name: string) => outsideOfJson.has(name.toLowerCase());
  const replace = (table: string, row: StoredRow) =>
    Object.fromEntries(
      Object.entries(row).flatMap(([column, value]) => {
        const kind = classOf(table, column) ?? 'derived';
        if (kind === 'derived') return [];
        if (kind === 'day' && value !== undefined) return [[column, pseudonyms.day(String(value))]];
        if (kind === 'seconds' && value !== null) return [[column, pseudonyms.seconds(Number(value))]];
        if (!isReplaced(table, column, value)) return [[column, value]];
        return [[column, replaced(kind, value, { pseudonyms, isOriginal, kept })]];
      }),
    );
  const result = Object.fromEntries(
    Object.entries(tables).map(([table, rows]) => [table, rows.map((row) => replace(table, row))]),
  );
  return { tables: result, originals: [...all].sort(), shiftedDays: pseudonyms.shiftedDays };
}

/** What stays because the user wants to keep some columns. */
export interface Kept {
  /** Whether a value is in a kept column, or in another column of the same class. */
  readonly has: (table: string, column: string, value: unknown) => boolean;
  /** Kept domains and those of kept e-mails, in lower case: users stay in the domain of their client. */
  readonly domains: ReadonlySet<string>;
}

export function keptIn(tables: CapturedTables, keep: readonly string[]): Kept {
  const kept = keptValues(tables, keep);
  const domains = [...(kept.get('domains') ?? [])].flatMap((value) => (value ?? []) as string[]);
  const emails = [...(kept.get('email') ?? [])].map(String);
  return {
    has: (table, column, value) => {
      const kind = classOf(table, column);
      return keep.includes(`${table}.${column}`) || (kind !== undefined && kept.get(kind)?.has(value) === true);
    },
    domains: new Set([...domains.map((domain) => domain.toLowerCase()), ...emails.map(domainOf)]),
  };
}

/** A value without the domains that stay. */
export function withoutDomains(kind: ColumnClass | undefined, value: unknown, { domains }: Kept): unknown {
  if (kind === 'email' && domains.has(domainOf(String(value)))) return String(value).replace(/@[^@]*$/, '');
  const isOther = (domain: unknown) => !domains.has(String(domain).toLowerCase());
  return kind === 'domains' && Array.isArray(value) ? value.filter(isOther) : value;
}

/** The values of kept columns, by class. */
function keptValues(tables: CapturedTables, keep: readonly string[]): ReadonlyMap<ColumnClass, ReadonlySet<unknown>> {
  const kept = new Map<ColumnClass, Set<unknown>>();
  for (const name of keep) {
    const [table = '', column = ''] = name.split('.');
    const kind = classOf(table, column);
    if (kind === undefined) continue;
    const values = getOrInsert(kept, kind, () => new Set());
    for (const row of tables[table] ?? []) values.add(row[column]);
  }
  return kept;
}

interface Replacing {
  readonly pseudonyms: Pseudonyms;
  /** Whether the name of a field is a value elsewhere. */
  readonly isOriginal: (name: string) => boolean;
  readonly kept: Kept;
}

function replaced(kind: ColumnClass, value: unknown, { pseudonyms, isOriginal, kept }: Replacing): unknown {
  const keptDomain = (domain: string) => (kept.domains.has(domain.toLowerCase()) ? domain : undefined);
  switch (kind) {
    case 'json':
      return pseudonyms.json(value, isOriginal);
    case 'domains':
      return (value as string[]).map((domain) => keptDomain(domain) ?? pseudonyms.domain(domain));
    case 'sources':
      return (value as { name: string; link: string }[]).map(({ name, link }) => ({
        name: pseudonyms.text(name),
        link: pseudonyms.text(link),
      }));
    case 'email':
      return pseudonyms.email(String(value), keptDomain(domainOf(String(value))));
    case 'html':
      return pseudonyms.html(String(value));
    case 'key':
      return pseudonyms.key(String(value));
    case 'unique':
    case 'word':
      return pseudonyms.unique(String(value));
    default:
      return isPlain(String(value)) ? value : pseudonyms.text(String(value));
  }
}

/** Whether a text is a flag or a small number, as the values of preferences are. */
function isPlain(text: string): boolean {
  return /^(true|false|null|\d{1,5}|)$/.test(text);
}
