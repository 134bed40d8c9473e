import type { Mock, ScenarioContext, TableName } from 'briefs-mock';
import { type Cells, laws, tableNames } from './state-tables.js';

type Records = Pick<ScenarioContext | Mock, 'data' | 'make'>;

/** A sample record of a table. Its required references lead to existing records, where there are any. */
export function makeSample({ data, make }: Records, table: TableName): Cells {
  const { references, columns } = laws[table];
  const given: Cells = {};
  for (const { to, takes } of references) {
    if (to === table || Object.keys(takes).some((local) => columns[local]?.(null))) continue;
    const [target] = data[to].getAll() as Cells[];
    if (target) for (const [local, column] of Object.entries(takes)) given[local] = target[column];
  }
  return (make[table] as (given: Cells) => Cells)(given);
}

/**
 * Adds a sample record to every table without records, so that a new table needs no record in a scenario of tests. Access
 * tokens are created after the records of a scenario.
 */
export function fillEmptyTables(context: Records): void {
  for (const table of tableNames) {
    if (table !== 'access_token' && context.data[table].count() === 0) makeSample(context, table);
  }
}
