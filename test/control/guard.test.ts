import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer as createHttpServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMock } from 'briefs-mock';
import { createServer, type ServerOptions } from 'briefs-mock/server';
import { describe, expect, it, onTestFinished } from 'vitest';
import { askAt, type PlainAnswer } from '../support/ask-at.js';
import { connectTo } from '../support/raw-http.js';
import { readingRoom } from '../support/reading-room.js';

const addresses = Object.values(networkInterfaces()).flatMap((all) => all?.map(({ address }) => address));
const hasIPv6 = addresses.includes('::1');

/** Starts a server. `ask` can send any Host header, which `fetch` sets itself. */
async function start(host = '127.0.0.1', control?: ServerOptions['control']) {
  const mock = createMock({ scenario: readingRoom });
  const server = await createServer(mock, { port: 0, host, control }).listen();
  onTestFinished(() => server.close());
  const ask = (method: string, path: string, headers?: Record<string, string>) =>
    askAt(server.port, method, path, headers);
  return { mock, server, port: server.port, ask };
}

const expectNoCors = ({ headers }: PlainAnswer) =>
  expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);

describe('The control API on a loopback address', () => {
  it.each(['127.0.0.1', 'localhost', '127.0.0.2', '[::1]', 'LOCALHOST'])(
    'answers requests with the host %s',
    async (name) => {
      const { port, ask } = await start();
      expect((await ask('GET', '/__mock/health', { host: `${name}:${port}` })).status).toBe(200);
    },
  );

  it.each(['evil.example', 'localhost.evil.example', '127.0.0.1.evil.example', '10.0.0.1', '', 'xlocalhost'])(
    'answers 400 or 403 to requests with the host %j, and changes nothing',
    async (name) => {
      const { mock, port, ask } = await start();
      const before = mock.fingerprint();
      for (const [method, path] of [
        ['GET', '/__mock/health'],
        ['GET', '/__mock/data/access_token'],
        ['POST', '/__mock/reset'],
        ['DELETE', '/__mock/data/user/1'],
      ] as const) {
        const answer = await ask(method, path, { host: `${name}:${port}` });
        expect([400, 403]).toContain(answer.status);
        expect(answer.body).not.toContain('ann-token');
      }
      expect(mock.fingerprint()).toBe(before);
    },
  );

  it('a request with a foreign host gets 403 forbidden', async () => {
    const { port, ask } = await start();
    const { status, body } = await ask('GET', '/__mock/health', { host: `evil.example:${port}` });
    expect(status).toBe(403);
    expect(JSON.parse(body)).toMatchObject({ error: { code: 'forbidden' } });
  });

  it('answers pages of its own origin', async () => {
    const { port, ask } = await start();
    for (const name of ['127.0.0.1', 'localhost']) {
      const headers = { host: `${name}:${port}`, origin: `http://${name}:${port}` };
      expect((await ask('GET', '/__mock/health', headers)).status).toBe(200);
    }
  });

  it.each(['https://evil.example', 'http://localhost:1', 'null', 'http://127.0.0.1', 'file://'])(
    'answers 403 to pages of the origin %s, without CORS headers',
    async (origin) => {
      const { mock, ask } = await start();
      const before = mock.fingerprint();
      for (const [method, path] of [
        ['GET', '/__mock/health'],
        ['HEAD', '/__mock/health'],
        ['POST', '/__mock/reset'],
        ['DELETE', '/__mock/data/user/1'],
      ] as const) {
        const answer = await ask(method, path, { origin });
        expect(answer.status).toBe(403);
        expectNoCors(answer);
      }
      expect(mock.fingerprint()).toBe(before);
    },
  );

  it('its own host and port with https, as behind a proxy, count as its own origin', async () => {
    const { port, ask } = await start();
    expect((await ask('GET', '/__mock/health', { origin: `https://127.0.0.1:${port}` })).status).toBe(200);
    expect((await ask('GET', '/__mock/health', { origin: 'https://127.0.0.1' })).status).toBe(403);
    expect((await ask('GET', '/__mock/health', { origin: `app://127.0.0.1:${port}` })).status).toBe(403);
  });

  it.each(['/__mock/nothing', '/__mock/health', '/__mock/data/nothing', '/__mock'])(
    'a page of another origin gets 403 at %s, for any method and whether or not a route exists',
    async (path) => {
      const { ask } = await start();
      for (const method of ['GET', 'PUT', 'OPTIONS']) {
        const answer = await ask(method, path, { origin: 'https://evil.example' });
        expect(`${method} ${answer.status}`).toBe(`${method} 403`);
        expectNoCors(answer);
      }
    },
  );

  it.each([
    [
      'a page of another site',
      { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' },
    ],
    [
      'a page of another port',
      { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'script' },
    ],
    ['a link', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }],
    ['a frame', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' }],
  ])('answers 403 to a request without Origin from %s, and creates no session', async (_, headers) => {
    const { mock, ask } = await start();
    for (const path of ['/__mock/health', '/__mock/s/one/__mock/data/access_token', '/__mock/nothing']) {
      const answer = await ask('GET', path, { ...headers, cookie: 'mock_session=one' });
      expect(answer.status).toBe(403);
      expect(JSON.parse(answer.body).error.message).toBe(
        'The control API rejects calls and links from pages of another origin; enter the URL in the address bar of the browser',
      );
    }
    expect(mock.sessions.list()).toEqual([]);
    const authorization = 'Bearer ann-token';
    expect((await ask('GET', '/public-api/v1/brief', { ...headers, authorization })).status).toBe(200);
  });

  it.each(['same-origin', 'none'])('answers requests with Sec-Fetch-Site: %s', async (site) => {
    const { ask } = await start();
    expect((await ask('GET', '/__mock/health', { 'sec-fetch-site': site })).status).toBe(200);
  });

  it('a page of another origin can link to the reference page, but not show it in a frame', async () => {
    const { ask } = await start();
    const link = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
    const redirect = await ask('GET', '/__mock/docs/', link);
    expect([redirect.status, redirect.headers['content-length']]).toEqual([307, '0']);
    expect((await ask('GET', '/', { ...link, accept: 'text/html' })).status).toBe(307);
    expect((await ask('GET', '/__mock/docs/', { ...link, 'sec-fetch-dest': 'iframe' })).status).toBe(403);
    expect((await ask('GET', '/__mock/docs/', { ...link, 'sec-fetch-mode': 'no-cors' })).status).toBe(403);
  });

  it.each([
    '/%5F%5Fmock/health',
    '/__mock%2Fhealth',
    '//__mock/health',
    '/public-api/../__mock/health',
    '/__MOCK/health',
  ])('the origin check cannot be bypassed with the path %s', async (path) => {
    const { ask } = await start();
    // A path that is not one of the control API gets 404 from any origin.
    const isControl = (await ask('GET', path)).status === 200;
    const answer = await ask('GET', path, { origin: 'https://evil.example' });
    expect(answer.status).toBe(isControl ? 403 : 404);
    expect(answer.body).not.toContain('fingerprint');
    const headers = { origin: 'https://evil.example', 'access-control-request-method': 'GET' };
    const preflight = await ask('OPTIONS', path.replace('/health', '/reset'), headers);
    if (isControl) expectNoCors(preflight);
    else expect((await ask('POST', path.replace('/health', '/reset'))).status).toBe(404);
  });

  it('sends no CORS headers, neither on answers nor on preflights', async () => {
    const { port, ask } = await start();
    const own = `http://127.0.0.1:${port}`;
    expectNoCors(await ask('GET', '/__mock/health', { origin: own }));
    const preflight = { 'access-control-request-method': 'POST', 'access-control-request-headers': 'content-type' };
    for (const origin of [own, 'https://evil.example']) {
      const answer = await ask('OPTIONS', '/__mock/reset', { origin, ...preflight });
      expectNoCors(answer);
      expect(answer.status).toBeGreaterThanOrEqual(400);
    }
  });

  it('without a control token, a server on 0.0.0.0 answers 403 and names --control-token', async () => {
    const { mock, port, ask } = await start('0.0.0.0');
    for (const name of ['127.0.0.1', 'localhost']) {
      const { status, body } = await ask('GET', '/__mock/health', { host: `${name}:${port}` });
      expect(status).toBe(403);
      expect(JSON.parse(body).error.message).toContain('--control-token');
    }
    const authorization = `Bearer ${mock.tokenFor('ann@reader.example')}`;
    expect((await ask('GET', '/public-api/v1/brief', { authorization })).status).toBe(200);
  });

  describe('of a mock that gets the requests of another server', () => {
    const own = Object.values(networkInterfaces()).flatMap((all) => all ?? []);
    const [foreign] = own.filter(({ family, internal }) => family === 'IPv4' && !internal);
    const control = { token: 'a-control-token' };

    /** Starts a server that listens on all addresses. */
    async function startOther(options: ServerOptions = {}) {
      const mock = createMock({ scenario: readingRoom });
      const { handle } = createServer(mock, options);
      const other = createHttpServer(handle).listen(0, hasIPv6 ? '::' : '0.0.0.0');
      onTestFinished(() => void other.close());
      await once(other, 'listening');
      const { port } = other.address() as AddressInfo;
      return async (address: string, path: string, headers: Record<string, string> = {}) => {
        const { status, body } = await askAt(port, 'GET', path, { host: 'localhost', ...headers }, address);
        return { status, body };
      };
    }

    it('answers requests that arrived at a loopback address', async () => {
      const ask = await startOther();
      // With IPv6, the first one arrives at ::ffff:127.0.0.1.
      for (const address of hasIPv6 ? ['127.0.0.1', '::1'] : ['127.0.0.1']) {
        expect((await ask(address, '/__mock/health')).status).toBe(200);
        expect((await ask(address, '/__mock/metrics')).status).toBe(200);
        expect((await ask(address, '/__mock/health', { host: 'evil.example' })).status).toBe(403);
      }
    });

    it.runIf(process.platform !== 'win32')('answers requests that arrived at a Unix socket', async () => {
      const folder = mkdtempSync(join(tmpdir(), 'briefs-mock-guard-'));
      onTestFinished(() => rmSync(folder, { recursive: true }));
      const { handle } = createServer(createMock({ scenario: readingRoom }));
      const socketPath = join(folder, 'socket');
      const other = createHttpServer(handle).listen(socketPath);
      onTestFinished(() => void other.close());
      await once(other, 'listening');
      const [answer] = await once(
        get({ socketPath, path: '/__mock/health', headers: { host: 'localhost' } }),
        'response',
      );
      expect(answer.resume().statusCode).toBe(200);
    });

    it.runIf(foreign)('rejects those that arrived at another address, without a control token', async () => {
      const { address } = foreign as { address: string };
      const ask = await startOther();
      for (const path of ['/__mock/health', '/__mock/data/user', '/__mock/metrics', '/__mock/mcp']) {
        const { status, body } = await ask(address, path);
        expect([path, status]).toEqual([path, 403]);
        expect(JSON.parse(body).error.message).toContain(address);
      }
      expect((await ask(address, '/__mock/')).status).toBe(403);
      // Twice: a repeated read is answered from memory.
      for (const _ of [1, 2]) {
        const read = await ask(address, '/public-api/v1/brief', { authorization: 'Bearer ann-token' });
        expect(read.status).toBe(200);
      }
      const askWithToken = await startOther({ control });
      const authorization = `Bearer ${control.token}`;
      expect((await askWithToken(address, '/__mock/health', { authorization })).status).toBe(200);
    });
  });

  it('API requests are answered for any host and origin', async () => {
    const { ask } = await start();
    const headers = { authorization: 'Bearer ann-token', host: 'api.example.com', origin: 'https://app.example' };
    const { status, headers: answered } = await ask('GET', '/public-api/v1/brief', headers);
    expect(status).toBe(200);
    expect(answered['access-control-allow-origin']).toBe('https://app.example');
  });

  it('calls through mock.fetch are not checked', async () => {
    const { mock } = await start();
    const headers = { origin: 'https://app.example', host: 'api.example.com' };
    expect((await mock.fetch('https://api.example.com/__mock/health', { headers })).status).toBe(200);
  });

  it.runIf(hasIPv6)('a server on ::1 answers requests for [::1] and answers 403 for a foreign host', async () => {
    const { port, server } = await start('::1');
    const { url } = server;
    expect(url).toBe(`http://[::1]:${port}`);
    expect((await fetch(`${url}/__mock/health`)).status).toBe(200);
    const connection = await connectTo(url);
    connection.write(`GET /__mock/health HTTP/1.1\r\nHost: evil.example:${port}\r\nConnection: close\r\n\r\n`);
    expect(await connection.ended()).toMatch(/^HTTP\/1\.1 403 /);
  });

  it.each([
    ['two Host headers, the second foreign', '1.1', ['Host: localhost', 'Host: evil.example'], 400],
    ['two Host headers, the first foreign', '1.1', ['Host: evil.example', 'Host: localhost'], 400],
    ['user information in the Host header', '1.1', ['Host: localhost@evil.example'], 400],
    ['no Host header', '1.1', [], 400],
    ['no Host header, in HTTP/1.0', '1.0', [], 200],
  ])('a request with %s (HTTP/%s, %j) gets %i', async (_, version, hosts, status) => {
    const { server } = await start();
    const connection = await connectTo(server.url);
    const head = [`GET /__mock/health HTTP/${version}`, ...hosts, 'Connection: close'];
    connection.write(`${head.join('\r\n')}\r\n\r\n`);
    const answer = await connection.ended();
    expect(answer.slice(0, 12)).toBe(`HTTP/1.1 ${status}`);
  });
});

describe('The control API with a control token', () => {
  const token = 'c0ntrol';
  const right = { authorization: `Bearer ${token}` };

  it('calls without the token get 401 and WWW-Authenticate, on loopback too', async () => {
    const { mock, ask } = await start('127.0.0.1', { token });
    const before = mock.fingerprint();
    for (const [method, path] of [
      ['GET', '/__mock/health'],
      ['POST', '/__mock/reset'],
      ['DELETE', '/__mock/data/user/1'],
      ['GET', '/__mock/nothing'],
      ['GET', '/__mock/s/one/__mock/health'],
    ] as const) {
      const { status, headers, body } = await ask(method, path);
      expect(status).toBe(401);
      expect(headers['www-authenticate']).toBe('Bearer');
      expect(JSON.parse(body).error.code).toBe('unauthorized');
      expect(body).not.toContain(token);
    }
    expect(mock.fingerprint()).toBe(before);
    expect((await ask('GET', '/__mock/health', right)).status).toBe(200);
  });

  it.each([
    'Bearer c0ntro',
    'Bearer c0ntrol2',
    'Bearer C0NTROL',
    'c0ntrol',
    'Basic c0ntrol',
    'Bearer',
    'Bearer ann-token',
  ])('the Authorization header "%s" gets 401', async (authorization) => {
    const { ask } = await start('127.0.0.1', { token });
    expect((await ask('GET', '/__mock/health', { authorization })).status).toBe(401);
  });

  it('a server on 0.0.0.0 answers control calls with the token, whatever host they name', async () => {
    const { port, ask } = await start('0.0.0.0', { token });
    for (const name of ['127.0.0.1', 'mock.internal']) {
      const host = `${name}:${port}`;
      expect((await ask('GET', '/__mock/health', { host, ...right })).status).toBe(200);
      expect((await ask('GET', '/__mock/health', { host })).status).toBe(401);
      expect((await ask('GET', '/__mock/health', { host, ...right, origin: `http://${host}` })).status).toBe(200);
    }
  });

  it.each(['127.0.0.1', '0.0.0.0'])('pages of other origins get 403 even with the token, on %s', async (address) => {
    const { ask } = await start(address, { token });
    for (const origin of ['https://evil.example', 'null', 'http://localhost:1']) {
      const answer = await ask('GET', '/__mock/health', { ...right, origin });
      expect(answer.status).toBe(403);
      expectNoCors(answer);
    }
  });

  it('a request with a foreign host gets 403 on a loopback address, even with the token', async () => {
    const { port, ask } = await start('127.0.0.1', { token });
    expect((await ask('GET', '/__mock/health', { ...right, host: `evil.example:${port}` })).status).toBe(403);
  });

  it('API requests and calls through mock.fetch do not need the token', async () => {
    const { mock, ask } = await start('127.0.0.1', { token });
    expect((await ask('GET', '/public-api/v1/brief', { authorization: 'Bearer ann-token' })).status).toBe(200);
    expect((await mock.fetch('/__mock/health')).status).toBe(200);
  });

  it.each([{}, { token: undefined }])('createServer throws for %j, which would let everyone in', (control) => {
    const mock = createMock({ scenario: readingRoom });
    expect(() => createServer(mock, { control: control as never })).toThrow('control.token: is required');
  });

  it.each(['', 'two words', 'ünicode', 'line\n'])(
    'createServer throws for the token %j, which no header can contain',
    (token) => {
      const mock = createMock({ scenario: readingRoom });
      expect(() => createServer(mock, { control: { token } })).toThrow(
        /control\.token: must consist of printable ASCII/,
      );
    },
  );
});

describe('A server with the control API turned off', () => {
  it('answers 404 to every control call, for any method, origin and host', async () => {
    const { mock, port, ask } = await start('127.0.0.1', false);
    const before = mock.fingerprint();
    for (const path of ['/__mock', '/__mock/health', '/__mock/data/user', '/__mock/nothing', '/%5F_mock/health']) {
      for (const method of ['GET', 'POST', 'DELETE', 'OPTIONS']) {
        const answer = await ask(method, path);
        expect(`${method} ${path} ${answer.status}`).toBe(`${method} ${path} 404`);
        expect(JSON.parse(answer.body)).toEqual({ error: { code: 'no_such_route', message: expect.any(String) } });
        expect(answer.body).not.toContain('control');
      }
    }
    for (const headers of [{ origin: 'https://evil.example' }, { host: `evil.example:${port}` }]) {
      expect((await ask('GET', '/__mock/health', headers)).status).toBe(404);
    }
    expect(mock.fingerprint()).toBe(before);
  });

  it.each(['/', '/_mock/data', '/data', '/__moc/data/user'])(
    'names no control route in the answer to %s',
    async (path) => {
      const { ask } = await start('127.0.0.1', false);
      const { status, body } = await ask('GET', path);
      expect([status, JSON.parse(body).error.code]).toEqual([404, 'no_such_route']);
      expect(body).not.toContain('/__mock');
      expect(JSON.parse(body).error.message).toMatch(
        /(the nearest route is \w+|the APIs are at) \/(public-api|user-data|user-preference)\b/,
      );
    },
  );

  it('a path prefix still selects a session, and control calls below the prefix get 404', async () => {
    const { mock, ask } = await start('127.0.0.1', false);
    const authorization = 'Bearer ann-token';
    expect((await ask('GET', '/__mock/s/one/public-api/v1/brief', { authorization })).status).toBe(200);
    expect(mock.sessions.list().map(({ id }) => id)).toEqual(['one']);
    for (const path of ['/__mock/s/one/__mock/health', '/__mock/s/two/__mock/reset', '/__mock/s']) {
      expect((await ask('GET', path)).status).toBe(404);
    }
    expect(mock.sessions.list()).toHaveLength(1);
  });

  it('still answers control calls through mock.fetch', async () => {
    const { mock } = await start('127.0.0.1', false);
    expect((await mock.fetch('/__mock/health')).status).toBe(200);
  });
});
