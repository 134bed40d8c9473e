import { createMock, type MockOptions } from 'briefs-mock';
import { newsroom } from 'briefs-mock/seeds';
import { type AnsweredRequest, createServer } from 'briefs-mock/server';
import { expect, it, onTestFinished, vi } from 'vitest';
import { MemoryStore } from '../support/memory-log.js';
import { visitorAt } from '../support/visitors.js';

const LINK = '/__mock/demo/chapter/new-colleague?return=/app/?page=2';
const nina = '/user-data/v1/user';

async function start(store?: MemoryStore, limits: MockOptions['sessions'] = {}) {
  const mock = createMock({ scenario: newsroom, sessions: { strict: true, ...limits } });
  const server = await createServer(mock, { port: 0, visitors: true, store: store?.connect() }).listen();
  onTestFinished(() => server.close());
  return { mock, url: server.url };
}

it('A link leads each visitor to a chapter in a session of their own, and back to the application', async () => {
  const { mock, url } = await start();
  const [one, other] = [visitorAt(url), visitorAt(url)];
  const { status, headers, cookie } = await one.send('GET', LINK);
  expect([status, headers.location]).toEqual([303, '/app/?page=2']);
  expect(cookie).toMatch(/^mock_session=/);
  expect((await one.send('GET', nina)).body).toContain('nina@acme.example');
  expect((await other.send('GET', nina)).body).not.toContain('nina@acme.example');
  expect(mock.chapters.current).toBe('morning');
  // Going back and forth is exact.
  const session = mock.sessions.get(one.id() as string);
  const first = session.fingerprint();
  await one.send('POST', '/public-api/v1/bookmark/front-page/1-2026030401', { authorization: 'Bearer alice-token' });
  await one.send('GET', '/__mock/demo/chapter/renewal/');
  expect(session.chapters.current).toBe('renewal');
  expect((await one.send('GET', LINK)).cookie).toBeUndefined();
  expect(session.fingerprint()).toBe(first);
});

it('A link leaves no trace of a request that nobody sent', async () => {
  const mock = createMock({ scenario: newsroom, sessions: { strict: true } });
  const logged: AnsweredRequest[] = [];
  const options = {
    port: 0,
    visitors: true,
    control: { token: 't' },
    onRequest: (one: AnsweredRequest) => void logged.push(one),
  };
  const server = await createServer(mock, options).listen();
  onTestFinished(() => server.close());
  const one = visitorAt(server.url);
  await one.send('GET', LINK);
  const session = mock.sessions.get(one.id() as string);
  expect(session.requests.all()).toEqual([]);
  expect(JSON.stringify(session.trace())).not.toContain('"path":"/"');
  const metrics = await fetch(`${server.url}/__mock/metrics`, { headers: { authorization: 'Bearer t' } });
  expect(await metrics.text()).not.toContain('status="404"');
  expect(logged[0]).toEqual({
    method: 'GET',
    path: LINK.replace(/\?.*/, ''),
    status: 303,
    milliseconds: expect.any(Number),
  });
});

it('A link is refused if it leads to another site, to no chapter, or was not opened as a page', async () => {
  const { mock, url } = await start();
  const send = (path: string, headers = {}, method = 'GET') => visitorAt(url).send(method, path, headers);
  for (const back of ['https://evil.example/', '//evil.example', '/\\evil.example', 'app']) {
    expect((await send(`/__mock/demo/chapter/renewal?return=${encodeURIComponent(back)}`)).status, back).toBe(400);
  }
  const unknown = await send('/__mock/demo/chapter/nothing');
  expect([unknown.status, unknown.body]).toEqual([404, expect.stringContaining('morning, new-colleague, renewal')]);
  expect((await send(LINK, { 'sec-fetch-dest': 'image' })).status).toBe(403);
  expect((await send(LINK, { 'sec-purpose': 'prefetch' })).status).toBe(403);
  expect((await send(LINK, {}, 'POST')).status).toBe(405);
  expect(mock.sessions.list()).toEqual([]);
});

it.each([
  ['a server', () => undefined],
  ['a replica', () => new MemoryStore()],
])('A link starts no more sessions than any other request: %s', async (_, makeStore) => {
  const { mock, url } = await start(makeStore(), { max: 1, activeSeconds: 60 });
  const first = visitorAt(url);
  await first.send('GET', LINK);
  // With two requests, the session is that of somebody who came back.
  for (const _ of [1, 2]) await first.send('GET', nina);
  const { status, headers } = await visitorAt(url).send('GET', LINK);
  expect([status, headers['retry-after']]).toEqual([503, expect.stringMatching(/^\d+$/)]);
  expect(mock.sessions.list().map(({ id }) => id)).toEqual([first.id()]);
});

it('A link works at each of several replicas', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 2, 4) });
  onTestFinished(() => void vi.useRealTimers());
  const store = new MemoryStore();
  store.now = Date.now();
  const [a, b] = [await start(store), await start(store)];
  const one = visitorAt(a.url);
  expect((await one.send('GET', LINK)).status).toBe(303);
  const elsewhere = await fetch(b.url + nina, { headers: { cookie: `mock_session=${one.id()}` } });
  expect(await elsewhere.text()).toContain('nina@acme.example');
});
