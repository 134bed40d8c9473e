import { createMock } from 'briefs-mock';
import { createServer, type ServerOptions } from 'briefs-mock/server';
import { describe, expect, it, onTestFinished } from 'vitest';
import { askAt } from '../support/ask-at.js';
import { readingRoom } from '../support/reading-room.js';

const publicUrl = 'https://demo.example:8443/mock';
const token = 'c0ntrol';
const right = { authorization: `Bearer ${token}` };

/** Starts a server. `ask` can send any Host header, as a proxy does. */
async function start(options: ServerOptions = {}) {
  const mock = createMock({ scenario: readingRoom, sessions: { maxPerClient: 1 } });
  const server = await createServer(mock, { port: 0, ...options }).listen();
  onTestFinished(() => server.close());
  const ask = (method: string, path: string, headers?: Record<string, string>) =>
    askAt(server.port, method, path, headers);
  return { mock, ask };
}

const health = '/__mock/health';

describe('A server with a public URL', () => {
  it.each(['demo.example', 'demo.example:8443', '127.0.0.1:4010'])(
    'answers control calls that a proxy passes on with the host %s, also from pages of the public origin',
    async (host) => {
      const { ask } = await start({ publicUrl, control: { token } });
      expect((await ask('GET', health, { ...right, host })).status).toBe(200);
      const page = { ...right, host, origin: 'https://demo.example:8443', 'sec-fetch-site': 'same-origin' };
      expect((await ask('GET', health, page)).status).toBe(200);
    },
  );

  it('rejects other hosts and origins', async () => {
    const { ask } = await start({ publicUrl, control: { token } });
    expect((await ask('GET', health, { ...right, host: 'evil.example' })).status).toBe(403);
    for (const origin of ['https://demo.example', 'https://evil.example', 'null']) {
      const { status } = await ask('GET', health, { ...right, host: 'demo.example:8443', origin });
      expect(status, origin).toBe(403);
    }
  });

  it('needs a control token, because a proxy passes on requests from other machines', async () => {
    const { ask } = await start({ publicUrl });
    const { status, body } = await ask('GET', health);
    expect(status).toBe(403);
    expect(JSON.parse(body).error.message).toContain('--control-token');
    const local = await start({ publicUrl: 'http://localhost:8080' });
    expect((await local.ask('GET', health, { host: 'localhost:8080' })).status).toBe(200);
  });

  it('answers paths with and without the path of the public URL, which a proxy may remove', async () => {
    const { ask } = await start({ publicUrl, control: { token } });
    const authorization = 'Bearer ann-token';
    for (const path of ['', '/mock', '/mock/__mock/s/mine', '/__mock/s/mine']) {
      expect((await ask('GET', `${path}/public-api/v1/brief`, { authorization })).status, path).toBe(200);
    }
    expect((await ask('GET', '/mock/__mock/live')).status).toBe(200);
    const page = { host: 'demo.example:8443', accept: 'text/html' };
    expect((await ask('GET', '/mock/', page)).headers.location).toBe('./__mock/');
  });

  it('has the public URL in its OpenAPI documents', async () => {
    const { mock, ask } = await start({ publicUrl: `${publicUrl}/`, control: { token } });
    const urlIn = async (path: string) => JSON.parse((await ask('GET', path, right)).body).servers[0].url;
    expect(await urlIn('/__mock/openapi.json')).toBe(publicUrl);
    expect(await urlIn('/__mock/openapi/user-data.json')).toBe(publicUrl);
    mock.sessions.create('mine');
    expect(await urlIn('/__mock/s/mine/__mock/openapi.json')).toBe(`${publicUrl}/__mock/s/mine`);
  });

  it('has the public URL in its journal as HAR', async () => {
    const { ask } = await start({ publicUrl, control: { token } });
    await ask('GET', '/mock/public-api/v1/brief', { authorization: 'Bearer ann-token' });
    const { log } = JSON.parse((await ask('GET', '/__mock/requests.har', right)).body);
    expect(log.entries[0].request.url).toBe(`${publicUrl}/public-api/v1/brief`);
  });

  it.each(['/möck', '/a%20b'])('may have the path %s, which browsers encode', async (path) => {
    const { ask } = await start({ publicUrl: `https://demo.example${path}`, control: { token } });
    const { pathname } = new URL(path, 'https://demo.example');
    for (const own of ['/__mock/', '/__mock/docs', '/__mock/metrics', '/__mock/s/mine/__mock/', '/__mock/health']) {
      expect((await ask('GET', pathname + own, right)).status, own).toBe(200);
    }
  });

  it('takes the addresses of clients from the last entry of X-Forwarded-For', async () => {
    const { ask } = await start({ publicUrl, control: { token } });
    const begin = async (id: string, forwarded: string) =>
      (await ask('GET', '/user-data/v1/client', { 'x-mock-session': id, 'x-forwarded-for': forwarded })).status;
    expect(await begin('a', '10.0.0.1')).toBe(200);
    expect(await begin('b', '10.0.0.2')).toBe(200);
    expect(await begin('c', '10.9.9.9, 10.0.0.1')).toBe(429);
  });

  it.each(['demo.example', 'ftp://demo.example', 'https://demo.example/?a', ''])(
    'createServer rejects the public URL %j',
    (url) => {
      const mock = createMock({ scenario: readingRoom });
      expect(() => createServer(mock, { publicUrl: url })).toThrow('publicUrl: must be an http(s) URL');
    },
  );

  it.each(['https://bo:secret@demo.example/?a', 'https://bo:secret@demo.example:99999'])(
    'createServer rejects the public URL %j, and does not repeat its password',
    (publicUrl) => {
      const mock = createMock({ scenario: readingRoom });
      const message = /^publicUrl: must not contain a user or a password$/;
      expect(() => createServer(mock, { publicUrl })).toThrow(message);
    },
  );
});

describe('Without a public URL, rejections name what to set', () => {
  it('for a Host header that a proxy passes on', async () => {
    const { ask } = await start();
    const { body } = await ask('GET', health, { host: 'demo.example' });
    expect(JSON.parse(body).error.message).toContain('start it with --public-url');
  });

  it('for a page of another origin', async () => {
    const { ask } = await start();
    const { message } = JSON.parse((await ask('GET', health, { origin: 'https://demo.example' })).body).error;
    expect(message).toContain('the origin of this one is https://demo.example');
    expect(message).toContain('--public-url');
    expect(message).toContain('--control-cors-origin');
  });
});

describe('control.corsOrigin', () => {
  const origin = 'https://tools.example';
  const control = { token, corsOrigin: [origin] };
  const page = { origin, 'sec-fetch-site': 'cross-site' };

  it('lets pages of the listed origins call the control API with the token', async () => {
    const { ask } = await start({ control });
    const { status, headers } = await ask('GET', health, { ...right, ...page });
    expect([status, headers['access-control-allow-origin']]).toEqual([200, origin]);
    const withoutToken = await ask('GET', health, page);
    expect([withoutToken.status, withoutToken.headers['access-control-allow-origin']]).toEqual([401, origin]);
  });

  it.each([
    ['GET', '/__mock/metrics', 200],
    ['DELETE', '/__mock/metrics', 405],
    ['POST', '/__mock/mcp', 415],
    ['GET', '/__mock/mcp', 405],
  ])('lets them read the answer to %s %s, which only a server has', async (method, path, status) => {
    const { ask } = await start({ control });
    const answer = await ask(method, path, { ...right, ...page });
    expect([answer.status, answer.headers['access-control-allow-origin']]).toEqual([status, origin]);
    expect(answer.headers['access-control-expose-headers']).toContain('Mcp-Session-Id');
  });

  it('answers their preflights, which have no token', async () => {
    const { ask } = await start({ control });
    const preflight = { 'access-control-request-method': 'PATCH', 'access-control-request-headers': 'authorization' };
    const { status, headers } = await ask('OPTIONS', '/__mock/data/user/1', { ...page, ...preflight });
    expect([status, headers['access-control-allow-origin']]).toEqual([204, origin]);
    expect(headers['access-control-allow-methods']).toContain('PATCH');
    expect(headers['access-control-allow-headers']).toContain('authorization');
  });

  it('changes nothing for other origins', async () => {
    const { ask } = await start({ control });
    for (const method of ['GET', 'OPTIONS']) {
      const headers = { ...right, origin: 'https://evil.example', 'access-control-request-method': 'GET' };
      const answer = await ask(method, health, headers);
      expect([answer.status, answer.headers['access-control-allow-origin']]).toEqual([403, undefined]);
    }
  });

  it('needs a control token, and origins as browsers send them', () => {
    const mock = createMock({ scenario: readingRoom });
    expect(() => createServer(mock, { control: { corsOrigin: [origin] } as never })).toThrow('needs a control token');
    expect(() => createServer(mock, { control: { token, corsOrigin: ['tools.example/'] } })).toThrow(
      'must be an origin as browsers send it',
    );
  });
});
