import { createMock, defineScenario, MockError } from '../../src/index.js';
import {
  foldCase,
  isValidColumn,
  type ReferenceSchema,
  type StoredRow,
  schemas,
} from '../../src/model/table-schema.js';
import { forEachTable, type TableName } from '../../src/model/tables.js';
import { targetsFirst } from '../../src/model/targets-first.js';
import type { SeenTables } from './assemble.js';
import type { SeenRecords } from './seen-records.js';

/**
 * Makes the mock able to hold the records: what breaks its rules is mended if a column can be left out, and otherwise left out, with
 * what refers to it. Each is a contradiction in the report.
 */
export function fitToMock(tables: SeenTables, seen: SeenRecords, clock: string): SeenTables {
  let fitting = withValidReferences(withValidColumns(tables, seen), seen);
  for (;;) {
    const broken = brokenRecords(fitting, clock);
    if (broken.size === 0) return fitting;
    fitting = forEachTable((name) =>
      fitting[name].filter((row, i) => {
        const problem = broken.get(`${name}.${i}`);
        if (problem !== undefined) seen.contradict(name, row, problem.column, problem.text);
        return problem === undefined;
      }),
    );
  }
}

function withValidColumns(tables: SeenTables, seen: SeenRecords): SeenTables {
  return forEachTable((name) => tables[name].map((row) => validColumns(name, row, seen)));
}

/** A record without the values that its columns cannot hold, if they can be left out. */
function validColumns(name: TableName, row: StoredRow, seen: SeenRecords): StoredRow {
  const schema = schemas[name];
  const invalid = Object.keys(row).filter((column) => !isValidColumn(schema, column, row[column]));
  if (invalid.length === 0) return row;
  const valid = { ...row };
  for (const column of invalid) {
    const hasDefault = schema.columnsWithDefault.includes(column);
    if (!hasDefault && !schema.nullable.has(column)) continue;
    delete valid[column];
    const isMissing = row[column] === undefined || (row[column] === null && hasDefault);
    if (!isMissing) seen.contradict(name, row, column, 'has a value that the mock cannot hold; left out');
  }
  return valid;
}

/** Follows each reference: copies what both records must have, and clears those that lead nowhere if they may. */
function withValidReferences(tables: SeenTables, seen: SeenRecords): SeenTables {
  const valid: Record<TableName, readonly StoredRow[]> = { ...tables };
  for (const name of targetsFirst()) {
    for (const reference of schemas[name].references) {
      const targets = targetsOf(reference, valid[reference.to]);
      valid[name] = valid[name].map((row) => followed(name, row, { reference, targets, seen }));
    }
  }
  return valid;
}

/** The records that a reference may lead to, by the columns that find them. */
function targetsOf({ to, columns, targetKeys }: ReferenceSchema, rows: readonly StoredRow[]) {
  const locals = targetKeys[0]?.localColumns ?? [];
  return new Map(
    rows.map((row) => [
      keyOf(
        to,
        row,
        locals.map((local) => columns[local] as string),
      ),
      row,
    ]),
  );
}

function keyOf(table: TableName, row: StoredRow, columns: readonly string[]): string {
  return JSON.stringify(columns.map((column) => foldCase(schemas[table], column, row[column])));
}

interface Followed {
  readonly reference: ReferenceSchema;
  readonly targets: ReadonlyMap<string, StoredRow>;
  readonly seen: SeenRecords;
}

function followed(name: TableName, row: StoredRow, { reference, targets, seen }: Followed): StoredRow {
  const { localColumns, columns, targetKeys, onDelete } = reference;
  const locals = targetKeys[0]?.localColumns ?? [];
  if (locals.some((local) => row[local] === null || row[local] === undefined)) return row;
  const target = targets.get(keyOf(name, row, locals));
  if (target === undefined) {
    if (onDelete !== 'clear' && !localColumns.every((local) => schemas[name].nullable.has(local))) return row;
    seen.contradict(name, row, localColumns[0], 'refers to a record that was not shown; set to null');
    return { ...row, ...Object.fromEntries(localColumns.map((local) => [local, null])) };
  }
  const differing = localColumns.filter((local) => row[local] !== target[columns[local] as string]);
  if (differing.length === 0) return row;
  for (const local of differing) {
    if (row[local] === undefined || locals.includes(local)) continue;
    seen.contradict(name, row, local, `differs from the ${reference.to} that it belongs to, whose value is used`);
  }
  return { ...row, ...Object.fromEntries(differing.map((local) => [local, target[columns[local] as string]])) };
}

interface Broken {
  readonly column: string | undefined;
  readonly text: string;
}

/** The records that the mock rejects, by table and place. */
function brokenRecords(tables: SeenTables, clock: string): ReadonlyMap<string, Broken> {
  const seed = ({ load }: Parameters<Parameters<typeof defineScenario>[0]['seed']>[0]) => load(tables);
  const scenario = defineScenario({ name: 'captured', description: 'captured', clock, personas: [], seed });
  try {
    createMock({ scenario });
    return new Map();
  } catch (error) {
    if (!(error instanceof MockError) || error.issues.length === 0) throw error;
    return new Map(error.issues.map(({ path, message }) => brokenOf(path, message)));
  }
}

function brokenOf(path: string, message: string): [string, Broken] {
  const [table = '', place = '', column] = path.split('.');
  return [`${table}.${place}`, { column, text: `${reasonOf(message)}; left out` }];
}

/** The reason without values, which may be those of a person. */
function reasonOf(message: string): string {
  if (message.startsWith('no ')) return 'refers to a record that was not shown';
  if (message.includes('already taken')) return 'has a value that must be unique, and is taken';
  return /^is required$|^must be .*?(?=, but is )/.exec(message)?.[0] ?? 'breaks a rule of the mock';
}
