import { describe, expect, it } from 'vitest';
import { open, refusalIn } from '../support/user-preference.js';

const BASE = '/user-preference/v1';
const setting = { preference_hierarchy: 1, user_id: 3, application_preference: 1 };

/** Every route, with a path and, if the route has one, a valid body. */
const requests = [
  ['GET', '/user-preference/service-description'],
  ['GET', `${BASE}/application`],
  ['POST', `${BASE}/application`, [{ name: 'Kiosk' }]],
  ['PUT', `${BASE}/application/1`, { name: 'Library' }],
  ['DELETE', `${BASE}/application/1`],
  ['GET', `${BASE}/entity-preference`],
  ['POST', `${BASE}/entity-preference`, [{ preference_id: 2 }]],
  ['PUT', `${BASE}/entity-preference/1`, { entity_gid: 'topic_rail' }],
  ['DELETE', `${BASE}/entity-preference/1`],
  ['GET', `${BASE}/generic-preference`],
  ['POST', `${BASE}/generic-preference`, [{ preference_id: 1 }]],
  ['PUT', `${BASE}/generic-preference/1`, { schema_version: 2 }],
  ['DELETE', `${BASE}/generic-preference/1`],
  ['GET', `${BASE}/preference`],
  ['POST', `${BASE}/preference`, [{ ...setting, name: 'Digest' }]],
  ['PUT', `${BASE}/preference/1`, { name: 'Post' }],
  ['DELETE', `${BASE}/preference/1`],
  ['POST', `${BASE}/get-preference`, { id: [1] }],
  ['POST', `${BASE}/set-preference`, [setting]],
  ['GET', `${BASE}/preference-hierarchy`],
  ['POST', `${BASE}/preference-hierarchy`, [{ label: 'Weekly' }]],
  ['PUT', `${BASE}/preference-hierarchy/1`, { label: 'News' }],
  ['DELETE', `${BASE}/preference-hierarchy/1`],
] as const satisfies (readonly [method: string, path: string, body?: unknown])[];

const withBody = requests.filter((request) => request.length === 3);
const withId = requests.filter(([, path]) => path.endsWith('/1'));
const collections = [...new Set(withId.map(([, path]) => path.slice(0, -2)))];

describe('The envelope of the user-preference API', () => {
  it('X12: request ids differ, and their sequence depends on the seed', async () => {
    const ids = async (seed: number) => {
      const { send } = open({ seed });
      const first = await send('GET', `${BASE}/application`);
      const refused = await send('GET', `${BASE}/nothing`);
      const third = await send('POST', `${BASE}/application`, { body: [] });
      return [first, refused, third].map(({ json }) => json.request_id);
    };
    const sequence = await ids(7);
    expect(new Set(sequence).size).toBe(3);
    expect(await ids(7)).toEqual(sequence);
    expect(await ids(8)).not.toEqual(sequence);
  });

  it('X14: 300 requests in a row get 200 without Retry-After', async () => {
    const { send } = open();
    for (let n = 0; n < 300; n++) {
      const { status, headers } = await send('GET', `${BASE}/application`);
      expect({ status, retry: headers.get('retry-after') }).toEqual({ status: 200, retry: null });
    }
  });

  it('X20: reset() restores the records, the ids and the request ids', async () => {
    const { mock, send, userPreference } = open();
    const walk = async () => {
      await userPreference.post('/preference-hierarchy', [{ label: 'Weekly' }]);
      await userPreference.delete('/preference/1');
      return (await send('GET', `${BASE}/preference-hierarchy`)).text;
    };
    const before = mock.fingerprint();
    const first = await walk();
    mock.reset();
    expect(mock.fingerprint()).toBe(before);
    expect(await walk()).toBe(first);
  });

  it('UP-T1: no record has a field for a state or status', async () => {
    const { userPreference } = open();
    const names = ['application', 'entity-preference', 'generic-preference', 'preference', 'preference-hierarchy'];
    for (const name of names) {
      for (const record of await userPreference.get<object[]>(`/${name}`)) {
        expect(Object.keys(record).filter((field) => /stat(e|us)/.test(field))).toEqual([]);
      }
    }
  });
});

describe('Bodies of the user-preference API', () => {
  it.each(withBody)('X8: %s %s ignores unknown fields', async (method, path, body) => {
    const strange = { colour: 'red', constructor: 1, status: 'deleted' };
    const add = (record: object) => ({ ...record, ...strange });
    const more = Array.isArray(body) ? body.map(add) : add(body as object);
    const plain = await open().send(method, path, { body });
    const { json } = await open().send(method, path, { body: more });
    expect(json).toEqual(plain.json);
  });

  it('the body of a DELETE is not read', async () => {
    const { send } = open();
    expect((await send('DELETE', `${BASE}/preference/1`, { body: '{' })).status).toBe(200);
  });
});

describe('Paths and methods of the user-preference API', () => {
  it('X17, X25: OPTIONS answers the preflight of every path, to every origin', async () => {
    const { mock } = open();
    for (const path of new Set(requests.map(([, path]) => path))) {
      const headers = {
        origin: 'https://app.example',
        'access-control-request-method': 'PUT',
        'access-control-request-headers': 'authorization, x-request-from, content-type',
      };
      const response = await mock.fetch(path, { method: 'OPTIONS', headers });
      expect(response.status).toBe(204);
      expect(response.headers.get('access-control-allow-origin')).toBe('https://app.example');
      expect(response.headers.get('access-control-allow-methods')).toMatch(/PUT/);
      expect(response.headers.get('access-control-allow-headers')?.toLowerCase()).toMatch(
        /authorization.*x-request-from/,
      );
    }
  });

  it('X25: only the origins in corsOrigin get Access-Control-Allow-Origin', async () => {
    const { send } = open({ behavior: { corsOrigin: ['https://app.example'] } });
    const allowed = async (origin: string) =>
      (await send('GET', `${BASE}/application`, { headers: { origin } })).headers.get('access-control-allow-origin');
    expect(await allowed('https://app.example')).toBe('https://app.example');
    expect(await allowed('https://other.example')).toBeNull();
  });

  it('UP-L1: a query string is ignored', async () => {
    const { userPreference } = open();
    for (const path of collections.map((path) => path.slice(BASE.length))) {
      expect(await userPreference.get(`${path}?page=2&size=1&id=2`)).toEqual(await userPreference.get(path));
    }
  });
});

describe('Authentication of the user-preference API', () => {
  it.each(requests)(
    'UP-A1, X13: %s %s gets 401 without the service token when one is set',
    async (method, path, body?) => {
      const { send } = open({ behavior: { serviceToken: 's3cret' } });
      const sent = body === undefined ? {} : { body };
      for (const authorization of ['', 'Bearer', 'Bearer other', 'Bearer S3CRET', 's3cret', 'Basic s3cret']) {
        const headers = authorization === '' ? {} : { authorization };
        const answer = await send(method, path, { ...sent, headers });
        expect(refusalIn(answer), authorization).toMatchObject({ status: 401, code: 'unauthorized' });
      }
      expect((await send(method, path, { ...sent, headers: { authorization: 'bearer s3cret' } })).status).toBe(200);
    },
  );
});
