import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../support/state-runs.js';
import { keyOf, tableNames } from '../support/state-tables.js';
import { open, userDataOf, userDataRoutes } from '../support/user-data.js';

import { bodyOf } from '../support/user-data-sequences.js';

describe('X8, D30: no PUT removes a record', () => {
  /** The scenario `office`, in which Ann has several preferences for each application preference. */
  function openWithMany() {
    const { mock } = open();
    for (const application_preference of [1, 2, 3]) {
      for (const preference_hierarchy of [null, 1, 2]) {
        const { id } = mock.data.preference.create({ user_id: 1, application_preference, preference_hierarchy });
        mock.data.generic_preference.create({ preference_id: id, preference_value: 'kept' });
      }
    }
    return mock;
  }
  const paths = userDataRoutes.filter(({ method }) => method === 'PUT').map(({ path }) => path);

  it.each(paths)('%s keeps every record', async (path) => {
    const mock = openWithMany();
    const before = mock.snapshot().tables;
    const body = bodyOf('PUT', path.replace('/user-data/v1', ''));
    // A value of another type replaces the values of preference 1 (D15).
    const isReplaced = (row: Readonly<Record<string, unknown>>) =>
      path.includes('/user-application-preference/') && row.preference_id === 1;
    let accepted = 0;
    await fc.assert(
      fc.asyncProperty(body, async (sent) => {
        const api = userDataOf(mock.fork());
        const { status } = await api.send('PUT', path.replaceAll(/:\w+/g, '1'), { body: sent });
        if (status === 200) accepted++;
        const after = api.mock.snapshot().tables;
        for (const table of tableNames) {
          const keyOfRow = (row: object) => row[keyOf(table) as never];
          const kept = new Set(after[table].map(keyOfRow));
          const gone = before[table].filter((row) => !kept.has(keyOfRow(row)) && !isReplaced({ ...row }));
          expect(gone, `${table} after ${JSON.stringify(sent)}`).toEqual([]);
        }
      }),
      runs(path, 100, 50),
    );
    expect(accepted).toBeGreaterThan(0);
  });
});
