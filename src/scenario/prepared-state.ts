import type { ClockReading } from '../foundation/clock.js';
import { once } from '../foundation/once.js';
import type { StoredRow } from '../model/table-schema.js';
import { forEachTable, type TableName } from '../model/tables.js';
import type { MswjsDatabase } from '../state/mswjs-database.js';
import { type Counters, emptyImage, type Image, State } from '../state/state.js';
import { lazyTrees } from '../state/table-trees.js';
import type { Scenario } from './scenario.js';

/** What the seeding of a scenario creates for one seed at one time, so that it can be loaded instead. */
export interface PreparedState {
  readonly seed: number;
  readonly clock: ClockReading;
  readonly counters: Counters;
  /** The records of each table as JSON. */
  readonly tables: Readonly<Record<TableName, string>>;
}

const preparedState: unique symbol = Symbol.for('briefs-mock/prepared-state');

/** Adds a state that the build has created to a scenario. */
export function withPreparedState(scenario: Scenario, state: PreparedState | undefined): Scenario {
  return Object.freeze(Object.defineProperty({ ...scenario }, preparedState, { value: state }));
}

/**
 * The prepared state of a scenario; undefined if it has none for this seed and time. A table is loaded when it is first used,
 * because most tests use few of them.
 */
export function preparedImage(
  database: MswjsDatabase,
  scenario: Scenario,
  seed: number,
  clock: ClockReading,
): Image | undefined {
  const prepared = (scenario as { [preparedState]?: PreparedState })[preparedState];
  if (prepared?.seed !== seed || prepared.clock.now !== clock.now || prepared.clock.frozen !== clock.frozen) {
    return undefined;
  }
  const { counters, tables } = prepared;
  const empty = once(() => emptyImage(scenario.name, seed, clock));
  const treesOf = (name: TableName) => {
    const state = new State(database, empty());
    for (const row of JSON.parse(tables[name]) as StoredRow[]) state.table(name).load(row);
    return state.trees(name);
  };
  return {
    scenario: scenario.name,
    seed,
    clock,
    counters,
    trees: forEachTable((name) => lazyTrees(() => treesOf(name))),
  };
}
