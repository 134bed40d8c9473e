// The records of a scenario, and what they refer to: what a plan can do without is left out together with what needs it.
import { getOrInsert } from '../../src/foundation/get-or-insert.js';
import type { Mock, TableName } from '../../src/index.js';
import { type ReferenceSchema, type StoredRow, schemas } from '../../src/model/table-schema.js';
import { forEachTable } from '../../src/model/tables.js';
import { targetsFirst } from '../../src/model/targets-first.js';
import type { AnyValues } from './others.js';
import { isText, textColumnsOf } from './records.js';

/** A record of a scenario. */
export interface ScenarioRecord {
  readonly table: TableName;
  readonly row: StoredRow;
  /** What the record itself says. */
  readonly texts: readonly string[];
  /** What it refers to. */
  readonly targets: readonly { readonly record: ScenarioRecord; readonly reference: ReferenceSchema }[];
}

export class ScenarioRecords {
  /** Each after those that it refers to. */
  readonly all: readonly ScenarioRecord[];
  /** The records of a table by the values of some columns. */
  readonly #indexes = new Map<string, ReadonlyMap<string, ScenarioRecord>>();

  constructor(mock: Mock) {
    const all: ScenarioRecord[] = [];
    const byTable = new Map<TableName, readonly ScenarioRecord[]>();
    for (const table of targetsFirst()) {
      const rows = mock.data[table].getAll() as unknown as readonly StoredRow[];
      const columns = textColumnsOf(table, rows);
      const records = rows.map((row): ScenarioRecord => {
        const texts = columns.map((column) => row[column]).filter(isText);
        return { table, row, texts, targets: this.#targetsOf(table, row, byTable) };
      });
      byTable.set(table, records);
      all.push(...records);
    }
    this.all = all;
  }

  /** The records that something is about, those that they refer to, and those that only connect such records. */
  around(isMeant: (record: ScenarioRecord) => boolean): ScenarioRecord[] {
    const found = new Set<ScenarioRecord>();
    const add = (record: ScenarioRecord) => {
      if (found.has(record)) return;
      found.add(record);
      for (const { record: target } of record.targets) add(target);
    };
    for (const record of this.all) if (isMeant(record)) add(record);
    for (const record of this.all) {
      const { targets, texts: own } = record;
      const isConnection = targets.length > 1 || (targets.length === 1 && own.length === 0);
      if (isConnection && targets.every((target) => found.has(target.record))) found.add(record);
    }
    return this.all.filter((record) => found.has(record));
  }

  #targetsOf(
    table: TableName,
    row: StoredRow,
    byTable: ReadonlyMap<TableName, readonly ScenarioRecord[]>,
  ): ScenarioRecord['targets'] {
    return schemas[table].references.flatMap((reference) => {
      const { to, columns, targetKeys } = reference;
      const local = targetKeys.find((key) => key.localColumns.every((column) => row[column] !== null))?.localColumns;
      // Records of a table that refer to one another are left to the mock, which refuses what it cannot create.
      const others = to === table ? undefined : byTable.get(to);
      if (local === undefined || others === undefined) return [];
      const index = this.#indexOf(
        to,
        local.map((column) => columns[column] as string),
        others,
      );
      const record = index.get(JSON.stringify(local.map((column) => row[column])));
      return record === undefined ? [] : [{ record, reference }];
    });
  }

  #indexOf(table: TableName, columns: readonly string[], records: readonly ScenarioRecord[]) {
    const name = `${table} ${columns.join(' ')}`;
    const keyOf = ({ row }: ScenarioRecord) => JSON.stringify(columns.map((column) => row[column]));
    return getOrInsert(this.#indexes, name, () => new Map(records.map((record) => [keyOf(record), record])));
  }
}

/** The records without those that refer to one which is not among them. A reference that may be cleared does not count. */
export function withTargets(records: readonly ScenarioRecord[]): ScenarioRecord[] {
  const left = new Set(records);
  for (const record of records) {
    const isWhole = record.targets.every((target) => target.reference.onDelete === 'clear' || left.has(target.record));
    if (!isWhole) left.delete(record);
  }
  return [...left];
}

/** The rows of records by table. References to others, which may be cleared, are. */
export function rowsOf(records: readonly ScenarioRecord[]): { readonly [Name in TableName]: readonly AnyValues[] } {
  const among = new Set(records);
  const rows = forEachTable((): AnyValues[] => []);
  for (const { table, row, targets } of records) {
    const cleared = targets
      .filter(({ record }) => !among.has(record))
      .flatMap(({ reference }) => reference.localColumns);
    rows[table].push({ ...row, ...Object.fromEntries(cleared.map((column) => [column, null])) });
  }
  return rows;
}
