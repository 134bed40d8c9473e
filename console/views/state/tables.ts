import type { StateChanges } from 'briefs-mock';
import { useAnswer } from '../../model/use-answer.js';

/** A record of any table. */
export type RecordRow = Readonly<Record<string, unknown>>;

export type RecordKey = string | number;

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

/** How a record differs from the baseline. */
export interface RowChange {
  readonly key: RecordKey;
  readonly before: RecordRow | null;
  readonly after: RecordRow | null;
  readonly columns?: readonly string[];
}

/** What differs from the baseline, by table. */
export function useBaselineChanges() {
  const { value, error } = useAnswer<{ data: StateChanges }>('/__mock/changes', { topics: ['state'] });
  const tables = (value?.data.tables ?? {}) as Readonly<Record<string, readonly RowChange[]>>;
  return { tables, error };
}

/** One value in one line; null is shown apart. */
export function valueText(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > 300 ? `${text.slice(0, 300)}…` : text;
}
