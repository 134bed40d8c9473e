import { MockError } from '../../foundation/mock-error.js';
import { once } from '../../foundation/once.js';
import type { StoredRow } from '../../model/table-schema.js';
import { forEachTable, type TableName } from '../../model/tables.js';
import { sampleRecord } from '../../scenario/sample-record.js';
import { type Image, State } from '../../state/state.js';

/** How many choices of the records that the new one refers to are tried. */
const CHOICES = 1_000;

/**
 * A record that a state accepts as a new one of a table, with its key. It refers only to records that exist: others would take keys of
 * their own. Undefined if there is none.
 */
export function placeholderIn(image: Image, name: TableName): StoredRow | undefined {
  const state = new State(image);
  const rows = forEachTable((table) => once(() => state.table(table).all()));
  for (let choice = 0; choice < CHOICES; choice++) {
    let left = choice;
    const related = forEachTable((table) => (values: StoredRow = {}) => {
      const fitting = rows[table]().filter((row) =>
        Object.entries(values).every(([column, value]) => row[column] === value),
      );
      const row = fitting[left % fitting.length];
      left = Math.floor(left / fitting.length);
      if (row === undefined) throw new MockError('not_found', `There is no ${table}`);
      return row;
    });
    try {
      return state.table(name).insert(sampleRecord(state, name, {}, related));
    } catch (error) {
      if (!(error instanceof MockError)) throw error;
      // Most often two records are related already.
      if (error.code === 'not_found') return undefined;
    }
  }
  return undefined;
}
