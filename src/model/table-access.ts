/** The key of a record: the value of its table's first column. */
export type Key = string | number;

/** The values that columns must have. */
type Match<Row> = { readonly [Column in keyof Row]?: Row[Column] | undefined };

/** A value to write: a list may be readonly. */
export type WrittenValue<Value> = Value extends readonly (infer Item)[] ? readonly Item[] : Value;

/** Values to write. An undefined column is left out; null clears a column, or sets it to its default if it has one. */
export type WriteValues<Row> = { readonly [Column in keyof Row]?: WrittenValue<Row[Column]> | null | undefined };

type ColumnOf<Row> = keyof Row & string;

/**
 * Reads and writes the records of one table. Reads use indexes only: a `match` that no index serves throws an Error.
 * The records are the stored ones: do not change them.
 */
export interface TableAccess<Row> {
  readonly size: number;
  get(key: Key): Row | undefined;
  /** The first matching record in the order of the index. */
  find(match: Match<Row>): Row | undefined;
  has(match: Match<Row>): boolean;
  /** The matching record with the greatest value in the column `by`. */
  last(match: Match<Row>, by: ColumnOf<Row>): Row | undefined;
  /** The matching records in ascending order of the column `by`, or of the key. */
  list(match: Match<Row>, by?: ColumnOf<Row>): Row[];
  /** The keys of the records that `list` returns, without reading the records. */
  keys(match: Match<Row>, by?: ColumnOf<Row>): Key[];
  /**
   * The first number, from `from` on, that no record has after `prefix` in a numbered column; `scope` limits the records.
   * The prefix must not end in a digit.
   */
  freeNumber(column: ColumnOf<Row>, prefix: string, from: number, scope?: Match<Row>): number;
  /** The record with the lowest key. */
  first(): Row | undefined;
  /** Every record in ascending order of the key. */
  all(): Row[];
  /**
   * Creates a record: generates the key, fills in defaults. `alsoUnique` names columns that must be unique in addition.
   * @throws MockError `malformed_data`, `not_found` (a reference) or `conflict`; then nothing is written.
   */
  insert(values: WriteValues<Row>, alsoUnique?: readonly ColumnOf<Row>[]): Row;
  /**
   * Changes columns of a record, but never its key. Records that refer to it are updated too.
   * @throws MockError as {@link insert} does; then nothing is written.
   */
  update(key: Key, changes: WriteValues<Row>, alsoUnique?: readonly ColumnOf<Row>[]): Row;
  /** Deletes a record; records that refer to it are deleted or cleared. Returns the deleted record. */
  remove(key: Key): Row;
}
