import { foldCase, type StoredRow, schemas } from '../../src/model/table-schema.js';
import type { TableName } from '../../src/model/tables.js';
import { targetsFirst } from '../../src/model/targets-first.js';
import type { SeenTables } from './assemble.js';

/** The tables without the records for which `isGone` is true, and without those that refer to them. */
export function without(tables: SeenTables, isGone: (table: TableName, row: StoredRow) => boolean): SeenTables {
  const kept: Record<TableName, readonly StoredRow[]> = { ...tables };
  for (const name of targetsFirst()) {
    kept[name] = kept[name].filter((row) => !isGone(name, row));
    for (const { to, columns, targetKeys, onDelete } of schemas[name].references) {
      if (kept[to].length === tables[to].length || onDelete === 'clear') continue;
      const [local = ''] = targetKeys[0]?.localColumns ?? [];
      const keyOf = (value: unknown) => foldCase(schemas[name], local, value);
      const target = columns[local] as string;
      const gone = new Set(tables[to].map((row) => keyOf(row[target])));
      for (const row of kept[to]) gone.delete(keyOf(row[target]));
      kept[name] = kept[name].filter((row) => !gone.has(keyOf(row[local])));
    }
  }
  return kept;
}
