import type { IndexSchema, StoredRow } from '../model/table-schema.js';
import { type IndexKey, isScalar, type Scalar } from './trees.js';

/**
 * The key of a record in an index, or undefined if the record is not in the index: a unique index does not contain records
 * with nulls, because null equals nothing; a partial index contains only records whose first column is true. `columns` are
 * the record's columns, if their names differ from the index's.
 */
export function indexKeyOf(index: IndexSchema, row: StoredRow, columns = index.keyColumns): IndexKey | undefined {
  if (index.partial && row[columns[0] as string] !== true) return undefined;
  for (let i = 0; index.unique && i < columns.length; i++) if (row[columns[i] as string] === null) return undefined;
  return indexKeyPrefix(index, row, columns.length, columns);
}

/** The start of the keys of all records that have these values in the first `length` columns of an index. */
export function indexKeyPrefix(
  index: IndexSchema,
  values: StoredRow,
  length: number,
  columns = index.keyColumns,
): IndexKey | undefined {
  if (index.keyColumns.length === 1) return scalarAt(index, values, columns, 0);
  // Allocated at its final length: there are several keys per record.
  const key: Scalar[] = new Array(length);
  for (let i = 0; i < length; i++) {
    const value = scalarAt(index, values, columns, i);
    if (value === undefined) return undefined;
    key[i] = value;
  }
  return key;
}

function scalarAt(
  { caseInsensitive }: IndexSchema,
  values: StoredRow,
  columns: readonly string[],
  i: number,
): Scalar | undefined {
  const value = values[columns[i] as string];
  if (!isScalar(value)) return undefined;
  return caseInsensitive[i] && typeof value === 'string' ? value.toLowerCase() : value;
}
