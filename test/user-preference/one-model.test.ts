import { describe, expect, it } from 'vitest';
import { open } from '../support/user-preference.js';

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
});
