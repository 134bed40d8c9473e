import type { Key } from '../model/table-access.js';
import type { Row, TableName, Values } from '../model/tables.js';

/** Conditions on one column; all of them must hold. Null matches `equals: null` alone; `Null` is null for a nullable column. */
export type Comparators<Value, Null = never> = Value extends string
  ? TextComparators<Value, Null>
  : Value extends number
    ? NumberComparators<Null>
    : Value extends boolean
      ? EqualityComparators<boolean | Null>
      : never;

export interface EqualityComparators<Value> {
  /** The value is this one. E-mails are case-insensitive. */
  equals?: Value;
  /** The value is another one, and not null. */
  notEquals?: Value;
}

interface OrderComparators<Value, Bound, Null> extends EqualityComparators<Value | Null> {
  /** The value is greater; texts are compared character by character. */
  gt?: Bound;
  /** The value is greater or equal. */
  gte?: Bound;
  /** The value is less. */
  lt?: Bound;
  /** The value is less or equal. */
  lte?: Bound;
  /** The value is one of these. */
  in?: readonly Value[];
  /** The value is none of these. */
  notIn?: readonly Value[];
}

export interface TextComparators<Value extends string, Null> extends OrderComparators<Value, string, Null> {
  /** The value contains this text. */
  contains?: string;
  /** The value does not contain this text. */
  notContains?: string;
}

export interface NumberComparators<Null> extends OrderComparators<number, number, Null> {
  /** The value is within these bounds, which are included. */
  between?: readonly [number, number];
  /** The value is outside of these bounds. */
  notBetween?: readonly [number, number];
}

export type Where<Name extends TableName> = {
  [Column in keyof Row<Name>]?: Comparators<NonNullable<Row<Name>[Column]>, Extract<Row<Name>[Column], null>>;
};

/** Selects records. */
export interface Query<Name extends TableName> {
  /** Conditions by column; all of them must hold. `{}` matches every record. */
  where: Where<Name>;
  /** Whether no match is a `not_found` error. Default false. */
  strict?: boolean | undefined;
}

/** Selects records, with an order and a page. Without `where`, it selects all. */
export interface ListQuery<Name extends TableName> extends Omit<Query<Name>, 'where'> {
  /** Conditions by column; all of them must hold. */
  where?: Where<Name> | undefined;
  /** The columns to sort by, each ascending or descending. Default: ascending order of the key. */
  orderBy?: OrderBy<Name> | readonly OrderBy<Name>[] | undefined;
  /** The maximum number of records. Default: all. */
  take?: number | undefined;
  /** The number of records to leave out at the start. Default 0. */
  skip?: number | undefined;
  /** The key of the record after which the page starts. Default: at the first record. */
  cursor?: Key | null | undefined;
}

/** The columns to order by, the most significant first. Null comes before every value. */
export type OrderBy<Name extends TableName> = { [Column in keyof Row<Name>]?: 'asc' | 'desc' };

/** New values of columns, or functions that compute them from the previous value and record. */
export type Changes<Name extends TableName> = {
  [Column in keyof Row<Name>]?:
    | Values<Name>[Column]
    | ((previous: Row<Name>[Column], row: Row<Name>) => Values<Name>[Column]);
};

export interface UpdateQuery<Name extends TableName> extends Query<Name> {
  /** The columns to change. */
  data: Changes<Name>;
}
