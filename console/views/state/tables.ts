import type { StateChanges } from 'briefs-mock';
import type { RowChange } from '../../model/row-change.js';
import { useAnswer } from '../../model/use-answer.js';

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

/** What differs from the baseline, by table. */
export function useBaselineChanges() {
  const { value, error } = useAnswer<{ data: StateChanges }>('/__mock/changes', { topics: ['state'] });
  const tables: Readonly<Record<string, readonly RowChange[]>> = value?.data.tables ?? {};
  return { tables, error };
}

/** One value in one line; null is shown apart. */
export function valueText(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > 300 ? `${text.slice(0, 300)}…` : text;
}
