import { describe, expect, it } from 'vitest';
import { malformed, open } from '../support/user-preference.js';
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
  it('D15: the type may change when there are no values, and decides which values are valid', async () => {
    const { userPreference } = open();
    await userPreference.delete('/generic-preference/1');
    expect(await userPreference.put('/preference/1', { type: 'Entity' })).toEqual({ ...ofAnn, type: 'Entity' });
    await userPreference.post('/entity-preference', [{ preference_id: 1, entity_gid: 'topic_rail' }]);
    expect(await userPreference.refusal('POST', '/generic-preference', [{ preference_id: 1 }])).toEqual(
      malformed('0.preference_id'),
    );
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

  it('X8: PUT that moves a preference to the place of another one removes neither of them', async () => {
    const { userPreference } = open();
    const { user_id, user_email, application_preference, preference_hierarchy } = topicsOfAnn as typeof wish;
    const moved = { user_id, user_email, application_preference, preference_hierarchy };
    expect(await userPreference.put('/preference/1', moved)).toEqual({ ...ofAnn, ...moved });
    expect(await userPreference.get('/preference')).toEqual([{ ...ofAnn, ...moved }, topicsOfAnn, ofBen, emptyOfBen]);
  });
});

describe('The user of a preference', () => {
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

  it('D16, X21: null in user_id or user_email beside the other one counts as not given', async () => {
    const { userPreference } = open();
    const { user_id, user_email, ...parts } = wish;
    for (const user of [
      { user_id, user_email: null },
      { user_id: null, user_email },
    ]) {
      expect(await userPreference.post('/preference', [{ ...parts, ...user }])).toMatchObject([
        { user_id, user_email },
      ]);
      expect(await userPreference.put('/preference/1', user)).toEqual({ ...ofAnn, user_id, user_email });
    }
    const unknown = { ...parts, user_id: null, user_email: 'nobody@reader.example' };
    expect(await userPreference.refusal('POST', '/preference', [unknown])).toEqual({
      status: 404,
      code: 'not_found',
      at: ['0.user_email'],
    });
    const nobody = { user_id: null, user_email: null };
    const issues = malformed('0.user_id', '0.user_email');
    expect(await userPreference.refusal('POST', '/preference', [{ ...parts, ...nobody }])).toEqual(issues);
    expect(await userPreference.refusal('PUT', '/preference/1', { user_id: null })).toEqual(malformed('user_id'));
  });

  it('X24: user_email changes with the e-mail of the user', async () => {
    const { userData, userPreference } = open();
    await userData.put('/user/1', { email: 'ann.arden@reader.example' });
    const renamed = { user_id: 1, user_email: 'ann.arden@reader.example' };
    expect(await userPreference.get('/preference')).toMatchObject([renamed, renamed, { user_id: 2 }, { user_id: 2 }]);
    expect(await userPreference.post('/get-preference', { user_email: ['ann.arden@reader.example'] })).toHaveLength(2);
    expect(await userPreference.post('/get-preference', { user_email: ['Ann@Reader.example'] })).toEqual([]);
  });
});
