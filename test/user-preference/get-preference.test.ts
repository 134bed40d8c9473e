import { describe, expect, it } from 'vitest';
import { malformed, open } from '../support/user-preference.js';
import { composites } from '../support/user-preference-choices.js';

const [digestOfAnn, topicsOfAnn, sizeOfBen, topicsOfBen] = composites;

describe('POST /get-preference', () => {
  async function found(filters: object): Promise<number[]> {
    const preferences = await open().userPreference.post<{ id: number }[]>('/get-preference', filters);
    return preferences.map(({ id }) => id);
  }

  it('UP-E18, UP-F29, UP-F30, UP-F31, X11: answers preferences with their values', async () => {
    const { userPreference } = open();
    expect(await userPreference.post('/get-preference', {})).toEqual(composites);
    expect(await userPreference.post('/get-preference', { id: [3] })).toEqual([sizeOfBen]);
  });

  it.each([
    [{ id: [2, 4] }, [2, 4]],
    [{ name: ['Topics'] }, [2, 4]],
    [{ preference_hierarchy: [3] }, [3, 4]],
    [{ user_id: [1] }, [1, 2]],
    [{ user_email: ['ben@reader.example'] }, [3, 4]],
    [{ application_preference: [2] }, [2, 4]],
    [{ type: ['Entity'] }, [2, 4]],
  ])('UP-E18, D14: applies the filter %j', async (filters, ids) => {
    expect(await found(filters)).toEqual(ids);
  });

  it('D14: finds preferences with any of the values of a filter', async () => {
    expect(await found({ name: ['Topics', 'Text size'] })).toEqual([2, 3, 4]);
    expect(await found({ preference_hierarchy: [1, 2] })).toEqual([1, 2]);
    expect(await found({ type: ['Entity', 'Generic'] })).toEqual([1, 2, 3, 4]);
  });

  it('D14: finds preferences that match all filters', async () => {
    expect(await found({ name: ['Topics'], user_id: [2] })).toEqual([4]);
    expect(await found({ user_id: [1], type: ['Generic'], preference_hierarchy: [1] })).toEqual([]);
    expect(await found({ id: [1, 2, 3], application_preference: [2, 3], user_email: ['ben@reader.example'] })).toEqual([
      3,
    ]);
    expect(await found({ user_id: [1], user_email: ['ben@reader.example'] })).toEqual([]);
  });

  it('D14: ignores a filter that is an empty list or missing', async () => {
    expect(await found({})).toEqual([1, 2, 3, 4]);
    const empty = {
      id: [],
      name: [],
      preference_hierarchy: [],
      user_id: [],
      user_email: [],
      application_preference: [],
    };
    expect(await found({ ...empty, type: [] })).toEqual([1, 2, 3, 4]);
    expect(await found({ ...empty, type: ['Entity'] })).toEqual([2, 4]);
  });

  it.each([
    { id: [99] },
    { id: [0, -1] },
    { name: ['topics'] },
    { name: ['Topic%'] },
    { preference_hierarchy: [99] },
    { user_id: [3] },
    { user_email: ['nobody'] },
    { application_preference: [99] },
  ])('D14: answers an empty list when no preference has the value: %j', async (filters) => {
    expect(await found(filters)).toEqual([]);
  });

  it('D14: lists each preference once, by id, whatever the order or repetition of the values', async () => {
    expect(await found({ id: [3, 1, 3] })).toEqual([1, 3]);
    expect(await found({ user_id: [2, 1, 2] })).toEqual([1, 2, 3, 4]);
    expect(await found({ user_email: ['BEN@reader.example', 'ben@reader.example'] })).toEqual([3, 4]);
    expect(await found({ application_preference: [3, 2, 2] })).toEqual([2, 3, 4]);
    expect(await found({ preference_hierarchy: [3, 1, 3] })).toEqual([2, 3, 4]);
  });

  it('D14, D17, X24: matches types and e-mails case-insensitively', async () => {
    expect(await found({ type: ['entity'] })).toEqual([2, 4]);
    expect(await found({ type: ['GENERIC'] })).toEqual([1, 3]);
    expect(await found({ user_email: ['ann@reader.EXAMPLE'] })).toEqual([1, 2]);
  });

  it.each([
    [{ id: 1 }, 'id'],
    [{ id: ['1'] }, 'id.0'],
    [{ id: [1, 1.5] }, 'id.1'],
    [{ name: 'Topics' }, 'name'],
    [{ name: [7] }, 'name.0'],
    [{ preference_hierarchy: [null] }, 'preference_hierarchy.0'],
    [{ user_id: { in: [1] } }, 'user_id'],
    [{ user_email: [1] }, 'user_email.0'],
    [{ application_preference: [true] }, 'application_preference.0'],
    [{ type: ['Entity', 'Other'] }, 'type.1'],
  ])('D14: the filter %j of a wrong type gets 400', async (filters, at) => {
    const { userPreference } = open();
    expect(await userPreference.refusal('POST', '/get-preference', filters)).toEqual(malformed(at));
  });

  it.each([[[]], [[{ id: [1] }]], ['all'], [7], [null]])(
    'UP-E18, X5: the body %j, which is not an object, gets 400',
    async (body) => {
      const { userPreference } = open();
      expect(await userPreference.refusal('POST', '/get-preference', JSON.stringify(body))).toMatchObject(
        malformed(''),
      );
    },
  );

  it('X8: ignores unknown filters', async () => {
    expect(await found({ label: ['Topics'], user_id: [2] })).toEqual([3, 4]);
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
