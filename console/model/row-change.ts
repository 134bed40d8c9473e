/** A record of any table. */
export type RecordRow = Readonly<Record<string, unknown>>;

export type RecordKey = string | number;

/** How a record of any table differs between two states: `before` is null if it was created, `after` if it was removed. */
export interface RowChange {
  readonly key: RecordKey;
  readonly before: RecordRow | null;
  readonly after: RecordRow | null;
  /** The columns that differ, of a record that was updated. */
  readonly columns?: readonly string[];
}
