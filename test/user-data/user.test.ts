import { describe, expect, it } from 'vitest';
import { open } from '../support/user-data.js';

const eve = { fname: 'Eve', lname: 'Ek', email: 'eve@free.example' };

describe('D5: e-mails', () => {
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
