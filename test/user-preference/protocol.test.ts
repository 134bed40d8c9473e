import { describe, expect, it } from 'vitest';
import { open, refusalIn, uuid4 } from '../support/user-preference.js';

const BASE = '/user-preference/v1';
const setting = { preference_hierarchy: 1, user_id: 3, application_preference: 1 };

/** Every route, with a path and, where it takes one, a body that it accepts. */
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
  it.each(requests)('UP-V2, UP-V3, UP-V4, X2, X12: %s %s answers 200, an id and data', async (method, path, body?) => {
    const { status, headers, json } = await open().send(method, path, body === undefined ? {} : { body });
    expect(status).toBe(200);
    expect(Object.keys(json)).toEqual(['status_code', 'request_id', 'data']);
    expect(json.status_code).toBe(200);
    expect(json.request_id).toMatch(uuid4);
    expect(headers.get('x-request-id')).toBe(json.request_id);
    expect(typeof json.data).toBe('object');
    expect(json.data).not.toBeNull();
  });

  it('UP-V1: answers are JSON', async () => {
    const { headers } = await open().send('GET', `${BASE}/application`);
    expect(headers.get('content-type')).toBe('application/json');
  });

  it('X3: a refusal has its status twice, no data, and says what is wrong and where', async () => {
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

  it('X12: request ids differ, come in the same sequence from the same seed, and another from another', async () => {
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

  it('X14: nobody is told to slow down', async () => {
    const { send } = open();
    for (let n = 0; n < 300; n++) {
      const { status, headers } = await send('GET', `${BASE}/application`);
      expect({ status, retry: headers.get('retry-after') }).toEqual({ status: 200, retry: null });
    }
  });

  it('X20: a reset puts back what was written, the ids and the request ids', async () => {
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

  it('UP-T1: no record has a state', async () => {
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
  it.each(bulk)('UP-R3, X7: %s %s takes an array alone, and an empty one', async (method, path, body) => {
    const { send } = open();
    for (const other of [(body as readonly unknown[])[0], 'text', 7, true, null, {}]) {
      const answer = await send(method, path, { body: JSON.stringify(other) });
      expect(refusalIn(answer)).toEqual({ status: 400, code: 'malformed_data', at: [''] });
    }
    expect((await send(method, path, { body: [] })).json.data).toEqual([]);
  });

  it.each(bulk)('X3, X5: %s %s refuses items that are no objects, each by its index', async (method, path, body) => {
    const { send } = open();
    const answer = await send(method, path, { body: [...(body as readonly unknown[]), null, 'x', [], 7] });
    expect(refusalIn(answer)).toEqual({ status: 400, code: 'malformed_data', at: ['1', '2', '3', '4'] });
  });

  it.each(single)('X5: %s %s takes an object alone', async (method, path, body) => {
    const { send } = open();
    for (const other of [[body], 'text', 7, true, null]) {
      const answer = await send(method, path, { body: JSON.stringify(other) });
      expect(refusalIn(answer)).toEqual({ status: 400, code: 'malformed_data', at: [''] });
    }
  });

  it.each(withBody)('X22: %s %s without a body is 400', async (method, path) => {
    const { send } = open();
    expect(refusalIn(await send(method, path))).toMatchObject({ status: 400, code: 'malformed_data' });
    expect(refusalIn(await send(method, path, { body: '' }))).toMatchObject({ status: 400, code: 'malformed_data' });
  });

  it.each(withBody)('UP-V1, X5: %s %s with a body that is not JSON is 400', async (method, path) => {
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
    'X16: %s %s is 415 without a JSON content type, with requireContentType',
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

  it('X5: a body of more than a mebibyte is 413', async () => {
    const { send } = open();
    const bodyOf = (length: number) => `[{"name":"${'x'.repeat(length - '[{"name":""}]'.length)}"}]`;
    const limit = 1024 * 1024;
    const answer = await send('POST', `${BASE}/application`, { body: bodyOf(limit + 1) });
    expect(refusalIn(answer)).toMatchObject({ status: 413, code: 'payload_too_large' });
    expect((await send('POST', `${BASE}/application`, { body: bodyOf(limit) })).status).toBe(200);
  });

  it.each(withBody)('X8: %s %s ignores fields that it does not know', async (method, path, body) => {
    const strange = { colour: 'red', constructor: 1, status: 'deleted' };
    const add = (record: object) => ({ ...record, ...strange });
    const more = Array.isArray(body) ? body.map(add) : add(body as object);
    const plain = await open().send(method, path, { body });
    const { json } = await open().send(method, path, { body: more });
    expect(json).toEqual(plain.json);
  });

  it('X8, X9: an id in the body of PUT moves nothing', async () => {
    for (const path of collections) {
      const { send } = open();
      const before = (await send(`GET`, path)).json.data;
      const { json } = await send('PUT', `${path}/1`, { body: { id: 2 } });
      expect([json.data].flat()).toEqual([(before as object[])[0]]);
      expect((await send('GET', path)).json.data).toEqual(before);
    }
  });

  it('X6: a bulk body is written as a whole or not at all; 400 goes before 404 before 409', async () => {
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
  });

  it('X9: an id is not given again, neither after a delete nor after a refusal', async () => {
    const { userPreference } = open();
    const label = 'Weekly';
    expect(await userPreference.post('/preference-hierarchy', [{ label }])).toMatchObject([{ id: 4 }]);
    await userPreference.delete('/preference-hierarchy/4');
    await userPreference.refusal('POST', '/preference-hierarchy', [{ label }, {}]);
    expect(await userPreference.post('/preference-hierarchy', [{ label }])).toMatchObject([{ id: 5 }]);
  });

  it('a body where none is expected is not read', async () => {
    const { send } = open();
    expect((await send('DELETE', `${BASE}/preference/1`, { body: '{' })).status).toBe(200);
  });
});

describe('Paths and methods of the user-preference API', () => {
  it.each(withId.map(([method, path]) => [method, path.slice(0, -1)] as const))(
    'X5, X10: %s %s<id> is 404 for an id that is unknown or no plain decimal integer',
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

  it('X5: the record of a path is looked for before its changes are', async () => {
    const { send } = open();
    const body = { preference_id: 99 };
    const answer = await send('PUT', `${BASE}/entity-preference/99`, { body });
    expect(refusalIn(answer)).toEqual({ status: 404, code: 'not_found', at: [] });
  });

  it.each(collections)('X23: GET %s/<id> is 405, since the path is known', async (path) => {
    const { send } = open();
    const answer = await send('GET', `${path}/1`);
    expect(refusalIn(answer)).toMatchObject({ status: 405, code: 'method_not_allowed' });
    expect(answer.headers.get('allow')?.split(', ').sort()).toEqual(['DELETE', 'OPTIONS', 'PUT']);
  });

  it('X5: a method that a path does not answer is 405, with what it answers', async () => {
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
    'X5: %s is no route of it: 404, which names one',
    async (path) => {
      const answer = await open().send('GET', BASE + path);
      expect(refusalIn(answer)).toMatchObject({ status: 404, code: 'no_such_route' });
      expect(answer.text).toContain('the nearest is ');
    },
  );

  it('X5: the nearest route is named: for a slip of the pen, the one that was meant', async () => {
    const { text } = await open().send('POST', `${BASE}/set-preferences`, { body: [] });
    expect(text).toContain(`the nearest is POST ${BASE}/set-preference`);
  });

  it.each(['/v2', '/v2/application', '/v2/preference/1', '/v0/application', '/v10/application'])(
    'UP-R7, X15: there is no version in %s: 404',
    async (path) => {
      const answer = await open().send('GET', `/user-preference${path}`);
      expect(refusalIn(answer)).toMatchObject({ status: 404, code: 'no_such_version' });
    },
  );

  it.each(requests)('X18: %s %s/ is the same as without the slash', async (method, path, body?) => {
    const sent = body === undefined ? {} : { body };
    const plain = await open().send(method, path, sent);
    expect((await open().send(method, `${path}/`, sent)).json).toEqual(plain.json);
  });

  it('X17: HEAD is GET without the body', async () => {
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

  it('X25: corsOrigin narrows who may call', async () => {
    const { send } = open({ behavior: { corsOrigin: ['https://app.example'] } });
    const allowed = async (origin: string) =>
      (await send('GET', `${BASE}/application`, { headers: { origin } })).headers.get('access-control-allow-origin');
    expect(await allowed('https://app.example')).toBe('https://app.example');
    expect(await allowed('https://other.example')).toBeNull();
  });

  it('UP-L1: a query string changes nothing', async () => {
    const { userPreference } = open();
    for (const path of collections.map((path) => path.slice(BASE.length))) {
      expect(await userPreference.get(`${path}?page=2&size=1&id=2`)).toEqual(await userPreference.get(path));
    }
  });
});

describe('Authentication of the user-preference API', () => {
  it.each(requests)('UP-A1, X13: %s %s needs no token unless one is set', async (method, path, body?) => {
    const sent = body === undefined ? {} : { body };
    expect((await open().send(method, path, sent)).status).toBe(200);
    const headers = { authorization: 'Basic whatever' };
    expect((await open().send(method, path, { ...sent, headers })).status).toBe(200);
  });

  it.each(requests)('UP-A1, X13: %s %s needs the service token where one is set', async (method, path, body?) => {
    const { send } = open({ behavior: { serviceToken: 's3cret' } });
    const sent = body === undefined ? {} : { body };
    for (const authorization of ['', 'Bearer', 'Bearer other', 'Bearer S3CRET', 's3cret', 'Basic s3cret']) {
      const headers = authorization === '' ? {} : { authorization };
      const answer = await send(method, path, { ...sent, headers });
      expect(refusalIn(answer), authorization).toMatchObject({ status: 401, code: 'unauthorized' });
    }
    expect((await send(method, path, { ...sent, headers: { authorization: 'bearer s3cret' } })).status).toBe(200);
  });

  it('X13, X5: without the token, nothing else of a request is looked at', async () => {
    const { send } = open({ behavior: { serviceToken: 's3cret' } });
    expect(refusalIn(await send('PUT', `${BASE}/application/99`, { body: '{' }))).toMatchObject({ status: 401 });
    expect(refusalIn(await send('POST', `${BASE}/application`))).toMatchObject({ status: 401 });
  });
});
