import { describe, expect, it } from 'vitest';
import { open, type UserData } from '../support/user-data.js';

const readers = ['ann', 'ben', 'cleo', 'dina'] as const;

/** Which of the four users the public API lists a brief for. */
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

describe('X1: whom the public API lists a brief for', () => {
  it('at first', async () => {
    const api = open();
    expect(await readersOf(api, 'gazette')).toEqual([]);
    expect(await readersOf(api, 'steel-wire')).toEqual(['ann', 'ben']);
    expect(await readersOf(api, 'harbour-log')).toEqual(['ann', 'ben']);
    expect(await readersOf(api, 'oak-insider')).toEqual(['ben']);
    expect(await readersOf(api, 'core-notes')).toEqual(['ann', 'ben', 'cleo', 'dina']);
    expect(await readersOf(api, 'closed')).toEqual([]);
  });

  it('a brief entitlement gives it to its user, subscribed or not', async () => {
    const api = open();
    await api.post('/brief-entitlement', [{ email: 'CLEO@free.example', brief_slug: 'gazette', is_subscribed: false }]);
    expect(await readersOf(api, 'gazette')).toEqual(['cleo']);
    await api.delete('/user/3');
    const { data } = api.mock;
    expect(data.brief_entitlement.count({ where: { brief_slug: { equals: 'gazette' } } })).toBe(0);
  });

  it('a brief entitlement of a user whom it makes gives it to them', async () => {
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

  it('POST and DELETE of a content entitlement give it and take it', async () => {
    const api = open();
    const item = { application_user_id: 2, content_type: 'brief', slug: 'gazette' };
    await api.post('/content-entitlement', [item]);
    expect(await readersOf(api, 'gazette')).toEqual(['ben']);
    await api.put('/content-entitlement/4', { is_subscribed: false });
    expect(await readersOf(api, 'gazette')).toEqual(['ben']);
    await api.delete('/content-entitlement/4');
    expect(await readersOf(api, 'gazette')).toEqual([]);
  });

  it('a content entitlement of another content type gives nothing, until it is one of a brief', async () => {
    const api = open();
    await api.post('/content-entitlement', [{ application_user_id: 2, content_type: 'podcast', slug: 'gazette' }]);
    expect(await readersOf(api, 'gazette')).toEqual([]);
    await api.put('/content-entitlement/4', { content_type: 'brief' });
    expect(await readersOf(api, 'gazette')).toEqual(['ben']);
    await api.put('/content-entitlement/4', { content_type: 'film' });
    expect(await readersOf(api, 'gazette')).toEqual([]);
  });

  it('DELETE of the application user or of the application takes it', async () => {
    for (const path of ['/application-user/2', '/application/1']) {
      const api = open();
      await api.post('/content-entitlement', [{ application_user_id: 2, content_type: 'brief', slug: 'gazette' }]);
      await api.delete(path);
      expect(await readersOf(api, 'gazette')).toEqual([]);
    }
  });

  it('an application user that changes hands takes it along', async () => {
    const api = open();
    await api.post('/content-entitlement', [{ application_user_id: 2, content_type: 'brief', slug: 'gazette' }]);
    await api.put('/application-user/2', { user_id: 3 });
    expect(await readersOf(api, 'gazette')).toEqual(['cleo']);
  });

  it('the sync gives it and takes it', async () => {
    const api = open();
    const item = { application_user_id: 2, slug: 'gazette', content_type: 'brief', is_subscribed: false };
    await api.post('/content-entitlement-sync', [{ action: 'sync', ...item }]);
    expect(await readersOf(api, 'gazette')).toEqual(['ben']);
    await api.post('/content-entitlement-sync', [{ action: 'delete', ...item }]);
    expect(await readersOf(api, 'gazette')).toEqual([]);
  });

  it('the legacy form of the sync gives it and takes it', async () => {
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

  it('the legacy form of the sync gives it to the users of the client that one joins', async () => {
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

  it('a client-brief relationship gives it to the users of the client, until it is deleted', async () => {
    const api = open();
    await api.post('/brief-client', [{ brief_id: 'b8', client_id: 1 }]);
    expect(await readersOf(api, 'gazette')).toEqual(['ann']);
    await api.delete('/brief-client/2');
    expect(await readersOf(api, 'gazette')).toEqual([]);
  });

  it('a relationship that is changed to another brief moves', async () => {
    const api = open();
    await api.put('/brief-client/1', { brief_id: 'b8' });
    expect(await readersOf(api, 'oak-insider')).toEqual([]);
    expect(await readersOf(api, 'gazette')).toEqual(['ben']);
  });

  it('joining and leaving a client give it and take it', async () => {
    const api = open();
    await api.put('/user/3', { client_id: 2 });
    expect(await readersOf(api, 'oak-insider')).toEqual(['ben', 'cleo']);
    await api.put('/user/2', { client_id: null });
    expect(await readersOf(api, 'oak-insider')).toEqual(['cleo']);
    await api.post('/user', { fname: 'Eve', lname: 'Ek', email: 'eve@free.example', client_id: 2 });
    expect(await readersOf(api, 'oak-insider')).toEqual(['cleo']);
  });

  it('P24: a client that is deleted gives it to no one', async () => {
    const api = open();
    await api.delete('/client/2');
    expect(await readersOf(api, 'oak-insider')).toEqual([]);
    await api.put('/client/2', { status: 'active' });
    expect(await readersOf(api, 'oak-insider')).toEqual(['ben']);
  });

  it('one way is enough when another ends', async () => {
    const api = open();
    await api.post('/content-entitlement', [{ application_user_id: 2, content_type: 'brief', slug: 'oak-insider' }]);
    await api.delete('/brief-client/1');
    expect(await readersOf(api, 'oak-insider')).toEqual(['ben']);
    await api.delete('/content-entitlement/4');
    expect(await readersOf(api, 'oak-insider')).toEqual([]);
  });

  it('what is refused gives nothing', async () => {
    const api = open();
    const good = { email: 'cleo@free.example', brief_slug: 'gazette' };
    await api.refusal('POST', '/brief-entitlement', [good, { ...good, brief_slug: 'nowhere' }]);
    const relationship = { brief_id: 'b8', client_id: 1 };
    await api.refusal('POST', '/brief-client', [relationship, relationship]);
    expect(await readersOf(api, 'gazette')).toEqual([]);
  });
});

it('X1: records that a fixture makes are read here', async () => {
  const { mock, get } = open();
  mock.data.client.create({ name: 'Elm', short_name: 'elm', display_name: 'Elm', type: 'company' });
  mock.data.brief_entitlement.create({ email: 'dina@free.example', brief_slug: 'gazette' });
  expect(await get('/client/3')).toMatchObject([{ name: 'Elm' }]);
  expect(await get('/brief-entitlement?email=dina@free.example')).toMatchObject([{ brief_slug: 'gazette' }]);
});
