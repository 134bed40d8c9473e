import { createMock, defineRoute, type MockOptions } from 'briefs-mock';
import { createServer } from 'briefs-mock/server';
import { describe, expect, it, onTestFinished } from 'vitest';
import * as z from 'zod';
import { MemoryStore } from '../support/memory-log.js';
import { startReplica } from '../support/replicas.js';
import { office } from '../support/user-data-office.js';

const users = '/user-data/v1/user';
const json = { 'content-type': 'application/json' };
const secrets = ['c0ntrol', 'serv1ce', 's3cret', 'wr0ng', 'k3y'];

async function serverOf(store: MemoryStore | undefined, options: MockOptions = {}) {
  const mock = createMock({ scenario: office, behavior: { serviceToken: 'serv1ce' }, ...options });
  const control = { token: 'c0ntrol' };
  const server = await createServer(mock, { port: 0, control, store: store?.connect(1000) }).listen();
  onTestFinished(() => server.close());
  return async (path: string, headers: Record<string, string>) => {
    const response = await fetch(server.url + path, { headers });
    return { status: response.status, body: await response.json() };
  };
}

const everything = { cookie: 'mock_session=a%20b; sid=s3cret', 'x-api-key': 'k3y' };
const requests = [
  [users, { authorization: 'Bearer serv1ce', ...everything }],
  [users, { authorization: 'Bearer wr0ng', cookie: 'sid=s3cret' }],
  [users, { authorization: 'Basic wr0ng' }],
  [users, { authorization: 'Bearer c0ntrol' }],
  ['/public-api/v1/brief', { authorization: 'Bearer c0ntrol' }],
  [users, { cookie: 'mock_session=two' }],
  ['/public-api/v1/brief', { authorization: 'Basic wr0ng' }],
  ['/public-api/v1/brief', { cookie: 'sid=s3cret; mock_persona=ben%40oak.example; mock_session=two' }],
  ['/public-api/v1/brief', { cookie: 'mock_persona=' }],
  ['/nowhere', { authorization: 'Bearer wr0ng', ...everything }],
  ['/__mock/requests', { authorization: 'Bearer c0ntrol', 'x-mock-session': 'two' }],
  ['/__mock/sessions', { authorization: 'bearer  c0ntrol' }],
  ['/__mock/requests', { authorization: 'Bearer c0ntrol' }],
] as const;

describe('What replicas store', () => {
  it('has no secrets on which no answer depends, and the answers are those of a single server', async () => {
    const store = new MemoryStore();
    const options = { persona: 'ann@acme.example' };
    const [one, other] = [await serverOf(store, options), await serverOf(store, options)];
    const single = await serverOf(undefined, options);
    for (const [i, [path, headers]] of requests.entries()) {
      const summaryOf = ({ status, body }: Awaited<ReturnType<typeof single>>) => {
        const text = JSON.stringify(body).replaceAll(
          /"(duration_ms|idle_seconds|wall_time|host)":("[^"]*"|[\d.e-]+)/g,
          '',
        );
        return `${status} ${text}`;
      };
      const ask = i % 2 === 0 ? one : other;
      expect(summaryOf(await ask(path, headers)), path).toBe(summaryOf(await single(path, headers)));
    }
    const stored = JSON.stringify(store.history);
    expect(store.history.length).toBeGreaterThanOrEqual(requests.length);
    for (const secret of secrets) expect(stored).not.toContain(secret);
  });

  it('has no signature of a JWT, which is not verified', async () => {
    const store = new MemoryStore();
    const { mock } = await startReplica(store, { scenario: office, behavior: { tokens: 'jwt' } });
    const email = mock.data.user.getAll()[0]?.email;
    const payload = btoa(JSON.stringify({ email }));
    const authorization = `Bearer e30.${payload}.s3cret`;
    expect((await mock.fetch('/public-api/v1/brief', { headers: { authorization } })).status).toBe(200);
    expect(JSON.stringify(store.history)).toContain(payload);
    expect(JSON.stringify(store.history)).not.toContain('s3cret');
  });

  it('has the headers that fault rules compare, also if a rule was added at another server just before', async () => {
    const store = new MemoryStore();
    const [one, other] = [
      await startReplica(store, { scenario: office }),
      await startReplica(store, { scenario: office }),
    ];
    const rule = { path: '/user-data/*', status: 418, match: { headers: { cookie: '*sid=s3cret*' } } };
    const added = one.mock.fetch('/__mock/faults', { method: 'POST', headers: json, body: JSON.stringify(rule) });
    const send = (sid: string) => other.mock.fetch(users, { headers: { cookie: `sid=${sid}` } });
    await added;
    expect((await send('s3cret')).status).toBe(418);
    expect((await send('other')).status).toBe(200);
    expect((await send('s3cret')).status).toBe(418);
    const journals = await Promise.all(
      [one, other].map(async ({ mock }) => (await mock.fetch('/__mock/requests')).json()),
    );
    expect(journals[0].data).toHaveLength(3);
    expect(journals[1]).toEqual(journals[0]);
  });

  it('has all headers of requests to routes of the application, which may read any', async () => {
    const store = new MemoryStore();
    const route = defineRoute({
      method: 'GET',
      path: '/whoami',
      summary: 'Who am I',
      headers: { 'x-api-key': z.string() },
      response: z.object({ key: z.string() }),
      handle: ({ headers }) => ({ key: String(headers.get('x-api-key')) }),
    });
    const { mock } = await startReplica(store, { scenario: office, routes: [route] });
    const response = await mock.fetch('/whoami', { headers: { 'x-api-key': 'k3y' } });
    expect(await response.json()).toEqual({ key: 'k3y' });
  });

  it('does not show the service token of servers with another one', async () => {
    const store = new MemoryStore();
    await serverOf(store);
    const starting = serverOf(store, { behavior: { serviceToken: 'wr0ng' } });
    const { message } = await starting.then(
      () => new Error('it has started'),
      (error: Error) => error,
    );
    expect(message).toMatch(/serviceToken \([0-9a-f]{12} there, [0-9a-f]{12} here\)/);
    for (const secret of secrets) expect(message).not.toContain(secret);
  });
});
