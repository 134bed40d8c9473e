import * as z from 'zod/mini';
import { $ZodNullable } from 'zod/v4/core';
import { id, isJsonObject, jsonObject, withoutNull } from '../foundation/common-schemas.js';
import { formatValueAt } from '../foundation/format-value.js';
import type { Issue } from '../foundation/mock-error.js';
import { type ColumnCheck, columnCheckOf } from './column-check.js';
import type { DefaultContext, Reference } from './define-table.js';
import { definitions, forEachTable, type TableName, type Tables, tableNames } from './tables.js';

/** A record as the trees store it: one own property per column; replaced on a change, never mutated. */
export type StoredRow = Readonly<Record<string, unknown>>;

/** A table as the state engine sees it, derived once from its definition. */
export interface TableSchema {
  readonly name: TableName;
  /** The name of the key column. */
  readonly key: string;
  /** Whether the key is generated, counting up from 1; then it cannot be set. */
  readonly generatedKey: boolean;
  readonly columns: readonly string[];
  readonly columnSet: ReadonlySet<string>;
  readonly nullable: ReadonlySet<string>;
  readonly kinds: Readonly<Record<string, ColumnKind>>;
  /** Columns that hold arrays or objects. */
  readonly nested: readonly string[];
  readonly caseInsensitive: ReadonlySet<string>;
  /** The zod schema of a whole record; rejects unknown columns. */
  readonly recordSchema: z.ZodMiniObject;
  /** One per column; undefined if the column has to be validated by its zod schema. */
  readonly columnChecks: readonly (ColumnCheck | undefined)[];
  readonly indexes: readonly IndexSchema[];
  readonly numberedKey: boolean;
  readonly references: readonly ReferenceSchema[];
  /** The references to this table, including those from the table itself. */
  readonly referencedBy: readonly { readonly from: TableName; readonly reference: ReferenceSchema }[];
  /** Columns that null sets to their default (X21). */
  readonly columnsWithDefault: readonly string[];
  /** Fills the columns that are left out: with their default, or with null if they are nullable. */
  readonly defaults: readonly { readonly column: string; readonly value: DefaultValue }[];
  /** For each of the `columns`, whether its default is computed. */
  readonly isComputed: readonly boolean[];
  readonly derived: readonly { readonly column: string; readonly value: (row: StoredRow) => unknown }[];
  /** Columns that keep the value with which a record was created; the `checks` see to it. */
  readonly fixed: ReadonlySet<string>;
  readonly invariants: readonly ((row: StoredRow, tables: Tables) => Issue | undefined)[];
  readonly settledInvariants: TableSchema['invariants'];
  readonly tableInvariants: readonly ((rows: readonly StoredRow[]) => ReadonlyMap<StoredRow, Issue>)[];
  readonly checks: readonly ((row: StoredRow, tables: Tables, previous: StoredRow | undefined) => Issue | undefined)[];
  readonly afterWrite: ((row: StoredRow, tables: Tables) => void) | undefined;
  readonly sample: Readonly<Record<string, unknown>>;
}

type DefaultValue = (context: DefaultContext<Tables>, row: StoredRow) => unknown;

/** The kind of a column's values, null aside; `nested` is arrays and objects. */
export type ColumnKind = 'string' | 'number' | 'boolean' | 'nested';

export interface IndexSchema {
  readonly columns: readonly string[];
  readonly unique: boolean;
  /** Whether it contains only the records whose first column is true. */
  readonly partial: boolean;
  /** The columns that make an index key: those above and, unless they are unique, the table's key. */
  readonly keyColumns: readonly string[];
  /** For each of the `keyColumns`, whether it compares case-insensitively. */
  readonly caseInsensitive: readonly boolean[];
  /** Whether its last column is a numbered column. */
  readonly numbered: boolean;
}

export interface ReferenceSchema extends Reference {
  readonly to: TableName;
  readonly localColumns: readonly string[];
  /** The sets of local columns that each suffice to find the target; the first set is indexed. */
  readonly targetKeys: readonly TargetKey[];
}

/** Local columns that identify one record of another table. */
export interface TargetKey {
  readonly localColumns: readonly string[];
  /** The position of the target's unique index on them; undefined if they are its key. */
  readonly index: number | undefined;
}

/** {@link TableDefinition} of a table whose name is not known at compile time. */
interface UntypedDefinition
  extends Partial<Pick<TableSchema, 'invariants' | 'settledInvariants' | 'tableInvariants' | 'checks' | 'afterWrite'>> {
  readonly columns: Readonly<Record<string, z.core.$ZodType>>;
  readonly caseInsensitive?: readonly string[];
  readonly unique?: readonly (readonly string[])[];
  readonly indexes?: readonly (readonly string[])[];
  readonly partialIndexes?: readonly (readonly string[])[];
  readonly references?: readonly Reference[];
  readonly numbered?: readonly string[];
  readonly fixed?: readonly string[];
  readonly defaults?: Readonly<Record<string, unknown>>;
  readonly derived?: Readonly<Record<string, (row: StoredRow) => unknown>>;
  readonly sample?: Readonly<Record<string, unknown>>;
}

const untyped = definitions as unknown as Readonly<Record<TableName, UntypedDefinition>>;

const references = forEachTable(referencesOf);

export const schemas = forEachTable(schemaOf);

function schemaOf(name: TableName): TableSchema {
  const definition = untyped[name];
  const { columns: columnSchemas, caseInsensitive = [], numbered = [], defaults = {}, derived = {} } = definition;
  const { invariants = [], settledInvariants = [], tableInvariants = [], checks = [] } = definition;
  const { fixed = [], afterWrite, sample = {} } = definition;
  const columns = Object.keys(columnSchemas);
  const key = columns[0] as string;
  const kinds = Object.fromEntries(columns.map((column) => [column, kindOf(columnSchemas[column] as z.core.$ZodType)]));
  const nullable = new Set(columns.filter((column) => columnSchemas[column] instanceof $ZodNullable));
  const defaultOf = (column: string): DefaultValue | undefined => {
    const value = defaults[column];
    if (typeof value === 'function') return value as DefaultValue;
    if (column in defaults) return () => value;
    return nullable.has(column) ? () => null : undefined;
  };
  return {
    name,
    key,
    generatedKey: columnSchemas[key] === id,
    columns,
    columnSet: new Set(columns),
    nullable,
    kinds,
    nested: columns.filter((column) => kinds[column] === 'nested'),
    caseInsensitive: new Set(caseInsensitive),
    recordSchema: z.strictObject(columnSchemas),
    columnChecks: columns.map((column) =>
      columnSchemas[column] === jsonObject ? isJsonObject : columnCheckOf(columnSchemas[column] as z.core.$ZodType),
    ),
    indexes: indexesOf(name),
    numberedKey: numbered.includes(key),
    references: references[name],
    referencedBy: tableNames.flatMap((from) =>
      references[from].filter(({ to }) => to === name).map((reference) => ({ from, reference })),
    ),
    columnsWithDefault: columns.filter((column) => column in defaults),
    defaults: columns.flatMap((column) => {
      const value = defaultOf(column);
      return value === undefined ? [] : [{ column, value }];
    }),
    isComputed: columns.map((column) => typeof defaults[column] === 'function'),
    derived: Object.entries(derived).map(([column, value]) => ({ column, value })),
    fixed: new Set(fixed),
    invariants,
    settledInvariants,
    tableInvariants,
    checks: [...fixed.map(checkOfFixed), ...checks],
    afterWrite,
    sample,
  };
}

/** A column whose value differs from before is an issue. */
function checkOfFixed(column: string): TableSchema['checks'][number] {
  return (row, _, previous) => {
    if (previous === undefined || previous[column] === row[column]) return undefined;
    return { path: column, message: `cannot be changed; it is ${formatValueAt([column], previous[column])}` };
  };
}

/** The type of a column's zod schema, null aside, as a kind. */
function kindOf(schema: z.core.$ZodType): ColumnKind {
  const { type } = withoutNull(schema)._zod.def;
  if (type === 'number' || type === 'boolean') return type;
  return type === 'string' || type === 'enum' ? 'string' : 'nested';
}

function referencesOf(name: TableName): ReferenceSchema[] {
  return (untyped[name].references ?? []).map((reference) => {
    const to = reference.to as TableName;
    const { columns, unique = [] } = untyped[to];
    const pairs = Object.entries(reference.columns);
    const localsOf = (targets: readonly string[]) =>
      targets.map((target) => pairs.find((pair) => pair[1] === target)?.[0]) as string[];
    const candidates = [
      { localColumns: localsOf(Object.keys(columns).slice(0, 1)), index: undefined },
      ...unique.map((targets, index) => ({ localColumns: localsOf(targets), index })),
    ];
    const targetKeys = candidates.filter(({ localColumns }) => !(localColumns as unknown[]).includes(undefined));
    if (targetKeys.length === 0) throw new Error(`${name}: no column of the reference to ${to} is unique in ${to}`);
    return { ...reference, to, localColumns: pairs.map(([local]) => local), targetKeys };
  });
}

/**
 * Unique columns first, in the order of the definition, then declared indexes and references, then partial indexes. Columns
 * that are a prefix of another index need no separate index.
 */
function indexesOf(name: TableName): IndexSchema[] {
  const { columns: columnSchemas, unique = [], indexes = [], partialIndexes = [] } = untyped[name];
  const { caseInsensitive = [], numbered = [] } = untyped[name];
  const indexOf = (columns: readonly string[], unique: boolean, partial = false): IndexSchema => {
    const keyColumns = unique ? columns : [...columns, Object.keys(columnSchemas)[0] as string];
    return {
      columns,
      unique,
      partial,
      keyColumns,
      caseInsensitive: keyColumns.map((column) => caseInsensitive.includes(column)),
      numbered: unique && numbered.includes(columns.at(-1) as string),
    };
  };
  const wanted = [...indexes, ...references[name].map(({ targetKeys }) => (targetKeys[0] as TargetKey).localColumns)];
  const all = unique.map((columns) => indexOf(columns, true));
  for (const columns of wanted.sort((a, b) => b.length - a.length)) {
    if (!all.some((index) => startsWith(index.columns, columns))) all.push(indexOf(columns, false));
  }
  return [...all, ...partialIndexes.map((columns) => indexOf(columns, false, true))];
}

function startsWith(columns: readonly string[], prefix: readonly string[]): boolean {
  return prefix.every((column, i) => columns[i] === column);
}

export function isValidColumn({ columns, columnChecks, recordSchema }: TableSchema, column: string, value: unknown) {
  const check = columnChecks[columns.indexOf(column)];
  return check === undefined ? z.safeParse(recordSchema.shape[column] as z.core.$ZodType, value).success : check(value);
}

/** A value as its column compares it: lower case if the column is case-insensitive. */
export function foldCase(schema: TableSchema, column: string, value: unknown): unknown {
  return typeof value === 'string' && schema.caseInsensitive.has(column) ? value.toLowerCase() : value;
}
