import { describe, expect, it } from 'vitest';
import { open } from '../support/user-data.js';

const entities = [
  { id: 1, preference_id: 2, entity_gid: 'g-1' },
  { id: 2, preference_id: 2, entity_gid: 'g-2' },
];
const blue = { id: 1, preference_id: 1, preference_value: 'blue', schema_version: 1 };
const red = { id: 2, preference_id: 3, preference_value: 'red', schema_version: null };
const loud = { id: 3, preference_id: 4, preference_value: 'loud', schema_version: 2 };

describe('Entity preference', () => {
  it('Entity preference: GET lists every value', async () => {
    const { get } = open();
    expect(await get('/entity-preference')).toEqual(entities);
  });

  it('Entity preference, X21: POST creates one value for each item; entity_gid is optional', async () => {
    const { get, post } = open();
    const created = [
      { id: 3, preference_id: 2, entity_gid: 'g-3' },
      { id: 4, preference_id: 2, entity_gid: null },
      { id: 5, preference_id: 2, entity_gid: null },
    ];
    const items = [
      { preference_id: 2, entity_gid: 'g-3' },
      { preference_id: 2 },
      { preference_id: 2, entity_gid: null },
    ];
    expect(await post('/entity-preference', items)).toEqual(created);
    expect(await get('/entity-preference')).toEqual([...entities, ...created]);
  });

  it('D32: preference_id is required', async () => {
    const { refusal } = open();
    expect(await refusal('POST', '/entity-preference', [{ entity_gid: 7 }])).toBe(
      '400 malformed_data 0.preference_id 0.entity_gid',
    );
    expect(await refusal('PUT', '/entity-preference/1', { preference_id: null })).toBe(
      '400 malformed_data preference_id',
    );
  });

  it('X5: POST and PUT answer 404 for an unknown preference', async () => {
    const { refusal } = open();
    expect(await refusal('POST', '/entity-preference', [{ preference_id: 99 }])).toBe('404 not_found 0.preference_id');
    expect(await refusal('PUT', '/entity-preference/1', { preference_id: 99 })).toBe('404 not_found preference_id');
  });

  it('D15: POST and PUT answer 400 for a preference of the other type', async () => {
    const { refusal } = open();
    expect(await refusal('POST', '/entity-preference', [{ preference_id: 1 }])).toBe(
      '400 malformed_data 0.preference_id',
    );
    expect(await refusal('PUT', '/entity-preference/1', { preference_id: 1 })).toBe('400 malformed_data preference_id');
  });

  it('X8: PUT and DELETE answer an array with the record', async () => {
    const { get, put, delete: remove } = open();
    expect(await put('/entity-preference/1', { entity_gid: 'g-9' })).toEqual([{ ...entities[0], entity_gid: 'g-9' }]);
    expect(await put('/entity-preference/1', { entity_gid: null })).toEqual([{ ...entities[0], entity_gid: null }]);
    expect(await put('/entity-preference/1', { preference_id: 2, entity_gid: 'g-1' })).toEqual([entities[0]]);
    expect(await remove('/entity-preference/1')).toEqual([entities[0]]);
    expect(await get('/entity-preference')).toEqual([entities[1]]);
  });
});

describe('Generic preference', () => {
  it('Generic preference: GET lists every value', async () => {
    const { get } = open();
    expect(await get('/generic-preference')).toEqual([blue, red, loud]);
  });

  it('Generic preference, X21: POST creates one for each item; value and version are optional', async () => {
    const { get, post } = open();
    const created = [
      { id: 4, preference_id: 1, preference_value: 'green', schema_version: 3 },
      { id: 5, preference_id: 1, preference_value: '', schema_version: 0 },
      { id: 6, preference_id: 1, preference_value: null, schema_version: null },
    ];
    const items = [created[0], created[1], { preference_id: 1 }];
    expect(await post('/generic-preference', items)).toEqual(created);
    expect(await get('/generic-preference')).toEqual([blue, red, loud, ...created]);
  });

  it('D32: preference_id is required', async () => {
    const { refusal } = open();
    const wrong = { preference_value: 1, schema_version: '1' };
    expect(await refusal('POST', '/generic-preference', [wrong])).toBe(
      '400 malformed_data 0.preference_id 0.preference_value 0.schema_version',
    );
    expect(await refusal('PUT', '/generic-preference/1', wrong)).toBe(
      '400 malformed_data preference_value schema_version',
    );
  });

  it('X5: POST and PUT answer 404 for an unknown preference', async () => {
    const { refusal } = open();
    expect(await refusal('POST', '/generic-preference', [{ preference_id: 99 }])).toBe('404 not_found 0.preference_id');
    expect(await refusal('PUT', '/generic-preference/1', { preference_id: 99 })).toBe('404 not_found preference_id');
  });

  it('D15: POST and PUT answer 400 for a preference of the other type', async () => {
    const { refusal } = open();
    expect(await refusal('POST', '/generic-preference', [{ preference_id: 2 }])).toBe(
      '400 malformed_data 0.preference_id',
    );
    expect(await refusal('PUT', '/generic-preference/1', { preference_id: 2 })).toBe(
      '400 malformed_data preference_id',
    );
  });

  it('X8: PUT and DELETE answer an array with the record', async () => {
    const { get, put, delete: remove } = open();
    expect(await put('/generic-preference/1', {})).toEqual([blue]);
    expect(await put('/generic-preference/1', { schema_version: 5 })).toEqual([{ ...blue, schema_version: 5 }]);
    expect(await put('/generic-preference/1', { preference_value: null })).toEqual([
      { ...blue, preference_value: null, schema_version: 5 },
    ]);
    const all = { preference_id: 3, preference_value: 'green', schema_version: 6 };
    expect(await put('/generic-preference/1', all)).toEqual([{ id: 1, ...all }]);
    expect(await remove('/generic-preference/1')).toEqual([{ id: 1, ...all }]);
    expect(await get('/generic-preference')).toEqual([red, loud]);
  });
});

const plain = 'preference_value';
const apostrophe = "preference_value'";

describe('D11: the key of a value', () => {
  it.each([plain, apostrophe])('may be sent as %s, and is answered as preference_value', async (key) => {
    const { post, put } = open();
    const item = { preference_id: 1, [key]: 'green', schema_version: 2 };
    const created = { id: 4, preference_id: 1, preference_value: 'green', schema_version: 2 };
    expect(await post('/generic-preference', [item])).toEqual([created]);
    expect(await put('/generic-preference/4', { [key]: 'pink' })).toEqual([{ ...created, preference_value: 'pink' }]);
    const setting = { preference_hierarchy: 3, user_id: 1, application_preference: 1, generic: [{ [key]: 'grey' }] };
    expect(await post('/set-preference', [setting])).toMatchObject([
      { generic: [{ id: 5, preference_value: 'grey', schema_version: null }] },
    ]);
  });

  it('gets 400 for a value of the wrong type in either spelling', async () => {
    const { refusal } = open();
    for (const key of [plain, apostrophe]) {
      expect(await refusal('PUT', '/generic-preference/1', { [key]: 7 })).toMatch(/^400 malformed_data /);
    }
  });

  it.each([
    ['on', { [apostrophe]: 'blue' }],
    ['both', { [plain]: 'blue', [apostrophe]: 'blue' }],
    ['off', { [plain]: 'blue' }],
  ] as const)('is spelled in every answer as apostropheKey: %s says', async (apostropheKey, value) => {
    const { get, post, put, delete: remove } = open({ behavior: { apostropheKey } });
    const written = { id: 1, preference_id: 1, ...value, schema_version: 1 };
    expect((await get<object[]>('/generic-preference'))[0]).toEqual(written);
    expect(await post('/generic-preference', [{ preference_id: 1, preference_value: 'blue' }])).toEqual([
      { id: 4, preference_id: 1, ...value, schema_version: null },
    ]);
    expect(await put('/generic-preference/1', {})).toEqual([written]);
    expect((await post<{ generic: object[] }[]>('/get-preference', { id: [1] }))[0]?.generic[0]).toEqual({
      id: 1,
      ...value,
      schema_version: 1,
    });
    const generic = [{ preference_value: 'blue' }];
    const setting = { preference_hierarchy: 3, user_id: 1, application_preference: 1, generic };
    expect(await post('/set-preference', [setting])).toMatchObject([
      { generic: [{ id: 5, ...value, schema_version: null }] },
    ]);
    expect(await remove('/generic-preference/1')).toEqual([written]);
  });
});
