import type { Mock, TableName } from 'briefs-mock';
import { keyOf, laws, tableNames } from '../support/state-tables.js';

type Row = Readonly<Record<string, unknown>>;

/**
 * Every record of a mock, by table and in order, as JSON without generated ids and tokens: a reference is replaced with
 * the record it refers to. Columns in `without` are omitted.
 */
export function naturalRecords({ data }: Mock, without: readonly string[] = []): Record<string, string[]> {
  const rows = new Map(tableNames.map((table) => [table, data[table].getAll() as Row[]]));
  const byKey = new Map(
    tableNames.map((table) => [table, new Map(rows.get(table)?.map((row) => [row[keyOf(table)], row]))]),
  );

  const natural = (table: TableName, row: Row): Row =>
    Object.fromEntries(
      Object.entries(row).flatMap(([column, value]) => {
        const isId = column === keyOf(table) && laws[table].hasGeneratedKey;
        const isToken = typeof value === 'string' && /^[0-9a-f]{32}$/.test(value);
        if (isId || isToken || without.includes(column)) return [];
        const to = idReference(table, column);
        const target = to && byKey.get(to)?.get(value);
        return [[column, target ? natural(to, target) : value]];
      }),
    );
  const texts = (table: TableName) => (rows.get(table) ?? []).map((row) => JSON.stringify(natural(table, row)));
  // The order of access tokens depends on the generated tokens, so they are sorted by the rest.
  const ordered = (table: TableName) => (table === 'access_token' ? texts(table).sort() : texts(table));
  return Object.fromEntries(tableNames.map((table) => [table, ordered(table)]));
}

/** The table that a column refers to by a generated id. */
function idReference(table: TableName, column: string): TableName | undefined {
  const reference = laws[table].references.find(({ to, takes }) => takes[column] === keyOf(to));
  return reference && laws[reference.to].hasGeneratedKey ? reference.to : undefined;
}
