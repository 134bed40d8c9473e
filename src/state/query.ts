import { formatValue } from '../foundation/format-value.js';
import { MockError } from '../foundation/mock-error.js';
import type { Key } from '../model/table-access.js';
import type { ColumnKind, StoredRow, TableSchema } from '../model/table-schema.js';
import { compareScalars, type Scalar } from './trees.js';

/** For each column, the conditions that its values must satisfy. */
export type Conditions = Record<string, Record<string, unknown>>;

const ORDERED = ['equals', 'notEquals', 'gt', 'gte', 'lt', 'lte', 'in', 'notIn'];
const COMPARATORS: Readonly<Record<ColumnKind, readonly string[]>> = {
  string: [...ORDERED, 'contains', 'notContains'],
  number: [...ORDERED, 'between', 'notBetween'],
  boolean: ['equals', 'notEquals'],
  nested: [],
};
const LISTS = ['in', 'notIn', 'between', 'notBetween'];

/**
 * The conditions of a query, without the undefined ones.
 * @throws MockError `malformed_data` for an unknown column or comparator, listing the known ones.
 */
export function checkConditions(schema: TableSchema, where: Conditions): Conditions {
  // A forgotten `where` must not delete a whole table, so all records take an explicit `{}`.
  if (typeof where !== 'object' || where === null || Array.isArray(where)) {
    throw wrong(`where: is an object of conditions, {} for every record, not ${formatValue(where)}`);
  }
  const given = Object.entries(where).filter(([, condition]) => condition !== undefined);
  for (const [column, condition] of given) {
    checkColumn(schema, column);
    const kind = schema.kinds[column] as ColumnKind;
    const comparators = COMPARATORS[kind];
    if (comparators.length === 0) throw incomparable(schema, column);
    if (typeof condition !== 'object' || condition === null) {
      throw wrong(`The condition on ${column} is an object such as { equals: … }, not ${formatValue(condition)}`);
    }
    for (const [name, value] of Object.entries(condition)) {
      if (!comparators.includes(name)) {
        throw wrong(`${column} has no comparator ${name}; it has ${comparators.join(', ')}`);
      }
      if (LISTS.includes(name) && !Array.isArray(value)) throw wrong(`${column}: ${name} takes an array`);
      for (const part of [value].flat()) {
        if (part !== null && typeof part !== kind)
          throw wrong(`${column}: ${name} takes ${kind}s, not ${formatValue(part)}`);
      }
    }
  }
  return Object.fromEntries(given);
}

/** Sorts records by the columns of `orderBy`, in place. The sort is stable. */
export function sorted(schema: TableSchema, rows: StoredRow[], orderBy: object | object[] | undefined): StoredRow[] {
  const criteria = [orderBy ?? []].flat().flatMap((columns) => {
    if (typeof columns === 'object') return Object.entries(columns);
    throw wrong(
      `orderBy: is an object such as { ${schema.key}: 'asc' }, or a list of such, not ${formatValue(columns)}`,
    );
  });
  for (const [column, direction] of criteria) {
    checkColumn(schema, column);
    if (schema.kinds[column] === 'nested') throw incomparable(schema, column);
    if (direction !== 'asc' && direction !== 'desc')
      throw wrong(`${column} is ordered 'asc' or 'desc', not ${formatValue(direction)}`);
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

/** The page of a list that starts after the record `cursor`, skips `skip` records and has at most `take`. */
export function pageOf(
  schema: TableSchema,
  rows: StoredRow[],
  { cursor, skip = 0, take = rows.length }: { cursor?: Key | null; skip?: number; take?: number },
): StoredRow[] {
  for (const [name, value] of Object.entries({ skip, take })) {
    if (!Number.isSafeInteger(value) || value < 0)
      throw wrong(`${name} is an integer from 0, not ${formatValue(value)}`);
  }
  const after = cursor == null ? 0 : rows.findIndex((row) => row[schema.key] === cursor) + 1;
  if (cursor != null && after === 0) return [];
  return rows.slice(after + skip, after + skip + take);
}

function checkColumn({ name, columns }: TableSchema, column: string): void {
  if (!columns.includes(column)) throw wrong(`${name} has no column ${column}; it has ${columns.join(', ')}`);
}

function incomparable({ name }: TableSchema, column: string): MockError {
  return wrong(`${name}.${column} holds arrays or objects, which cannot be compared`);
}

function wrong(message: string): MockError {
  return new MockError('malformed_data', message);
}
