import type * as z from 'zod/mini';
import type { Clock } from '../foundation/clock.js';
import type { Issue } from '../foundation/mock-error.js';
import type { TableAccess, WriteValues } from './table-access.js';

export type Columns = Readonly<Record<string, z.core.$ZodType>>;

/** A record: the values of all columns. */
export type RowOf<TableColumns extends Columns> = z.output<z.ZodMiniObject<TableColumns>>;

type Column<TableColumns extends Columns> = keyof TableColumns & string;

export interface Reference {
  readonly to: string;
  /**
   * Each local column with the column of the target that it always equals. The target's unique columns find the record;
   * the other columns are copied from it. All of them change when the target changes.
   */
  readonly columns: Readonly<Record<string, string>>;
  /** What happens to the record when the target is deleted: `cascade` deletes it, `clear` sets the local columns to null. */
  readonly onDelete: 'cascade' | 'clear';
}

/** The input of a computed default. */
export interface DefaultContext<Tables = unknown> {
  readonly clock: Clock;
  readonly seed: number;
  readonly tables: Tables;
  /** The number of the record among all records ever created in the table, from 1. */
  readonly n: number;
}

/** The input of a computed sample value. */
export interface SampleContext<TableColumns extends Columns, Tables = unknown, Related = unknown> {
  /** The number of the record in its table, from 1; increased until the value is unique. */
  readonly n: number;
  /** The columns so far: given by the caller and not yet validated, or sample values. */
  readonly row: Partial<RowOf<TableColumns>>;
  readonly tables: Tables;
  readonly clock: Clock;
  /** Records of other tables, by table name: factories create them, OpenAPI examples use existing ones. */
  readonly related: Related;
}

/** The definition of a table; everything else about it is derived from this. */
export interface TableDefinition<
  Name extends string = string,
  TableColumns extends Columns = Columns,
  Defaulted extends Column<TableColumns> = Column<TableColumns>,
  Filled extends Column<TableColumns> = Column<TableColumns>,
> {
  readonly name: Name;
  /** The first column is the key. A nullable column that is left out is null. */
  readonly columns: TableColumns;
  /** Text columns that compare case-insensitively. */
  readonly caseInsensitive?: readonly Column<TableColumns>[];
  readonly unique?: readonly (readonly Column<TableColumns>[])[];
  /** Lookups beyond unique columns and references; the last column may give an order. */
  readonly indexes?: readonly (readonly Column<TableColumns>[])[];
  /** Lookups of the records whose first column here is true. Such an index contains no other records. */
  readonly partialIndexes?: readonly (readonly Column<TableColumns>[])[];
  readonly references?: readonly Reference[];
  /**
   * Text columns, unique alone or as the last of several columns, whose values may end in a number. The next free number is
   * found without trying each: see `freeNumber` of {@link TableAccess}.
   */
  readonly numbered?: readonly Column<TableColumns>[];
  /** Values of columns that are left out. A function may return undefined if a column that it reads is missing or invalid. */
  readonly defaults?: {
    readonly [Name in Defaulted]:
      | z.output<TableColumns[Name]>
      | ((
          context: DefaultContext<never>,
          row: Partial<RowOf<TableColumns>>,
        ) => z.output<TableColumns[Name]> | undefined);
  };
  /** Text columns that keep the value with which a record was created. */
  readonly fixed?: readonly Column<TableColumns>[];
  /** Other columns that may be left out, because a reference or `derived` fills them. Only types depend on this list. */
  readonly filled?: readonly Filled[];
  /** Columns that are computed from other columns and cannot be set. */
  readonly derived?: {
    readonly [Name in keyof TableColumns]?: (row: Partial<RowOf<TableColumns>>) => z.output<TableColumns[Name]>;
  };
  /**
   * Rules that hold for every stored record; each returns the issue, or undefined. These rules and the `checks` also run
   * if a reference has no target, and must not report that: it is a different error (X6).
   */
  readonly invariants?: readonly ((row: RowOf<TableColumns>, tables: never) => Issue | undefined)[];
  /** Such rules that `afterWrite` keeps. They are not checked on a write, because they hold only after it. */
  readonly settledInvariants?: readonly ((row: RowOf<TableColumns>, tables: never) => Issue | undefined)[];
  /**
   * Rules between the records of the table, for reading a snapshot: each returns the issues of the records that break it.
   * On a write, `checks` does the same for one record.
   */
  readonly tableInvariants?: readonly ((
    rows: readonly RowOf<TableColumns>[],
  ) => ReadonlyMap<RowOf<TableColumns>, Issue>)[];
  /** Rules that are checked on each write only. */
  readonly checks?: readonly ((
    row: RowOf<TableColumns>,
    tables: never,
    previous: RowOf<TableColumns> | undefined,
  ) => Issue | undefined)[];
  /** Changes other records after a record was written. */
  readonly afterWrite?: (row: RowOf<TableColumns>, tables: never) => void;
  /**
   * Sample values, used by factories and OpenAPI examples: for required columns, and for optional ones that should not be
   * empty there. Columns with a default and required references need none.
   */
  readonly sample?: {
    readonly [Name in keyof TableColumns]?:
      | z.output<TableColumns[Name]>
      | ((context: SampleContext<TableColumns, never, never>) => z.output<TableColumns[Name]>);
  };
}

/** Declares a table. The type of its records is inferred from its columns. */
export function defineTable<
  const Name extends string,
  TableColumns extends Columns,
  Defaulted extends Column<TableColumns> = never,
  Filled extends Column<TableColumns> = never,
>(
  definition: TableDefinition<Name, TableColumns, Defaulted, Filled>,
): TableDefinition<Name, TableColumns, Defaulted, Filled> {
  return definition;
}

export function reference<TableColumns extends Columns>(
  to: TableType<string, TableColumns>,
  columns: Readonly<Record<string, Column<TableColumns>>>,
  onDelete: Reference['onDelete'] = 'cascade',
): Reference {
  return { to: to.name, columns, onDelete };
}

/** The part of a definition that record types need. A table that refers to itself has only this part at that point. */
export interface TableType<Name extends string = string, TableColumns extends Columns = Columns> {
  readonly name: Name;
  readonly columns: TableColumns;
}

/** Access to the tables that a rule reads or writes: `TablesOf<typeof client | typeof user>`. */
export type TablesOf<Tables extends TableType> = {
  readonly [Table in Tables as Table['name']]: TableAccess<RowOf<Table['columns']>>;
};

/** See {@link SampleContext.related}. */
export type RelatedOf<Tables extends TableType> = {
  readonly [Table in Tables as Table['name']]: (
    values?: WriteValues<RowOf<Table['columns']>>,
  ) => RowOf<Table['columns']>;
};
