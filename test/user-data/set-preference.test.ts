import { describe, expect, it } from 'vitest';
import { open } from '../support/user-data.js';

interface Composite {
  id: number;
  name: string;
  type: string;
  generic: object[];
  entity: object[];
}

/** Sets Colour for Ann under the hierarchy entry Other, where she has no preference yet. */
const setting = { preference_hierarchy: 3, user_id: 1, application_preference: 1 };
const composite = {
  name: 'Colour',
  ...setting,
  user_email: 'ann@acme.example',
  type: 'Generic',
  generic: [] as object[],
  entity: [] as object[],
};

describe('Set-preference', () => {
  it('Preference (composite): POST answers each preference with generated ids', async () => {
    const { get, post } = open();
    const generic = [{ preference_value: 'pink', schema_version: 3 }, { preference_value: 'grey' }];
    const entity = [{ entity_gid: 'g-7' }, {}];
    const created = await post('/set-preference', [
      { ...setting, name: 'Mine', user_email: 'ann@acme.example', type: 'Generic', generic, entity: [] },
      { ...setting, application_preference: 2, type: 'Entity', generic: [], entity },
    ]);
    expect(created).toEqual([
      {
        ...composite,
        id: 5,
        name: 'Mine',
        generic: [
          { id: 4, preference_value: 'pink', schema_version: 3 },
          { id: 5, preference_value: 'grey', schema_version: null },
        ],
      },
      {
        ...composite,
        id: 6,
        name: 'Topics',
        application_preference: 2,
        type: 'Entity',
        entity: [
          { id: 3, entity_gid: 'g-7' },
          { id: 4, entity_gid: null },
        ],
      },
    ]);
    expect(await post('/get-preference', { id: [5, 6] })).toEqual(created);
    expect(await get('/generic-preference')).toHaveLength(5);
    expect(await get('/entity-preference')).toHaveLength(4);
  });

  it.each([undefined, null, ''])(
    'F2: a name that is %j becomes the label of the application preference',
    async (name) => {
      const { post } = open();
      expect(await post('/set-preference', [{ ...setting, name }])).toEqual([{ ...composite, id: 5 }]);
    },
  );

  it('Set-preference: hierarchy, application preference and a user are required', async () => {
    const { refusal } = open();
    expect(await refusal('POST', '/set-preference', [{ user_id: 1 }])).toBe(
      '400 malformed_data 0.preference_hierarchy 0.application_preference',
    );
    const nobody = { preference_hierarchy: 3, application_preference: 1 };
    expect(await refusal('POST', '/set-preference', [nobody])).toMatch(/^400 malformed_data 0\.user_id/);
  });

  it('X5: POST answers 404 for an unknown hierarchy entry or application preference', async () => {
    const { refusal } = open();
    expect(await refusal('POST', '/set-preference', [{ ...setting, preference_hierarchy: 99 }])).toBe(
      '404 not_found 0.preference_hierarchy',
    );
    expect(await refusal('POST', '/set-preference', [{ ...setting, application_preference: 99 }])).toBe(
      '404 not_found 0.application_preference',
    );
  });

  it.each([
    [{ generic: 'pink' }],
    [{ generic: [{ preference_value: 3 }] }],
    [{ generic: [{ schema_version: 1.5 }] }],
    [{ generic: ['pink'] }],
    [{ type: 'Entity', entity: [{ entity_gid: 4 }] }],
    [{ type: 'Entity', entity: {} }],
    [{ type: 'other' }],
    [{ name: 7 }],
  ])('X5: POST answers 400 for %j', async (wrong) => {
    const { refusal } = open();
    expect(await refusal('POST', '/set-preference', [{ ...setting, ...wrong }])).toMatch(/^400 malformed_data 0\./);
  });
});

describe('D13: setting an existing preference', () => {
  const first = { ...setting, name: 'First', generic: [{ preference_value: 'pink' }, { preference_value: 'grey' }] };
  const second = { ...setting, generic: [{ preference_value: 'white' }] };

  it('replaces name, type and values', async () => {
    const { get, post } = open();
    await post('/set-preference', [first]);
    expect(await post('/set-preference', [second])).toEqual([
      { ...composite, id: 5, generic: [{ id: 6, preference_value: 'white', schema_version: null }] },
    ]);
    expect((await get<{ id: number }[]>('/generic-preference')).map(({ id }) => id)).toEqual([1, 2, 3, 6]);
    expect(await post('/set-preference', [{ ...setting, type: 'Entity', entity: [{ entity_gid: 'g' }] }])).toEqual([
      { ...composite, id: 5, type: 'Entity', entity: [{ id: 3, entity_gid: 'g' }] },
    ]);
    expect((await get<{ id: number }[]>('/generic-preference')).map(({ id }) => id)).toEqual([1, 2, 3]);
  });

  it('removes all values if none are sent', async () => {
    const { post } = open();
    await post('/set-preference', [first]);
    expect(await post('/set-preference', [{ ...setting, generic: null }])).toEqual([{ ...composite, id: 5 }]);
    await post('/set-preference', [first]);
    expect(await post('/set-preference', [setting])).toEqual([{ ...composite, id: 5 }]);
  });

  it('also replaces within one body, and answers one record per item', async () => {
    const { post } = open();
    const answers = await post<Composite[]>('/set-preference', [first, second]);
    const last = { ...composite, id: 5, generic: [{ id: 6, preference_value: 'white', schema_version: null }] };
    expect(answers).toHaveLength(2);
    expect(answers.map(({ id }) => id)).toEqual([5, 5]);
    expect(answers[1]).toEqual(last);
    expect(await post('/get-preference', { preference_hierarchy: [3] })).toEqual([last]);
  });

  it('creates another preference for another user, application preference or hierarchy', async () => {
    const { post } = open();
    const others = [{ user_id: 2 }, { application_preference: 2 }, { preference_hierarchy: 2 }];
    const items = [{}, ...others].map((other) => ({ ...setting, ...other }));
    expect((await post<Composite[]>('/set-preference', items)).map(({ id }) => id)).toEqual([5, 6, 7, 8]);
  });

  it('finds the user by e-mail or by id', async () => {
    const { post } = open();
    const { user_id, ...rest } = setting;
    await post('/set-preference', [first]);
    expect(await post('/set-preference', [{ ...rest, user_email: 'ANN@acme.example' }])).toEqual([
      { ...composite, id: 5 },
    ]);
  });

  it('creates another preference with setPreference: append', async () => {
    const { get, post } = open({ behavior: { setPreference: 'append' } });
    await post('/set-preference', [first]);
    const answers = await post<Composite[]>('/set-preference', [second, second]);
    expect(answers.map(({ id }) => id)).toEqual([6, 7]);
    expect(answers.map(({ generic }) => generic)).toEqual([
      [{ id: 6, preference_value: 'white', schema_version: null }],
      [{ id: 7, preference_value: 'white', schema_version: null }],
    ]);
    expect(await post('/get-preference', { preference_hierarchy: [3] })).toHaveLength(3);
    expect(await get('/generic-preference')).toHaveLength(7);
  });
});

describe('D15: values of the other type', () => {
  it('get 400 and change nothing', async () => {
    const { refusal } = open();
    const generic = [{ preference_value: 'pink' }];
    const entity = [{ entity_gid: 'g' }];
    expect(await refusal('POST', '/set-preference', [{ ...setting, entity }])).toBe('400 malformed_data 0.entity');
    expect(await refusal('POST', '/set-preference', [{ ...setting, type: 'Generic', entity, generic }])).toBe(
      '400 malformed_data 0.entity',
    );
    expect(await refusal('POST', '/set-preference', [{ ...setting, type: 'Entity', generic }])).toBe(
      '400 malformed_data 0.generic',
    );
    const replacing = { ...setting, preference_hierarchy: 1, type: 'Entity', entity, generic };
    expect(await refusal('POST', '/set-preference', [replacing])).toBe('400 malformed_data 0.generic');
  });
});

describe('D16: user_id and user_email', () => {
  const { user_id, ...rest } = setting;

  it('are each enough, and the answer has both', async () => {
    const { post } = open();
    const expected = [{ ...composite, id: 5 }];
    expect(await post('/set-preference', [{ ...rest, user_id: 1 }])).toEqual(expected);
    expect(await post('/set-preference', [{ ...rest, user_email: 'Ann@Acme.example' }])).toEqual(expected);
    expect(await post('/set-preference', [{ ...rest, user_id: 1, user_email: 'ann@acme.EXAMPLE' }])).toEqual(expected);
  });

  it('get 400 if they name different users, whether or not the preference exists', async () => {
    const { refusal } = open();
    const split = { ...rest, user_id: 1, user_email: 'ben@oak.example' };
    expect(await refusal('POST', '/set-preference', [split])).toMatch(/^400 malformed_data 0\.user_/);
    expect(await refusal('POST', '/set-preference', [{ ...split, preference_hierarchy: 1 }])).toMatch(
      /^400 malformed_data 0\.user_/,
    );
  });

  it('get 404 if there is no such user', async () => {
    const { refusal } = open();
    expect(await refusal('POST', '/set-preference', [{ ...rest, user_id: 99 }])).toBe('404 not_found 0.user_id');
    expect(await refusal('POST', '/set-preference', [{ ...rest, user_email: 'nobody@free.example' }])).toBe(
      '404 not_found 0.user_email',
    );
    const half = { ...rest, preference_hierarchy: 1, user_id: 1, user_email: 'nobody@free.example' };
    expect(await refusal('POST', '/set-preference', [half])).toBe('404 not_found 0.user_email');
  });
});

describe('D17: the type', () => {
  it('is Generic by default', async () => {
    const { post } = open();
    expect(await post('/set-preference', [setting])).toMatchObject([{ type: 'Generic' }]);
    const replaced = { ...setting, application_preference: 2, preference_hierarchy: 2 };
    await post('/set-preference', [{ ...replaced, type: 'Entity' }]);
    expect(await post('/set-preference', [replaced])).toMatchObject([{ id: 6, type: 'Generic' }]);
  });

  it.each([
    ['entity', 'Entity'],
    ['ENTITY', 'Entity'],
    ['generic', 'Generic'],
    ['gEnErIc', 'Generic'],
  ])('may be sent as %s and is answered as %s', async (type, written) => {
    const { post } = open();
    expect(await post('/set-preference', [{ ...setting, type }])).toMatchObject([{ type: written }]);
    const found = await post<Composite[]>('/get-preference', { type: [type] });
    expect(new Set(found.map((preference) => preference.type))).toEqual(new Set([written]));
  });
});

it('X1: preferences set here can be read in the user-preference API, and vice versa', async () => {
  const { mock, post } = open();
  const there = async (path: string, body: unknown) => {
    const response = await mock.fetch(`/user-preference/v1${path}`, { method: 'POST', body: JSON.stringify(body) });
    expect(response.status).toBe(200);
    return (await response.json()).data;
  };
  const here = await post('/set-preference', [{ ...setting, generic: [{ preference_value: 'pink' }] }]);
  expect(await there('/get-preference', { preference_hierarchy: [3] })).toEqual(here);
  const set = await there('/set-preference', [{ ...setting, user_id: 2 }]);
  expect(await post('/get-preference', { user_id: [2], preference_hierarchy: [3] })).toEqual(set);
});
