import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../support/state-runs.js';
import { open, userDataOf } from '../support/user-data.js';

describe('User application preference: GET', () => {
  it.each([
    ['colour', [1]],
    ['topics', [2, 2]],
    ['colour,topics', [1, 2, 2]],
    ['topics,colour', [1, 2, 2]],
    ['sound', []],
    ['unknown,colour', [1]],
    ['col', []],
  ])('User application preference: pref_slugs=%s lists the values of the preferences %j', async (slugs, ids) => {
    const { get } = open();
    const items = await get<{ id: number }[]>(`/user-application-preference/1/1?pref_slugs=${slugs}`);
    expect(items.map(({ id }) => id)).toEqual(ids);
  });
});

describe('User application preference: POST', () => {
  const item = { app_preference_id: 1, user_id: 4, type: 'Generic', value: 'teal' };

  it('D30: does not replace a preference that is filed under a hierarchy', async () => {
    const { get, post } = open();
    await post('/user-application-preference/1/1', [{ ...item, user_id: 1 }]);
    expect(await get('/user-application-preference/1/1?pref_slugs=colour')).toMatchObject([
      { id: 1, value: 'blue' },
      { id: 5, value: 'teal' },
    ]);
  });
});

describe('User application preference: PUT', () => {
  it('D30, X8: keeps the name and the hierarchy, also for another application preference', async () => {
    const { post, put } = open();
    const [mine] = await post<{ id: number }[]>('/set-preference', [
      { name: 'My own', preference_hierarchy: 1, user_id: 4, application_preference: 1, type: 'Generic' },
    ]);
    await put(`/user-application-preference/1/4/${mine?.id}`, { app_preference_id: 2, value: 'x' });
    expect(await post('/get-preference', { user_id: [4] })).toMatchObject([
      { id: mine?.id, name: 'My own', preference_hierarchy: 1, application_preference: 2 },
    ]);
  });

  it('D30: a preference of another hierarchy or user does not conflict', async () => {
    const { get, post, put } = open();
    // Preference 1 of Ann is filed under a hierarchy entry, and preference 3 is Ben's.
    expect(await put('/user-application-preference/1/1/2', { app_preference_id: 1 })).toMatchObject({ id: 2 });
    await post('/user-application-preference/1/4', [{ app_preference_id: 2, user_id: 4, value: 'a' }]);
    expect(await put('/user-application-preference/1/4/5', { app_preference_id: 1 })).toMatchObject({ id: 5 });
    expect(await get('/user-application-preference/1/1')).toHaveLength(2);
  });

  it('D30: two preferences that are alike already do not conflict when one gets another value', async () => {
    const { mock, put } = open();
    const twin = mock.data.preference.create({ user_id: 1, application_preference: 2, type: 'Entity' });
    mock.data.entity_preference.create({ preference_id: twin.id, entity_gid: 'g-3' });
    const change = { app_preference_id: 2, value: 'g-4' };
    expect(await put(`/user-application-preference/1/1/${twin.id}`, change)).toMatchObject({
      id: twin.id,
      value: 'g-4',
    });
  });

  it('D15: the same type needs no value, unless the preference has none', async () => {
    const { mock, put, refusal } = open();
    expect(await put('/user-application-preference/1/1/1', { type: 'GENERIC' })).toMatchObject({ value: 'blue' });
    mock.data.generic_preference.delete({ where: { id: { equals: 1 } } });
    expect(await refusal('PUT', '/user-application-preference/1/1/1', {})).toBe('400 malformed_data value');
    expect(await put('/user-application-preference/1/1/1', { value: 'red' })).toMatchObject({ value: 'red' });
  });

  it('X8: keeps the id of the remaining value and the fields that are not in the body', async () => {
    const { post, put } = open();
    const values = [{ preference_value: 'a', schema_version: 4 }, { preference_value: 'b' }];
    const setting = {
      preference_hierarchy: 1,
      user_id: 4,
      application_preference: 1,
      type: 'Generic',
      generic: values,
    };
    const [before] = await post<{ id: number; generic: { id: number }[] }[]>('/set-preference', [setting]);
    const item = await put(`/user-application-preference/1/4/${before?.id}`, { value: 'c' });
    expect(item).toMatchObject({ user_app_preference_id: before?.generic[0]?.id, value: 'c' });
    const [after] = await post<{ generic: object[] }[]>('/get-preference', { user_id: [4] });
    expect(after?.generic).toMatchObject([{ id: before?.generic[0]?.id, preference_value: 'c', schema_version: 4 }]);
  });

  it('X8: keeps a value that is null if the body has none', async () => {
    const { mock, put } = open();
    mock.data.generic_preference.update({ where: { id: { equals: 1 } }, data: { preference_value: null } });
    expect(await put('/user-application-preference/1/1/1', {})).toMatchObject({ id: 1, value: null });
  });

  it('X5: answers 404 for a preference of another user or application', async () => {
    const { refusal } = open();
    for (const path of ['/1/1/3', '/1/1/4', '/1/2/1', '/2/1/1', '/1/1/99', '/9/1/1', '/1/9/1']) {
      expect(await refusal('PUT', `/user-application-preference${path}`, { value: 'x' }), path).toMatch(
        /^404 not_found/,
      );
    }
  });
});

describe('User application preference: every PUT', () => {
  /** Preferences of Ann and Dina in all categories, some of them alike. */
  function openWithMany(setPreference: 'upsert' | 'append') {
    const { mock } = open({ behavior: { setPreference } });
    for (const user_id of [1, 4]) {
      for (const [preference_hierarchy, type] of [
        [null, 'Generic'],
        [1, 'Entity'],
        [1, 'Generic'],
        [2, 'Generic'],
      ] as const) {
        for (const application_preference of [1, 2]) {
          const { id } = mock.data.preference.create({ user_id, application_preference, preference_hierarchy, type });
          const values = type === 'Entity' ? mock.data.entity_preference : mock.data.generic_preference;
          values.create({ preference_id: id });
          values.create({ preference_id: id });
        }
      }
    }
    return mock;
  }
  const body = fc.record(
    {
      app_preference_id: fc.constantFrom(0, 1, 2, 3, 99),
      user_id: fc.constantFrom(1, 4),
      type: fc.constantFrom('Entity', 'generic', null),
      value: fc.constantFrom('teal', 'g-9', null, ''),
    },
    { requiredKeys: [] },
  );
  const target = fc.record({ user: fc.constantFrom(1, 4), preference: fc.integer({ min: 1, max: 21 }) });

  it.each(['upsert', 'append'] as const)(
    'D30: removes and changes no other preference, and keeps name, user and hierarchy, with setPreference: %s',
    async (setPreference) => {
      const mock = openWithMany(setPreference);
      const before = mock.snapshot().tables;
      const seen = new Set<number>();
      await fc.assert(
        fc.asyncProperty(target, body, async ({ user, preference }, sent) => {
          const api = userDataOf(mock.fork());
          const path = `/user-data/v1/user-application-preference/1/${user}/${preference}`;
          const { status } = await api.send('PUT', path, { body: sent });
          seen.add(status);
          const after = api.mock.snapshot().tables;
          const other = <Row extends object>(rows: readonly Row[], key: keyof Row) =>
            rows.filter((row) => row[key] !== preference);
          expect(other(after.preference, 'id')).toEqual(other(before.preference, 'id'));
          for (const table of ['entity_preference', 'generic_preference'] as const) {
            expect(other<{ preference_id: number }>(after[table], 'preference_id')).toEqual(
              other<{ preference_id: number }>(before[table], 'preference_id'),
            );
          }
          const [was, is] = [before, after].map((tables) => tables.preference.find(({ id }) => id === preference));
          expect({ ...is, type: null, application_preference: null }).toEqual({
            ...was,
            type: null,
            application_preference: null,
          });
        }),
        runs(`PUT ${setPreference}`, 300, 300),
      );
      const conflict = setPreference === 'upsert' ? [409] : [];
      expect([...seen].sort()).toEqual([200, 400, 404, ...conflict]);
    },
  );
});

describe('User application preference: DELETE', () => {
  it('D12: deletes several preferences at once, and answers in the order of the ids', async () => {
    const { post, delete: remove } = open();
    await post('/user-application-preference/1/1', [{ app_preference_id: 1, user_id: 1, type: 'Generic', value: 'a' }]);
    const body = { ids: [5, 1], type: 'Generic' };
    expect(await remove('/user-application-preference/1/1', body)).toMatchObject([{ id: 5 }, { id: 1 }]);
  });

  it.each([
    ['a preference of another type', [1, 2], 'generic', '404 not_found ids.1'],
    ['a preference of another user', [1, 3], 'generic', '404 not_found ids.1'],
    ['a preference of another application', [4, 1], 'generic', '404 not_found ids.0'],
    ['no preference', [99, 1, 98], 'generic', '404 not_found ids.0 ids.2'],
  ])('D12: answers 404 and deletes nothing for the id of %s', async (_, ids, type, expected) => {
    const { refusal } = open();
    expect(await refusal('DELETE', '/user-application-preference/1/1', { ids, type })).toBe(expected);
  });
});
