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

  it('an application user: its content entitlements', async () => {
    expect(await lostBy('/application-user/1')).toEqual({ application_user: [1], content_entitlement: [1, 3] });
  });

  it('a feature: its feature packages', async () => {
    expect(await lostBy('/feature/1')).toEqual({ feature: [1], feature_package: [1, 2] });
  });

  it('a package: its user packages and feature packages', async () => {
    expect(await lostBy('/package/2')).toEqual({ package: [2], user_package: [2], feature_package: [2, 3] });
  });

  it('a legacy preference: its user preferences', async () => {
    expect(await lostBy('/preference/1')).toEqual({ legacy_preference: [1], legacy_user_preference: [1, 3] });
  });

  it('an application preference: its preferences and their values', async () => {
    expect(await lostBy('/application-preference/1')).toEqual({
      application_preference: [1],
      preference: [1, 3],
      generic_preference: [1, 2],
    });
  });

  it('a hierarchy entry: the preferences filed under it and their values', async () => {
    expect(await lostBy('/preference-hierarchy/1')).toEqual({
      preference_hierarchy: [1],
      preference: [1, 3],
      generic_preference: [1, 2],
    });
  });

  it('a client or a client-brief relationship: none, they are only marked as deleted', async () => {
    expect(await lostBy('/client/1')).toEqual({});
    expect(await lostBy('/brief-client/1')).toEqual({});
  });

  it.each([
    ['/user-preference/1', { legacy_user_preference: [1] }],
    ['/feature-package/1', { feature_package: [1] }],
    ['/entity-preference/1', { entity_preference: [1] }],
    ['/generic-preference/1', { generic_preference: [1] }],
    ['/content-entitlement/1', { content_entitlement: [1] }],
  ])('%s: none', async (path, lost) => {
    expect(await lostBy(path)).toEqual(lost);
  });

  it('a user application preference: its values', async () => {
    const { mock, delete: remove } = open();
    const before = keysOf(mock);
    await remove('/user-application-preference/1/1', { ids: [2], type: 'entity' });
    expect(keysOf(mock)).toEqual({ ...before, preference: [1, 3, 4], entity_preference: [] });
  });

  it('a hierarchy entry: not its children, whose parent becomes null', async () => {
    const { get, delete: remove } = open();
    await remove('/preference-hierarchy/1');
    expect(await get('/preference-hierarchy')).toMatchObject([
      { id: 2, parent: null },
      { id: 3, parent: null },
    ]);
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
