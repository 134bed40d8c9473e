import { describe, expect, it } from 'vitest';
import { open, readableById } from '../support/user-data.js';

const V1 = '/user-data/v1';

describe('X12: request ids', () => {
  it('are different for each request, also for failures', async () => {
    const { send } = open();
    const ids = new Set<string>();
    for (let n = 0; n < 10; n++) {
      ids.add((await send('GET', `${V1}/client`)).json.request_id);
      ids.add((await send('GET', `${V1}/client/99`)).json.request_id);
      ids.add((await send('GET', `${V1}/nothing`)).json.request_id);
      ids.add((await send('PATCH', `${V1}/client`)).json.request_id);
      ids.add((await send('POST', `${V1}/client`, { body: '[' })).json.request_id);
    }
    expect(ids.size).toBe(50);
  });

  it('are the same sequence for the same seed', async () => {
    const sequence = async (seed: number) => {
      const { send } = open({ seed });
      const ids: string[] = [];
      for (const path of ['/client', '/client/99', '/user']) ids.push((await send('GET', V1 + path)).json.request_id);
      return ids;
    };
    expect(await sequence(3)).toEqual(await sequence(3));
    expect(await sequence(3)).not.toEqual(await sequence(4));
  });

  it('do not change the fingerprint of the state', async () => {
    const { mock, get } = open();
    const before = mock.fingerprint();
    for (const path of readableById) await get(path);
    expect(mock.fingerprint()).toBe(before);
  });
});

describe('X13: the service token', () => {
  it('is not required by default, and any Authorization header is accepted', async () => {
    const { get } = open();
    for (const authorization of ['Bearer anything', 'Basic abc', 'Bearer']) {
      expect(await get('/client', { authorization })).toHaveLength(2);
    }
  });

  it('is required on every route when it is set, 401 otherwise', async () => {
    const { send } = open({ behavior: { serviceToken: 's3cret' } });
    const headers = { authorization: 'Bearer s3cret' };
    const requests = [
      ['GET', '/user-data/service-description', undefined],
      ['GET', `${V1}/client`, undefined],
      ['GET', `${V1}/client/99`, undefined],
      ['POST', `${V1}/client`, '[{'],
      ['PUT', `${V1}/client/1`, '{}'],
      ['DELETE', `${V1}/client/1`, undefined],
      ['POST', `${V1}/get-preference`, '{}'],
      ['POST', `${V1}/content-entitlement-sync`, '[]'],
      ['GET', `${V1}/application-entitled-brief`, undefined],
    ] as const;
    for (const [method, path, body] of requests) {
      const { status, json } = await send(method, path, { body });
      expect(status).toBe(401);
      expect(json).toMatchObject({ error: { code: 'unauthorized' } });
      expect((await send(method, path, { body, headers })).status).not.toBe(401);
    }
  });

  it.each(['', 's3cret', 'Bearer', 'Bearer ', 'Bearer s3cre', 'Bearer s3cret2', 'Bearer S3CRET', 'Basic s3cret'])(
    'is not matched by the Authorization header %j, which gets 401',
    async (authorization) => {
      const { refusal, send } = open({ behavior: { serviceToken: 's3cret' } });
      expect(await refusal('GET', '/client', undefined, { authorization })).toBe('401 unauthorized');
      const { headers } = await send('GET', `${V1}/client`, { headers: { authorization } });
      expect(headers.get('www-authenticate')).toBe('Bearer');
    },
  );

  it('is rejected with a message that says whether the header or the token is wrong', async () => {
    const { send } = open({ behavior: { serviceToken: 's3cret' } });
    for (const [headers, message] of [
      [{}, 'The header Authorization: Bearer <service token> is required'],
      [{ authorization: 'Bearer other' }, 'The token is not the service token'],
    ] as const) {
      expect((await send('GET', `${V1}/client`, { headers })).json).toMatchObject({ error: { message } });
    }
  });

  it('is accepted with the scheme Bearer in any case', async () => {
    const { get } = open({ behavior: { serviceToken: 's3cret' } });
    expect(await get('/client', { authorization: 'bearer s3cret' })).toHaveLength(2);
  });

  it('is not required by the public API', async () => {
    const { mock } = open({ behavior: { serviceToken: 's3cret' } });
    const headers = { authorization: 'Bearer ann-token' };
    expect((await mock.fetch('/public-api/v1/brief', { headers })).status).toBe(200);
  });
});

describe('X16: the content type of a body', () => {
  const body = JSON.stringify([{ name: 'Kiosk' }]);

  it('may be anything by default', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', 'nonsense']) {
      expect(await open().post('/application', body, { 'content-type': type })).toHaveLength(1);
    }
  });

  it('must be JSON with requireContentType, 415 otherwise', async () => {
    const { post, refusal } = open({ behavior: { requireContentType: true } });
    for (const type of ['text/plain', 'application/jsonp', 'json']) {
      expect(await refusal('POST', '/application', body, { 'content-type': type })).toBe('415 unsupported_media_type');
    }
    expect(await post('/application', body, { 'content-type': 'application/json; charset=utf-8' })).toHaveLength(1);
  });
});

describe('X5: a body over 1 MiB', () => {
  it('gets 413, and one of exactly 1 MiB is accepted', async () => {
    const { refusal } = open();
    const limit = 1024 * 1024;
    const padded = (length: number) => `[${' '.repeat(length - 2)}]`;
    expect(await refusal('POST', '/application', padded(limit))).toBe('200');
    expect(await refusal('POST', '/application', padded(limit + 1))).toBe('413 payload_too_large');
  });
});

it('X25: CORS allows any origin and the headers that the API needs', async () => {
  const { mock } = open();
  const preflight = await mock.fetch(`${V1}/user-brief/filter`, {
    method: 'OPTIONS',
    headers: {
      origin: 'https://front.example',
      'access-control-request-method': 'PUT',
      'access-control-request-headers': 'authorization,x-request-from,content-type',
    },
  });
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get('access-control-allow-origin')).toBe('https://front.example');
  expect(preflight.headers.get('access-control-allow-methods')).toContain('PUT');
  const allowed = preflight.headers.get('access-control-allow-headers')?.toLowerCase();
  for (const name of ['authorization', 'x-request-from', 'content-type']) expect(allowed).toContain(name);
  const { headers } = await mock.fetch(`${V1}/client/99`, { headers: { origin: 'https://front.example' } });
  expect(headers.get('access-control-allow-origin')).toBe('https://front.example');
});
