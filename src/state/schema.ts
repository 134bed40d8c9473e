import * as z from 'zod';
import type { Issue } from './errors.js';
import { models, type TableName, type Tables, tableNames } from './models.js';
import { type DefaultContext, rules } from './rules.js';
import { id, type Key, type LinkDefinition, type TableDefinition } from './table-definition.js';
import { isScalar, type Scalar, type StoredRow } from './trees.js';

/** What the engine needs to know of a table, worked out once from its definition. */
export interface TableSchema {
  readonly name: TableName;
  /** The name of the key column. */
  readonly key: string;
  /** Keys are counted from 1 and cannot be chosen. */
  readonly generatedKey: boolean;
  readonly columns: readonly string[];
  readonly nullable: ReadonlySet<string>;
  readonly kinds: Readonly<Record<string, ColumnKind>>;
  /** Columns that hold arrays or objects. */
  readonly nested: readonly string[];
  readonly caseless: ReadonlySet<string>;
  /** The shape of a whole record; refuses columns that are not the table's. */
  readonly shape: z.ZodObject;
  readonly indexes: readonly IndexSchema[];
  readonly links: readonly LinkSchema[];
  /** The links of other tables, or of this one, that point here. */
  readonly inbound: readonly { readonly from: TableName; readonly link: LinkSchema }[];
  readonly defaults: Readonly<Record<string, unknown>>;
  /** Columns that are filled when they are left out, by a plain default or by a rule. */
  readonly defaulted: readonly string[];
  readonly rules: UntypedRules;
}

/** {@link TableRules} of a table that is not known at compile time. */
interface UntypedRules {
  readonly defaults?: Readonly<Record<string, (context: DefaultContext, row: StoredRow) => unknown>>;
  readonly derived?: Readonly<Record<string, (row: StoredRow) => unknown>>;
  readonly invariants?: readonly ((row: StoredRow, tables: Tables) => Issue | undefined)[];
  readonly checks?: readonly ((row: StoredRow, tables: Tables, previous: StoredRow | undefined) => Issue | undefined)[];
}

/** What a column holds, null aside; `nested` is arrays and objects. */
export type ColumnKind = 'string' | 'number' | 'boolean' | 'nested';

export interface IndexSchema {
  readonly columns: readonly string[];
  readonly unique: boolean;
}

export interface LinkSchema extends LinkDefinition {
  readonly to: TableName;
  readonly locals: readonly string[];
  /** The sets of local columns that each suffice to find the target; the first is indexed. */
  readonly identifiers: readonly (readonly string[])[];
}

const definitions: Record<TableName, TableDefinition> = models;

/** Every table's schema, by name. */
export const schemas = Object.fromEntries(tableNames.map((name) => [name, schemaOf(name)])) as Record<
  TableName,
  TableSchema
>;

function schemaOf(name: TableName): TableSchema {
  const { columns: shapes, caseless = [], defaults = {} } = definitions[name];
  const columns = Object.keys(shapes);
  const key = columns[0] as string;
  const kinds = Object.fromEntries(columns.map((column) => [column, kindOf(shapes[column] as z.ZodType)]));
  return {
    name,
    key,
    generatedKey: shapes[key] === id,
    columns,
    nullable: new Set(columns.filter((column) => shapes[column]?.safeParse(null).success)),
    kinds,
    nested: columns.filter((column) => kinds[column] === 'nested'),
    caseless: new Set(caseless),
    shape: z.strictObject(shapes),
    indexes: indexesOf(name),
    links: linksOf(name),
    inbound: tableNames.flatMap((from) =>
      linksOf(from)
        .filter((link) => link.to === name)
        .map((link) => ({ from, link })),
    ),
    defaults,
    defaulted: columns.filter((column) => column in defaults || column in (rules[name]?.defaults ?? {})),
    rules: (rules[name] ?? {}) as unknown as UntypedRules,
  };
}

/** The kind of a column's values: what the type of its shape is called, null aside. */
function kindOf(shape: z.ZodType): ColumnKind {
  const inner = shape instanceof z.ZodNullable ? (shape.unwrap() as z.ZodType) : shape;
  if (inner.def.type === 'number' || inner.def.type === 'boolean') return inner.def.type;
  return inner.def.type === 'string' || inner.def.type === 'enum' ? 'string' : 'nested';
}

/** The sets of columns that name one record of a table: its key and its unique columns. */
function identitiesOf(name: TableName): (readonly string[])[] {
  const { columns, unique = [] } = definitions[name];
  return [[Object.keys(columns)[0] as string], ...unique];
}

function linksOf(name: TableName): LinkSchema[] {
  return (definitions[name].links ?? []).map((link) => {
    const to = link.to as TableName;
    const pairs = Object.entries(link.columns);
    const localOf = (target: string) => pairs.find((pair) => pair[1] === target)?.[0];
    const identifiers = identitiesOf(to)
      .map((identity) => identity.map(localOf))
      .filter((locals): locals is string[] => !locals.includes(undefined));
    if (identifiers.length === 0) throw new Error(`${name}: a link to ${to} has no column that is unique there`);
    return { ...link, to, locals: pairs.map(([local]) => local), identifiers };
  });
}

/** Unique columns, declared indexes and references; what another index already serves as its prefix is left out. */
function indexesOf(name: TableName): IndexSchema[] {
  const { unique = [], indexes = [] } = definitions[name];
  const wanted = [...indexes, ...linksOf(name).map(({ identifiers }) => identifiers[0] as readonly string[])];
  const all: IndexSchema[] = unique.map((columns) => ({ columns, unique: true }));
  for (const columns of wanted.sort((a, b) => b.length - a.length)) {
    if (!all.some((index) => startsWith(index.columns, columns))) all.push({ columns, unique: false });
  }
  return all;
}

function startsWith(columns: readonly string[], prefix: readonly string[]): boolean {
  return prefix.every((column, i) => columns[i] === column);
}

/**
 * The key of a record in an index, or undefined where the record is not in it: a unique index leaves out records with
 * nulls, which are equal to nothing. The key of a plain index ends in the record's own key.
 */
export function indexKey(schema: TableSchema, index: IndexSchema, row: StoredRow): Scalar[] | undefined {
  const key: Scalar[] = [];
  for (const column of index.columns) {
    const value = foldCase(schema, column, row[column]);
    if (!isScalar(value) || (value === null && index.unique)) return undefined;
    key.push(value);
  }
  if (!index.unique) key.push(row[schema.key] as Key);
  return key;
}

/** A value as its column compares it. */
export function foldCase(schema: TableSchema, column: string, value: unknown): unknown {
  return typeof value === 'string' && schema.caseless.has(column) ? value.toLowerCase() : value;
}
