import {
  createMock,
  defineScenario,
  MockError,
  type Scenario,
  type ScenarioContext,
  type TableName,
} from 'briefs-mock';
import { large, newsroom, scenarios } from 'briefs-mock/seeds';
import { describe, expect, it } from 'vitest';
import { type Cells, laws, tableNames } from '../support/state-tables.js';
import { naturalRecords } from './natural-records.js';

const MARK = 'zz-extra';

describe('Adding records to a scenario does not change its other records', () => {
  // `large` is slow, so it has its own test in large.test.ts.
  const quick = scenarios.filter((scenario) => scenario !== large);

  it.each(quick)('$name, with an extra record in every table, created before the others', (scenario) => {
    const crowded = (context: ScenarioContext) => {
      addOneOfEach(context);
      scenario.seed(context);
    };
    expectSameBeside(scenario, crowded);
  });

  it.each(quick)('$name, with an extra record in every table, created after the others', (scenario) => {
    const crowded = (context: ScenarioContext) => {
      scenario.seed(context);
      addOneOfEach(context);
    };
    expectSameBeside(scenario, crowded);
  });
});

/** Checks that `seed`, which also creates marked records, leaves the scenario's own ones and their order unchanged. */
function expectSameBeside(scenario: Scenario, seed: Scenario['seed']): void {
  // The newsroom derives each legacy_id from the id of the user.
  const without = scenario === newsroom ? ['legacy_id'] : [];
  const recordsOf = (scenario: Scenario) => naturalRecords(createMock({ scenario, seed: 7 }), without);
  const original = recordsOf(scenario);
  const crowded = recordsOf(defineScenario({ ...scenario, seed }));
  for (const [table, records] of Object.entries(crowded)) {
    const others = records.filter((record) => !record.includes(MARK));
    expect(records.length, `${table}: records that were added`).toBeGreaterThan(others.length);
    expect(others, table).toEqual(original[table]);
  }
}

/** Creates records in every table that contain the mark or refer to a record that does. */
function addOneOfEach(context: ScenarioContext): void {
  const added = new Map<TableName, readonly Cells[]>();
  for (const table of tableNames) addMarked(context, table, added);
}

/** D15: a value belongs to a preference of its type, so there is a preference of each type. */
const VARIANTS: { readonly [Name in TableName]?: readonly Cells[] } = {
  preference: [{ type: 'Entity' }, { type: 'Generic' }],
};

/** Creates the marked records of a table, after those that they refer to, unless they have been `added`. */
function addMarked(context: ScenarioContext, table: TableName, added: Map<TableName, readonly Cells[]>) {
  const known = added.get(table);
  if (known !== undefined) return known;
  const references = laws[table].references.filter(({ to }) => to !== table);
  let choices: Cells[] = [markedColumns(table)];
  for (const { to, takes } of references) {
    const targets = addMarked(context, to, added).map((target) =>
      Object.fromEntries(Object.entries(takes).map(([local, column]) => [local, target[column]])),
    );
    choices = choices.flatMap((columns) => targets.map((target) => ({ ...columns, ...target })));
  }
  const create = context.make[table] as (columns: Cells) => Cells;
  const rows = (VARIANTS[table] ?? [{}]).map((variant) => {
    const row = firstAccepted(choices.map((columns) => () => create({ ...columns, ...variant })));
    if (row === undefined) throw new Error(`${table} accepts none of ${JSON.stringify(choices)}`);
    return row;
  });
  added.set(table, rows);
  return rows;
}

/** The mark in every column that accepts it as text or as e-mail, except references and derived columns. */
function markedColumns(table: TableName): Cells {
  const { columns, references, derived } = laws[table];
  const isFree = (column: string) => !derived.has(column) && !references.some(({ takes }) => column in takes);
  const entries = Object.entries(columns).flatMap(([column, fits]) => {
    const text = [MARK, `${MARK}@mailbox.example`].find(fits);
    return text === undefined || !isFree(column) ? [] : [[column, text]];
  });
  return Object.fromEntries(entries);
}

function firstAccepted(attempts: readonly (() => Cells)[]): Cells | undefined {
  for (const attempt of attempts) {
    try {
      return attempt();
    } catch (error) {
      if (!(error instanceof MockError)) throw error;
    }
  }
  return undefined;
}
