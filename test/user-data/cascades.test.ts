import { createMock, type Mock } from 'briefs-mock';
import { describe, expect, it } from 'vitest';
import { open, userDataOf } from '../support/user-data.js';
import { chosenOffice } from '../support/user-data-office.js';

type Keys = Record<string, (string | number)[]>;

/** The key of every record of every table. */
function keysOf(mock: Mock): Keys {
  const tables: [string, readonly object[]][] = Object.entries(mock.snapshot().tables);
  return Object.fromEntries(tables.map(([name, rows]) => [name, rows.map((row) => Object.values(row)[0])]));
}

/** The keys of all records that DELETE removes. Also checks that the remaining records are consistent. */
async function lostBy(path: string): Promise<Keys> {
  // Without sample records of new tables, so that the lists below stay as they are.
  const { mock, delete: remove } = userDataOf(createMock({ scenario: chosenOffice }));
  const before = keysOf(mock);
  await remove(path);
  const after = keysOf(mock);
  mock.restore(JSON.parse(JSON.stringify(mock.snapshot())));
  const lost = Object.entries(before).map(([name, keys]) => [name, keys.filter((key) => !after[name]?.includes(key))]);
  return Object.fromEntries(lost.filter(([, keys]) => (keys as Keys[string]).length > 0));
}

describe('X19: DELETE also deletes the dependent records of', () => {
  it('a user: application users, entitlements, preferences, bookmarks, reactions, tokens, user packages', async () => {
    expect(await lostBy('/user/1')).toEqual({
      user: [1],
      application_user: [1, 3],
      content_entitlement: [1, 3],
      user_package: [1, 2],
      legacy_user_preference: [1, 2],
      preference: [1, 2, 4],
      generic_preference: [1, 3],
      entity_preference: [1, 2],
      brief_entitlement: [1, 2, 4],
      bookmark: [1],
      reaction: [1],
      access_token: ['ann-token'],
    });
  });

  it('a user who has only a token: the token', async () => {
    expect(await lostBy('/user/4')).toEqual({ user: [4], access_token: ['dina-token'] });
  });

  it('an application: application users, features, application preferences, and the records below those', async () => {
    expect(await lostBy('/application/1')).toEqual({
      application: [1],
      application_user: [1, 2],
      content_entitlement: [1, 2, 3],
      feature: [1, 2],
      feature_package: [1, 2, 3],
      application_preference: [1, 2],
      preference: [1, 2, 3],
      generic_preference: [1, 2],
      entity_preference: [1, 2],
    });
  });
});

it('P24: the token of a deleted user gets 401', async () => {
  const { mock, delete: remove } = open();
  const list = () => mock.fetch('/public-api/v1/brief', { headers: { authorization: 'Bearer ann-token' } });
  expect((await list()).status).toBe(200);
  await remove('/user/1');
  expect((await list()).status).toBe(401);
});

describe('X24: changing the e-mail of a user', () => {
  it.each(['ann.arden@acme.test', 'ANN@acme.example'])(
    'to %s changes it in all records that refer to it',
    async (email) => {
      const { mock, get, post, put } = open();
      const before = mock.snapshot().tables;
      await put('/user/1', { email });
      const after = mock.snapshot().tables;
      const renamed = (value: unknown) => JSON.parse(JSON.stringify(value).replaceAll('ann@acme.example', email));
      expect(JSON.parse(JSON.stringify(after))).toEqual(renamed(before));
      expect(await get(`/brief-entitlement?email=${email}`)).toHaveLength(3);
      expect(await get(`/user-preference?user_email=${email}`)).toHaveLength(2);
      expect(await post('/get-preference', { user_email: [email] })).toHaveLength(3);
      const headers = { authorization: 'Bearer ann-token' };
      expect((await mock.fetch('/public-api/v1/bookmark/article', { headers })).status).toBe(200);
      mock.restore(JSON.parse(JSON.stringify(mock.snapshot())));
    },
  );

  it('leaves no record that refers to the old e-mail', async () => {
    const { get, post, put } = open();
    await put('/user/1', { email: 'new@acme.test' });
    expect(await get('/brief-entitlement?email=ann@acme.example')).toEqual([]);
    expect(await get('/user-preference?user_email=ann@acme.example')).toEqual([]);
    expect(await post('/get-preference', { user_email: ['ann@acme.example'] })).toEqual([]);
    const someone = { fname: 'Another', lname: 'Ann', email: 'ann@acme.example' };
    expect(await post('/user', someone)).toMatchObject([{ id: 5 }]);
    expect(await get('/brief-entitlement?email=ann@acme.example')).toEqual([]);
  });
});
