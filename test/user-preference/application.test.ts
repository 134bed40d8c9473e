import { describe, expect, it } from 'vitest';
import { conflict, malformed, open } from '../support/user-preference.js';

const reader = { id: 1, name: 'Reader', description: 'Where briefs are read' };
const studio = { id: 2, name: 'Studio', description: null };

describe('Applications of the user-preference API', () => {
  it('UP-E2, UP-F7, UP-F8, UP-F9, X11: GET /application lists id, name and description', async () => {
    const { userPreference } = open();
    expect(await userPreference.get('/application')).toEqual([reader, studio]);
  });

  it('UP-E3, UP-R3, X9: POST /application answers the created records, in the order of the body', async () => {
    const { userPreference } = open();
    const made = [
      { id: 3, name: 'Zeta', description: 'The last' },
      { id: 4, name: 'Alpha', description: null },
    ];
    const body = [{ id: 77, name: 'Zeta', description: 'The last' }, { name: 'Alpha' }];
    expect(await userPreference.post('/application', body)).toEqual(made);
    expect(await userPreference.get('/application')).toEqual([reader, studio, ...made]);
  });

  it('F1, X21: a missing name is null, and any number of applications may have the name null', async () => {
    const { userPreference } = open();
    expect(await userPreference.post('/application', [{}, { name: null }, { description: 'No name' }])).toEqual([
      { id: 3, name: null, description: null },
      { id: 4, name: null, description: null },
      { id: 5, name: null, description: 'No name' },
    ]);
    expect(await userPreference.put('/application/1', { name: null })).toEqual([{ ...reader, name: null }]);
  });

  it('F1: names are unique and case-sensitive', async () => {
    const { userPreference } = open();
    expect(await userPreference.refusal('POST', '/application', [{ name: 'Reader' }])).toEqual(conflict('0.name'));
    expect(await userPreference.refusal('PUT', '/application/2', { name: 'Reader' })).toEqual(conflict('name'));
    expect(await userPreference.post('/application', [{ name: 'reader' }])).toMatchObject([{ name: 'reader' }]);
  });

  it('F1, X6: the same name twice in one body gets 409, and nothing is written', async () => {
    const { userPreference } = open();
    const body = [{ name: 'Kiosk' }, { name: 'Tablet' }, { name: 'Kiosk' }];
    expect(await userPreference.refusal('POST', '/application', body)).toEqual(conflict('2.name'));
    expect(await userPreference.get('/application')).toEqual([reader, studio]);
  });

  it('F1: a name can be used again when its application is renamed, deleted or loses its name', async () => {
    const { userPreference } = open();
    await userPreference.put('/application/1', { name: 'Library' });
    await userPreference.put('/application/2', { name: null });
    await userPreference.post('/application', [{ name: 'Reader' }, { name: 'Studio' }]);
    await userPreference.delete('/application/3');
    expect(await userPreference.post('/application', [{ name: 'Reader' }])).toMatchObject([{ id: 5, name: 'Reader' }]);
  });

  it('F1: PUT with the current name of the application does not conflict', async () => {
    const { userPreference } = open();
    expect(await userPreference.put('/application/1', { name: 'Reader', description: null })).toEqual([
      { ...reader, description: null },
    ]);
  });

  it.each([7, true, ['Kiosk'], { text: 'Kiosk' }])('X5: a name or a description may not be %j', async (value) => {
    const { userPreference } = open();
    for (const field of ['name', 'description']) {
      expect(await userPreference.refusal('POST', '/application', [{ [field]: value }])).toEqual(
        malformed(`0.${field}`),
      );
      expect(await userPreference.refusal('PUT', '/application/1', { [field]: value })).toEqual(malformed(field));
    }
  });

  it('an empty name gets 400, and an empty description is valid', async () => {
    const { userPreference } = open();
    expect(await userPreference.refusal('POST', '/application', [{ name: '' }])).toEqual(malformed('0.name'));
    expect(await userPreference.post('/application', [{ description: '' }])).toMatchObject([{ description: '' }]);
  });

  it('X19: DELETE also deletes features, application users, preferences and values', async () => {
    const { mock, userPreference } = open();
    mock.data.feature.create({ app_id: 1, name: 'Search' });
    mock.data.feature.create({ app_id: 2, name: 'Print' });
    mock.data.application_user.create({ user_id: 1, application_id: 1, legacy_id: 1 });
    mock.data.content_entitlement.create({ application_user_id: 1, content_type: 'brief', slug: 'morning' });
    await userPreference.delete('/application/1');
    expect(mock.data.application_preference.getAll().map(({ id }) => id)).toEqual([3]);
    expect(mock.data.feature.getAll().map(({ id }) => id)).toEqual([2]);
    expect(mock.data.application_user.count()).toBe(0);
    expect(mock.data.content_entitlement.count()).toBe(0);
    expect(await userPreference.get('/preference')).toMatchObject([{ id: 3 }]);
    expect(await userPreference.get('/entity-preference')).toEqual([]);
    expect(await userPreference.get('/generic-preference')).toMatchObject([{ id: 2 }]);
  });
});
