import { expect, it } from 'vitest';
import { describeApi } from '../support/deliveries.js';

const origin = 'https://app.example';
const token = 'ann-token';
const list = (headers: Headers, name: string) =>
  (headers.get(name) ?? '').split(',').map((part) => part.trim().toLowerCase());

describeApi('CORS', (open) => {
  it.each(['https://app.example', 'http://localhost:5173', 'null'])(
    'X25: requests from the origin %s are allowed, with credentials',
    async (from) => {
      const { send } = await open();
      const { status, headers } = await send('GET', '/public-api/v1/brief', { token, headers: { origin: from } });
      expect(status).toBe(200);
      expect(headers.get('access-control-allow-origin')).toBe(from);
      expect(headers.get('access-control-allow-credentials')).toBe('true');
    },
  );

  it.each(['GET', 'HEAD', 'POST', 'PUT', 'DELETE'])('X25: a preflight allows %s with a token', async (method) => {
    const { send } = await open();
    const { status, headers } = await send('OPTIONS', '/public-api/v1/bookmark/morning/1-104', {
      headers: {
        origin,
        'access-control-request-method': method,
        'access-control-request-headers': 'authorization, content-type, x-request-from, x-mock-session',
      },
    });
    expect(status).toBe(204);
    expect([origin, '*']).toContain(headers.get('access-control-allow-origin'));
    expect(list(headers, 'access-control-allow-methods')).toContain(method.toLowerCase());
    for (const name of ['authorization', 'content-type', 'x-request-from']) {
      expect(list(headers, 'access-control-allow-headers')).toContain(name);
    }
  });

  it('X25: error responses have Access-Control-Allow-Origin', async () => {
    const { send } = await open();
    const refusals = [
      ['GET', '/public-api/v1/brief', undefined, 401],
      ['GET', '/public-api/v1/brief/oak-insider', token, 403],
      ['GET', '/public-api/v1/brief/unknown', token, 404],
      ['GET', '/public-api/v1/nothing', token, 404],
      ['GET', '/public-api/v2/brief', token, 404],
      ['POST', '/public-api/v1/brief', token, 405],
    ] as const;
    for (const [method, path, as, expected] of refusals) {
      const sent = { headers: { origin }, ...(as !== undefined && { token: as }) };
      const { status, headers } = await send(method, path, sent);
      expect(status).toBe(expected);
      expect(headers.get('access-control-allow-origin')).toBe(origin);
    }
  });

  it('X12, X25: Access-Control-Expose-Headers lists X-Request-Id', async () => {
    const { send } = await open();
    const { headers } = await send('GET', '/public-api/v1/brief', { token, headers: { origin } });
    expect(list(headers, 'access-control-expose-headers')).toContain('x-request-id');
  });

  it('X25: with a list of origins, Vary contains Origin', async () => {
    const { send } = await open({ behavior: { corsOrigin: [origin] } });
    const { headers } = await send('GET', '/public-api/v1/brief', { token, headers: { origin } });
    expect(list(headers, 'vary')).toContain('origin');
  });

  it('X25: a request without Origin gets no Access-Control-Allow-Origin', async () => {
    const { send } = await open();
    const { headers } = await send('GET', '/public-api/v1/brief', { token });
    expect(headers.get('access-control-allow-origin')).toBeNull();
  });

  it('X25: only the origins in corsOrigin get Access-Control-Allow-Origin', async () => {
    const { send } = await open({ behavior: { corsOrigin: [origin, 'http://localhost:5173'] } });
    const allowed = async (from: string, method = 'GET') => {
      const headers = { origin: from, 'access-control-request-method': 'GET' };
      const answer = await send(method, '/public-api/v1/brief', { token, headers });
      return answer.headers.get('access-control-allow-origin');
    };
    for (const method of ['GET', 'OPTIONS']) {
      expect(await allowed(origin, method)).toBe(origin);
      expect(await allowed('http://localhost:5173', method)).toBe('http://localhost:5173');
      for (const other of ['https://app.example.evil', 'https://evil.example', 'http://app.example', 'null']) {
        expect(await allowed(other, method), other).toBeNull();
      }
    }
  });

  it.each(['capacitor://localhost', 'null'])('X25: corsOrigin may list %s', async (from) => {
    const { send } = await open({ behavior: { corsOrigin: [from] } });
    const { headers } = await send('GET', '/public-api/v1/brief', { token, headers: { origin: from } });
    expect(headers.get('access-control-allow-origin')).toBe(from);
  });

  it('X25: a request from an origin that is not in corsOrigin gets 200 without that header', async () => {
    const { send } = await open({ behavior: { corsOrigin: [] } });
    const { status, headers } = await send('GET', '/public-api/v1/brief', { token, headers: { origin } });
    expect(status).toBe(200);
    expect(headers.get('access-control-allow-origin')).toBeNull();
  });
});
