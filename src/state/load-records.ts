import { formatTexts, formatValue } from '../foundation/format-value.js';
import { atOnce } from '../foundation/in-slices.js';
import { isPlainObject } from '../foundation/is-object.js';
import { IssueList, malformed } from '../foundation/mock-error.js';
import { validate } from '../foundation/validate.js';
import { type StoredRow, schemas } from '../model/table-schema.js';
import { forEachTable, type TableName, tableNames } from '../model/tables.js';
import { targetsFirst } from '../model/targets-first.js';
import { fillMissing, numberOfKey } from './build-record.js';
import { consistencySteps, type LoadedRow, loadRow, placeOf, type RecordsByTable } from './load-rows.js';
import type { State } from './state.js';

/**
 * Loads records with their ids. Columns that are left out get their default; an id, the next free number. Unlike a
 * write, it checks what is checked of a snapshot: columns, references, unique columns and rules. If it throws, nothing has changed.
 * @throws MockError `malformed_data` with the table, row and column of the issues of the first kind found
 */
export function loadRecords(state: State, tables: RecordsByTable): void {
  expectTables(tables);
  state.transaction(() => load(state, tables));
}

function load(state: State, tables: RecordsByTable): void {
  const expectNone = (issues: IssueList) => {
    if (issues.count > 0) throw issues.toError('malformed_data', '', (path) => placeOf(path, tables, ''));
  };
  countGivenIds(state, tables);
  const [invalid, duplicates] = [new IssueList(), new IssueList()];
  const rows: LoadedRow[] = [];
  for (const name of targetsFirst()) {
    for (const [i, values] of (tables[name] ?? []).entries()) {
      const path = `${name}.${i}`;
      const checked = validate(schemas[name].recordSchema, filled(state, name, values), [name, i], invalid);
      if (!('value' in checked)) continue;
      const row = { name, row: checked.value as StoredRow, path };
      rows.push(row);
      loadRow(state, row, duplicates);
    }
  }
  expectNone(invalid);
  expectNone(duplicates);
  atOnce(consistencySteps(state, rows, expectNone));
}

function expectTables(tables: RecordsByTable): void {
  if (!isPlainObject(tables)) throw malformed(`load takes an object of tables, not ${formatValue(tables)}`);
  for (const [name, rows] of Object.entries(tables)) {
    if (!Object.hasOwn(schemas, name)) {
      throw malformed(`there is no table ${name}; the tables are ${formatTexts(tableNames)}`);
    }
    if (!Array.isArray(rows)) throw malformed(`${name} must be an array of records, but is ${formatValue(rows)}`);
  }
}

/** Ids that are generated later follow the largest given one. */
function countGivenIds(state: State, tables: RecordsByTable): void {
  state.setCounters(
    forEachTable((name) => {
      const { key, generatedKey } = schemas[name];
      const rows = (tables[name] ?? []) as readonly (StoredRow | null)[];
      let last = state.lastId(name);
      for (const row of generatedKey ? rows : [])
        if (Number.isInteger(row?.[key])) last = Math.max(last, row?.[key] as number);
      return last;
    }),
  );
}

/** The record with the columns that were left out. */
function filled(state: State, name: TableName, values: unknown): unknown {
  if (!isPlainObject(values)) return values;
  const schema = schemas[name];
  const row: Record<string, unknown> = { ...values };
  const isCounted = !schema.generatedKey || row[schema.key] === undefined;
  const n = state.lastId(name) + (isCounted ? 1 : 0);
  if (schema.generatedKey && isCounted) row[schema.key] = n;
  fillMissing(state, schema, row, n);
  if (isCounted) state.countRecord(name, numberOfKey(schema, values, row));
  return row;
}
