import { once } from '../foundation/once.js';
import type { StoredRow } from '../model/table-schema.js';
import { forEachTable, type TableName } from '../model/tables.js';
import { Records } from '../state/records.js';
import { emptyImage, type Image, State } from '../state/state.js';
import { lazyTrees } from '../state/table-trees.js';
import type { PreparedState } from './prepared-state.js';

/** The image of a prepared state. A table is loaded when it is first used, because most tests use few of them. */
export function preparedImage(scenario: string, { seed, clock, counters, tables }: PreparedState): Image {
  const empty = once(() => emptyImage(scenario, seed, clock));
  const treesOf = (name: TableName) => {
    const state = new State(empty());
    for (const row of JSON.parse(tables[name]) as StoredRow[]) state.table(name).load(row);
    return state.trees(name);
  };
  const trees = forEachTable((name) => lazyTrees(() => treesOf(name)));
  const written = Object.values(counters).reduce((sum, count) => sum + count, 0);
  return { scenario, seed, clock, records: Records.of(counters, trees, written) };
}
