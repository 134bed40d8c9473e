import { describe, expect, it } from 'vitest';
import { malformed, notFound, open } from '../support/user-preference.js';
import { composites } from '../support/user-preference-choices.js';

const notices = { id: 1, label: 'Notices', description: 'What is announced, and when', parent: null };
const byMail = { id: 2, label: 'By mail', description: null, parent: 1 };
const display = { id: 3, label: 'Display', description: null, parent: null };

describe('The preference hierarchy', () => {
  it('UP-E20, UP-F25, UP-F26, UP-F27, UP-F28, X11: GET /preference-hierarchy lists its four fields', async () => {
    const { userPreference } = open();
    expect(await userPreference.get('/preference-hierarchy')).toEqual([notices, byMail, display]);
  });

  it('UP-E21, UP-R3, X9, X21: POST /preference-hierarchy answers the created entries', async () => {
    const { userPreference } = open();
    const body = [
      { id: 1, label: 'On the phone', description: 'Pushed', parent: 1 },
      { label: 'At night', parent: 4 },
      { label: 'Display', description: null, parent: null },
    ];
    const made = [
      { id: 4, label: 'On the phone', description: 'Pushed', parent: 1 },
      { id: 5, label: 'At night', description: null, parent: 4 },
      { id: 6, label: 'Display', description: null, parent: null },
    ];
    expect(await userPreference.post('/preference-hierarchy', body)).toEqual(made);
    expect(await userPreference.get('/preference-hierarchy')).toEqual([notices, byMail, display, ...made]);
  });

  it('UP-E22, UP-R4, X8: PUT /preference-hierarchy/<id> answers the changed entry as an object', async () => {
    const { userPreference } = open();
    const body = { label: 'Looks', description: 'What is shown', parent: 2 };
    expect(await userPreference.put('/preference-hierarchy/3', body)).toEqual({ id: 3, ...body });
    expect(await userPreference.put('/preference-hierarchy/3', { label: 'Look' })).toEqual({
      ...body,
      id: 3,
      label: 'Look',
    });
    expect(await userPreference.put('/preference-hierarchy/3', { parent: null, description: null })).toEqual({
      ...display,
      label: 'Look',
    });
  });

  it('UP-E23, UP-R4: DELETE /preference-hierarchy/<id> answers the deleted entry as an object', async () => {
    const { userPreference } = open();
    expect(await userPreference.delete('/preference-hierarchy/2')).toEqual(byMail);
    expect(await userPreference.get('/preference-hierarchy')).toEqual([notices, display]);
    expect(await userPreference.refusal('DELETE', '/preference-hierarchy/2')).toEqual(notFound());
  });

  it('UP-F26, UP-F27, UP-F28, D32: label must be non-empty text, description text, parent an integer', async () => {
    const { userPreference } = open();
    const body = [
      { description: 'No label' },
      { label: '' },
      { label: null },
      { label: 7 },
      { label: 'x', description: 7 },
      { label: 'x', parent: '1' },
    ];
    expect(await userPreference.refusal('POST', '/preference-hierarchy', body)).toEqual(
      malformed('0.label', '1.label', '2.label', '3.label', '4.description', '5.parent'),
    );
    for (const label of ['', null, 7]) {
      expect(await userPreference.refusal('PUT', '/preference-hierarchy/1', { label })).toEqual(malformed('label'));
    }
  });

  it('X5, X6: a parent that does not exist gets 404, and nothing is written', async () => {
    const { userPreference } = open();
    const body = [{ label: 'Fine' }, { label: 'Lost', parent: 99 }];
    expect(await userPreference.refusal('POST', '/preference-hierarchy', body)).toEqual(notFound('1.parent'));
    expect(await userPreference.refusal('PUT', '/preference-hierarchy/1', { parent: 99 })).toEqual(notFound('parent'));
  });

  it('F5: an entry as its own parent gets 400', async () => {
    const { userPreference } = open();
    expect(await userPreference.refusal('PUT', '/preference-hierarchy/1', { parent: 1 })).toEqual(malformed('parent'));
    expect(await userPreference.refusal('PUT', '/preference-hierarchy/2', { label: 'x', parent: 2 })).toEqual(
      malformed('parent'),
    );
  });

  it('F5: a descendant of an entry as its parent gets 400', async () => {
    const { userPreference } = open();
    await userPreference.post('/preference-hierarchy', [
      { label: 'Weekly', parent: 2 },
      { label: 'On Mondays', parent: 4 },
    ]);
    for (const parent of [2, 4, 5]) {
      expect(await userPreference.refusal('PUT', '/preference-hierarchy/1', { parent })).toEqual(malformed('parent'));
    }
    expect(await userPreference.refusal('PUT', '/preference-hierarchy/4', { parent: 5 })).toEqual(malformed('parent'));
  });

  it('F5: an entry may move below another branch, and below a former child that was moved out first', async () => {
    const { userPreference } = open();
    expect(await userPreference.put('/preference-hierarchy/1', { parent: 3 })).toEqual({ ...notices, parent: 3 });
    expect(await userPreference.refusal('PUT', '/preference-hierarchy/3', { parent: 2 })).toEqual(malformed('parent'));
    await userPreference.put('/preference-hierarchy/2', { parent: null });
    expect(await userPreference.put('/preference-hierarchy/1', { parent: 2 })).toEqual({ ...notices, parent: 2 });
  });

  it('UP-R5, X19: DELETE also deletes the preferences filed under the entry, and their values', async () => {
    const { userPreference } = open();
    await userPreference.delete('/preference-hierarchy/3');
    expect(await userPreference.post('/get-preference', {})).toEqual([composites[0], composites[1]]);
    expect(await userPreference.get('/generic-preference')).toMatchObject([{ id: 1 }]);
    await userPreference.delete('/preference-hierarchy/1');
    expect(await userPreference.post('/get-preference', {})).toEqual([composites[0]]);
    expect(await userPreference.get('/entity-preference')).toEqual([]);
  });

  it('F4, X19: DELETE keeps the children with parent null, their descendants and their preferences', async () => {
    const { userPreference } = open();
    await userPreference.post('/preference-hierarchy', [
      { label: 'On the phone', parent: 1 },
      { label: 'Weekly', parent: 2 },
    ]);
    await userPreference.delete('/preference-hierarchy/1');
    expect(await userPreference.get('/preference-hierarchy')).toEqual([
      { ...byMail, parent: null },
      display,
      { id: 4, label: 'On the phone', description: null, parent: null },
      { id: 5, label: 'Weekly', description: null, parent: 2 },
    ]);
    expect(await userPreference.post('/get-preference', { preference_hierarchy: [2] })).toEqual([composites[0]]);
  });

  it('labels need not be unique', async () => {
    const { userPreference } = open();
    expect(await userPreference.put('/preference-hierarchy/2', { label: 'Notices' })).toEqual({
      ...byMail,
      label: 'Notices',
    });
  });
});
