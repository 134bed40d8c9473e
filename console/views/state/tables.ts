export interface ColumnInfo {
  readonly name: string;
  readonly kind: 'string' | 'number' | 'boolean' | 'nested';
  readonly values?: readonly string[];
  readonly nullable: boolean;
  readonly required: boolean;
  readonly read_only: boolean;
}

/** A table, as `GET /__mock/tables` describes it. */
export interface TableInfo {
  readonly name: string;
  /** The column that is the key. */
  readonly key: string;
  readonly columns: readonly ColumnInfo[];
}

/** One value in one line; null is shown apart. */
export function valueText(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > 300 ? `${text.slice(0, 300)}…` : text;
}
