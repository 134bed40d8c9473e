import { describe, expect, it } from 'vitest';
import { malformed, open } from '../support/user-preference.js';

const digestOfCy = {
  name: 'Morning digest',
  preference_hierarchy: 2,
  user_id: 3,
  user_email: 'cy@reader.example',
  application_preference: 1,
  type: 'Generic',
};
const digestOfAnn = { preference_hierarchy: 2, user_id: 1, application_preference: 1 };

describe('POST /set-preference', () => {
  it('F2: a missing name becomes the current label, and existing names stay', async () => {
    const { userData, userPreference } = open();
    await userData.put('/application-preference/1', { preference_label: 'Summary' });
    const { name, ...unnamed } = digestOfCy;
    expect(await userPreference.post('/set-preference', [unnamed])).toMatchObject([{ name: 'Summary' }]);
    expect(await userPreference.post('/get-preference', { id: [1] })).toMatchObject([{ name: 'Daily digest' }]);
  });

  it('D13: replaces the oldest when several preferences match', async () => {
    const { userPreference } = open();
    await userPreference.post('/preference', [{ ...digestOfCy }, { ...digestOfCy }]);
    expect(await userPreference.post('/set-preference', [{ ...digestOfCy, name: 'New' }])).toMatchObject([{ id: 5 }]);
    expect(await userPreference.post('/get-preference', { user_id: [3] })).toMatchObject([
      { id: 5, name: 'New' },
      { id: 6, name: 'Morning digest' },
    ]);
  });

  it('D16, X21: null in user_id or user_email beside the other one counts as not given', async () => {
    const { userPreference } = open();
    const { user_id, user_email, ...parts } = digestOfCy;
    const [byId, byEmail] = await userPreference.post<object[]>('/set-preference', [
      { ...parts, user_id, user_email: null },
      { ...parts, user_id: null, user_email },
    ]);
    expect(byId).toMatchObject({ user_id, user_email });
    expect(byEmail).toEqual(byId);
    const nobody = { ...parts, user_id: null, user_email: null };
    const issues = malformed('0.user_id', '0.user_email');
    expect(await userPreference.refusal('POST', '/set-preference', [nobody])).toEqual(issues);
  });

  it('X9: gives values new ids each time a preference is set', async () => {
    const { userPreference } = open();
    const setting = { ...digestOfAnn, generic: [{ preference_value: 'x' }] };
    const ids: number[] = [];
    for (let n = 0; n < 3; n++) {
      const [set] = await userPreference.post<{ generic: { id: number }[] }[]>('/set-preference', [setting]);
      ids.push(...(set?.generic ?? []).map(({ id }) => id));
    }
    expect(ids).toEqual([3, 4, 5]);
  });
});
