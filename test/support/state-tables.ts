import type { TableName } from 'briefs-mock';
import * as z from 'zod';
import { email } from '../../src/foundation/common-schemas.js';
import { schemas } from '../../src/model/table-schema.js';
import { definitions, forEachTable, tableNames } from '../../src/model/tables.js';

export { tableNames };

/** A record: its values by column. */
export type Cells = Record<string, unknown>;

/** Whether a value is valid in a column. */
type Fits = (value: unknown) => boolean;

/** A reference: the alternative sets of columns that identify its target, and the columns it copies from the target. */
export interface Reference {
  readonly to: TableName;
  readonly by: readonly Readonly<Record<string, string>>[];
  readonly takes: Readonly<Record<string, string>>;
  readonly whenGone: 'remove' | 'clear';
}

/** The description of a table. The first column is its key. */
export interface TableLaw {
  readonly columns: Readonly<Record<string, Fits>>;
  /** The key is an id that counts up from 1 and cannot be chosen. */
  readonly hasGeneratedKey: boolean;
  readonly unique: readonly (readonly string[])[];
  readonly caseInsensitive: ReadonlySet<string>;
  readonly references: readonly Reference[];
  /** Constant defaults. */
  readonly defaults: Cells;
  /** The columns whose default is computed from other values. */
  readonly computed: ReadonlySet<string>;
  /** The columns that follow from other columns and cannot be set. */
  readonly derived: ReadonlySet<string>;
}

/** A definition, as far as it is read here. */
interface Definition {
  readonly columns: Readonly<Record<string, z.core.$ZodType>>;
  readonly unique?: readonly (readonly string[])[];
  readonly defaults?: Cells;
}

/**
 * The description of every table, from its definition: columns, unique columns, references and defaults. How the state
 * engine applies it is written down a second time in {@link Model}; test/state/tables.json is a copy to review.
 */
export const laws: Readonly<Record<TableName, TableLaw>> = forEachTable((name) => {
  const { columns, unique = [], defaults = {} } = definitions[name] as unknown as Definition;
  const { generatedKey, caseInsensitive, derived, references } = schemas[name];
  const isComputed = ([, value]: [string, unknown]) => typeof value === 'function';
  const entries = Object.entries(defaults);
  return {
    columns: Object.fromEntries(
      Object.entries(columns).map(([column, schema]) => [column, (value) => z.safeParse(schema, value).success]),
    ),
    hasGeneratedKey: generatedKey,
    unique,
    caseInsensitive,
    references: references.map(({ to, columns, targetKeys, onDelete }) => ({
      to,
      by: targetKeys.map(({ localColumns }) =>
        Object.fromEntries(localColumns.map((local) => [local, columns[local] as string])),
      ),
      takes: columns,
      whenGone: onDelete === 'cascade' ? 'remove' : 'clear',
    })),
    defaults: Object.fromEntries(entries.filter((entry) => !isComputed(entry))),
    computed: new Set(entries.filter(isComputed).map(([column]) => column)),
    derived: new Set(derived.map(({ column }) => column)),
  };
});

/** The name of the key column of a table. */
export function keyOf(table: TableName): string {
  return schemas[table].key;
}

/** Whether two values of a column are equal. Some columns, such as e-mails, are case-insensitive (X24). */
export function sameIn(table: TableName, column: string, a: unknown, b: unknown): boolean {
  if (typeof a !== 'string' || typeof b !== 'string' || !laws[table].caseInsensitive.has(column)) return a === b;
  return a.toLowerCase() === b.toLowerCase();
}

/** The type of the values of a column, apart from null. */
export function kindOf(table: TableName, column: string): 'boolean' | 'number' | 'string' | 'nested' {
  return schemas[table].kinds[column] as 'boolean' | 'number' | 'string' | 'nested';
}

/** Whether the values of a column may be null. */
export function isNullable(table: TableName, column: string): boolean {
  return schemas[table].nullable.has(column);
}

/** The columns of a table that contain neither arrays nor objects. */
export function comparableColumns(table: TableName): string[] {
  return schemas[table].columns.filter((column) => kindOf(table, column) !== 'nested');
}

/** The values that a column accepts, if they are listed; undefined for any other column. */
export function optionsOf(table: TableName, column: string): readonly unknown[] | undefined {
  const { def } = (schemas[table].recordSchema.shape[column] as z.core.$ZodType)._zod;
  return 'entries' in def ? Object.values(def.entries as object) : undefined;
}

export function isEmail(table: TableName, column: string): boolean {
  return schemas[table].recordSchema.shape[column] === email;
}
