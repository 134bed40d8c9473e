import { describe, expect, it } from 'vitest';
import { open, type UserData } from '../support/user-data.js';

const readers = ['ann', 'ben', 'cleo', 'dina'] as const;

/** The users for whom the public API lists the brief. */
async function readersOf({ mock }: UserData, slug: string): Promise<string[]> {
  const lists = await Promise.all(
    readers.map(async (reader) => {
      const headers = { authorization: `Bearer ${reader}-token` };
      const response = await mock.fetch('/public-api/v1/brief', { headers });
      expect(response.status).toBe(200);
      const { data } = (await response.json()) as { data: { slug: string }[] };
      return data.some((brief) => brief.slug === slug) ? [reader] : [];
    }),
  );
  return lists.flat();
}

describe('X1: the public API lists a brief', () => {
  it('in the seeded state, for entitled users only', async () => {
    const api = open();
    expect(await readersOf(api, 'gazette')).toEqual([]);
    expect(await readersOf(api, 'steel-wire')).toEqual(['ann', 'ben']);
    expect(await readersOf(api, 'harbour-log')).toEqual(['ann', 'ben']);
    expect(await readersOf(api, 'oak-insider')).toEqual(['ben']);
    expect(await readersOf(api, 'core-notes')).toEqual(['ann', 'ben', 'cleo', 'dina']);
    expect(await readersOf(api, 'closed')).toEqual([]);
  });

  it('for the user of a brief entitlement, even with is_subscribed false', async () => {
    const api = open();
    await api.post('/brief-entitlement', [{ email: 'CLEO@free.example', brief_slug: 'gazette', is_subscribed: false }]);
    expect(await readersOf(api, 'gazette')).toEqual(['cleo']);
    await api.delete('/user/3');
    const { data } = api.mock;
    expect(data.brief_entitlement.count({ where: { brief_slug: { equals: 'gazette' } } })).toBe(0);
  });

  it('for a user whom POST of a brief entitlement creates', async () => {
    const api = open();
    const eve = { email: 'eve@free.example', fname: 'Eve', lname: 'Ek' };
    await api.post('/brief-entitlement', [{ ...eve, brief_slug: 'gazette' }]);
    expect(await readersOf(api, 'gazette')).toEqual([]);
    const issued = await api.mock.fetch('/__mock/tokens', {
      method: 'POST',
      body: JSON.stringify({ email: eve.email }),
    });
    const { token } = (await issued.json()) as { token: string };
    const headers = { authorization: `Bearer ${token}` };
    const list = await api.mock.fetch('/public-api/v1/brief', { headers });
    expect((await list.json()).data).toContainEqual({ name: 'Gazette', slug: 'gazette' });
  });

  it('for the user of a content entitlement, until it is deleted', async () => {
    const api = open();
    const item = { application_user_id: 2, content_type: 'brief', slug: 'gazette' };
    await api.post('/content-entitlement', [item]);
    expect(await readersOf(api, 'gazette')).toEqual(['ben']);
    await api.put('/content-entitlement/4', { is_subscribed: false });
    expect(await readersOf(api, 'gazette')).toEqual(['ben']);
    await api.delete('/content-entitlement/4');
    expect(await readersOf(api, 'gazette')).toEqual([]);
  });

  it('for the user of a content entitlement only while its content type is brief', async () => {
    const api = open();
    await api.post('/content-entitlement', [{ application_user_id: 2, content_type: 'podcast', slug: 'gazette' }]);
    expect(await readersOf(api, 'gazette')).toEqual([]);
    await api.put('/content-entitlement/4', { content_type: 'brief' });
    expect(await readersOf(api, 'gazette')).toEqual(['ben']);
    await api.put('/content-entitlement/4', { content_type: 'film' });
    expect(await readersOf(api, 'gazette')).toEqual([]);
  });

  it('no longer for a user whose application user or application is deleted', async () => {
    for (const path of ['/application-user/2', '/application/1']) {
      const api = open();
      await api.post('/content-entitlement', [{ application_user_id: 2, content_type: 'brief', slug: 'gazette' }]);
      expect(await readersOf(api, 'gazette')).toEqual(['ben']);
      await api.delete(path);
      expect(await readersOf(api, 'gazette')).toEqual([]);
    }
  });

  it('for the new user when an application user is assigned to another user', async () => {
    const api = open();
    await api.post('/content-entitlement', [{ application_user_id: 2, content_type: 'brief', slug: 'gazette' }]);
    await api.put('/application-user/2', { user_id: 3 });
    expect(await readersOf(api, 'gazette')).toEqual(['cleo']);
  });

  it('for the user of a sync with action sync, until one with action delete', async () => {
    const api = open();
    const item = { application_user_id: 2, slug: 'gazette', content_type: 'brief', is_subscribed: false };
    await api.post('/content-entitlement-sync', [{ action: 'sync', ...item }]);
    expect(await readersOf(api, 'gazette')).toEqual(['ben']);
    await api.post('/content-entitlement-sync', [{ action: 'delete', ...item }]);
    expect(await readersOf(api, 'gazette')).toEqual([]);
  });

  it('for the user of a legacy sync with action sync, until one with action delete', async () => {
    const api = open();
    const item = {
      action: 'sync',
      application: { name: 'Kiosk' },
      application_user: { legacy_id: 700 },
      entitlement: { slug: 'gazette', content_type: 'brief', is_subscribed: true },
      client: { short_name: 'elm', display_name: 'Elm', type: 'company' },
      user: { fname: 'Cleo', lname: 'Cole', email: 'cleo@free.example' },
    };
    await api.post('/content-entitlement-sync', [item]);
    expect(await readersOf(api, 'gazette')).toEqual(['cleo']);
    await api.post('/content-entitlement-sync', [{ ...item, action: 'delete' }]);
    expect(await readersOf(api, 'gazette')).toEqual([]);
  });

  it('for a user who joins an entitled client through a legacy sync', async () => {
    const api = open();
    const item = {
      action: 'delete',
      application: { name: 'Kiosk' },
      application_user: { legacy_id: 700 },
      entitlement: { slug: 'gazette', content_type: 'brief' },
      client: { short_name: 'oak', display_name: 'Oak', type: 'company' },
      user: { fname: 'Cleo', lname: 'Cole', email: 'cleo@free.example' },
    };
    await api.post('/content-entitlement-sync', [item]);
    expect(await readersOf(api, 'oak-insider')).toEqual(['ben', 'cleo']);
  });

  it('for the users of a client with a client-brief relationship, until it is deleted', async () => {
    const api = open();
    await api.post('/brief-client', [{ brief_id: 'b8', client_id: 1 }]);
    expect(await readersOf(api, 'gazette')).toEqual(['ann']);
    await api.delete('/brief-client/2');
    expect(await readersOf(api, 'gazette')).toEqual([]);
  });

  it('for the users of a client whose relationship is changed to that brief', async () => {
    const api = open();
    await api.put('/brief-client/1', { brief_id: 'b8' });
    expect(await readersOf(api, 'oak-insider')).toEqual([]);
    expect(await readersOf(api, 'gazette')).toEqual(['ben']);
  });

  it('for a user who joins an entitled client, and no longer for one who leaves it', async () => {
    const api = open();
    await api.put('/user/3', { client_id: 2 });
    expect(await readersOf(api, 'oak-insider')).toEqual(['ben', 'cleo']);
    await api.put('/user/2', { client_id: null });
    expect(await readersOf(api, 'oak-insider')).toEqual(['cleo']);
    await api.post('/user', { fname: 'Eve', lname: 'Ek', email: 'eve@free.example', client_id: 2 });
    expect(await readersOf(api, 'oak-insider')).toEqual(['cleo']);
  });

  it('P24: for no user of a deleted client, until the client is active again', async () => {
    const api = open();
    await api.delete('/client/2');
    expect(await readersOf(api, 'oak-insider')).toEqual([]);
    await api.put('/client/2', { status: 'active' });
    expect(await readersOf(api, 'oak-insider')).toEqual(['ben']);
  });

  it('as long as one of several entitlements remains', async () => {
    const api = open();
    await api.post('/content-entitlement', [{ application_user_id: 2, content_type: 'brief', slug: 'oak-insider' }]);
    await api.delete('/brief-client/1');
    expect(await readersOf(api, 'oak-insider')).toEqual(['ben']);
    await api.delete('/content-entitlement/4');
    expect(await readersOf(api, 'oak-insider')).toEqual([]);
  });

  it('for nobody after rejected requests', async () => {
    const api = open();
    const good = { email: 'cleo@free.example', brief_slug: 'gazette' };
    const entitlements = [good, { ...good, brief_slug: 'nowhere' }];
    expect(await api.refusal('POST', '/brief-entitlement', entitlements)).toBe('404 not_found 1.brief_slug');
    const relationship = { brief_id: 'b8', client_id: 1 };
    const relationships = [relationship, relationship];
    expect(await api.refusal('POST', '/brief-client', relationships)).toBe('409 conflict 1.client_id');
    expect(await readersOf(api, 'gazette')).toEqual([]);
  });
});

it('X1: GET answers records that were created through mock.data', async () => {
  const { mock, get } = open();
  mock.data.client.create({ name: 'Elm', short_name: 'elm', display_name: 'Elm', type: 'company' });
  mock.data.brief_entitlement.create({ email: 'dina@free.example', brief_slug: 'gazette' });
  expect(await get('/client/3')).toMatchObject([{ name: 'Elm' }]);
  expect(await get('/brief-entitlement?email=dina@free.example')).toMatchObject([{ brief_slug: 'gazette' }]);
});
