import { request } from 'node:http';
import { createMock } from 'briefs-mock';
import { createServer, type ServerOptions } from 'briefs-mock/server';
import { describe, expect, it, onTestFinished } from 'vitest';
import { connectTo } from '../support/raw-http.js';
import { readingRoom } from '../support/reading-room.js';

interface Answer {
  status: number;
  headers: Record<string, unknown>;
  body: string;
}

/** A server, and a way to ask it under any name: `fetch` would set Host by itself. */
async function start(host = '127.0.0.1', control?: ServerOptions['control']) {
  const mock = createMock({ scenario: readingRoom });
  const server = await createServer(mock, { port: 0, host, control }).listen();
  onTestFinished(() => server.close());
  const ask = (method: string, path: string, headers: Record<string, string> = {}) =>
    new Promise<Answer>((resolve, reject) => {
      const to = { hostname: '127.0.0.1', port: server.port };
      const sent = request({ ...to, method, path, headers, agent: false }, (response) => {
        let body = '';
        response.setEncoding('utf8');
        response.on('data', (chunk) => {
          body += chunk;
        });
        response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }));
      });
      sent.on('error', reject);
      sent.end();
    });
  return { mock, server, port: server.port, ask };
}

const withoutCors = ({ headers }: Answer) =>
  expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);

describe('Who may call the control API', () => {
  it.each(['127.0.0.1', 'localhost', '127.0.0.2', '[::1]', 'LOCALHOST'])('those who ask for %s', async (name) => {
    const { port, ask } = await start();
    expect((await ask('GET', '/__mock/health', { host: `${name}:${port}` })).status).toBe(200);
  });

  it.each(['evil.example', 'localhost.evil.example', '127.0.0.1.evil.example', '10.0.0.1', '', 'xlocalhost'])(
    'not those who ask for %j: 403',
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

  it('a foreign name is refused with 403 forbidden', async () => {
    const { port, ask } = await start();
    const { status, body } = await ask('GET', '/__mock/health', { host: `evil.example:${port}` });
    expect(status).toBe(403);
    expect(JSON.parse(body)).toMatchObject({ error: { code: 'forbidden' } });
  });

  it('pages of the server’s own origin', async () => {
    const { port, ask } = await start();
    for (const name of ['127.0.0.1', 'localhost']) {
      const headers = { host: `${name}:${port}`, origin: `http://${name}:${port}` };
      expect((await ask('GET', '/__mock/health', headers)).status).toBe(200);
    }
  });

  it.each(['https://evil.example', 'http://localhost:1', 'null', 'http://127.0.0.1', 'file://'])(
    'not pages of %s: 403',
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
        withoutCors(answer);
      }
      expect(mock.fingerprint()).toBe(before);
    },
  );

  it('its own host and port under https, as behind a proxy, is its own origin', async () => {
    const { port, ask } = await start();
    expect((await ask('GET', '/__mock/health', { origin: `https://127.0.0.1:${port}` })).status).toBe(200);
    expect((await ask('GET', '/__mock/health', { origin: 'https://127.0.0.1' })).status).toBe(403);
    expect((await ask('GET', '/__mock/health', { origin: `app://127.0.0.1:${port}` })).status).toBe(403);
  });

  it.each(['/__mock/nothing', '/__mock/health', '/__mock/data/nothing', '/__mock'])(
    'a page of another origin is refused at %s whatever is there, for any method',
    async (path) => {
      const { ask } = await start();
      for (const method of ['GET', 'PUT', 'OPTIONS']) {
        const answer = await ask(method, path, { origin: 'https://evil.example' });
        expect(`${method} ${answer.status}`).toBe(`${method} 403`);
        withoutCors(answer);
      }
    },
  );

  it.each([
    '/%5F%5Fmock/health',
    '/__mock%2Fhealth',
    '//__mock/health',
    '/public-api/../__mock/health',
    '/__MOCK/health',
  ])('no spelling of a path gets around it: %s', async (path) => {
    const { ask } = await start();
    const answer = await ask('GET', path, { origin: 'https://evil.example' });
    expect([403, 404]).toContain(answer.status);
    expect(answer.body).not.toContain('fingerprint');
    const headers = { origin: 'https://evil.example', 'access-control-request-method': 'GET' };
    const preflight = await ask('OPTIONS', path.replace('/health', '/reset'), headers);
    // A path that is nobody's may be allowed to be asked for; one of the control API may not.
    if (answer.status === 403) withoutCors(preflight);
  });

  it('no CORS for anyone: neither on an answer nor on a preflight', async () => {
    const { port, ask } = await start();
    const own = `http://127.0.0.1:${port}`;
    withoutCors(await ask('GET', '/__mock/health', { origin: own }));
    const preflight = { 'access-control-request-method': 'POST', 'access-control-request-headers': 'content-type' };
    for (const origin of [own, 'https://evil.example']) {
      const answer = await ask('OPTIONS', '/__mock/reset', { origin, ...preflight });
      withoutCors(answer);
      expect(answer.status).toBeGreaterThanOrEqual(400);
    }
  });

  it('nobody, where the server listens on more than this machine, and says how to change that', async () => {
    const { mock, port, ask } = await start('0.0.0.0');
    for (const name of ['127.0.0.1', 'localhost']) {
      const { status, body } = await ask('GET', '/__mock/health', { host: `${name}:${port}` });
      expect(status).toBe(403);
      expect(JSON.parse(body).error.message).toContain('--control-token');
    }
    const authorization = `Bearer ${mock.tokenFor('ann@reader.example')}`;
    expect((await ask('GET', '/public-api/v1/brief', { authorization })).status).toBe(200);
  });

  it('the mocked API is guarded against nobody', async () => {
    const { ask } = await start();
    const headers = { authorization: 'Bearer ann-token', host: 'api.example.com', origin: 'https://app.example' };
    const { status, headers: answered } = await ask('GET', '/public-api/v1/brief', headers);
    expect(status).toBe(200);
    expect(answered['access-control-allow-origin']).toBe('https://app.example');
  });

  it('calls within the process are free', async () => {
    const { mock } = await start();
    const headers = { origin: 'https://app.example', host: 'api.example.com' };
    expect((await mock.fetch('https://api.example.com/__mock/health', { headers })).status).toBe(200);
  });

  it('those who ask for the IPv6 loopback address, on which the server listens', async () => {
    const started = await start('::1').catch((error) => error);
    // A machine without IPv6 has no such address.
    if (started instanceof Error) return expect(started).toMatchObject({ code: 'EADDRNOTAVAIL' });
    const { port, server } = started;
    const { url } = server;
    expect(url).toBe(`http://[::1]:${port}`);
    expect((await fetch(`${url}/__mock/health`)).status).toBe(200);
    const connection = await connectTo(url);
    connection.write(`GET /__mock/health HTTP/1.1\r\nHost: evil.example:${port}\r\nConnection: close\r\n\r\n`);
    expect(await connection.ended()).toMatch(/^HTTP\/1\.1 403 /);
  });

  it.each([
    ['two hosts, of which one is foreign', '1.1', ['Host: localhost', 'Host: evil.example'], 403],
    ['two hosts, of which one is foreign', '1.1', ['Host: evil.example', 'Host: localhost'], 403],
    ['a user in front of the host', '1.1', ['Host: localhost@evil.example'], 400],
    ['no host', '1.1', [], 400],
    ['no host, in HTTP/1.0', '1.0', [], 400],
  ])('not those who ask for %s (HTTP/%s, %j): %i', async (_, version, hosts, status) => {
    const { server } = await start();
    const connection = await connectTo(server.url);
    const head = [`GET /__mock/health HTTP/${version}`, ...hosts, 'Connection: close'];
    connection.write(`${head.join('\r\n')}\r\n\r\n`);
    const answer = await connection.ended();
    expect(answer.slice(0, 12)).toBe(`HTTP/1.1 ${status}`);
  });
});

describe('With a control token', () => {
  const token = 'c0ntrol';
  const right = { authorization: `Bearer ${token}` };

  it('calls need it, on loopback too: 401, and how to send it', async () => {
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
  ])('%s does not do: 401', async (authorization) => {
    const { ask } = await start('127.0.0.1', { token });
    expect((await ask('GET', '/__mock/health', { authorization })).status).toBe(401);
  });

  it('a server on every address can be steered with it, under whatever name it is reached', async () => {
    const { port, ask } = await start('0.0.0.0', { token });
    for (const name of ['127.0.0.1', 'mock.internal']) {
      const host = `${name}:${port}`;
      expect((await ask('GET', '/__mock/health', { host, ...right })).status).toBe(200);
      expect((await ask('GET', '/__mock/health', { host })).status).toBe(401);
      expect((await ask('GET', '/__mock/health', { host, ...right, origin: `http://${host}` })).status).toBe(200);
    }
  });

  it.each(['127.0.0.1', '0.0.0.0'])('pages of other origins stay out, on %s: 403', async (address) => {
    const { ask } = await start(address, { token });
    for (const origin of ['https://evil.example', 'null', 'http://localhost:1']) {
      const answer = await ask('GET', '/__mock/health', { ...right, origin });
      expect(answer.status).toBe(403);
      withoutCors(answer);
    }
  });

  it('a foreign host stays out of a loopback address: 403', async () => {
    const { port, ask } = await start('127.0.0.1', { token });
    expect((await ask('GET', '/__mock/health', { ...right, host: `evil.example:${port}` })).status).toBe(403);
  });

  it('the mocked APIs do not ask for it, and calls within the process are free', async () => {
    const { mock, ask } = await start('127.0.0.1', { token });
    expect((await ask('GET', '/public-api/v1/brief', { authorization: 'Bearer ann-token' })).status).toBe(200);
    expect((await mock.fetch('/__mock/health')).status).toBe(200);
  });

  it.each(['', 'two words', 'ünicode', 'line\n'])('it cannot be %j, which no request could carry', (token) => {
    const mock = createMock({ scenario: readingRoom });
    expect(() => createServer(mock, { control: { token } })).toThrow(/control\.token: is not made of ASCII/);
  });
});

describe('With the control API off', () => {
  it('there is nothing at its paths, for any method and caller: 404', async () => {
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

  it('sessions can still be named by a path prefix; what is below it is off as well', async () => {
    const { mock, ask } = await start('127.0.0.1', false);
    const authorization = 'Bearer ann-token';
    expect((await ask('GET', '/__mock/s/one/public-api/v1/brief', { authorization })).status).toBe(200);
    expect(mock.sessions.list().map(({ id }) => id)).toEqual(['one']);
    for (const path of ['/__mock/s/one/__mock/health', '/__mock/s/two/__mock/reset', '/__mock/s']) {
      expect((await ask('GET', path)).status).toBe(404);
    }
    expect(mock.sessions.list()).toHaveLength(1);
  });

  it('calls within the process are free', async () => {
    const { mock } = await start('127.0.0.1', false);
    expect((await mock.fetch('/__mock/health')).status).toBe(200);
  });
});
