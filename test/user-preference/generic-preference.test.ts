import { describe, expect, it } from 'vitest';
import { malformed, notFound, open } from '../support/user-preference.js';

const daily = { id: 1, preference_id: 1, preference_value: 'daily', schema_version: 1 };
const large = { id: 2, preference_id: 3, preference_value: 'large', schema_version: null };
const KEY = "preference_value'";

describe('Generic preferences', () => {
  it('UP-E10, UP-F13, UP-F14, UP-F15, UP-F16, X11: GET /generic-preference lists its four fields', async () => {
    const { userPreference } = open();
    expect(await userPreference.get('/generic-preference')).toEqual([daily, large]);
  });

  it('UP-E11, UP-R3, X9, X21: POST /generic-preference answers the created records', async () => {
    const { userPreference } = open();
    const body = [
      { id: 1, preference_id: 3, preference_value: 'small', schema_version: 2 },
      { preference_id: 1 },
      { preference_id: 1, preference_value: null, schema_version: null },
    ];
    const made = [
      { id: 3, preference_id: 3, preference_value: 'small', schema_version: 2 },
      { id: 4, preference_id: 1, preference_value: null, schema_version: null },
      { id: 5, preference_id: 1, preference_value: null, schema_version: null },
    ];
    expect(await userPreference.post('/generic-preference', body)).toEqual(made);
    expect(await userPreference.get('/generic-preference')).toEqual([daily, large, ...made]);
  });

  it('UP-E12, UP-R4, X8: PUT /generic-preference/<id> answers an array with the changed record', async () => {
    const { userPreference } = open();
    const weekly = { ...daily, preference_value: 'weekly' };
    expect(await userPreference.put('/generic-preference/1', { preference_value: 'weekly' })).toEqual([weekly]);
    expect(await userPreference.put('/generic-preference/1', { schema_version: 2 })).toEqual([
      { ...weekly, schema_version: 2 },
    ]);
    expect(
      await userPreference.put('/generic-preference/1', {
        preference_id: 3,
        preference_value: null,
        schema_version: null,
      }),
    ).toEqual([{ id: 1, preference_id: 3, preference_value: null, schema_version: null }]);
  });

  it('UP-E12: PUT with an empty object changes nothing, as every field is optional', async () => {
    const { mock, userPreference } = open();
    const before = mock.fingerprint();
    expect(await userPreference.put('/generic-preference/1', {})).toEqual([daily]);
    expect(mock.fingerprint()).toBe(before);
  });

  it('UP-E13, UP-R4: DELETE /generic-preference/<id> answers an array with the deleted record', async () => {
    const { userPreference } = open();
    expect(await userPreference.delete('/generic-preference/2')).toEqual([large]);
    expect(await userPreference.get('/generic-preference')).toEqual([daily]);
    expect(await userPreference.refusal('DELETE', '/generic-preference/2')).toEqual(notFound());
    expect(await userPreference.get('/preference')).toHaveLength(4);
  });

  it('UP-F14, X5: preference_id is required in POST, may not be null, and must exist', async () => {
    const { userPreference } = open();
    const body = [{ preference_value: 'x' }, { preference_id: null }, { preference_id: 1.5 }];
    expect(await userPreference.refusal('POST', '/generic-preference', body)).toEqual(
      malformed('0.preference_id', '1.preference_id', '2.preference_id'),
    );
    expect(await userPreference.refusal('POST', '/generic-preference', [{ preference_id: 99 }])).toEqual(
      notFound('0.preference_id'),
    );
    expect(await userPreference.refusal('PUT', '/generic-preference/1', { preference_id: 99 })).toEqual(
      notFound('preference_id'),
    );
  });

  it('UP-F15, UP-F16: preference_value must be a string and schema_version an integer', async () => {
    const { userPreference } = open();
    const body = [
      { preference_id: 1, preference_value: 7 },
      { preference_id: 1, preference_value: { size: 'large' } },
      { preference_id: 1, schema_version: '1' },
      { preference_id: 1, schema_version: 1.5 },
    ];
    expect(await userPreference.refusal('POST', '/generic-preference', body)).toEqual(
      malformed('0.preference_value', '1.preference_value', '2.schema_version', '3.schema_version'),
    );
    expect(await userPreference.post('/generic-preference', [{ preference_id: 1, preference_value: '' }])).toEqual([
      { id: 3, preference_id: 1, preference_value: '', schema_version: null },
    ]);
  });

  it('UP-R2, D15: a generic value for an entity preference gets 400', async () => {
    const { userPreference } = open();
    const body = [{ preference_id: 2 }, { preference_id: 1 }];
    expect(await userPreference.refusal('POST', '/generic-preference', body)).toEqual(malformed('0.preference_id'));
    expect(await userPreference.refusal('PUT', '/generic-preference/1', { preference_id: 4 })).toEqual(
      malformed('preference_id'),
    );
  });
});

describe('The key of a generic value', () => {
  it.each(['off', 'on', 'both'] as const)(
    'UP-F17, D11: apostropheKey %s accepts both spellings in bodies',
    async (apostropheKey) => {
      const { mock, userPreference } = open({ behavior: { apostropheKey } });
      await userPreference.post('/generic-preference', [
        { preference_id: 1, preference_value: 'plain' },
        { preference_id: 1, [KEY]: 'marked' },
      ]);
      await userPreference.put('/generic-preference/2', { [KEY]: 'huge' });
      await userPreference.post('/set-preference', [
        {
          user_id: 3,
          application_preference: 1,
          preference_hierarchy: 1,
          generic: [{ [KEY]: 'nested' }, { preference_value: 'bare' }],
        },
      ]);
      const values = mock.data.generic_preference.getAll().map(({ preference_value }) => preference_value);
      expect(values).toEqual(['daily', 'huge', 'plain', 'marked', 'nested', 'bare']);
    },
  );

  it.each([
    ['off', ['preference_value']],
    ['on', [KEY]],
    ['both', ['preference_value', KEY]],
  ] as const)(
    'UP-F17, D11: apostropheKey %s answers values with the keys %j on every route',
    async (apostropheKey, keys) => {
      const { userPreference } = open({ behavior: { apostropheKey } });
      const spelled = (value: string | null) => Object.fromEntries(keys.map((key) => [key, value]));
      const first = { id: 1, preference_id: 1, ...spelled('daily'), schema_version: 1 };
      const second = { id: 2, preference_id: 3, ...spelled('large'), schema_version: null };
      expect(await userPreference.get('/generic-preference')).toEqual([first, second]);
      expect(await userPreference.post('/generic-preference', [{ preference_id: 3 }])).toEqual([
        { id: 3, preference_id: 3, ...spelled(null), schema_version: null },
      ]);
      expect(await userPreference.put('/generic-preference/2', { schema_version: 4 })).toEqual([
        { ...second, schema_version: 4 },
      ]);
      expect(await userPreference.delete('/generic-preference/3')).toEqual([
        { id: 3, preference_id: 3, ...spelled(null), schema_version: null },
      ]);
      expect(await userPreference.post('/get-preference', { id: [1] })).toMatchObject([
        { generic: [{ id: 1, ...spelled('daily'), schema_version: 1 }] },
      ]);
      const setting = { user_id: 3, application_preference: 1, preference_hierarchy: 1 };
      const [set] = await userPreference.post<{ generic: object[] }[]>('/set-preference', [
        { ...setting, generic: [{ preference_value: 'hourly' }] },
      ]);
      expect(set?.generic).toEqual([{ id: 4, ...spelled('hourly'), schema_version: null }]);
    },
  );

  it('D11: the plain spelling wins when a body has both', async () => {
    const { userPreference } = open();
    const body = { preference_value: 'plain', [KEY]: 'marked' };
    expect(await userPreference.put('/generic-preference/1', body)).toMatchObject([{ preference_value: 'plain' }]);
  });

  it('D11: the spelling with an apostrophe must be a string or null', async () => {
    const { userPreference } = open();
    const { status } = await userPreference.refusal('PUT', '/generic-preference/1', { [KEY]: 7 });
    expect(status).toBe(400);
    await userPreference.put('/generic-preference/1', { [KEY]: null });
    expect(await userPreference.get('/generic-preference')).toMatchObject([{ preference_value: null }, {}]);
  });
});
