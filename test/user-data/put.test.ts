import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../support/state-runs.js';
import { keyOf, tableNames } from '../support/state-tables.js';
import { open, userDataOf, userDataRoutes } from '../support/user-data.js';
import { putRoutes } from '../support/user-data-examples.js';
import { bodyOf } from '../support/user-data-sequences.js';

it('X8: putRoutes lists every PUT route', () => {
  const declared = userDataRoutes
    .filter(({ method }) => method === 'PUT')
    .map(({ path }) => path.replace('/user-data/v1', '').replaceAll(/:\w+/g, '1'));
  expect(putRoutes.map(({ path }) => path).sort()).toEqual([...declared, '/client-brief/1'].sort());
});

describe.each(putRoutes)('PUT $path', ({ path, change }) => {
  const answersObject = /^\/(preference-hierarchy|user-application-preference)/.test(path);
  const recordOf = (data: unknown) => (answersObject ? data : (data as [object])[0]) as { id: number };

  it('answers an array with the record, or an object where the specification says so', async () => {
    const data = await open().put(path, change);
    expect(Array.isArray(data)).toBe(!answersObject);
    expect(recordOf(data)).toMatchObject({ id: 1, ...change });
  });

  it('X8, X9: ignores an id and unknown fields', async () => {
    const plain = await open().put(path, change);
    const unknown = { id: 4000, nonsense: { deep: [1] }, created_by: 3 };
    expect(await open().put(path, { ...change, ...unknown })).toEqual(plain);
  });

  it('X22, X5: answers 400 for a missing body, invalid JSON, and JSON that is not an object', async () => {
    const { refusal } = open();
    const array = JSON.stringify([change]);
    for (const body of [undefined, '', '{', 'null', '[]', array, '"text"', '1', '{"name":"a"}}']) {
      expect(await refusal('PUT', path, body), body).toMatch(/^400 malformed_data/);
    }
  });

  it('X5: answers 404 for an unknown record', async () => {
    const { refusal } = open();
    expect(await refusal('PUT', path.replace(/\d+$/, '99'), change)).toBe('404 not_found');
    expect(await refusal('PUT', path.replace(/\d+$/, '0'), change)).toBe('404 not_found');
  });
});

it.each(putRoutes)('X8: PUT $path with an empty object changes nothing', async ({ path, change }) => {
  const { mock, put } = open();
  const before = JSON.stringify(mock.snapshot().tables);
  const unchanged = [await put(path, {})].flat()[0] as object;
  expect(JSON.stringify(mock.snapshot().tables)).toBe(before);
  expect([await put(path, change)].flat()[0]).toMatchObject({ ...unchanged, ...change });
});

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
