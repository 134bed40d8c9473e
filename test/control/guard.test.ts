import { request } from 'node:http';
import { createMock } from 'briefs-mock';
import { createServer } from 'briefs-mock/server';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readingRoom } from '../support/reading-room.js';

interface Answer {
  status: number;
  headers: Record<string, unknown>;
  body: string;
}

/** A server, and a way to ask it under any name: `fetch` would set Host by itself. */
async function start(host = '127.0.0.1') {
  const mock = createMock({ scenario: readingRoom });
  const server = await createServer(mock, { port: 0, host }).listen();
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

  it('its own port under https is another origin', async () => {
    const { port, ask } = await start();
    expect((await ask('GET', '/__mock/health', { origin: `https://127.0.0.1:${port}` })).status).toBe(403);
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

  it('nobody, where the server listens on more than this machine', async () => {
    const { mock, port, ask } = await start('0.0.0.0');
    for (const name of ['127.0.0.1', 'localhost']) {
      expect((await ask('GET', '/__mock/health', { host: `${name}:${port}` })).status).toBe(403);
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
});
