import { describe, expect, it } from 'vitest';
import { open } from '../support/user-data.js';

const ann = {
  id: 1,
  sf_id: 'U-1',
  fname: 'Ann',
  lname: 'Arden',
  email: 'ann@acme.example',
  client_id: 1,
  user_type: 'power_user',
};
const plain = { sf_id: null, client_id: null, user_type: 'normal' };
const ben = { id: 2, ...plain, fname: 'Ben', lname: 'Brook', email: 'ben@oak.example', client_id: 2 };
const cleo = { id: 3, ...plain, fname: 'Cleo', lname: 'Cole', email: 'cleo@free.example' };
const dina = { id: 4, ...plain, fname: 'Dina', lname: 'Dale', email: 'dina@free.example' };
const eve = { fname: 'Eve', lname: 'Ek', email: 'eve@free.example' };

it('D1: GET /user lists all users, GET by id answers an array with one', async () => {
  const { get } = open();
  expect(await get('/user')).toEqual([ann, ben, cleo, dina]);
  expect(await get('/user/1')).toEqual([ann]);
});

it('User: POST creates one from an object and several from an array', async () => {
  const { get, post } = open();
  const full = { ...eve, sf_id: 'U-5', client_id: 2, user_type: 'decision_maker' };
  const fay = { ...plain, fname: 'Fay', lname: 'Fox', email: 'fay@free.example' };
  expect(await post('/user', full)).toEqual([{ id: 5, ...full }]);
  expect(await post('/user', [fay])).toEqual([{ id: 6, ...fay }]);
  expect(await get('/user')).toHaveLength(6);
});

it('X21: missing and null fields are null, and user_type is normal', async () => {
  const { post, put } = open();
  expect(await post('/user', eve)).toEqual([{ id: 5, ...plain, ...eve }]);
  const nulls = { sf_id: null, client_id: null, user_type: null };
  expect(await post('/user', { ...eve, email: 'eve2@free.example', ...nulls })).toEqual([
    { id: 6, ...plain, ...eve, email: 'eve2@free.example' },
  ]);
  expect(await put('/user/1', nulls)).toEqual([{ ...ann, ...plain }]);
});

it('X21, D32: fname, lname and email are required', async () => {
  const { refusal } = open();
  expect(await refusal('POST', '/user', [{}])).toBe('400 malformed_data 0.fname 0.lname 0.email');
  for (const field of ['fname', 'lname', 'email']) {
    expect(await refusal('POST', '/user', [{ ...eve, [field]: null }])).toBe(`400 malformed_data 0.${field}`);
    expect(await refusal('POST', '/user', [{ ...eve, [field]: '' }])).toBe(`400 malformed_data 0.${field}`);
    expect(await refusal('PUT', '/user/1', { [field]: null })).toBe(`400 malformed_data ${field}`);
    expect(await refusal('PUT', '/user/1', { [field]: 7 })).toBe(`400 malformed_data ${field}`);
  }
});

it('D33: a user_type that is not one of the four gets 400', async () => {
  const { post, refusal } = open();
  expect(await refusal('POST', '/user', [{ ...eve, user_type: 'admin' }])).toBe('400 malformed_data 0.user_type');
  expect(await refusal('PUT', '/user/1', { user_type: 'Normal' })).toBe('400 malformed_data user_type');
  const types = ['normal', 'power_user', 'decision_maker', 'power_user_and_decision_maker'];
  const users = types.map((user_type, n) => ({ ...eve, email: `eve${n}@free.example`, user_type }));
  expect(await post('/user', users)).toMatchObject(types.map((user_type) => ({ user_type })));
});

it('X8: PUT changes only the fields in the body', async () => {
  const { get, put } = open();
  expect(await put('/user/1', { fname: 'Anna' })).toEqual([{ ...ann, fname: 'Anna' }]);
  const all = { fname: 'Ada', lname: 'Ash', email: 'ada@oak.example', client_id: 2, user_type: 'normal' };
  expect(await put('/user/1', all)).toEqual([{ id: 1, sf_id: 'U-1', ...all }]);
  expect(await get('/user/1')).toEqual([{ id: 1, sf_id: 'U-1', ...all }]);
});

it('X5: POST and PUT answer 404 for an unknown client', async () => {
  const { refusal } = open();
  expect(await refusal('POST', '/user', [{ ...eve, client_id: 99 }])).toBe('404 not_found 0.client_id');
  expect(await refusal('PUT', '/user/1', { client_id: 99 })).toBe('404 not_found client_id');
});

it('D34: a new user may belong to a deleted client', async () => {
  const { post, delete: remove } = open();
  await remove('/client/2');
  expect(await post('/user', { ...eve, client_id: 2 })).toEqual([{ id: 5, ...plain, ...eve, client_id: 2 }]);
});

describe('D5: e-mails', () => {
  it('are unique and case-insensitive, 409 otherwise', async () => {
    const { put, refusal } = open();
    expect(await refusal('POST', '/user', [{ ...eve, email: 'DINA@Free.Example' }])).toBe('409 conflict 0.email');
    expect(await refusal('PUT', '/user/4', { email: 'Cleo@free.example' })).toBe('409 conflict email');
    expect(await put('/user/4', { email: 'DINA@free.example' })).toEqual([{ ...dina, email: 'DINA@free.example' }]);
  });

  it('must be of a domain that the client of the user lists, 400 otherwise', async () => {
    const { post, refusal } = open();
    const atAcme = { ...eve, client_id: 1 };
    for (const email of ['eve@free.example', 'eve@sub.acme.example', 'eve@acme.example.org', 'eve@acme']) {
      expect(await refusal('POST', '/user', [{ ...atAcme, email }])).toBe('400 malformed_data 0.email');
    }
    for (const email of ['eve1@acme.example', 'eve2@ACME.Example', 'eve3@acme.test']) {
      expect(await post('/user', [{ ...atAcme, email }])).toMatchObject([{ email }]);
    }
  });

  it('may be of any domain if the client lists none or the user has no client', async () => {
    const { post } = open();
    await post('/user', { ...eve, client_id: 2 });
    await post('/user', { ...eve, email: 'eve@anywhere.example' });
  });

  it('are checked by PUT together with the stored fields', async () => {
    const { put, refusal } = open();
    expect(await refusal('PUT', '/user/1', { email: 'ann@oak.example' })).toBe('400 malformed_data email');
    expect(await refusal('PUT', '/user/2', { client_id: 1 })).toBe('400 malformed_data email');
    expect(await put('/user/2', { client_id: 1, email: 'ben@acme.example' })).toMatchObject([{ client_id: 1 }]);
    expect(await put('/user/1', { client_id: null, email: 'ann@oak.example' })).toMatchObject([{ client_id: null }]);
  });

  it('must be valid addresses, 400 otherwise', async () => {
    const { refusal } = open();
    for (const email of ['eve', '@free.example', 'eve@', 'eve @free.example', 'eve@free@example', ' ']) {
      expect(await refusal('POST', '/user', [{ ...eve, email }]), email).toBe('400 malformed_data 0.email');
    }
  });
});

it('D36: an empty list of domains allows any e-mail, and a client may exclude the domains of its users', async () => {
  const { post, put, refusal } = open();
  await put('/client/1', { domain: ['elsewhere.example'] });
  expect(await put('/user/2', { lname: 'Bell' })).toMatchObject([{ lname: 'Bell' }]);
  expect(await refusal('PUT', '/user/1', { lname: 'Ash' })).toBe('400 malformed_data email');
  await put('/client/1', { domain: [] });
  expect(await put('/user/1', { lname: 'Ash' })).toMatchObject([{ lname: 'Ash' }]);
  await put('/client/1', { domain: null });
  expect(await post('/user', { ...eve, client_id: 1 })).toHaveLength(1);
});

describe('D4: first names', () => {
  it('may repeat by default', async () => {
    const { post } = open();
    expect(await post('/user', { ...eve, fname: 'Ann' })).toMatchObject([{ id: 5, fname: 'Ann' }]);
  });

  const behavior = { uniqueFirstName: true };

  it('must be unique with uniqueFirstName, 409 otherwise', async () => {
    const { post, put, refusal } = open({ behavior });
    expect(await refusal('POST', '/user', [{ ...eve, fname: 'Ann' }])).toBe('409 conflict 0.fname');
    expect(await refusal('PUT', '/user/2', { fname: 'Ann' })).toBe('409 conflict fname');
    const twice = [eve, { ...eve, email: 'eve2@free.example' }];
    expect(await refusal('POST', '/user', twice)).toBe('409 conflict 1.fname');
    expect(await put('/user/1', { fname: 'Ann', lname: 'Ash' })).toMatchObject([{ lname: 'Ash' }]);
    expect(await post('/user', eve)).toHaveLength(1);
  });

  it('X6: a user with a taken first name and another problem gets 400 or 404 rather than 409', async () => {
    const { refusal } = open({ behavior });
    const namesake = { ...eve, fname: 'Ann' };
    const atAcme = { ...namesake, client_id: 1 };
    expect(await refusal('POST', '/user', [atAcme])).toBe('400 malformed_data 0.email');
    expect(await refusal('POST', '/user', [{ ...namesake, client_id: 99 }])).toBe('404 not_found 0.client_id');
  });

  it('must be unique with uniqueFirstName in users that other routes create, too', async () => {
    const { refusal } = open({ behavior });
    const item = { email: eve.email, fname: 'Ann', lname: 'Ek', brief_slug: 'gazette' };
    expect(await refusal('POST', '/brief-entitlement', [item])).toMatch(/^409 conflict/);
    const legacy = {
      action: 'sync',
      application: { name: 'Reader' },
      application_user: { legacy_id: 500 },
      entitlement: { slug: 'gazette', content_type: 'brief' },
      client: { short_name: 'oak', display_name: 'Oak', type: 'company' },
      user: { email: eve.email, fname: 'Ann', lname: 'Ek' },
    };
    expect(await refusal('POST', '/content-entitlement-sync', [legacy])).toMatch(/^409 conflict/);
  });
});
