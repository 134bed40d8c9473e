import { describe, expect, it } from 'vitest';
import { malformed, notFound, open } from '../support/user-preference.js';
import { preferences } from '../support/user-preference-choices.js';

const [ofAnn, topicsOfAnn, ofBen, emptyOfBen] = preferences;
const wish = {
  name: 'Loud alerts',
  preference_hierarchy: 1,
  user_id: 3,
  user_email: 'cy@reader.example',
  application_preference: 3,
  type: 'Entity',
};

describe('Preferences', () => {
  it('UP-E14, UP-F18, UP-F19, UP-F20, UP-F21, UP-F22, UP-F23, UP-F24, X11: GET /preference lists all', async () => {
    const { userPreference } = open();
    expect(await userPreference.get('/preference')).toEqual(preferences);
  });

  it('UP-E15, UP-R3, X9: POST /preference answers the created records', async () => {
    const { userPreference } = open();
    const body = [
      { id: 1, ...wish },
      { ...wish, name: 'More' },
    ];
    const made = [
      { id: 5, ...wish },
      { id: 6, ...wish, name: 'More' },
    ];
    expect(await userPreference.post('/preference', body)).toEqual(made);
    expect(await userPreference.get('/preference')).toEqual([...preferences, ...made]);
  });

  it('UP-E16, X8: every field of PUT is optional', async () => {
    const { mock, userPreference } = open();
    const before = mock.fingerprint();
    expect(await userPreference.put('/preference/1', {})).toEqual(ofAnn);
    expect(mock.fingerprint()).toBe(before);
    let expected: object = ofAnn;
    for (const change of [{ name: 'Post' }, { preference_hierarchy: 3 }, { application_preference: 3 }]) {
      expected = { ...expected, ...change };
      expect(await userPreference.put('/preference/1', change)).toEqual(expected);
    }
  });

  it('UP-E17, UP-R4: DELETE /preference/<id> answers the deleted record as an object', async () => {
    const { userPreference } = open();
    expect(await userPreference.delete('/preference/2')).toEqual(topicsOfAnn);
    expect(await userPreference.get('/preference')).toEqual([ofAnn, ofBen, emptyOfBen]);
    expect(await userPreference.refusal('DELETE', '/preference/2')).toEqual(notFound());
  });

  it('X19: DELETE also deletes the values of the preference, and no others', async () => {
    const { userPreference } = open();
    await userPreference.delete('/preference/2');
    expect(await userPreference.get('/entity-preference')).toEqual([]);
    expect(await userPreference.get('/generic-preference')).toHaveLength(2);
    await userPreference.delete('/preference/1');
    expect(await userPreference.get('/generic-preference')).toMatchObject([{ preference_id: 3 }]);
  });

  it('UP-F24, F3, D17: a missing or null type becomes Generic', async () => {
    const { userPreference } = open();
    const { type, ...untyped } = wish;
    const body = [untyped, { ...untyped, type: null }];
    expect(await userPreference.post('/preference', body)).toMatchObject([{ type: 'Generic' }, { type: 'Generic' }]);
  });

  it.each(['Entity', 'entity', 'ENTITY', 'eNtItY'])('D17: the type %s is stored as Entity', async (type) => {
    const { userPreference } = open();
    expect(await userPreference.post('/preference', [{ ...wish, type }])).toEqual([{ id: 5, ...wish }]);
    expect(await userPreference.put('/preference/4', { type })).toEqual(emptyOfBen);
  });

  it.each(['generic', 'GENERIC', 'Generic'])('D17: the type %s is stored as Generic', async (type) => {
    const { userPreference } = open();
    expect(await userPreference.put('/preference/4', { type })).toEqual({ ...emptyOfBen, type: 'Generic' });
  });

  it.each(['', 'Other', ' Entity', 'Entities', 1, ['Entity']])('UP-F24: the type may not be %j', async (type) => {
    const { userPreference } = open();
    expect(await userPreference.refusal('POST', '/preference', [{ ...wish, type }])).toEqual(malformed('0.type'));
    expect(await userPreference.refusal('PUT', '/preference/4', { type })).toEqual(malformed('type'));
  });

  it('D15: changing the type gets 400 while the preference has values', async () => {
    const { userPreference } = open();
    expect(await userPreference.refusal('PUT', '/preference/1', { type: 'Entity' })).toEqual(malformed('type'));
    expect(await userPreference.refusal('PUT', '/preference/2', { type: 'generic' })).toEqual(malformed('type'));
    expect(await userPreference.put('/preference/1', { type: 'generic', name: 'Same' })).toEqual({
      ...ofAnn,
      name: 'Same',
    });
  });

  it('D15: the type may change when there are no values, and decides which values are valid', async () => {
    const { userPreference } = open();
    await userPreference.delete('/generic-preference/1');
    expect(await userPreference.put('/preference/1', { type: 'Entity' })).toEqual({ ...ofAnn, type: 'Entity' });
    await userPreference.post('/entity-preference', [{ preference_id: 1, entity_gid: 'topic_rail' }]);
    expect(await userPreference.refusal('POST', '/generic-preference', [{ preference_id: 1 }])).toEqual(
      malformed('0.preference_id'),
    );
  });

  it('F3, F2: an empty, null or missing name becomes the label of the application preference', async () => {
    const { userPreference } = open();
    const { name, ...unnamed } = wish;
    const body = [{ ...unnamed, name: '' }, { ...unnamed, name: null }, unnamed];
    const named = { name: 'Text size' };
    expect(await userPreference.post('/preference', body)).toMatchObject([named, named, named]);
  });

  it('F3: PUT replaces an empty name by the label of the resulting application preference', async () => {
    const { userPreference } = open();
    expect(await userPreference.put('/preference/1', { name: '' })).toEqual({ ...ofAnn, name: 'Digest' });
    expect(await userPreference.put('/preference/1', { name: '', application_preference: 3 })).toMatchObject({
      name: 'Text size',
    });
    expect(await userPreference.put('/preference/1', { application_preference: 1 })).toMatchObject({
      name: 'Text size',
    });
  });

  it('D32, F2: POST without a name takes the label of the application preference', async () => {
    const { userPreference } = open();
    const { name, ...unnamed } = wish;
    const body = [unnamed, { ...unnamed, name: null }, { ...unnamed, name: '' }];
    const named = { name: 'Text size' };
    expect(await userPreference.post('/preference', body)).toMatchObject([named, named, named]);
  });

  it('X8: PUT that moves a preference to the place of another one removes neither of them', async () => {
    const { userPreference } = open();
    const { user_id, user_email, application_preference, preference_hierarchy } = topicsOfAnn as typeof wish;
    const moved = { user_id, user_email, application_preference, preference_hierarchy };
    expect(await userPreference.put('/preference/1', moved)).toEqual({ ...ofAnn, ...moved });
    expect(await userPreference.get('/preference')).toEqual([{ ...ofAnn, ...moved }, topicsOfAnn, ofBen, emptyOfBen]);
  });

  it('UP-F20, D32, X21: preference_hierarchy is required, and may not be null', async () => {
    const { userPreference } = open();
    const { preference_hierarchy, ...unfiled } = wish;
    const body = [unfiled, { ...unfiled, preference_hierarchy: null }];
    expect(await userPreference.refusal('POST', '/preference', body)).toEqual(
      malformed('0.preference_hierarchy', '1.preference_hierarchy'),
    );
  });

  it('UP-F23, D32: application_preference is required, and may not be null', async () => {
    const { userPreference } = open();
    const { application_preference, ...loose } = wish;
    const body = [loose, { ...loose, application_preference: null }];
    expect(await userPreference.refusal('POST', '/preference', body)).toEqual(
      malformed('0.application_preference', '1.application_preference'),
    );
    expect(await userPreference.refusal('PUT', '/preference/1', { application_preference: null })).toEqual(
      malformed('application_preference'),
    );
  });

  it('X5: references that do not exist get 404, with the path of each', async () => {
    const { userPreference } = open();
    const body = [
      { ...wish, preference_hierarchy: 99 },
      { ...wish, application_preference: 99, name: '' },
      { ...wish, user_id: 99, user_email: undefined },
      { ...wish, user_email: 'dee@reader.example', user_id: undefined },
    ];
    expect(await userPreference.refusal('POST', '/preference', body)).toEqual(
      notFound('0.preference_hierarchy', '1.application_preference', '2.user_id', '3.user_email'),
    );
    for (const [field, value] of Object.entries({
      preference_hierarchy: 99,
      application_preference: 99,
      user_id: 99,
    })) {
      expect(await userPreference.refusal('PUT', '/preference/1', { [field]: value })).toEqual(notFound(field));
    }
  });

  it('UP-F19, UP-F20, UP-F21, UP-F22, UP-F23: ids must be integers, name and e-mail strings', async () => {
    const { userPreference } = open();
    const wrong = { name: 7, preference_hierarchy: '1', user_id: '3', user_email: 3, application_preference: 1.5 };
    for (const [field, value] of Object.entries(wrong)) {
      expect(await userPreference.refusal('POST', '/preference', [{ ...wish, [field]: value }])).toEqual(
        malformed(`0.${field}`),
      );
      expect(await userPreference.refusal('PUT', '/preference/1', { [field]: value })).toEqual(malformed(field));
    }
  });

  it('a user may have several preferences for the same application preference and category', async () => {
    const { userPreference } = open();
    const { id, ...same } = ofAnn;
    expect(await userPreference.post('/preference', [same, same])).toEqual([
      { ...same, id: 5 },
      { ...same, id: 6 },
    ]);
  });
});

describe('The user of a preference', () => {
  const { user_id, user_email, ...unowned } = wish;

  it('D16: user_email is derived from user_id, and the other way round', async () => {
    const { userPreference } = open();
    const body = [
      { ...unowned, user_id: 3 },
      { ...unowned, user_email: 'cy@reader.example' },
    ];
    const owner = { user_id: 3, user_email: 'cy@reader.example' };
    expect(await userPreference.post('/preference', body)).toMatchObject([owner, owner]);
  });

  it('D16: a preference without user_id and user_email gets 400', async () => {
    const { userPreference } = open();
    const { status, code, at } = await userPreference.refusal('POST', '/preference', [unowned]);
    expect({ status, code }).toEqual({ status: 400, code: 'malformed_data' });
    expect(at).toContain('0.user_id');
  });

  it('D16: a user_id and a user_email of different users get 400', async () => {
    const { userPreference } = open();
    const other = { user_id: 3, user_email: 'ben@reader.example' };
    const { status, code } = await userPreference.refusal('POST', '/preference', [{ ...unowned, ...other }]);
    expect({ status, code }).toEqual({ status: 400, code: 'malformed_data' });
    expect(await userPreference.refusal('PUT', '/preference/1', other)).toMatchObject({ status: 400 });
  });

  it('D16: PUT of user_id or user_email changes both', async () => {
    const { userPreference } = open();
    expect(await userPreference.put('/preference/1', { user_id: 2 })).toEqual({
      ...ofAnn,
      user_id: 2,
      user_email: 'ben@reader.example',
    });
    expect(await userPreference.put('/preference/1', { user_email: 'CY@reader.example' })).toEqual({
      ...ofAnn,
      user_id: 3,
      user_email: 'cy@reader.example',
    });
  });

  it('D16, X24: user_email is case-insensitive, and is answered as the user record spells it', async () => {
    const { userPreference } = open();
    const ann = { user_id: 1, user_email: 'Ann@Reader.example' };
    const body = [
      { ...unowned, user_email: 'ANN@READER.EXAMPLE' },
      { ...unowned, user_email: 'ann@reader.example', user_id: 1 },
    ];
    expect(await userPreference.post('/preference', body)).toMatchObject([ann, ann]);
  });

  it('X24: user_email changes with the e-mail of the user', async () => {
    const { userData, userPreference } = open();
    await userData.put('/user/1', { email: 'ann.arden@reader.example' });
    const renamed = { user_id: 1, user_email: 'ann.arden@reader.example' };
    expect(await userPreference.get('/preference')).toMatchObject([renamed, renamed, { user_id: 2 }, { user_id: 2 }]);
    expect(await userPreference.post('/get-preference', { user_email: ['ann.arden@reader.example'] })).toHaveLength(2);
    expect(await userPreference.post('/get-preference', { user_email: ['Ann@Reader.example'] })).toEqual([]);
  });

  it('X19: deleting a user deletes their preferences and the values', async () => {
    const { userData, userPreference } = open();
    await userData.delete('/user/1');
    expect(await userPreference.get('/preference')).toEqual([ofBen, emptyOfBen]);
    expect(await userPreference.get('/entity-preference')).toEqual([]);
    expect(await userPreference.get('/generic-preference')).toHaveLength(1);
  });
});
