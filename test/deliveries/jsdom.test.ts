// @vitest-environment jsdom
import { createMock } from 'briefs-mock';
import { createHandlers } from 'briefs-mock/handlers';
import { newsroom } from 'briefs-mock/seeds';
import { setupServer } from 'msw/node';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { BookmarkedBriefs, BriefList } from '../support/bodies.js';

// The set-up of most component tests: Node with jsdom.

const mock = createMock({ scenario: newsroom });
const server = setupServer(...createHandlers(mock));
const authorization = 'Bearer alice-token';

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
beforeEach(() => mock.reset());
afterAll(() => server.close());

it('MSW answers fetch in jsdom, for an absolute URL and for a relative one', async () => {
  expect(window.navigator.userAgent).toContain('jsdom');
  const headers = { authorization };
  const absolute = await fetch('https://api.example.com/public-api/v1/brief', { headers });
  const relative = await fetch('/public-api/v1/brief', { headers });
  expect([absolute.status, relative.status]).toEqual([200, 200]);
  const { data } = (await absolute.json()) as BriefList;
  expect(((await relative.json()) as BriefList).data).toEqual(data);
});

it('MSW answers XMLHttpRequest in jsdom', async () => {
  const request = new XMLHttpRequest();
  request.open('GET', '/public-api/v1/bookmark/brief');
  request.setRequestHeader('authorization', authorization);
  await new Promise((resolve, reject) => {
    request.addEventListener('load', resolve);
    request.addEventListener('error', reject);
    request.send();
  });
  expect(request.status).toBe(200);
  const { data } = JSON.parse(request.responseText) as BookmarkedBriefs;
  expect(data[0]).toMatchObject({ bookmarked: true });
});

const USERS = '/user-data/v1/user';

it.each<[kind: string, body: (text: string) => BodyInit]>([
  ['a text', (text) => text],
  ['bytes', (text) => new TextEncoder().encode(text)],
])('the body of a request may be %s, for MSW and for mock.fetch', async (_, body) => {
  const [first, second] = ['bo', 'cy'].map((name) =>
    JSON.stringify({ fname: name, lname: 'Ek', email: `${name}@acme.example` }),
  ) as [string, string];
  const headers = { 'content-type': 'application/json' };
  expect((await fetch(USERS, { method: 'POST', headers, body: body(first) })).status).toBe(200);
  expect((await mock.fetch(USERS, { method: 'POST', headers, body: body(second) })).status).toBe(200);
  expect(mock.data.user.count({ where: { fname: { in: ['bo', 'cy'] } } })).toBe(2);
});

it('the cookies of the page choose the session and the persona', async () => {
  const own = createMock({ scenario: newsroom, persona: 'alice' });
  const seen: string[] = [];
  own.on('request', ({ email, session }) => void seen.push(`${email} ${session}`));
  own.sessions.create('one').on('request', ({ email, session }) => void seen.push(`${email} ${session}`));
  server.use(...createHandlers(own));
  const set = (cookie: string) => {
    // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no Cookie Store API
    document.cookie = cookie;
  };
  onTestFinished(() => {
    server.resetHandlers();
    for (const name of ['mock_persona', 'mock_session']) set(`${name}=; max-age=0`);
  });
  for (const cookie of ['other=1', 'mock_persona=bruno', 'mock_session=one']) {
    set(cookie);
    expect((await fetch('/public-api/v1/brief')).status).toBe(200);
  }
  expect(seen).toEqual(['alice@acme.example null', 'bruno@acme.example null', 'bruno@acme.example one']);
});

it('a control call may have a body', async () => {
  const body = JSON.stringify(mock.snapshot());
  expect((await mock.fetch('/__mock/restore', { method: 'POST', body })).status).toBe(200);
});

it('mock.fetch and mock.data work in jsdom', async () => {
  const { email } = mock.data.user.create({ fname: 'Bo', lname: 'Ek', email: 'bo@mailbox.example' });
  const headers = { authorization: `Bearer ${mock.tokenFor(email)}` };
  expect((await mock.fetch('/public-api/v1/brief', { headers })).status).toBe(200);
});

it('a base URL in a page can be a path, and the error for another text says so', () => {
  expect(createMock({ baseUrl: '/api' }).baseUrl).toBe(`${location.origin}/api`);
  expect(() => createMock({ baseUrl: 'api' })).toThrow(
    'baseUrl: must be an http(s) URL, or a path such as "/api", without a query, fragment or *, but is "api"',
  );
});

it('a record created in one mock does not change another mock', () => {
  const other = createMock({ scenario: newsroom });
  const before = other.fingerprint();
  mock.data.user.create({ fname: 'Bo', lname: 'Ek', email: 'bo@mailbox.example' });
  expect(other.fingerprint()).toBe(before);
});

it("P17: without a base URL, handlers answer the short form on the page's own origin only", async () => {
  const path = '/v1/brief/front-page';
  expect((await fetch(path, { headers: { authorization } })).status).toBe(200);
  await expect(fetch(`https://api.example.com${path}`)).rejects.toThrow();
});

describe('A path as base URL', () => {
  it.each([
    ['/', ''],
    ['/api', '/api'],
    ['/api/', '/api'],
  ])("%s is below the page's own origin", async (baseUrl, path) => {
    const own = createMock({ scenario: newsroom, baseUrl });
    expect(own.baseUrl).toBe(`${window.location.origin}${path}`);
    for (const handlers of [createHandlers(own), createHandlers(mock, { baseUrl })]) {
      const answers = async (url: string) => {
        const request = new Request(new URL(url, window.location.origin));
        return (await Promise.all(handlers.map((handler) => handler.test({ request })))).includes(true);
      };
      expect(await answers(`${path}/public-api/v1/brief`)).toBe(true);
      expect(await answers(`${path}/other/public-api/v1/brief`)).toBe(false);
      expect(await answers(`https://api.example.com${path}/public-api/v1/brief`)).toBe(false);
    }
  });
});
