import { describe, expect, it } from 'vitest';
import { open, refusalIn, uuid4 } from '../support/user-preference.js';

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
const bulk = withBody.filter(([, , body]) => Array.isArray(body));
const single = withBody.filter(([, , body]) => !Array.isArray(body));
const withId = requests.filter(([, path]) => path.endsWith('/1'));
const collections = [...new Set(withId.map(([, path]) => path.slice(0, -2)))];

describe('The envelope of the user-preference API', () => {
  it.each(requests)(
    'UP-V2, UP-V3, UP-V4, X2, X12: %s %s answers 200 with a request id and data',
    async (method, path, body?) => {
      const { status, headers, json } = await open().send(method, path, body === undefined ? {} : { body });
      expect(status).toBe(200);
      expect(Object.keys(json)).toEqual(['status_code', 'request_id', 'data']);
      expect(json.status_code).toBe(200);
      expect(json.request_id).toMatch(uuid4);
      expect(headers.get('x-request-id')).toBe(json.request_id);
      expect(typeof json.data).toBe('object');
      expect(json.data).not.toBeNull();
    },
  );

  it('UP-V1: answers are JSON', async () => {
    const { headers } = await open().send('GET', `${BASE}/application`);
    expect(headers.get('content-type')).toBe('application/json');
  });

  it('X3: an error repeats the HTTP status, has data null, and lists message and path of each issue', async () => {
    const { send } = open();
    const body = [{ name: 'Fine' }, { name: 7 }];
    const { status, json } = await send('POST', `${BASE}/application`, { body });
    expect(status).toBe(400);
    expect(json).toEqual({
      status_code: 400,
      request_id: json.request_id,
      data: null,
      error: {
        code: 'malformed_data',
        message: expect.stringContaining('1.name'),
        issues: [{ path: '1.name', message: expect.stringMatching(/./) }],
      },
    });
  });

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
  it.each(bulk)(
    'UP-R3, X7: %s %s accepts an array, also an empty one, and nothing else',
    async (method, path, body) => {
      const { send } = open();
      for (const other of [(body as readonly unknown[])[0], 'text', 7, true, null, {}]) {
        const answer = await send(method, path, { body: JSON.stringify(other) });
        expect(refusalIn(answer)).toEqual({ status: 400, code: 'malformed_data', at: [''] });
      }
      expect((await send(method, path, { body: [] })).json.data).toEqual([]);
    },
  );

  it.each(bulk)(
    'X3, X5: %s %s rejects items that are not objects, with the index of each',
    async (method, path, body) => {
      const { send } = open();
      const answer = await send(method, path, { body: [...(body as readonly unknown[]), null, 'x', [], 7] });
      expect(refusalIn(answer)).toEqual({ status: 400, code: 'malformed_data', at: ['1', '2', '3', '4'] });
    },
  );

  it.each(single)('X5: %s %s rejects a body that is not an object', async (method, path, body) => {
    const { send } = open();
    for (const other of [[body], 'text', 7, true, null]) {
      const answer = await send(method, path, { body: JSON.stringify(other) });
      expect(refusalIn(answer)).toEqual({ status: 400, code: 'malformed_data', at: [''] });
    }
  });

  it.each(withBody)('X22: %s %s without a body gets 400', async (method, path) => {
    const { send } = open();
    expect(refusalIn(await send(method, path))).toMatchObject({ status: 400, code: 'malformed_data' });
    expect(refusalIn(await send(method, path, { body: '' }))).toMatchObject({ status: 400, code: 'malformed_data' });
  });

  it.each(withBody)('UP-V1, X5: %s %s with a body that is not JSON gets 400', async (method, path) => {
    const { send } = open();
    for (const body of ['[', '{"name":}', 'name=Kiosk', new Uint8Array([0x5b, 0xff, 0x5d])]) {
      expect(refusalIn(await send(method, path, { body }))).toMatchObject({ status: 400, code: 'malformed_data' });
    }
  });

  it.each(withBody)('X16: %s %s reads its body as JSON, whatever the content type', async (method, path, body) => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', '']) {
      const { mock } = open();
      const bytes = new TextEncoder().encode(JSON.stringify(body));
      const headers = type === '' ? undefined : { 'content-type': type };
      const response = await mock.fetch(path, { method, body: bytes, ...(headers && { headers }) });
      expect(response.status).toBe(200);
    }
  });

  it.each(withBody)(
    'X16: %s %s gets 415 without a JSON content type, with requireContentType',
    async (method, path, body) => {
      const { send } = open({ behavior: { requireContentType: true } });
      const headers = { 'content-type': 'text/plain' };
      expect(refusalIn(await send(method, path, { headers, body }))).toMatchObject({
        status: 415,
        code: 'unsupported_media_type',
      });
      expect((await send(method, path, { body })).status).toBe(200);
    },
  );

  it('X5: a body of more than 1 MiB gets 413', async () => {
    const { send } = open();
    const bodyOf = (length: number) => `[{"name":"${'x'.repeat(length - '[{"name":""}]'.length)}"}]`;
    const limit = 1024 * 1024;
    const answer = await send('POST', `${BASE}/application`, { body: bodyOf(limit + 1) });
    expect(refusalIn(answer)).toMatchObject({ status: 413, code: 'payload_too_large' });
    expect((await send('POST', `${BASE}/application`, { body: bodyOf(limit) })).status).toBe(200);
  });

  it.each(withBody)('X8: %s %s ignores unknown fields', async (method, path, body) => {
    const strange = { colour: 'red', constructor: 1, status: 'deleted' };
    const add = (record: object) => ({ ...record, ...strange });
    const more = Array.isArray(body) ? body.map(add) : add(body as object);
    const plain = await open().send(method, path, { body });
    const { json } = await open().send(method, path, { body: more });
    expect(json).toEqual(plain.json);
  });

  it('X8, X9: an id in the body of PUT is ignored', async () => {
    for (const path of collections) {
      const { send } = open();
      const before = (await send(`GET`, path)).json.data;
      const { json } = await send('PUT', `${path}/1`, { body: { id: 2 } });
      expect([json.data].flat()).toEqual([(before as object[])[0]]);
      expect((await send('GET', path)).json.data).toEqual(before);
    }
  });

  it('X6: a bulk body with an invalid item writes nothing, and 400 takes precedence over 404 and 409', async () => {
    const { send } = open();
    const taken = { name: 'Reader' };
    const path = `${BASE}/application`;
    const malformed = await send('POST', path, { body: [taken, { name: 'Kiosk' }, { name: 7 }, taken] });
    expect(refusalIn(malformed)).toEqual({
      status: 400,
      code: 'malformed_data',
      at: ['0.name', '2.name', '3.name'],
    });
    const conflicting = await send('POST', path, { body: [{ name: 'Kiosk' }, taken] });
    expect(refusalIn(conflicting)).toEqual({ status: 409, code: 'conflict', at: ['1.name'] });
    expect((await send('GET', path)).json.data).toHaveLength(2);

    const preferences = `${BASE}/preference`;
    const known = { user_id: 3, application_preference: 3, preference_hierarchy: 1 };
    const unknown = { ...known, application_preference: 99 };
    const missing = await send('POST', preferences, { body: [known, unknown] });
    expect(refusalIn(missing)).toEqual({ status: 404, code: 'not_found', at: ['1.application_preference'] });
    const both = await send('POST', preferences, { body: [unknown, { ...unknown, type: 7 }] });
    expect(refusalIn(both)).toMatchObject({ status: 400, code: 'malformed_data' });
    expect(refusalIn(both).at).toContain('0.application_preference');
    expect((await send('GET', preferences)).json.data).toHaveLength(4);
  });

  it('X9: an id is never reused, neither after a DELETE nor after a rejected request', async () => {
    const { userPreference } = open();
    const label = 'Weekly';
    expect(await userPreference.post('/preference-hierarchy', [{ label }])).toMatchObject([{ id: 4 }]);
    await userPreference.delete('/preference-hierarchy/4');
    await userPreference.refusal('POST', '/preference-hierarchy', [{ label }, {}]);
    expect(await userPreference.post('/preference-hierarchy', [{ label }])).toMatchObject([{ id: 5 }]);
  });

  it('the body of a DELETE is not read', async () => {
    const { send } = open();
    expect((await send('DELETE', `${BASE}/preference/1`, { body: '{' })).status).toBe(200);
  });
});

describe('Paths and methods of the user-preference API', () => {
  it.each(withId.map(([method, path]) => [method, path.slice(0, -1)] as const))(
    'X5, X10: %s %s<id> gets 404 for an id that is unknown or not a plain decimal integer',
    async (method, path) => {
      const { send } = open();
      const ids = [
        '0',
        '99',
        '01',
        '1.0',
        '1e0',
        '-1',
        '+1',
        '0x1',
        '%201',
        '1%20',
        'one',
        '9007199254740993',
        '١',
        '1%2F',
      ];
      for (const id of ids) {
        const answer = await send(method, path + id, method === 'PUT' ? { body: {} } : {});
        expect(refusalIn(answer), id).toMatchObject({ status: 404, code: 'not_found' });
      }
    },
  );

  it('X5: PUT checks the id of the path before the references in the body', async () => {
    const { send } = open();
    const body = { preference_id: 99 };
    const answer = await send('PUT', `${BASE}/entity-preference/99`, { body });
    expect(refusalIn(answer)).toEqual({ status: 404, code: 'not_found', at: [] });
  });

  it.each(collections)('X23: GET %s/<id> gets 405, not 404', async (path) => {
    const { send } = open();
    const answer = await send('GET', `${path}/1`);
    expect(refusalIn(answer)).toMatchObject({ status: 405, code: 'method_not_allowed' });
    expect(answer.headers.get('allow')?.split(', ').sort()).toEqual(['DELETE', 'OPTIONS', 'PUT']);
  });

  it('X5: a method that a path does not support gets 405, and Allow lists the supported ones', async () => {
    const { send } = open();
    const paths: Record<string, string[]> = {};
    for (const [method, path] of requests) paths[path] = [...(paths[path] ?? []), method];
    for (const [path, methods] of Object.entries(paths)) {
      const allowed = [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].sort();
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((each) => !methods.includes(each))) {
        const answer = await send(method, path, method === 'GET' ? {} : { body: [] });
        expect(refusalIn(answer), `${method} ${path}`).toMatchObject({ status: 405, code: 'method_not_allowed' });
        expect(answer.headers.get('allow')?.split(', ').sort(), `${method} ${path}`).toEqual(allowed);
      }
    }
  });

  it.each(['/applications', '/application/1/2', '/user', '/get-preference/1', ''])(
    'X5: the unknown path %s gets 404 no_such_route, and the message suggests a route',
    async (path) => {
      const answer = await open().send('GET', BASE + path);
      expect(refusalIn(answer)).toMatchObject({ status: 404, code: 'no_such_route' });
      expect(answer.text).toContain('the nearest route is ');
    },
  );

  it('X5: the message suggests the intended route for a path with a typo', async () => {
    const { text } = await open().send('POST', `${BASE}/set-preferences`, { body: [] });
    expect(text).toContain(`the nearest route is POST ${BASE}/set-preference`);
  });

  it.each(['/v2', '/v2/application', '/v2/preference/1', '/v0/application', '/v10/application'])(
    'UP-R7, X15: %s gets 404 no_such_version',
    async (path) => {
      const answer = await open().send('GET', `/user-preference${path}`);
      expect(refusalIn(answer)).toMatchObject({ status: 404, code: 'no_such_version' });
    },
  );

  it.each(requests)('X18: %s %s/ answers the same as without the slash', async (method, path, body?) => {
    const sent = body === undefined ? {} : { body };
    const plain = await open().send(method, path, sent);
    expect((await open().send(method, `${path}/`, sent)).json).toEqual(plain.json);
  });

  it('X17: HEAD answers like GET, without the body', async () => {
    for (const [, path] of requests.filter(([method]) => method === 'GET')) {
      const { send } = open();
      expect((await send('HEAD', path)).status).toBe(200);
    }
    const { status, headers } = await open().send('HEAD', `${BASE}/application/1`);
    expect({ status, allow: headers.get('allow') }).toEqual({ status: 405, allow: 'PUT, DELETE, OPTIONS' });
  });

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
  it.each(requests)('UP-A1, X13: %s %s needs no token when no service token is set', async (method, path, body?) => {
    const sent = body === undefined ? {} : { body };
    expect((await open().send(method, path, sent)).status).toBe(200);
    const headers = { authorization: 'Basic whatever' };
    expect((await open().send(method, path, { ...sent, headers })).status).toBe(200);
  });

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

  it('X13, X5: a request without the service token gets 401 before anything else is checked', async () => {
    const { send } = open({ behavior: { serviceToken: 's3cret' } });
    expect(refusalIn(await send('PUT', `${BASE}/application/99`, { body: '{' }))).toMatchObject({ status: 401 });
    expect(refusalIn(await send('POST', `${BASE}/application`))).toMatchObject({ status: 401 });
  });
});
