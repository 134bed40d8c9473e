import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../support/state-runs.js';
import { open, userDataOf } from '../support/user-data.js';

/** Ann's items in the applications Reader (1) and Desk (2). */
const blue = {
  id: 1,
  app_preference_id: 1,
  user_app_preference_id: 1,
  user_id: 1,
  type: 'Generic',
  value: 'blue',
};
const topicOne = {
  id: 2,
  app_preference_id: 2,
  user_app_preference_id: 1,
  user_id: 1,
  type: 'Entity',
  value: 'g-1',
};
const topicTwo = { ...topicOne, user_app_preference_id: 2, value: 'g-2' };
const loud = { ...blue, id: 4, app_preference_id: 3, user_app_preference_id: 3, value: 'loud' };
const colour = { app_preference_slug: 'colour' };
const topics = { app_preference_slug: 'topics' };

describe('User application preference: GET', () => {
  it('D12: lists an item per value, with the slug of its application preference', async () => {
    const { get } = open();
    expect(await get('/user-application-preference/1/1')).toEqual([
      { ...blue, ...colour },
      { ...topicOne, ...topics },
      { ...topicTwo, ...topics },
    ]);
    expect(await get('/user-application-preference/2/1')).toEqual([{ ...loud, app_preference_slug: 'sound' }]);
    expect(await get('/user-application-preference/1/4')).toEqual([]);
  });

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

  it('X5: answers 404 for an unknown application or user', async () => {
    const { refusal } = open();
    expect(await refusal('GET', '/user-application-preference/9/1')).toBe('404 not_found');
    expect(await refusal('GET', '/user-application-preference/1/9')).toBe('404 not_found');
  });
});

describe('User application preference: POST', () => {
  const item = { app_preference_id: 1, user_id: 4, type: 'Generic', value: 'teal' };

  it('D30: sets each item, with the label as name and null as hierarchy', async () => {
    const { post } = open();
    const created = await post('/user-application-preference/1/4', [
      item,
      { app_preference_id: 2, user_id: 4, type: 'Entity', value: 'g-9' },
    ]);
    expect(created).toEqual([
      { ...blue, id: 5, user_app_preference_id: 4, user_id: 4, value: 'teal' },
      { ...topicOne, id: 6, user_app_preference_id: 3, user_id: 4, value: 'g-9' },
    ]);
    expect(await post('/get-preference', { id: [5] })).toEqual([
      {
        id: 5,
        name: 'Colour',
        preference_hierarchy: null,
        user_id: 4,
        user_email: 'dina@free.example',
        application_preference: 1,
        type: 'Generic',
        generic: [{ id: 4, preference_value: 'teal', schema_version: null }],
        entity: [],
      },
    ]);
  });

  it('D30: replaces a preference without a hierarchy, including its values', async () => {
    const { get, post } = open();
    const set = { app_preference_id: 2, user_id: 1, type: 'Entity', value: 'g-9' };
    expect(await post('/user-application-preference/1/1', [set])).toEqual([
      { ...topicOne, user_app_preference_id: 3, value: 'g-9' },
    ]);
    expect(await get('/user-application-preference/1/1?pref_slugs=topics')).toHaveLength(1);
    expect(await post('/get-preference', { id: [2] })).toMatchObject([{ name: 'Topics' }]);
  });

  it('D30: does not replace a preference that is filed under a hierarchy', async () => {
    const { get, post } = open();
    await post('/user-application-preference/1/1', [{ ...item, user_id: 1 }]);
    expect(await get('/user-application-preference/1/1?pref_slugs=colour')).toMatchObject([
      { id: 1, value: 'blue' },
      { id: 5, value: 'teal' },
    ]);
  });

  it('D30: creates another preference with setPreference: append', async () => {
    const { post } = open({ behavior: { setPreference: 'append' } });
    expect(await post('/user-application-preference/1/4', [item, item])).toMatchObject([{ id: 5 }, { id: 6 }]);
  });

  it('D17: accepts the type in any case, and Generic is the default', async () => {
    const { post } = open();
    const answer = await post('/user-application-preference/1/4', [
      { ...item, type: 'generic' },
      { ...item, app_preference_id: 2, type: 'ENTITY' },
    ]);
    expect(answer).toMatchObject([{ type: 'Generic' }, { type: 'Entity' }]);
    const { type, ...untyped } = item;
    expect(await post('/user-application-preference/1/4', [untyped])).toMatchObject([{ id: 5, type: 'Generic' }]);
  });

  it('D32: the value is required, and must be a text that is not empty', async () => {
    const { refusal } = open();
    for (const value of [undefined, null, '', 7, ['teal']]) {
      expect(await refusal('POST', '/user-application-preference/1/4', [item, { ...item, value }])).toBe(
        '400 malformed_data 1.value',
      );
    }
  });

  it('D30: answers 400 for a user_id other than that of the path', async () => {
    const { refusal } = open();
    expect(await refusal('POST', '/user-application-preference/1/1', [item])).toBe('400 malformed_data 0.user_id');
  });

  it('D30: answers 404 for an application preference that is unknown or of another application', async () => {
    const { refusal } = open();
    for (const app_preference_id of [3, 99]) {
      expect(await refusal('POST', '/user-application-preference/1/4', [{ ...item, app_preference_id }])).toBe(
        '404 not_found 0.app_preference_id',
      );
    }
  });

  it('X5: answers 400 for invalid fields, and 404 for an unknown application or user in the path', async () => {
    const { refusal } = open();
    expect(await refusal('POST', '/user-application-preference/1/4', [{}])).toBe(
      '400 malformed_data 0.app_preference_id 0.user_id 0.value',
    );
    expect(await refusal('POST', '/user-application-preference/1/4', [{ ...item, value: 3, type: 'x' }])).toBe(
      '400 malformed_data 0.type 0.value',
    );
    expect(await refusal('POST', '/user-application-preference/9/4', [item])).toBe('404 not_found');
    expect(await refusal('POST', '/user-application-preference/1/9', [])).toBe('404 not_found');
  });
});

describe('User application preference: PUT', () => {
  it('X8: changes the value, and answers an object', async () => {
    const { get, put } = open();
    const changed = await put<typeof blue>('/user-application-preference/1/1/1', { value: 'teal' });
    expect(changed).toEqual({ ...blue, user_app_preference_id: expect.any(Number), value: 'teal' });
    expect(await get('/user-application-preference/1/1?pref_slugs=colour')).toEqual([{ ...changed, ...colour }]);
  });

  it('D30: accepts a whole item, and leaves the preference with one value', async () => {
    const { get, put } = open();
    const body = { id: 77, app_preference_id: 1, user_id: 1, type: 'Generic', value: 'teal' };
    const changed = await put('/user-application-preference/1/1/2', body);
    expect(changed).toMatchObject({ id: 2, app_preference_id: 1, user_id: 1, type: 'Generic', value: 'teal' });
    expect(await get('/entity-preference')).toEqual([]);
    expect(await get('/user-application-preference/1/1')).toHaveLength(2);
  });

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

  it('D30: answers 409 if another preference has the same application preference and hierarchy', async () => {
    const { get, post, put, refusal } = open();
    const [first] = await post<{ id: number }[]>('/user-application-preference/1/4', [
      { app_preference_id: 1, user_id: 4, value: 'a' },
      { app_preference_id: 2, user_id: 4, value: 'b' },
    ]);
    const path = `/user-application-preference/1/4/${first?.id}`;
    expect(await refusal('PUT', path, { app_preference_id: 2, value: 'c' })).toBe('409 conflict app_preference_id');
    expect(await put(path, { app_preference_id: 1, value: 'c' })).toMatchObject({ value: 'c' });
    expect(await get('/user-application-preference/1/4')).toMatchObject([{ value: 'c' }, { value: 'b' }]);
  });

  it('D30: a preference of another hierarchy or user does not conflict', async () => {
    const { get, post, put } = open();
    // Preference 1 of Ann is filed under a hierarchy entry, and preference 3 is Ben's.
    expect(await put('/user-application-preference/1/1/2', { app_preference_id: 1 })).toMatchObject({ id: 2 });
    await post('/user-application-preference/1/4', [{ app_preference_id: 2, user_id: 4, value: 'a' }]);
    expect(await put('/user-application-preference/1/4/5', { app_preference_id: 1 })).toMatchObject({ id: 5 });
    expect(await get('/user-application-preference/1/1')).toHaveLength(2);
  });

  it('D13, D30: allows a second preference with setPreference: append', async () => {
    const { get, post, put } = open({ behavior: { setPreference: 'append' } });
    const [first] = await post<{ id: number }[]>('/user-application-preference/1/4', [
      { app_preference_id: 1, user_id: 4, value: 'a' },
      { app_preference_id: 2, user_id: 4, value: 'b' },
    ]);
    await put(`/user-application-preference/1/4/${first?.id}`, { app_preference_id: 2, value: 'c' });
    expect(await get('/user-application-preference/1/4')).toMatchObject([{ value: 'c' }, { value: 'b' }]);
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

  it('D15: answers 400 for another type without a value', async () => {
    const { refusal } = open();
    const path = '/user-application-preference/1/1';
    expect(await refusal('PUT', `${path}/1`, { type: 'Entity' })).toBe('400 malformed_data value');
    expect(await refusal('PUT', `${path}/2`, { type: 'generic' })).toBe('400 malformed_data value');
    expect(await refusal('PUT', `${path}/2`, { type: null })).toBe('400 malformed_data value');
  });

  it('D15: replaces type and value if both are given', async () => {
    const { get, put } = open();
    const change = { type: 'entity', value: 'g-7' };
    expect(await put('/user-application-preference/1/1/1', change)).toMatchObject({
      id: 1,
      type: 'Entity',
      value: 'g-7',
    });
    expect(await get<object[]>('/generic-preference')).not.toContainEqual(
      expect.objectContaining({ preference_id: 1 }),
    );
    expect(await get('/entity-preference')).toContainEqual({ id: 3, preference_id: 1, entity_gid: 'g-7' });
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

  it('X21: reads a null type as Generic, as POST and set-preference do', async () => {
    const { post, put } = open();
    const item = { app_preference_id: 1, user_id: 4, type: null, value: 'a' };
    const setting = { preference_hierarchy: 1, user_id: 4, application_preference: 1, type: null };
    expect(await post('/user-application-preference/1/4', [item])).toMatchObject([{ type: 'Generic' }]);
    expect(await post('/set-preference', [setting])).toMatchObject([{ type: 'Generic' }]);
    const change = { type: null, value: 'b' };
    expect(await put('/user-application-preference/1/1/2', change)).toMatchObject({ type: 'Generic', value: 'b' });
  });

  it('X8: keeps the first value if the body is an empty object', async () => {
    const { put } = open();
    expect(await put('/user-application-preference/1/1/2', {})).toMatchObject({ id: 2, type: 'Entity', value: 'g-1' });
  });

  it('X8: keeps a value that is null if the body has none', async () => {
    const { mock, put } = open();
    mock.data.generic_preference.update({ where: { id: { equals: 1 } }, data: { preference_value: null } });
    expect(await put('/user-application-preference/1/1/1', {})).toMatchObject({ id: 1, value: null });
  });

  it('D32: answers 400 for a value that is null, empty or no text', async () => {
    const { refusal } = open();
    for (const value of [null, '', 5, {}]) {
      expect(await refusal('PUT', '/user-application-preference/1/1/1', { value })).toBe('400 malformed_data value');
    }
  });

  it('D30: answers 400 for another user_id, and 404 for an application preference of another application', async () => {
    const { refusal } = open();
    const path = '/user-application-preference/1/1/1';
    expect(await refusal('PUT', path, { user_id: 2 })).toBe('400 malformed_data user_id');
    expect(await refusal('PUT', path, { app_preference_id: 3 })).toBe('404 not_found app_preference_id');
    expect(await refusal('PUT', path, { app_preference_id: 99 })).toBe('404 not_found app_preference_id');
    expect(await refusal('PUT', path, { value: 5 })).toBe('400 malformed_data value');
    expect(await refusal('PUT', path, { type: 'x' })).toBe('400 malformed_data type');
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
  it('D12: deletes preferences by id, and answers their items', async () => {
    const { get, post, delete: remove } = open();
    expect(await remove('/user-application-preference/1/1', { ids: [2], type: 'entity' })).toEqual([
      topicOne,
      topicTwo,
    ]);
    expect(await remove('/user-application-preference/1/1', { ids: [1], type: 'generic' })).toEqual([blue]);
    expect(await get('/user-application-preference/1/1')).toEqual([]);
    expect(await get('/entity-preference')).toEqual([]);
    expect((await post<{ id: number }[]>('/get-preference', {})).map(({ id }) => id)).toEqual([3, 4]);
  });

  it('D12: deletes several preferences at once, and answers in the order of the ids', async () => {
    const { post, delete: remove } = open();
    await post('/user-application-preference/1/1', [{ app_preference_id: 1, user_id: 1, type: 'Generic', value: 'a' }]);
    const body = { ids: [5, 1], type: 'Generic' };
    expect(await remove('/user-application-preference/1/1', body)).toMatchObject([{ id: 5 }, { id: 1 }]);
  });

  it('D12: deletes nothing for an empty list of ids', async () => {
    const { delete: remove } = open();
    expect(await remove('/user-application-preference/1/1', { ids: [], type: 'entity' })).toEqual([]);
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

  it('X22, X5: answers 400 for a missing or invalid body', async () => {
    const { refusal } = open();
    const path = '/user-application-preference/1/1';
    expect(await refusal('DELETE', path)).toMatch(/^400 malformed_data/);
    expect(await refusal('DELETE', path, {})).toBe('400 malformed_data ids type');
    expect(await refusal('DELETE', path, { ids: 1, type: 'entity' })).toBe('400 malformed_data ids');
    expect(await refusal('DELETE', path, { ids: ['1'], type: 'entity' })).toBe('400 malformed_data ids.0');
    expect(await refusal('DELETE', path, { ids: [1], type: 'all' })).toBe('400 malformed_data type');
    expect(await refusal('DELETE', '/user-application-preference/9/1', { ids: [], type: 'entity' })).toBe(
      '404 not_found',
    );
  });
});
