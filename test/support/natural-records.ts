import type { Mock, TableName } from 'briefs-mock';

type Row = Readonly<Record<string, unknown>>;

/** The columns that contain generated ids, with the tables they refer to. */
const REFERENCES: Readonly<Record<string, TableName>> = {
  app_id: 'application',
  application_id: 'application',
  application_preference: 'application_preference',
  application_user_id: 'application_user',
  client_id: 'client',
  feature_id: 'feature',
  package_id: 'package',
  parent: 'preference_hierarchy',
  preference_hierarchy: 'preference_hierarchy',
  user_id: 'user',
};

/**
 * Every record of a mock, by table and in order, as JSON without generated ids and tokens: a reference is replaced with
 * the record it refers to. Columns in `without` are omitted.
 */
export function naturalRecords({ data }: Mock, without: readonly string[] = []): Record<string, string[]> {
  const tables = Object.keys(data) as TableName[];
  const rows = new Map(tables.map((table) => [table, data[table].getAll() as Row[]]));
  const byId = new Map(tables.map((table) => [table, new Map(rows.get(table)?.map((row) => [row.id, row]))]));

  const natural = (table: TableName, row: Row): Row =>
    Object.fromEntries(
      Object.entries(row).flatMap(([column, value]) => {
        const isId = column === 'id' && typeof value === 'number';
        const isToken = typeof value === 'string' && /^[0-9a-f]{32}$/.test(value);
        if (isId || isToken || without.includes(column)) return [];
        const to = column === 'preference_id' ? preferenceTable(table) : REFERENCES[column];
        const target = to && byId.get(to)?.get(value);
        return [[column, target ? natural(to, target) : value]];
      }),
    );
  const texts = (table: TableName) => (rows.get(table) ?? []).map((row) => JSON.stringify(natural(table, row)));
  // The order of access tokens depends on the generated tokens, so they are sorted by the rest.
  const ordered = (table: TableName) => (table === 'access_token' ? texts(table).sort() : texts(table));
  return Object.fromEntries(tables.map((table) => [table, ordered(table)]));
}

function preferenceTable(table: TableName): TableName {
  return table === 'legacy_user_preference' ? 'legacy_preference' : 'preference';
}
