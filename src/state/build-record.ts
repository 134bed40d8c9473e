import type * as z from 'zod/mini';
import { deepCopy } from '../foundation/deep-copy.js';
import { formatValue } from '../foundation/format-value.js';
import { isPlainObject } from '../foundation/is-object.js';
import { type Issue, IssueList, issuesError, malformed } from '../foundation/mock-error.js';
import { validate } from '../foundation/validate.js';
import type { DefaultContext } from '../model/define-table.js';
import { numberedText } from '../model/numbered-text.js';
import type { StoredRow, TableSchema } from '../model/table-schema.js';
import type { Tables } from '../model/tables.js';
import { database } from './mswjs-database.js';
import { resolveReferences } from './references.js';
import type { Store } from './store.js';

type Draft = Record<string, unknown>;

const NONE: readonly string[] = [];

/**
 * Builds a whole record from given columns, or from a previous record and changes, and checks everything but unique
 * columns. Invalid values take precedence over missing references (X6).
 * @throws MockError `malformed_data` or `not_found` (a reference).
 */
export function buildRecord(
  store: Store,
  schema: TableSchema,
  given: StoredRow,
  previous: StoredRow | undefined,
): StoredRow {
  const { name, key, generatedKey, columns, columnsWithDefault, invariants, checks } = schema;
  if (!isPlainObject(given)) {
    throw malformed(`A record of ${name} must be an object of column values, but is ${formatValue(given)}`);
  }
  const row: Draft = database.entity(name, previous ?? given);
  if (previous !== undefined)
    for (const column of columns) if (given[column] !== undefined) row[column] = given[column];
  // X21: null clears a column, but a column with a default goes back to it.
  for (let i = 0; i < columnsWithDefault.length; i++) {
    const column = columnsWithDefault[i] as string;
    if (given[column] === null) row[column] = undefined;
  }
  if (previous !== undefined) row[key] = previous[key];
  else if (generatedKey) row[key] = store.lastId(name) + 1;
  fillDefaults(store, schema, row, store.lastId(name) + 1);

  const bad = resolveReferences(store, schema, row, previous === undefined ? row : given);
  deriveColumns(schema, row);
  // If the target of a reference is missing, the columns that it would have filled are not reported.
  const fillable = bad?.missing.length ? bad.fillable : NONE;
  const issues = invalidColumns(schema, row, given, fillable);
  if (issues !== undefined) throw issues.toError('malformed_data');
  if (bad?.disagreeing.length) throw issuesError('malformed_data', bad.disagreeing);

  const failed = brokenInvariants(store, invariants, row);
  for (let i = 0; i < checks.length; i++) {
    const issue = checks[i]?.(row, store.tables, previous);
    if (issue !== undefined) failed.push(issue);
  }
  if (failed.length > 0) throw issuesError('malformed_data', failed);
  if (bad !== undefined) throw issuesError('not_found', bad.missing);
  return row;
}

/** The number in the key of a new record if it is a text that the mock chose; it may have skipped numbers that were taken. */
export function numberOfKey({ key, numberedKey }: TableSchema, given: StoredRow, row: StoredRow): number {
  const chosen = numberedKey && given[key] == null ? row[key] : undefined;
  return typeof chosen === 'string' ? (numberedText(chosen)?.number ?? 0) : 0;
}

/** Fills the columns that were left out of the `n`th record of a table: with their defaults, or as they follow from others. */
export function fillMissing(store: Store, schema: TableSchema, row: Draft, n: number): void {
  fillDefaults(store, schema, row, n);
  if (schema.derived.some(({ column }) => row[column] === undefined)) deriveColumns(schema, row);
}

/** Sets the columns that are computed from others. */
export function deriveColumns({ derived }: TableSchema, row: Draft): void {
  for (let i = 0; i < derived.length; i++) {
    const { column, value } = derived[i] as (typeof derived)[number];
    row[column] = value(row);
  }
}

/** The derived columns whose value differs from the computed one. */
export function brokenDerivations({ derived }: TableSchema, row: StoredRow): Issue[] {
  return derived
    .filter(({ column, value }) => row[column] !== value(row))
    .map(({ column, value }) => ({
      path: column,
      message: `is computed from other columns and must be ${formatValue(value(row))}`,
    }));
}

export function brokenInvariants({ tables }: Store, invariants: TableSchema['invariants'], row: StoredRow): Issue[] {
  const broken: Issue[] = [];
  for (let i = 0; i < invariants.length; i++) {
    const issue = invariants[i]?.(row, tables);
    if (issue !== undefined) broken.push(issue);
  }
  return broken;
}

function fillDefaults(store: Store, { defaults }: TableSchema, row: Draft, n: number): void {
  let context: DefaultContext<Tables> | undefined;
  for (let i = 0; i < defaults.length; i++) {
    const { column, value } = defaults[i] as (typeof defaults)[number];
    if (row[column] !== undefined) continue;
    const { clock, seed, tables } = store;
    context ??= { clock, seed, tables, n };
    row[column] = value(context, row);
  }
}

/**
 * Validates each column on its own; the `fillable` ones may be missing or null. A column with a default may be missing too: it has
 * no value only if a column that it follows from is invalid. Replaces the given arrays and objects by copies. Returns undefined if
 * there is no issue.
 */
function invalidColumns(
  schema: TableSchema,
  row: Draft,
  given: StoredRow,
  fillable: readonly string[],
): IssueList | undefined {
  const { columns, columnSet, columnsWithDefault, columnChecks, isComputed } = schema;
  let issues: IssueList | undefined;
  for (const column in given) {
    if (columnSet.has(column) || !Object.hasOwn(given, column)) continue;
    issues ??= new IssueList();
    issues.add(unknownColumn(schema, column));
  }
  for (let i = 0; i < columns.length; i++) {
    const column = columns[i] as string;
    const value = row[column];
    // Only given values, missing values, computed defaults and the generated key have to be checked; other values are valid.
    if (i > 0 && value !== undefined && !Object.is(value, given[column]) && !isComputed[i]) continue;
    if (columnChecks[i]?.(value)) {
      row[column] = deepCopy(value);
    } else if (value != null || !(fillable.includes(column) || columnsWithDefault.includes(column))) {
      const schemaOfColumn = schema.recordSchema.shape[column] as z.core.$ZodType;
      const checked = validate(schemaOfColumn, value, [column], issues);
      if ('value' in checked) row[column] = deepCopy(checked.value);
      else issues = checked.issues;
    }
  }
  return issues;
}

function unknownColumn({ name, columns }: TableSchema, column: string): Issue {
  return { path: column, message: `is not a column of ${name}; the columns are ${columns.join(', ')}` };
}
