import * as z from 'zod';
import type { Issue } from '../foundation/mock-error.js';
import type { StoredRow } from '../state/trees.js';
import { type Test, testOf } from './column-check.js';
import { id, isJsonObject, jsonObject, type LinkDefinition, type TableDefinition } from './define-table.js';
import { type DefaultContext, rules } from './rules.js';
import { forEachTable, models, type TableName, type Tables, tableNames } from './tables.js';

/** What the engine needs to know of a table, worked out once from its definition. */
export interface TableSchema {
  readonly name: TableName;
  /** The name of the key column. */
  readonly key: string;
  /** Keys are counted from 1 and cannot be chosen. */
  readonly generatedKey: boolean;
  readonly columns: readonly string[];
  readonly known: ReadonlySet<string>;
  readonly nullable: ReadonlySet<string>;
  readonly kinds: Readonly<Record<string, ColumnKind>>;
  /** Columns that hold arrays or objects. */
  readonly nested: readonly string[];
  readonly caseless: ReadonlySet<string>;
  /** The shape of a whole record; refuses columns that are not the table's. */
  readonly shape: z.ZodObject;
  /** What each of the columns may hold; undefined where it has to be parsed. */
  readonly tests: readonly (Test | undefined)[];
  readonly indexes: readonly IndexSchema[];
  readonly links: readonly LinkSchema[];
  /** The links of other tables, or of this one, that point here. */
  readonly inbound: readonly { readonly from: TableName; readonly link: LinkSchema }[];
  /** Columns that are filled when they are left out, by a plain default or by a rule. */
  readonly defaulted: readonly string[];
  /** What fills the columns that may be left out, in their order; it may find nothing. */
  readonly fillings: readonly { readonly column: string; readonly value: Filling }[];
  /** What sets the columns that follow from others. */
  readonly derived: readonly { readonly column: string; readonly value: (row: StoredRow) => unknown }[];
  readonly invariants: readonly ((row: StoredRow, tables: Tables) => Issue | undefined)[];
  readonly checks: readonly ((row: StoredRow, tables: Tables, previous: StoredRow | undefined) => Issue | undefined)[];
  readonly written: ((row: StoredRow, tables: Tables) => void) | undefined;
}

type Filling = (context: DefaultContext, row: StoredRow) => unknown;

/** {@link TableRules} of a table that is not known at compile time. */
interface UntypedRules extends Partial<Pick<TableSchema, 'invariants' | 'checks' | 'written'>> {
  readonly defaults?: Readonly<Record<string, Filling>>;
  readonly derived?: Readonly<Record<string, (row: StoredRow) => unknown>>;
}

/** What a column holds, null aside; `nested` is arrays and objects. */
export type ColumnKind = 'string' | 'number' | 'boolean' | 'nested';

export interface IndexSchema {
  readonly columns: readonly string[];
  readonly unique: boolean;
  /** The columns that make a place in it: its own and, where their values may repeat, the key. */
  readonly path: readonly string[];
  /** Of each column of the path, whether it compares without regard to case. */
  readonly caseless: readonly boolean[];
}

export interface LinkSchema extends LinkDefinition {
  readonly to: TableName;
  readonly locals: readonly string[];
  /** The sets of local columns that each suffice to find the target; the first is indexed. */
  readonly identifiers: readonly Identifier[];
}

/** Local columns that name one record of another table. */
export interface Identifier {
  readonly locals: readonly string[];
  /** The position of the target's index that has them; undefined where they are its key. */
  readonly index: number | undefined;
}

const definitions: Record<TableName, TableDefinition> = models;

const links = forEachTable(linksOf);

/** Every table's schema, by name. */
export const schemas = forEachTable(schemaOf);

function schemaOf(name: TableName): TableSchema {
  const { columns: shapes, caseless = [], defaults = {} } = definitions[name];
  const {
    defaults: computed = {},
    derived = {},
    invariants = [],
    checks = [],
    written,
  } = (rules[name] ?? {}) as UntypedRules;
  const columns = Object.keys(shapes);
  const key = columns[0] as string;
  const kinds = Object.fromEntries(columns.map((column) => [column, kindOf(shapes[column] as z.ZodType)]));
  const nullable = new Set(columns.filter((column) => shapes[column] instanceof z.ZodNullable));
  const fillingOf = (column: string): Filling | undefined => {
    if (column in defaults) return () => defaults[column];
    return computed[column] ?? (nullable.has(column) ? () => null : undefined);
  };
  return {
    name,
    key,
    generatedKey: shapes[key] === id,
    columns,
    known: new Set(columns),
    nullable,
    kinds,
    nested: columns.filter((column) => kinds[column] === 'nested'),
    caseless: new Set(caseless),
    shape: z.strictObject(shapes),
    tests: columns.map((column) =>
      shapes[column] === jsonObject ? isJsonObject : testOf(shapes[column] as z.ZodType),
    ),
    indexes: indexesOf(name),
    links: links[name],
    inbound: tableNames.flatMap((from) => links[from].filter(({ to }) => to === name).map((link) => ({ from, link }))),
    defaulted: columns.filter((column) => column in defaults || column in computed),
    fillings: columns.flatMap((column) => {
      const value = fillingOf(column);
      return value === undefined ? [] : [{ column, value }];
    }),
    derived: Object.entries(derived).map(([column, value]) => ({ column, value })),
    invariants,
    checks,
    written,
  };
}

/** The kind of a column's values: what the type of its shape is called, null aside. */
function kindOf(shape: z.ZodType): ColumnKind {
  const inner = shape instanceof z.ZodNullable ? (shape.unwrap() as z.ZodType) : shape;
  if (inner.def.type === 'number' || inner.def.type === 'boolean') return inner.def.type;
  return inner.def.type === 'string' || inner.def.type === 'enum' ? 'string' : 'nested';
}

function linksOf(name: TableName): LinkSchema[] {
  return (definitions[name].links ?? []).map((link) => {
    const to = link.to as TableName;
    const { columns, unique = [] } = definitions[to];
    const pairs = Object.entries(link.columns);
    const localsOf = (targets: readonly string[]) =>
      targets.map((target) => pairs.find((pair) => pair[1] === target)?.[0]) as string[];
    const candidates = [
      { locals: localsOf(Object.keys(columns).slice(0, 1)), index: undefined },
      ...unique.map((targets, index) => ({ locals: localsOf(targets), index })),
    ];
    const identifiers = candidates.filter(({ locals }) => !(locals as unknown[]).includes(undefined));
    if (identifiers.length === 0) throw new Error(`${name}: a link to ${to} has no column that is unique there`);
    return { ...link, to, locals: pairs.map(([local]) => local), identifiers };
  });
}

/**
 * Unique columns first, in the order of the definition, then declared indexes and references; what another index already
 * serves as its prefix is left out.
 */
function indexesOf(name: TableName): IndexSchema[] {
  const { columns: shapes, unique = [], indexes = [], caseless = [] } = definitions[name];
  const indexOf = (columns: readonly string[], unique: boolean): IndexSchema => {
    const path = unique ? columns : [...columns, Object.keys(shapes)[0] as string];
    return { columns, unique, path, caseless: path.map((column) => caseless.includes(column)) };
  };
  const wanted = [...indexes, ...links[name].map(({ identifiers }) => (identifiers[0] as Identifier).locals)];
  const all = unique.map((columns) => indexOf(columns, true));
  for (const columns of wanted.sort((a, b) => b.length - a.length)) {
    if (!all.some((index) => startsWith(index.columns, columns))) all.push(indexOf(columns, false));
  }
  return all;
}

function startsWith(columns: readonly string[], prefix: readonly string[]): boolean {
  return prefix.every((column, i) => columns[i] === column);
}

/** Whether a value has the shape of its column. */
export function fitsColumn({ columns, tests, shape }: TableSchema, column: string, value: unknown): boolean {
  const test = tests[columns.indexOf(column)];
  return test === undefined ? (shape.shape[column] as z.ZodType).safeParse(value).success : test(value);
}

/** A value as its column compares it. */
export function foldCase(schema: TableSchema, column: string, value: unknown): unknown {
  return typeof value === 'string' && schema.caseless.has(column) ? value.toLowerCase() : value;
}
