import { formatValue, formatValueAt } from '../foundation/format-value.js';
import { isPlainObject } from '../foundation/is-object.js';
import { malformed } from '../foundation/mock-error.js';
import type { ColumnKind, StoredRow, TableSchema } from '../model/table-schema.js';
import type { TableName } from '../model/tables.js';
import type { ListQuery } from './collection-query.js';
import { compareScalars, type Scalar } from './trees.js';

/** For each column, the conditions that its values must satisfy. */
export type QueryConditions = Record<string, Record<string, unknown>>;

const ORDERED = ['equals', 'notEquals', 'gt', 'gte', 'lt', 'lte', 'in', 'notIn'];
const COMPARATORS: Readonly<Record<ColumnKind, readonly string[]>> = {
  string: [...ORDERED, 'contains', 'notContains'],
  number: [...ORDERED, 'between', 'notBetween'],
  boolean: ['equals', 'notEquals'],
  nested: [],
};
const LISTS = ['in', 'notIn', 'between', 'notBetween'];
const RANGES = LISTS.slice(2);
const EQUALITY = ORDERED.slice(0, 2);

/**
 * Validates the conditions of a query.
 * @throws MockError `malformed_data` for an unknown column or comparator, listing the known ones.
 */
export function checkConditions(schema: TableSchema, where: QueryConditions): QueryConditions {
  // An explicit `{}` is required to match every record: a forgotten value must not delete a whole table.
  if (!isPlainObject(where)) {
    throw malformed(`where: must be an object of conditions ({} matches every record), but is ${formatValue(where)}`);
  }
  for (const [column, condition] of Object.entries(where)) {
    const problem = columnProblem(schema, column);
    if (problem !== undefined) throw malformed(problem);
    const kind = schema.kinds[column] as ColumnKind;
    const comparators = COMPARATORS[kind];
    const path = `where.${column}`;
    if (!isPlainObject(condition) || Object.keys(condition).length === 0) {
      throw malformed(`${path}: must be an object such as { equals: … }, but is ${formatValueAt([column], condition)}`);
    }
    for (const [name, value] of Object.entries(condition)) {
      if (!comparators.includes(name)) {
        throw malformed(`${path}: ${name} is not a comparator of ${kind}s; use ${comparators.join(', ')}`);
      }
      const expected = expectedValue(name, kind, schema.nullable.has(column), value);
      if (expected !== undefined) {
        throw malformed(`${path}.${name}: must be ${expected}, but is ${formatValueAt([column], value)}`);
      }
    }
  }
  return where;
}

/** What the value of a comparator must be; undefined if it is that. */
function expectedValue(name: string, kind: ColumnKind, isNullable: boolean, value: unknown): string | undefined {
  const isOfKind = [value].flat().every((part) => typeof part === kind && !Number.isNaN(part));
  if (LISTS.includes(name)) {
    const isRange = RANGES.includes(name);
    const isValid = Array.isArray(value) && isOfKind && (!isRange || value.length === 2);
    return isValid ? undefined : `an array of ${isRange ? 'two ' : ''}${kind}s`;
  }
  const canBeNull = isNullable && EQUALITY.includes(name);
  const isValid = value === null ? canBeNull : isOfKind && !Array.isArray(value);
  return isValid ? undefined : `a ${kind}${canBeNull ? ' or null' : ''}`;
}

/** Sorts records by the columns of `orderBy`, in place. The sort is stable. */
export function sorted(schema: TableSchema, rows: StoredRow[], orderBy: object | object[] | undefined): StoredRow[] {
  const criteria = [orderBy ?? []].flat().flatMap((columns) => {
    if (typeof columns === 'object') return Object.entries(columns);
    const example = `{ ${schema.key}: 'asc' }`;
    throw malformed(
      `orderBy: must be an object such as ${example} or a list of such objects, but is ${formatValue(columns)}`,
    );
  });
  for (const [column, direction] of criteria) {
    const problem = columnProblem(schema, column);
    if (problem !== undefined) throw malformed(problem);
    if (direction !== 'asc' && direction !== 'desc')
      throw malformed(`orderBy.${column}: must be 'asc' or 'desc', but is ${formatValue(direction)}`);
  }
  if (criteria.length === 0) return rows;
  return rows.sort((a, b) => {
    for (const [column, direction] of criteria) {
      const order = compareScalars(a[column] as Scalar, b[column] as Scalar);
      if (order !== 0) return direction === 'asc' ? order : -order;
    }
    return 0;
  });
}

/** One page of a list: it starts after the record `cursor`, skips `skip` records and has at most `take` records. */
export function pageOf(
  schema: TableSchema,
  rows: StoredRow[],
  { cursor, skip = 0, take = rows.length }: Pick<ListQuery<TableName>, 'cursor' | 'skip' | 'take'>,
): StoredRow[] {
  for (const [name, value] of Object.entries({ skip, take })) {
    if (!Number.isSafeInteger(value) || value < 0)
      throw malformed(`${name}: must be an integer of 0 or more, but is ${formatValue(value)}`);
  }
  const kind = schema.kinds[schema.key];
  if (cursor != null && typeof cursor !== kind)
    throw malformed(`cursor: must be a ${kind}, the key of a record, but is ${formatValueAt([schema.key], cursor)}`);
  const after = cursor == null ? 0 : rows.findIndex((row) => row[schema.key] === cursor) + 1;
  if (cursor != null && after === 0) return [];
  return rows.slice(after + skip, after + skip + take);
}

/** Why the values of a column cannot be compared; undefined if they can be. */
export function columnProblem({ name, columns, kinds }: TableSchema, column: string): string | undefined {
  if (!columns.includes(column))
    return `${name} has no column ${column || '""'}; its columns are ${columns.join(', ')}`;
  if (kinds[column] !== 'nested') return undefined;
  return `${name}.${column} contains arrays or objects, which cannot be compared`;
}
