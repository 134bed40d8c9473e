import { describe, expect, it } from 'vitest';
import { conflict, open } from '../support/user-preference.js';
import { composites } from '../support/user-preference-choices.js';

const topicsOfCy = {
  name: 'My topics',
  preference_hierarchy: 1,
  user_id: 3,
  user_email: 'cy@reader.example',
  application_preference: 2,
  type: 'Entity',
  generic: [],
  entity: [{ entity_gid: 'topic_rail' }, { entity_gid: 'topic_ports' }],
};

const directions = [
  ['userPreference', 'userData'],
  ['userData', 'userPreference'],
] as const;

describe('The shared records of user-data and user-preference', () => {
  it.each(directions)('X1: a preference set through %s is the same when read through %s', async (one, other) => {
    const api = open();
    const set = await api[one].post('/set-preference', [topicsOfCy]);
    expect(set).toEqual([
      {
        id: 5,
        ...topicsOfCy,
        entity: [
          { id: 3, entity_gid: 'topic_rail' },
          { id: 4, entity_gid: 'topic_ports' },
        ],
      },
    ]);
    expect(await api[other].post('/get-preference', { user_id: [3] })).toEqual(set);
    expect(await api[other].post('/get-preference', {})).toEqual([...composites, ...(set as object[])]);
  });

  it.each(directions)('X1, D13: a preference set through %s is replaced through %s', async (one, other) => {
    const api = open();
    await api[one].post('/set-preference', [topicsOfCy]);
    const again = await api[other].post('/set-preference', [{ ...topicsOfCy, name: '', entity: [] }]);
    expect(again).toEqual([{ ...topicsOfCy, id: 5, name: 'Topics', entity: [] }]);
    expect(await api[one].post('/get-preference', { id: [5] })).toEqual(again);
  });

  it.each(directions)('X1: entity and generic values written through %s are listed by %s', async (one, other) => {
    const api = open();
    await api[one].post('/entity-preference', [{ preference_id: 4, entity_gid: 'topic_rail' }]);
    await api[one].put('/generic-preference/1', { preference_value: 'weekly' });
    await api[one].delete('/entity-preference/1');
    for (const path of ['/entity-preference', '/generic-preference']) {
      expect(await api[other].get(path)).toEqual(await api[one].get(path));
    }
    expect(await api[other].post('/get-preference', { id: [1, 2, 4] })).toMatchObject([
      { generic: [{ id: 1, preference_value: 'weekly' }] },
      { entity: [{ id: 2 }] },
      { entity: [{ id: 3, entity_gid: 'topic_rail' }] },
    ]);
  });

  it.each(directions)(
    'X1, F4: a category deleted through %s is also deleted for %s, with its preferences',
    async (one, other) => {
      const api = open();
      const made = await api[one].post('/preference-hierarchy', [{ label: 'Weekly', parent: 1 }]);
      await api[one].delete('/preference-hierarchy/1');
      expect(await api[other].get('/preference-hierarchy')).toEqual([
        { id: 2, label: 'By mail', description: null, parent: null },
        { id: 3, label: 'Display', description: null, parent: null },
        { ...(made as object[])[0], parent: null },
      ]);
      expect(await api[other].post('/get-preference', {})).toEqual([composites[0], composites[2], composites[3]]);
    },
  );

  it('X1: both /application routes list the same records, user-data without descriptions', async () => {
    const { userData, userPreference } = open();
    await userPreference.post('/application', [{ name: 'Kiosk', description: 'In the hall' }]);
    await userData.post('/application', [{ name: 'Tablet' }]);
    await userData.put('/application/1', { name: 'Library' });
    await userPreference.delete('/application/2');
    const shown = [
      { id: 1, name: 'Library', description: 'Where briefs are read' },
      { id: 3, name: 'Kiosk', description: 'In the hall' },
      { id: 4, name: 'Tablet', description: null },
    ];
    expect(await userPreference.get('/application')).toEqual(shown);
    expect(await userData.get('/application')).toEqual(shown.map(({ id, name }) => ({ id, name })));
  });

  it.each(directions)(
    'X1, F1: an application name set through %s conflicts with the same name sent to %s',
    async (one, other) => {
      const api = open();
      await api[one].post('/application', [{ name: 'Kiosk' }]);
      expect(await api[other].refusal('POST', '/application', [{ name: 'Kiosk' }])).toEqual(conflict('0.name'));
    },
  );

  it('X1, D31, F1: an application without a name has name null in both, and user-data can set one', async () => {
    const { userData, userPreference } = open();
    await userPreference.post('/application', [{ description: 'No name yet' }]);
    expect(await userData.get('/application/3')).toEqual([{ id: 3, name: null }]);
    expect(await userData.put('/application/3', { name: 'Kiosk' })).toEqual([{ id: 3, name: 'Kiosk' }]);
    expect(await userPreference.get('/application')).toContainEqual({
      id: 3,
      name: 'Kiosk',
      description: 'No name yet',
    });
  });

  it('X1: a user application preference of user-data is a preference without category', async () => {
    const { userData, userPreference } = open();
    await userData.post('/user-application-preference/1/3', [
      { app_preference_id: 1, user_id: 3, type: 'Generic', value: 'hourly' },
    ]);
    expect(await userPreference.post('/get-preference', { user_id: [3] })).toEqual([
      {
        id: 5,
        name: 'Digest',
        preference_hierarchy: null,
        user_id: 3,
        user_email: 'cy@reader.example',
        application_preference: 1,
        type: 'Generic',
        generic: [{ id: 3, preference_value: 'hourly', schema_version: null }],
        entity: [],
      },
    ]);
    expect(await userPreference.get('/preference')).toHaveLength(5);
  });

  it('X1, D12: GET /user-application-preference lists a preference with one item per value', async () => {
    const { userData, userPreference } = open();
    await userPreference.post('/set-preference', [topicsOfCy]);
    const item = { id: 5, app_preference_id: 2, user_id: 3, type: 'Entity', app_preference_slug: 'topics' };
    expect(await userData.get('/user-application-preference/1/3')).toEqual([
      { ...item, user_app_preference_id: 3, value: 'topic_rail' },
      { ...item, user_app_preference_id: 4, value: 'topic_ports' },
    ]);
  });

  it('X1: legacy preferences of user-data are not listed by GET /preference', async () => {
    const { mock, userData, userPreference } = open();
    await userData.post('/preference', [{ name: 'Theme', slug: 'theme' }]);
    expect(mock.data.legacy_preference.count()).toBe(1);
    expect(await userPreference.get('/preference')).toHaveLength(4);
  });

  it('X1, X19: deleting an application preference in user-data deletes its preferences in both', async () => {
    const { userData, userPreference } = open();
    await userData.delete('/application-preference/2');
    expect(await userPreference.post('/get-preference', {})).toEqual([composites[0], composites[2]]);
    expect(await userPreference.get('/entity-preference')).toEqual([]);
  });

  it.each(['off', 'on', 'both'] as const)('X1, D11: both use the keys of apostropheKey %s', async (apostropheKey) => {
    const { userData, userPreference } = open({ behavior: { apostropheKey } });
    for (const path of ['/generic-preference', '/preference-hierarchy', '/entity-preference']) {
      expect(await userPreference.get(path)).toEqual(await userData.get(path));
    }
    expect(await userPreference.post('/get-preference', {})).toEqual(await userData.post('/get-preference', {}));
  });
});
