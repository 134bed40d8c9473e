import { expect, it } from 'vitest';
import { describeApi } from '../support/deliveries.js';
import { type UserData, userDataOf } from '../support/user-data.js';
import { bulkRoutes, putRoutes, readableById, unreadableById } from '../support/user-data-examples.js';
import { office } from '../support/user-data-office.js';

/** The same requests through every delivery. Each answer is also validated against its declared schema. */
describeApi('The user-data API', (openApi, delivery) => {
  async function open(): Promise<UserData> {
    const { mock, url } = await openApi({ scenario: office });
    return userDataOf(mock, url, delivery === 'fetch' ? mock.fetch : (request) => fetch(request));
  }

  it('Endpoints: GET of every collection and record answers the same as mock.fetch', async () => {
    const { mock, get } = await open();
    const same = userDataOf(mock.fork());
    for (const path of [...readableById, ...unreadableById]) expect(await get(path)).toEqual(await same.get(path));
    for (const path of readableById) expect(await get(`${path}/1`)).toEqual(await same.get(`${path}/1`));
    for (const path of [
      '/user-preference?user_email=%25acme%25&preference_value={"mode":"%25ar%25"}',
      '/content-entitlement?slug=harbour-log',
      '/brief-entitlement?email=ann@acme.example&size=2&page=2',
      '/brief-entitlement?email=ann@acme.example&brief_slug=closed',
      '/application-entitled-brief?email=ann@acme.example',
      '/user-application-preference/1/1?pref_slugs=colour,topics',
    ]) {
      const data = await get<object>(path);
      expect(data).toEqual(await same.get(path));
      expect(Object.keys(data).length).toBeGreaterThan(0);
    }
  });

  it('Endpoints: POST, PUT and DELETE answer the same and leave the same state as mock.fetch', async () => {
    const { mock, post, put, delete: remove } = await open();
    const same = userDataOf(mock.fork());
    for (const { path, change } of putRoutes) expect(await put(path, change)).toEqual(await same.put(path, change));
    for (const { path, good } of bulkRoutes) expect(await post(path, [good])).toEqual(await same.post(path, [good]));
    const removal = { ids: [2], type: 'entity' };
    const owner = '/user-application-preference/1/1';
    expect(await remove(owner, removal)).toEqual(await same.delete(owner, removal));
    for (const path of ['/feature-package/1', '/preference-hierarchy/2', '/client/1', '/user/1', '/application/1']) {
      expect(await remove(path)).toEqual(await same.delete(path));
    }
    expect(mock.fingerprint()).toBe(same.mock.fingerprint());
  });

  it('Errors: rejected requests get the same errors as from mock.fetch', async () => {
    const { mock, send, refusal } = await open();
    const same = userDataOf(mock.fork());
    const requests: [string, string, unknown?][] = [
      ['GET', '/client/99'],
      ['GET', '/client/01'],
      ['GET', '/clients'],
      ['GET', '/entity-preference/1'],
      ['PATCH', '/client/1'],
      ['POST', '/client', '[{'],
      ['POST', '/client', ''],
      ['POST', '/client', {}],
      ['POST', '/user', [{ fname: '\ud800', lname: '\u0000', email: 'a@b', client_id: 1e30 }]],
      ['POST', '/application', [{ name: 'Desk' }, { name: '' }]],
      ['POST', '/brief-entitlement', [{ email: 'ann@acme.example', brief_slug: 'nowhere' }]],
      ['GET', '/brief-entitlement?email=ann@acme.example&page=0'],
      ['GET', '/user-brief/filter?email=ann@acme.example'],
      ['DELETE', '/user-application-preference/1/1'],
      ['POST', '/application', `["${'x'.repeat(1024 * 1024)}"]`],
    ];
    for (const [method, path, body] of requests) {
      expect(await refusal(method, path, body)).toBe(await same.refusal(method, path, body));
    }
    for (const path of ['/user-data/v2/client', '/user-data/client'])
      expect((await send('GET', path)).status).toBe(404);
  });

  it('User brief filter: GET and POST read the header X-REQUEST-FROM', async () => {
    const { get, post } = await open();
    const headers = { 'X-REQUEST-FROM': 'portal' };
    const briefs = await get('/user-brief/filter?email=ann@acme.example', headers);
    expect(briefs).toHaveLength(2);
    expect(await post('/user-brief/filter', { email: 'ann@acme.example' }, headers)).toEqual(briefs);
  });

  it('Service description: GET answers the same as mock.fetch', async () => {
    const { mock, send } = await open();
    const { json } = await send('GET', '/user-data/service-description');
    const same = await userDataOf(mock.fork()).send('GET', '/user-data/service-description');
    expect(json.data).toEqual(same.json.data);
  });
});
