import type { Issue } from 'briefs-mock';
import type { ColumnInfo } from '../../../src/control/tables.js';
import { ControlError } from '../../model/control-api.js';
import type { RecordRow } from '../../model/row-change.js';

/** What a field holds: a text also for numbers and JSON. Null is the value null. */
export type Typed = string | boolean | null;

/** The fields that somebody has edited, by column. */
export type RecordDraft = Readonly<Record<string, Typed>>;

/** What the field of a column shows for a value; undefined if a new record has none yet. */
export function typedOf({ kind }: ColumnInfo, value: unknown): Typed | undefined {
  if (value === undefined || value === null || typeof value === 'boolean') return value;
  // As a field of several lines holds it.
  return kind === 'nested' ? JSON.stringify(value, null, 2) : String(value).replace(/\r\n?/g, '\n');
}

/** The values of the edited columns, as the control API takes them. @throws ControlError for invalid JSON, with its columns. */
export function valuesOf(columns: readonly ColumnInfo[], draft: RecordDraft): RecordRow {
  const issues: Issue[] = [];
  const values: Record<string, unknown> = {};
  for (const { name, kind } of columns) {
    const typed = draft[name];
    if (typed === undefined) continue;
    try {
      values[name] = typeof typed === 'string' ? parsed(kind, typed) : typed;
    } catch (error) {
      issues.push({ path: name, message: `is not valid JSON: ${(error as Error).message}` });
    }
  }
  if (issues.length > 0) throw new ControlError(0, 'Not saved.', issues);
  return values;
}

function parsed(kind: ColumnInfo['kind'], text: string): unknown {
  if (kind === 'number') return Number(text);
  return kind === 'nested' ? JSON.parse(text) : text;
}
