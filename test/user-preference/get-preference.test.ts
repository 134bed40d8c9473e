import { describe, expect, it } from 'vitest';
import { open } from '../support/user-preference.js';
import { composites } from '../support/user-preference-choices.js';

const [digestOfAnn, topicsOfAnn, _sizeOfBen, topicsOfBen] = composites;

describe('POST /get-preference', () => {
  async function found(filters: object): Promise<number[]> {
    const preferences = await open().userPreference.post<{ id: number }[]>('/get-preference', filters);
    return preferences.map(({ id }) => id);
  }

  it('D14: lists each preference once, by id, whatever the order or repetition of the values', async () => {
    expect(await found({ id: [3, 1, 3] })).toEqual([1, 3]);
    expect(await found({ user_id: [2, 1, 2] })).toEqual([1, 2, 3, 4]);
    expect(await found({ user_email: ['BEN@reader.example', 'ben@reader.example'] })).toEqual([3, 4]);
    expect(await found({ application_preference: [3, 2, 2] })).toEqual([2, 3, 4]);
    expect(await found({ preference_hierarchy: [3, 1, 3] })).toEqual([2, 3, 4]);
  });

  it('UP-F30, UP-F31, UP-R2: lists values by id, and an empty list for the other type', async () => {
    const { userPreference } = open();
    await userPreference.delete('/entity-preference/1');
    await userPreference.post('/entity-preference', [{ preference_id: 2 }, { preference_id: 2, entity_gid: 'a' }]);
    expect(await userPreference.post('/get-preference', { id: [2, 4] })).toEqual([
      {
        ...topicsOfAnn,
        generic: [],
        entity: [
          { id: 2, entity_gid: 'topic_dairy' },
          { id: 3, entity_gid: null },
          { id: 4, entity_gid: 'a' },
        ],
      },
      topicsOfBen,
    ]);
  });

  it('UP-L1: answers all preferences without a limit or pages', async () => {
    const { mock, userPreference } = open();
    for (let n = 0; n < 100; n++) {
      mock.data.preference.create({ user_id: 3, application_preference: 1, preference_hierarchy: 1 });
    }
    expect(await userPreference.post('/get-preference', { user_id: [3] })).toHaveLength(100);
    expect(await userPreference.get('/preference?page=2&size=10')).toHaveLength(104);
    expect(await userPreference.post('/get-preference', { id: [1] })).toEqual([digestOfAnn]);
  });
});
