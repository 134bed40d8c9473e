import { describe, expect, it } from 'vitest';
import { open } from '../support/user-data.js';

const PATH = '/content-entitlement-sync';

/** A new user of a new client in a new application. */
const item = {
  action: 'sync',
  application: { name: 'Kiosk' },
  application_user: { legacy_id: 700 },
  entitlement: { slug: 'gazette', content_type: 'brief', is_subscribed: true, created_by: 1, updated_by: 2 },
  client: {
    id: 40,
    short_name: 'elm',
    display_name: 'Elm Ltd',
    status: 'active',
    sf_id: 'C-9',
    legacy_id: 90,
    type: 'company',
    created_by: 'x',
    updated_by: null,
  },
  user: {
    sf_id: 'U-9',
    fname: 'Eve',
    lname: 'Ek',
    email: 'eve@elm.example',
    user_type: 'normal',
    created_by: 3,
    updated_by: 4,
  },
};

/** Ann, for whom all records exist already. */
const ofAnn = {
  ...item,
  application: { name: 'Reader' },
  application_user: { legacy_id: 101 },
  entitlement: { slug: 'harbour-log', content_type: 'brief', is_subscribed: false },
  client: { short_name: 'acme', display_name: 'Acme Ltd', status: 'active', sf_id: 'C-8', legacy_id: 80, type: 'firm' },
  user: { sf_id: 'U-8', fname: 'Anna', lname: 'Ash', email: 'ANN@acme.example', user_type: 'decision_maker' },
};

describe('D27: the legacy form of content-entitlement-sync', () => {
  it('creates the records that do not exist, and answers the groups with their ids', async () => {
    const { get, post } = open();
    expect(await post(PATH, [item])).toEqual([
      {
        application: { id: 3, name: 'Kiosk' },
        application_user: { id: 4, legacy_id: 700 },
        entitlement: { id: 4, ...item.entitlement },
        client: { ...item.client, id: 3 },
        user: { id: 5, ...item.user },
      },
    ]);
    expect(await get('/application/3')).toMatchObject([{ id: 3, name: 'Kiosk' }]);
    expect(await get('/client/3')).toMatchObject([
      {
        id: 3,
        name: 'Elm Ltd',
        short_name: 'elm',
        display_name: 'Elm Ltd',
        type: 'company',
        status: 'active',
        domain: null,
        legacy_id: 90,
        sf_id: 'C-9',
      },
    ]);
    expect(await get('/user/5')).toMatchObject([
      {
        id: 5,
        sf_id: 'U-9',
        fname: 'Eve',
        lname: 'Ek',
        email: 'eve@elm.example',
        client_id: 3,
        user_type: 'normal',
      },
    ]);
    expect(await get('/application-user/4')).toMatchObject([{ id: 4, user_id: 5, application_id: 3, legacy_id: 700 }]);
    expect(await get('/content-entitlement/4')).toMatchObject([
      { id: 4, application_user_id: 4, content_type: 'brief', is_subscribed: true, slug: 'gazette' },
    ]);
  });

  it('updates the records that exist, and creates none', async () => {
    const { get, post } = open();
    const [answer] = await post<Record<string, { id: number }>[]>(PATH, [ofAnn]);
    expect(Object.entries(answer ?? {}).map(([group, { id }]) => [group, id])).toEqual([
      ['application', 1],
      ['application_user', 1],
      ['entitlement', 1],
      ['client', 1],
      ['user', 1],
    ]);
    expect(await get('/application')).toHaveLength(2);
    expect(await get('/application-user')).toHaveLength(3);
    expect(await get('/client')).toMatchObject([
      {
        id: 1,
        name: 'Acme Incorporated',
        display_name: 'Acme Ltd',
        type: 'firm',
        domain: ['acme.example', 'Acme.Test'],
        legacy_id: 80,
        sf_id: 'C-8',
      },
      { id: 2 },
    ]);
    expect((await get<object[]>('/user'))[0]).toMatchObject({
      sf_id: 'U-8',
      fname: 'Anna',
      lname: 'Ash',
      client_id: 1,
      user_type: 'decision_maker',
    });
    expect(await get('/user')).toHaveLength(4);
    expect(await get('/content-entitlement')).toMatchObject([{ id: 1, is_subscribed: false }, { id: 2 }, { id: 3 }]);
  });

  it('D32: a group that names an existing record needs only what names it, and changes nothing', async () => {
    const { mock, post } = open();
    const before = mock.snapshot().tables;
    const bare = {
      action: 'sync',
      application: { name: 'Reader' },
      application_user: { legacy_id: 101 },
      entitlement: { slug: 'harbour-log', content_type: 'brief' },
      client: { short_name: 'acme' },
      user: { email: 'ann@acme.example' },
    };
    expect(await post(PATH, [bare])).toEqual([
      {
        application: { id: 1, name: 'Reader' },
        application_user: { id: 1, legacy_id: 101 },
        entitlement: { id: 1, slug: 'harbour-log', content_type: 'brief' },
        client: { id: 1, short_name: 'acme' },
        user: { id: 1, email: 'ann@acme.example' },
      },
    ]);
    expect(mock.snapshot().tables).toEqual(before);
  });

  it('D32: a group may name a record that an earlier item of the body creates', async () => {
    const { post } = open();
    const again = { ...item, client: { short_name: 'elm' }, user: { email: 'eve@elm.example' } };
    expect(await post(PATH, [item, again])).toMatchObject([{}, { client: { id: 3 }, user: { id: 5 } }]);
  });

  it('D32: a group that names no existing record needs all required fields', async () => {
    const { refusal } = open();
    const nothing = { ...item, client: { short_name: 'elm' }, user: { email: 'eve@elm.example' } };
    expect(await refusal('POST', PATH, [nothing])).toBe(
      '400 malformed_data 0.client.display_name 0.client.type 0.user.fname 0.user.lname',
    );
    const nulls = {
      ...ofAnn,
      client: { short_name: 'acme', type: null },
      user: { email: 'ann@acme.example', fname: '' },
    };
    expect(await refusal('POST', PATH, [nulls])).toBe('400 malformed_data 0.client.type 0.user.fname');
  });

  it('sets the client of the user', async () => {
    const { get, post } = open();
    const ofCleo = { fname: 'Cleo', lname: 'Cole', email: 'cleo@free.example' };
    const oak = { short_name: 'oak', display_name: 'Oak', type: 'company' };
    await post(PATH, [{ ...item, user: ofCleo, client: oak }]);
    expect(await get('/user/3')).toMatchObject([{ client_id: 2, email: 'cleo@free.example' }]);
    await post(PATH, [{ ...item, user: ofCleo }]);
    expect(await get('/user/3')).toMatchObject([{ client_id: 3 }]);
  });

  it('finds the application user by application and legacy_id', async () => {
    const { get, post } = open();
    const ofDina = { ...item.user, email: 'dina@free.example' };
    await post(PATH, [{ ...item, application: { name: 'Desk' }, application_user: { legacy_id: 101 }, user: ofDina }]);
    expect(await get('/application-user/3')).toEqual([{ id: 3, user_id: 4, application_id: 2, legacy_id: 101 }]);
  });

  it('deletes the entitlement with action delete, and answers its id', async () => {
    const { get, post } = open();
    const [answer] = await post<object[]>(PATH, [{ ...ofAnn, action: 'delete' }]);
    expect(answer).toMatchObject({ entitlement: { id: 1, slug: 'harbour-log' } });
    expect((await get<{ id: number }[]>('/content-entitlement')).map(({ id }) => id)).toEqual([2, 3]);
  });

  it('answers the id null with action delete if there was no entitlement', async () => {
    const { get, post } = open();
    const [answer] = await post<object[]>(PATH, [{ ...item, action: 'delete' }]);
    expect(answer).toMatchObject({ entitlement: { ...item.entitlement, id: null }, user: { id: 5 } });
    expect(await get('/content-entitlement')).toHaveLength(3);
  });

  it('sets a missing is_subscribed to true', async () => {
    const { get, post } = open();
    const entitlement = { slug: 'harbour-log', content_type: 'brief' };
    const ofBen = { fname: 'Ben', lname: 'Brook', email: 'ben@oak.example' };
    const oak = { short_name: 'oak', display_name: 'Oak', type: 'company' };
    await post(PATH, [{ ...ofAnn, application_user: { legacy_id: 102 }, entitlement, user: ofBen, client: oak }]);
    expect(await get('/content-entitlement/2')).toMatchObject([{ is_subscribed: true }]);
  });

  it('applies items in order', async () => {
    const { get, post } = open();
    const answers = await post(PATH, [item, { ...item, action: 'delete' }, item]);
    expect(answers).toMatchObject([{ entitlement: { id: 4 } }, { entitlement: { id: 4 } }, { entitlement: { id: 5 } }]);
    expect(await get('/user')).toHaveLength(5);
  });

  it('answers 400 for any other action', async () => {
    const { refusal } = open();
    for (const action of ['update', undefined, null, 3]) {
      expect(await refusal('POST', PATH, [item, { ...item, action }])).toBe('400 malformed_data 1.action');
    }
  });

  it.each([
    ['an invalid application', { application: {} }, '0.application.name'],
    ['an invalid application user', { application_user: { legacy_id: '1' } }, '0.application_user.legacy_id'],
    ['an invalid entitlement', { entitlement: { slug: '' } }, '0.entitlement.slug 0.entitlement.content_type'],
    ['an invalid client', { client: { ...item.client, status: 'gone' } }, '0.client.status'],
    ['an invalid user', { user: { ...item.user, user_type: 'admin' } }, '0.user.user_type'],
    ['a missing user', { user: undefined }, '0.user'],
  ])('answers 400 for %s', async (_, wrong, paths) => {
    const { refusal } = open();
    expect(await refusal('POST', PATH, [{ ...item, ...wrong }])).toBe(`400 malformed_data ${paths}`);
  });

  it('X3: starts issue paths with the index and the group', async () => {
    const { refusal } = open();
    const outside = { ...item, client: ofAnn.client };
    expect(await refusal('POST', PATH, [item, outside])).toBe('400 malformed_data 1.user.email');
    const noAddress = { ...item, user: { ...item.user, email: 'eve' } };
    expect(await refusal('POST', PATH, [item, noAddress])).toBe('400 malformed_data 1.user.email');
    const secondAccount = { ...ofAnn, application_user: { legacy_id: 900 } };
    expect(await refusal('POST', PATH, [secondAccount])).toMatch(/^409 conflict 0\.application_user/);
    const nameTaken = { ...item, client: { ...item.client, display_name: 'Oak & Sons' } };
    expect(await refusal('POST', PATH, [nameTaken])).toMatch(/^409 conflict 0\.client/);
  });

  it('D5: answers 400 for an e-mail outside the domains of the client', async () => {
    const { refusal } = open();
    expect(await refusal('POST', PATH, [item, { ...item, client: ofAnn.client }])).toMatch(/^400 malformed_data 1/);
  });

  it('D35: answers 409 if the user has another account in the application', async () => {
    const { refusal } = open();
    expect(await refusal('POST', PATH, [{ ...ofAnn, application_user: { legacy_id: 900 } }])).toMatch(
      /^409 conflict 0/,
    );
  });

  it('X6: answers 400 rather than 409 for an item with both problems', async () => {
    const { refusal } = open();
    const nameTaken = { ...item, client: { ...item.client, display_name: 'Oak & Sons' } };
    expect(await refusal('POST', PATH, [nameTaken])).toMatch(/^409 conflict 0/);
    const both = { ...nameTaken, user: { ...item.user, email: 'eve' } };
    expect(await refusal('POST', PATH, [both])).toMatch(/^400 malformed_data 0/);
  });

  it('answers 400 if the body mixes both forms', async () => {
    const { refusal } = open();
    const other = { action: 'sync', application_user_id: 3, slug: 'gazette', content_type: 'brief' };
    expect(await refusal('POST', PATH, [item, other])).toMatch(/^400 malformed_data/);
    expect(await refusal('POST', PATH, [other, item])).toMatch(/^400 malformed_data/);
    expect(await refusal('POST', PATH, [item, null])).toMatch(/^400 malformed_data/);
  });
});
