// A scenario of a few records, which a plan and a written test create one after the other.
import { MockError, withPrefix } from '../../src/foundation/mock-error.js';
import type { Mock, TableName } from '../../src/index.js';
import { schemas } from '../../src/model/table-schema.js';
import { targetsFirst } from '../../src/model/targets-first.js';
import { type AnyValues, type OtherAct, recordsOf } from './others.js';
import { isText } from './records.js';
import { rowsOf, type ScenarioRecord } from './scenario-records.js';
import type { PlanRecords, PlanStep } from './step.js';

/** The scenario without records. */
export const EMPTY = 'empty';

/** All that a plan starts from. */
export interface SmallScenario {
  /** The time, if it is not that of the scenario without records. */
  readonly clock?: string;
  readonly records: PlanRecords;
}

/** The records, each after those that it refers to. `place` names it in errors. */
export function inOrder(records: PlanRecords): { table: TableName; values: AnyValues; place: string }[] {
  return targetsFirst().flatMap((table) =>
    (records[table] ?? []).map((values, i) => ({ table, values, place: `records.${table}[${i}]` })),
  );
}

/** A copy of a mock that has these records alone. @throws MockError that names the record which is wrong */
export function startFrom(mock: Mock, { clock, records }: SmallScenario): Mock {
  const small = mock.fork();
  small.reset({ scenario: EMPTY, seed: mock.seed });
  if (clock !== undefined) small.clock.set(clock);
  for (const { table, values, place } of inOrder(records)) {
    try {
      recordsOf(small, table).create({ ...values });
    } catch (error) {
      throw withPrefix(place, error);
    }
  }
  return small;
}

/** The scenario of some records, and the steps with the numbers that the records have in it. */
export function smallScenarioOf(
  mock: Mock,
  records: readonly ScenarioRecord[],
  steps: readonly PlanStep[],
): { start: SmallScenario; steps: PlanStep[] } {
  const numbers = new Numbers(records);
  const byTable: { [Name in TableName]?: AnyValues[] } = {};
  for (const [name, rows] of Object.entries(rowsOf(records))) {
    const table = name as TableName;
    const { key, generatedKey, derived } = schemas[table];
    const left = new Set([...derived.map(({ column }) => column), ...(generatedKey ? [key] : [])]);
    const valuesOf = (row: AnyValues) =>
      Object.fromEntries(Object.entries(row).filter(([column]) => !left.has(column)));
    if (rows.length > 0) byTable[table] = rows.map((row) => numbers.renumbered(table, valuesOf(row)));
  }
  const empty = startFrom(mock, { records: {} });
  const clock = empty.clock.now === mock.clock.now ? {} : { clock: new Date(mock.clock.now).toISOString() };
  return {
    start: { ...clock, records: byTable },
    steps: steps.map((step) => (step.do === 'other' ? { ...step, act: numbers.act(step.act) } : step)),
  };
}

/** The numbers that the mock gives to records when they are created in this order. */
class Numbers {
  readonly #byKey = new Map<string, number>();

  constructor(records: readonly ScenarioRecord[]) {
    const counts = new Map<TableName, number>();
    for (const { table, row } of records) {
      const { key, generatedKey } = schemas[table];
      const number = (counts.get(table) ?? 0) + 1;
      counts.set(table, number);
      if (generatedKey) this.#byKey.set(`${table} ${row[key]}`, number);
    }
  }

  renumbered(table: TableName, values: AnyValues): AnyValues {
    const renumbered = { ...values };
    for (const { to, columns, localColumns } of schemas[table].references) {
      const { key, generatedKey } = schemas[to];
      const local = generatedKey ? localColumns.find((column) => columns[column] === key) : undefined;
      const number = local === undefined ? undefined : this.#byKey.get(`${to} ${values[local]}`);
      if (local !== undefined && number !== undefined) renumbered[local] = number;
    }
    return renumbered;
  }

  act(act: OtherAct): OtherAct {
    const { table, key, values } = act;
    return {
      ...act,
      ...(key !== undefined && { key: this.#byKey.get(`${table} ${key}`) ?? key }),
      ...(values !== undefined && { values: this.renumbered(table, values) }),
    };
  }
}

/** Without the columns that the mock fills with the same. */
export function terse(mock: Mock, start: SmallScenario): SmallScenario {
  return withoutColumns(mock, start, (_, row, other) => JSON.stringify(row) === JSON.stringify(other));
}

/** Without every column that the mock fills, but for references, what they refer to, and what the plan names. */
export function bare(mock: Mock, start: SmallScenario, isNamed: (text: string) => boolean): SmallScenario {
  return withoutColumns(mock, start, (table, row, other) => {
    const { references, referencedBy } = schemas[table];
    const referring = references.flatMap(({ localColumns }) => localColumns);
    const referred = referencedBy.flatMap(({ reference }) => Object.values(reference.columns));
    const named = Object.keys(row).filter((column) => isText(row[column]) && isNamed(row[column]));
    return [...referring, ...referred, ...named].every((column) => row[column] === other[column]);
  });
}

/** Leaves out each column without which the mock creates a record that is as good. */
function withoutColumns(
  mock: Mock,
  { clock, records }: SmallScenario,
  isAsGood: (table: TableName, row: AnyValues, other: AnyValues) => boolean,
): SmallScenario {
  const head = clock === undefined ? {} : { clock };
  const small = startFrom(mock, { ...head, records: {} });
  const byTable: { [Name in TableName]?: AnyValues[] } = {};
  for (const { table, values } of inOrder(records)) {
    const row = createdIn(small.fork(), table, values);
    let left = values;
    for (const column of Object.keys(values)) {
      const { [column]: _, ...others } = left;
      const other = createdIn(small.fork(), table, others);
      if (row !== undefined && other !== undefined && isAsGood(table, row, other)) left = others;
    }
    createdIn(small, table, left);
    byTable[table] = [...(byTable[table] ?? []), left];
  }
  return { ...head, records: byTable };
}

/** The new record; undefined if the mock refuses it. */
function createdIn(mock: Mock, table: TableName, values: AnyValues): AnyValues | undefined {
  try {
    return recordsOf(mock, table).create({ ...values });
  } catch (error) {
    if (error instanceof MockError) return undefined;
    throw error;
  }
}
