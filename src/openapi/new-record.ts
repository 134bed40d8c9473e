import { type StoredRow, schemas, type TableSchema } from '../model/table-schema.js';
import { forEachTable, type TableName } from '../model/tables.js';
import { type RelatedRecords, sampleRecord } from '../scenario/sample-record.js';
import type { State } from '../state/state.js';

/** The combinations of existing records that are tried; trying all of those of a large state would take too long. */
const ATTEMPT_LIMIT = 10_000;

/**
 * The columns of a new record, from its table's sample values and from existing records that it refers to. `required` names
 * columns that an API requires. Undefined if the state has no records to refer to, or all combinations of them are taken.
 */
export function newRecord(state: State, name: TableName, required: readonly string[]): StoredRow | undefined {
  const schema = schemas[name];
  const parents = schema.references.filter(
    ({ localColumns }) =>
      localColumns.some((local) => required.includes(local)) && !localColumns.some((local) => local in schema.sample),
  );
  let attempts = 0;
  for (const given of combinations(state, parents)) {
    if (++attempts > ATTEMPT_LIMIT) return undefined;
    const row = completed(state, name, given);
    if (row !== undefined && isUnique(state, schema, row)) return row;
  }
  return undefined;
}

/** The local columns of some references, for each combination of existing targets. */
function* combinations(state: State, [first, ...others]: TableSchema['references']): Generator<StoredRow> {
  if (first === undefined) {
    yield {};
    return;
  }
  for (const target of state.table(first.to).all()) {
    const columns = first.localColumns.map((local) => [local, target[first.columns[local] as string]]);
    for (const rest of combinations(state, others)) yield { ...Object.fromEntries(columns), ...rest };
  }
}

/** Undefined if a sample value needs a record that does not exist. */
function completed(state: State, name: TableName, given: StoredRow): StoredRow | undefined {
  try {
    return sampleRecord(state, name, given, existingRecords(state));
  } catch (error) {
    if (error instanceof NoRecord) return undefined;
    throw error;
  }
}

class NoRecord extends Error {}

/** Returns another record on each call, because a sample value is asked for again if it is taken. */
function existingRecords(state: State): RelatedRecords {
  return forEachTable((name) => {
    let rows: readonly StoredRow[] | undefined;
    let next = 0;
    return (values = {}) => {
      const wanted = Object.entries(values).filter(([, value]) => value !== undefined);
      rows ??= state.table(name).all();
      const found = rows.findIndex((row, i) => i >= next && wanted.every(([column, value]) => row[column] === value));
      if (found === -1) throw new NoRecord();
      next = found + 1;
      return rows[found] as StoredRow;
    };
  });
}

function isUnique(state: State, { name, indexes }: TableSchema, row: StoredRow): boolean {
  return indexes.every(({ unique, columns }) => {
    if (!unique || columns.some((column) => row[column] == null)) return true;
    return !state.table(name).has(Object.fromEntries(columns.map((column) => [column, row[column]])));
  });
}
