import type { IndexSchema } from '../model/table-schema.js';
import { isScalar, type Place, type Scalar, type StoredRow } from './trees.js';

/**
 * The place of a record in an index, or undefined where the record is not in it: a unique index leaves out records with
 * nulls, which are equal to nothing. `columns` are those of the record, where they have other names than in the index.
 */
export function placeOf(index: IndexSchema, row: StoredRow, columns = index.path): Place | undefined {
  for (let i = 0; index.unique && i < columns.length; i++) if (row[columns[i] as string] === null) return undefined;
  return prefixOf(index, row, columns.length, columns);
}

/** What the places of all records start with that have the values of the first `length` columns of an index. */
export function prefixOf(
  index: IndexSchema,
  values: StoredRow,
  length: number,
  columns = index.path,
): Place | undefined {
  if (index.path.length === 1) return scalarAt(index, values, columns, 0);
  // Of its exact length: there are several for every record.
  const place: Scalar[] = new Array(length);
  for (let i = 0; i < length; i++) {
    const value = scalarAt(index, values, columns, i);
    if (value === undefined) return undefined;
    place[i] = value;
  }
  return place;
}

function scalarAt(
  { caseless }: IndexSchema,
  values: StoredRow,
  columns: readonly string[],
  i: number,
): Scalar | undefined {
  const value = values[columns[i] as string];
  if (!isScalar(value)) return undefined;
  return caseless[i] && typeof value === 'string' ? value.toLowerCase() : value;
}
