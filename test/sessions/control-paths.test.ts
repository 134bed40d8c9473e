import { request } from 'node:http';
import { createMock } from 'briefs-mock';
import { createServer } from 'briefs-mock/server';
import { describe, expect, it, onTestFinished } from 'vitest';
import { describeControl } from '../support/deliveries.js';
import { connectTo } from '../support/raw-http.js';
import { readingRoom } from '../support/reading-room.js';
import { type Naming, openPlace, visitsIn } from '../support/session-visits.js';

const MARK = '/public-api/v1/bookmark/morning/1-104';

const namings: [string, Naming][] = [
  ['path', { prefix: 'one' }],
  ['header', { header: 'one' }],
  ['cookie', { cookie: 'mock_session=one' }],
];

describeControl('Sessions: control calls in a session', (_, delivery) => {
  it.each(namings)('act on the session that the %s names, and on no other', async (_, naming) => {
    const { mock, visit } = await openPlace(delivery);
    const put = (body: object) => ({ method: 'PUT', body: JSON.stringify(body) });
    const post = (body?: object) => ({ method: 'POST', body: JSON.stringify(body ?? {}) });
    const before = mock.fingerprint();
    const other = mock.sessions.create('other');

    await visit(MARK, naming, { method: 'POST' });
    expect((await visit('/__mock/clock', naming, put({ now: '2027-01-01T00:00:00Z' }))).status).toBe(200);
    expect((await visit('/__mock/faults', naming, post({ path: '/public-api/*', status: 503 }))).status).toBe(200);
    expect((await visit('/__mock/snapshots/kept', naming, { method: 'PUT' })).status).toBe(200);
    expect(
      (await visit('/__mock/data/user', naming, post({ fname: 'Bo', lname: 'Ek', email: 'bo@b.example' }))).status,
    ).toBe(200);
    expect((await visit('/__mock/tokens', naming, post({ email: 'bo@b.example' }))).status).toBe(200);
    expect((await visit('/public-api/v1/brief', naming)).status).toBe(503);

    const one = mock.sessions.get('one');
    expect(one.clock.toString()).toBe('2027-01-01T00:00:00.000Z');
    expect(one.data.bookmark.count()).toBe(1);
    expect(one.data.user.count()).toBe(5);
    expect(one.snapshots.list().map(({ name }) => name)).toEqual(['kept']);
    expect(one.requests.all().map(({ status, session }) => [status, session])).toEqual([
      [200, 'one'],
      [503, 'one'],
    ]);
    const health = (await visit('/__mock/health?fingerprint', naming)).json;
    expect(health).toMatchObject({ fingerprint: one.fingerprint(), clock: '2027-01-01T00:00:00.000Z', sessions: 2 });

    for (const untouched of [mock, other]) {
      expect(untouched.fingerprint()).toBe(before);
      expect([untouched.faults.all(), untouched.requests.all(), untouched.snapshots.list()]).toEqual([[], [], []]);
    }
    expect((await visit('/public-api/v1/brief')).status).toBe(200);
    expect((await visit('/__mock/requests', naming, { method: 'DELETE' })).json.total).toBe(2);
    expect(mock.requests.count()).toBe(1);
    expect((await visit('/__mock/reset', naming, { method: 'POST' })).status).toBe(200);
    expect(one.fingerprint()).toBe(before);
    expect(mock.requests.count()).toBe(1);
  });

  it.each(namings)('create and end sessions without being in the session that the %s names', async (_, naming) => {
    for (const strict of [false, true]) {
      const { mock, visit } = await openPlace(delivery, { sessions: { strict } });
      const make = () => visit('/__mock/sessions', naming, { method: 'POST', body: '{"id": "one"}' });
      const end = () => visit('/__mock/sessions/one', naming, { method: 'DELETE' });
      expect((await end()).status).toBe(404);
      expect((await make()).status).toBe(200);
      expect((await make()).status).toBe(409);
      expect(mock.sessions.list().map(({ id }) => id)).toEqual(['one']);
      expect((await visit('/__mock/sessions', { header: 'gone' })).json.total).toBe(1);
      expect((await end()).status).toBe(200);
      expect((await end()).status).toBe(404);
    }
  });

  it.each(namings)('get the usual errors if the %s names the session', async (_, naming) => {
    const { visit } = await openPlace(delivery);
    const unknown = await visit('/__mock/healt', naming);
    expect([unknown.status, unknown.json.error.code]).toEqual([404, 'no_such_route']);
    expect(unknown.json.error.message).toContain('GET /__mock/health');
    const method = await visit('/__mock/reset', naming);
    expect([method.status, method.headers.get('allow')]).toEqual([405, 'POST']);
  });

  it.each(['', 'a%20b', 'x'.repeat(65)])('get 400 for the invalid name %j in the path', async (prefix) => {
    const { mock, visit } = await openPlace(delivery);
    const before = mock.fingerprint();
    const { status, json } = await visit('/__mock/data/user/1', { prefix }, { method: 'DELETE' });
    expect(status).toBe(400);
    expect(json).toMatchObject({ error: { code: 'malformed_data', issues: [{ path: 'session' }] } });
    expect(mock.fingerprint()).toBe(before);
    expect(mock.sessions.list()).toEqual([]);
  });

  it('get 404 no_such_route for the prefix of a session alone, with or without a trailing slash', async () => {
    const { mock, visit } = await openPlace(delivery);
    for (const path of ['', '/']) {
      const { status, json } = await visit(path, { prefix: 'one' });
      expect([status, json.error.code]).toEqual([404, 'no_such_route']);
    }
    expect(visitsIn(mock)).toEqual({ one: 2, 'no session': 0 });
  });

  it('get 404 for the prefix without an id, and create no session', async () => {
    const { mock, visit } = await openPlace(delivery);
    for (const path of ['/__mock/s', '/__mock/s/', '/__mock/sessions/s']) {
      const { status, json } = await visit(path);
      expect(status).toBe(404);
      expect(json.error.code).toMatch(/^(no_such_route|not_found)$/);
    }
    expect(mock.sessions.list()).toEqual([]);
  });

  it('get 404 for a prefix within a prefix', async () => {
    const { mock, visit } = await openPlace(delivery);
    expect((await visit('/__mock/s/two/public-api/v1/brief', { prefix: 'one' })).status).toBe(404);
    expect(mock.sessions.list()).toEqual([]);
  });

  it('work below a base URL that has a path', async () => {
    const { mock, visit } = await openPlace(delivery, { baseUrl: 'https://api.example.com/base/path' });
    expect((await visit('/__mock/data/user/1', { prefix: 'one' }, { method: 'DELETE' })).status).toBe(200);
    expect([mock.data.user.count(), mock.sessions.get('one').data.user.count()]).toEqual([4, 3]);
  });
});

describe('Sessions: origins and hosts', () => {
  async function start() {
    const mock = createMock({ scenario: readingRoom });
    const server = await createServer(mock, { port: 0 }).listen();
    onTestFinished(() => server.close());
    /** Uses node:http, because `fetch` sets Host itself. */
    const ask = (method: string, path: string, headers: Record<string, string>) =>
      new Promise<{ status: number; id: unknown }>((resolve, reject) => {
        const to = { hostname: '127.0.0.1', port: server.port };
        const sent = request({ ...to, method, path, headers, agent: false }, (response) => {
          response.resume();
          const { statusCode = 0, headers } = response;
          response.on('end', () => resolve({ status: statusCode, id: headers['x-request-id'] }));
        });
        sent.on('error', reject);
        sent.end();
      });
    return { mock, server, ask };
  }
  const foreign = [{ host: 'evil.example' }, { origin: 'https://evil.example' }, { origin: 'null' }];
  const paths = ['/__mock/health', '/__mock/reset', '/__mock/sessions', '/__mock/nothing'];

  it.each(foreign)('a control call with %o gets 403 and creates no session', async (headers) => {
    const { mock, ask } = await start();
    for (const path of paths) {
      for (const method of ['GET', 'POST', 'OPTIONS']) {
        const statuses = [
          await ask(method, `/__mock/s/one${path}`, headers),
          await ask(method, path, { ...headers, 'x-mock-session': 'one' }),
          await ask(method, path, { ...headers, cookie: 'mock_session=one' }),
        ].map(({ status }) => status);
        expect(statuses, `${method} ${path}`).toEqual([403, 403, 403]);
      }
    }
    expect(mock.sessions.list()).toEqual([]);
  });

  it('a control call that gets 403 uses up no request id of any session', async () => {
    const { mock, ask } = await start();
    const headers = { authorization: 'Bearer ann-token' };
    const alone = createMock({ scenario: readingRoom });
    const expected = await Promise.all(
      [1, 2, 3].map(async () => (await alone.fetch('/public-api/v1/brief', { headers })).headers.get('x-request-id')),
    );
    mock.sessions.create('one');
    const refused = await ask('POST', '/__mock/s/one/__mock/reset', { origin: 'https://evil.example' });
    expect(refused.status).toBe(403);
    expect(expected).not.toContain(refused.id);
    expect((await ask('GET', '/__mock/s/one/public-api/v1/brief', headers)).id).toBe(expected[0]);
    expect((await ask('GET', '/public-api/v1/brief', headers)).id).toBe(expected[0]);
  });

  it('an API request is allowed from any origin, also in a session', async () => {
    const { mock, ask } = await start();
    const headers = { authorization: 'Bearer ann-token', host: 'api.example.com', origin: 'https://app.example' };
    expect((await ask('GET', '/__mock/s/one/public-api/v1/brief', headers)).status).toBe(200);
    expect(visitsIn(mock)).toEqual({ one: 1, 'no session': 0 });
  });

  it.each([
    '/__mock/s/../public-api/v1/brief',
    '/__mock/s/./public-api/v1/brief',
    '/__mock/s/%2e%2e/public-api/v1/brief',
  ])('dots as the name of a session get 400 or 404: %s', async (path) => {
    const { mock, server } = await start();
    const connection = await connectTo(server.url);
    const { host } = new URL(server.url);
    connection.write(
      `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ann-token\r\nConnection: close\r\n\r\n`,
    );
    expect(await connection.ended()).toMatch(/^HTTP\/1\.1 (400|404) /);
    expect(mock.requests.all()).toEqual([]);
  });
});
