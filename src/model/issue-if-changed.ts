import { formatValueAt } from '../foundation/format-value.js';
import type { Issue } from '../foundation/mock-error.js';

/** The issue if a column that cannot be changed has another value than before. */
export function issueIfChanged<Column extends string>(
  column: Column,
  row: Readonly<Record<Column, string>>,
  previous: Readonly<Record<Column, string>> | undefined,
): Issue | undefined {
  if (previous === undefined || previous[column] === row[column]) return undefined;
  return { path: column, message: `cannot be changed; it is ${formatValueAt([column], previous[column])}` };
}
