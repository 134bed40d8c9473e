import type * as z from 'zod';
import { copyValue } from '../foundation/deep-copy.js';
import { show } from '../foundation/format-value.js';
import { type Issue, MockError, refusal } from '../foundation/mock-error.js';
import { checkShape } from '../foundation/validate.js';
import type { DefaultContext } from '../model/rules.js';
import type { TableSchema } from '../model/table-schema.js';
import { followLinks } from './references.js';
import type { State } from './state.js';
import type { StoredRow } from './trees.js';

/** A record while it is made. */
type Draft = Record<string, unknown>;

/**
 * The whole record that `given` makes, alone or over a previous one, after every check but that of unique columns.
 * @throws MockError `malformed_data` or `not_found` (a reference).
 */
export function completeRecord(
  state: State,
  schema: TableSchema,
  given: StoredRow,
  previous: StoredRow | undefined,
): StoredRow {
  const { name, key, generatedKey, columns, defaulted, fillings, checks } = schema;
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw new MockError('malformed_data', `A record of ${name} is an object of columns, not ${show(given)}`);
  }
  const row: Draft = state.database.entity(name, previous ?? given);
  if (previous !== undefined)
    for (const column of columns) if (given[column] !== undefined) row[column] = given[column];
  // X21: null clears, and what has a default is never empty.
  for (let i = 0; i < defaulted.length; i++) {
    const column = defaulted[i] as string;
    if (given[column] === null) row[column] = undefined;
  }
  if (previous !== undefined) row[key] = previous[key];
  else if (generatedKey) row[key] = state.made(name) + 1;
  fill(state, schema, row);

  const badLinks = followLinks(state, schema, row, previous === undefined ? row : given);
  derive(schema, row);
  const issues = misfits(schema, row, given);
  if (issues.length > 0) {
    // What a missing target would have filled in is not the caller's omission.
    const fillable = badLinks?.missing.length ? [...badLinks.fillable, ...fillings.map(({ column }) => column)] : [];
    const inexcusable = issues.filter(({ path }) => !(row[path] === undefined && fillable.includes(path)));
    if (inexcusable.length > 0) throw refusal('malformed_data', inexcusable);
  }
  if (badLinks?.disagreeing.length) throw refusal('malformed_data', badLinks.disagreeing);
  if (badLinks !== undefined) throw refusal('not_found', badLinks.missing);

  const failed = brokenInvariants(state, schema, row);
  for (let i = 0; i < checks.length; i++) {
    const issue = checks[i]?.(row, state.tables, previous);
    if (issue !== undefined) failed.push(issue);
  }
  if (failed.length > 0) throw refusal('malformed_data', failed);
  return row;
}

/** Sets the columns that follow from others. */
export function derive({ derived }: TableSchema, row: Draft): void {
  for (let i = 0; i < derived.length; i++) {
    const { column, value } = derived[i] as (typeof derived)[number];
    row[column] = value(row);
  }
}

/** The columns that do not follow from others as they should. */
export function brokenDerivations({ derived }: TableSchema, row: StoredRow): Issue[] {
  return derived
    .filter(({ column, value }) => row[column] !== value(row))
    .map(({ column, value }) => ({ path: column, message: `follows from other columns, and is ${show(value(row))}` }));
}

/** What does not hold of a record, beyond its shape, its references and unique columns. */
export function brokenInvariants({ tables }: State, { invariants }: TableSchema, row: StoredRow): Issue[] {
  const broken: Issue[] = [];
  for (let i = 0; i < invariants.length; i++) {
    const issue = invariants[i]?.(row, tables);
    if (issue !== undefined) broken.push(issue);
  }
  return broken;
}

/** Fills the columns that were left out, as far as there is something to fill them with. */
function fill(state: State, { name, fillings }: TableSchema, row: Draft): void {
  let context: DefaultContext | undefined;
  for (let i = 0; i < fillings.length; i++) {
    const { column, value } = fillings[i] as (typeof fillings)[number];
    if (row[column] !== undefined) continue;
    const { clock, seed, tables } = state;
    context ??= { clock, seed, tables, n: state.made(name) + 1 };
    row[column] = value(context, row);
  }
}

/** What is wrong with the columns, each for itself. Arrays and objects that were given are replaced by copies. */
function misfits(schema: TableSchema, row: Draft, given: StoredRow): Issue[] {
  const { columns, known, tests } = schema;
  const issues: Issue[] = [];
  for (const column in given) {
    if (!known.has(column) && Object.hasOwn(given, column)) issues.push(unknownColumn(schema, column));
  }
  for (let i = 0; i < columns.length; i++) {
    const column = columns[i] as string;
    const value = row[column];
    // What was filled in, or was there before, is right; what was given may be wrong, or missing, and keys may run out.
    if (i > 0 && value !== undefined && !Object.is(value, given[column])) continue;
    if (!tests[i]?.(value)) issues.push(...parse(schema, row, column));
    else if (typeof value === 'object') row[column] = copyValue(value);
  }
  return issues;
}

function unknownColumn({ name, columns }: TableSchema, column: string): Issue {
  return { path: column, message: `is no column of ${name}; it has ${columns.join(', ')}` };
}

/** Puts what its shape makes of a value in its place, or tells what is wrong with it. */
function parse({ shape }: TableSchema, row: Draft, column: string): readonly Issue[] {
  const checked = checkShape(shape.shape[column] as z.ZodType, row[column], [column]);
  if ('issues' in checked) return checked.issues;
  row[column] = checked.value;
  return [];
}
