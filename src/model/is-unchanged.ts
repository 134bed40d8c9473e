import type { Issue } from '../foundation/mock-error.js';

/** The issue of a record whose column differs from what it was before. */
export function isUnchanged<Column extends string>(
  column: Column,
  row: Readonly<Record<Column, string>>,
  previous: Readonly<Record<Column, string>> | undefined,
): Issue | undefined {
  if (previous === undefined || previous[column] === row[column]) return undefined;
  return { path: column, message: `stays ${previous[column]}` };
}
