import { type StoredRow, schemas, type TableSchema, type TargetKey } from '../model/table-schema.js';
import type { TableName } from '../model/tables.js';
import type { State } from '../state/state.js';

/** For each table, finds or creates a record that has the given columns. */
export type RelatedRecords = Readonly<Record<TableName, (values?: StoredRow) => StoredRow>>;

/**
 * The given columns of a new record, completed with the sample values of its table. Required references that are not given
 * refer to a record from `related`.
 */
export function sampleRecord(
  state: State,
  name: TableName,
  given: StoredRow,
  related: RelatedRecords,
): Record<string, unknown> {
  const schema = schemas[name];
  const { tables, clock } = state;
  const row: Record<string, unknown> = { ...given };
  for (const column of schema.columns) {
    if (row[column] !== undefined || isReferenceGiven(schema, column, given)) continue;
    const value = schema.sample[column];
    if (typeof value === 'function') {
      row[column] = uniqueValue(state, schema, column, row, (n) => value({ n, row, tables, clock, related }));
    } else if (value !== undefined) {
      row[column] = value;
    } else if (isRequired(schema, column)) {
      const reference = schema.references.find(({ localColumns }) => localColumns.includes(column));
      if (reference === undefined) continue;
      const target = related[reference.to]();
      for (const local of reference.localColumns) row[local] ??= target[reference.columns[local] as string];
    }
  }
  return row;
}

/** Whether a key of the column's reference is given, also as null. Then the table fills in the others, or rejects the record. */
function isReferenceGiven({ references }: TableSchema, column: string, given: StoredRow): boolean {
  return references.some(
    ({ localColumns, targetKeys }) => localColumns.includes(column) && targetKeys.some((key) => isKeyGiven(key, given)),
  );
}

function isKeyGiven({ localColumns }: TargetKey, given: StoredRow): boolean {
  return localColumns.some((local) => given[local] != null) || localColumns.every((local) => given[local] === null);
}

function isRequired({ nullable, columnsWithDefault }: TableSchema, column: string): boolean {
  return !nullable.has(column) && !columnsWithDefault.includes(column);
}

/** The first numbered value that violates no unique constraint. */
function uniqueValue(
  state: State,
  { name, indexes }: TableSchema,
  column: string,
  row: StoredRow,
  numbered: (n: number) => unknown,
): unknown {
  const unique = indexes.filter((index) => index.unique && index.columns.includes(column));
  const isTaken = (value: unknown) =>
    unique.some(({ columns }) => {
      const match = Object.fromEntries(columns.map((part) => [part, part === column ? value : row[part]]));
      return state.table(name).has(match);
    });
  for (let n = state.lastId(name) + 1; ; n++) {
    const value = numbered(n);
    if (!isTaken(value)) return value;
  }
}
