import type { Key } from '../../model/table-access.js';
import { type StoredRow, schemas } from '../../model/table-schema.js';
import { type TableName, tableNames } from '../../model/tables.js';
import type { RecordChange, TableChanges } from '../../state/changes.js';
import type { Dialect } from './dialect.js';

/** The statements that repeat changes of records: what others refer to is created first and removed last. */
export function recordStatements(tables: TableChanges, dialect: Dialect): string[] {
  const names = inOrderOfReferences().filter((name) => tables[name] !== undefined);
  const changesOf = (name: TableName) => tables[name] as readonly RecordChange[];
  const removed = names.toReversed().flatMap((name) =>
    changesOf(name)
      .filter(({ after }) => after === null)
      .map(({ key }) => dialect.remove(name, keyOf(name, key))),
  );
  const written = names.flatMap((name) =>
    changesOf(name).flatMap(({ key, before, after, columns = [] }) => {
      if (after === null) return [];
      if (before === null) return [dialect.create(name, withoutGeneratedKey(name, after))];
      return [dialect.update(name, keyOf(name, key), pick(after, columns))];
    }),
  );
  return [...removed, ...written];
}

/** The columns of a record, without a key that the mock generates. */
export function withoutGeneratedKey(name: TableName, row: StoredRow): StoredRow {
  const { key, generatedKey } = schemas[name];
  return generatedKey ? Object.fromEntries(Object.entries(row).filter(([column]) => column !== key)) : row;
}

export function pick(row: StoredRow, columns: readonly string[]): StoredRow {
  return Object.fromEntries(columns.map((column) => [column, row[column]]));
}

function keyOf(name: TableName, value: Key) {
  return { column: schemas[name].key, value };
}

/** All tables: each after those that it refers to. */
function inOrderOfReferences(): TableName[] {
  const ordered = new Set<TableName>();
  const visit = (name: TableName, on: readonly TableName[]) => {
    if (ordered.has(name) || on.includes(name)) return;
    for (const { to } of schemas[name].references) visit(to, [...on, name]);
    ordered.add(name);
  };
  for (const name of tableNames) visit(name, []);
  return [...ordered];
}
