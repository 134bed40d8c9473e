import { createMock, type Mock } from 'briefs-mock';
import { newsroom } from 'briefs-mock/seeds';
import { createServer, type MockServer } from 'briefs-mock/server';
import type { Browser, BrowserContext } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sharedChromium } from './chromium.js';
import { type Site, serveApp, serveSite } from './site.js';

let site: Site;
let app: Site;
let browser: Browser;
let context: BrowserContext;
let mock: Mock;
let server: MockServer;

beforeAll(async () => {
  [site, app, browser] = await Promise.all([serveSite(), serveApp(), sharedChromium()]);
});
afterAll(async () => {
  await Promise.all([site?.close(), app?.close()]);
});
beforeEach(async () => {
  mock = createMock({ scenario: newsroom });
  server = await createServer(mock, { port: 0 }).listen();
  context = await browser.newContext();
});
afterEach(async () => {
  await context.close();
  await server.close();
});

const DOCUMENT = '1-2026030101';

/** Opens a tab with a front end that knows only the base URL of the APIs. */
async function openTab(baseUrl: string, headers: Record<string, string> = {}, within = context) {
  const page = await within.newPage();
  await page.goto(site.url);
  const call = (method: string, path: string) =>
    page.evaluate(
      async ([url, method, headers]) => {
        const authorization = 'Bearer alice-token';
        const response = await fetch(url, { method, headers: { ...headers, authorization }, credentials: 'include' });
        return { status: response.status, json: await response.json() };
      },
      [`${baseUrl}/public-api/v1${path}`, method, headers] as const,
    );
  return {
    page,
    mark: async () => (await call('POST', `/bookmark/front-page/${DOCUMENT}`)).status,
    unmark: async () => (await call('DELETE', `/bookmark/front-page/${DOCUMENT}`)).status,
    isMarked: async () => JSON.stringify((await call('GET', '/bookmark/brief')).json).includes(DOCUMENT),
  };
}
type Tab = Awaited<ReturnType<typeof openTab>>;

/** Adds and removes bookmarks in each tab, and expects that no tab sees the bookmarks of another. */
async function expectIsolated(one: Tab, two: Tab, three: Tab): Promise<void> {
  const marked = async () => Promise.all([one, two, three].map((tab) => tab.isMarked()));
  expect(await marked()).toEqual([false, false, false]);
  expect(await one.mark()).toBe(200);
  expect(await marked()).toEqual([true, false, false]);
  expect(await two.unmark()).toBe(404);
  expect(await three.mark()).toBe(200);
  expect(await one.unmark()).toBe(200);
  expect(await marked()).toEqual([false, false, true]);
}

const sessionsOf = (mock: Mock) =>
  mock.sessions
    .list()
    .map(({ id }) => id)
    .sort();

/** The cookie that selects a session, for the server of the mock. */
const cookie = (id: string) => ({ name: 'mock_session', value: id, url: server.url, sameSite: 'Lax' as const });

describe('Sessions on one server', () => {
  it('are isolated for two tabs with different session prefixes in the base URL, and one without', async () => {
    const one = await openTab(`${server.url}/__mock/s/a`);
    const two = await openTab(`${server.url}/__mock/s/b`);
    await expectIsolated(one, two, await openTab(server.url));
    expect(sessionsOf(mock)).toEqual(['a', 'b']);
  });

  it('are isolated for two tabs that send different session headers, and one that sends none', async () => {
    const one = await openTab(server.url, { 'x-mock-session': 'a' });
    const two = await openTab(server.url, { 'x-mock-session': 'b' });
    await expectIsolated(one, two, await openTab(server.url));
    expect(sessionsOf(mock)).toEqual(['a', 'b']);
  });

  it('are isolated for two browser contexts with different session cookies, and one without', async () => {
    const visitors = [await browser.newContext(), await browser.newContext()];
    try {
      const tabs = await Promise.all(
        visitors.map(async (visitor, n) => {
          await visitor.addCookies([cookie(['a', 'b'][n] as string)]);
          return openTab(server.url, {}, visitor);
        }),
      );
      await expectIsolated(tabs[0] as Tab, tabs[1] as Tab, await openTab(server.url));
      expect(sessionsOf(mock)).toEqual(['a', 'b']);
    } finally {
      for (const visitor of visitors) await visitor.close();
    }
  });

  it('are selected by the path before the header, and by the header before the cookie', async () => {
    await context.addCookies([cookie('by-cookie')]);
    const tabs = [
      await openTab(`${server.url}/__mock/s/by-path`, { 'x-mock-session': 'by-header' }),
      await openTab(server.url, { 'x-mock-session': 'by-header' }),
      await openTab(server.url),
    ];
    await expectIsolated(tabs[0] as Tab, tabs[1] as Tab, tabs[2] as Tab);
    expect(sessionsOf(mock)).toEqual(['by-cookie', 'by-header', 'by-path']);
    expect(mock.requests.count()).toBe(0);
  });

  it('are not created for a cookie with an invalid name: the request gets 400', async () => {
    const { page } = await openTab(server.url);
    await page.goto(`${server.url}/__mock/health`);
    const status = await page.evaluate(async () => {
      // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store is for secure pages.
      document.cookie = 'mock_session=é; path=/';
      return (await fetch('/public-api/v1/brief', { headers: { authorization: 'Bearer alice-token' } })).status;
    });
    expect(status).toBe(400);
    expect(mock.sessions.list()).toEqual([]);
  });

  it('cannot be changed or created by control calls of a page of another origin', async () => {
    const { page } = await openTab(server.url);
    const outcomes = await page.evaluate(async (url) => {
      const attempts: [string, RequestInit][] = [
        ['/__mock/s/a/__mock/reset', { method: 'POST' }],
        ['/__mock/s/a/__mock/health', {}],
        ['/__mock/sessions', { method: 'POST' }],
        ['/__mock/reset', { method: 'POST', headers: { 'x-mock-session': 'a' } }],
      ];
      return Promise.all(
        attempts.map(([path, init]) =>
          fetch(url + path, init).then(
            () => 'answered',
            () => 'blocked',
          ),
        ),
      );
    }, server.url);
    expect(outcomes).toEqual(['blocked', 'blocked', 'blocked', 'blocked']);
    expect(mock.sessions.list()).toEqual([]);
  });
});

describe('Sessions of a mock in the page', () => {
  it('are selected by path prefix, header and cookie, and an invalid name gets 400', async () => {
    const page = await context.newPage();
    await page.goto(app.url);
    await page.waitForFunction(() => window.ready !== undefined);
    await page.evaluate(() => window.ready);
    const seen = await page.evaluate(async () => {
      const headers = { authorization: 'Bearer alice-token' };
      const list = '/public-api/v1/brief';
      const statuses = [
        await fetch(`/__mock/s/by-path${list}`, { headers }),
        await fetch(list, { headers: { ...headers, 'x-mock-session': 'by-header' } }),
      ].map(({ status }) => status);
      // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store is for secure pages.
      document.cookie = 'mock_session=by-cookie';
      statuses.push((await fetch(list, { headers })).status);
      statuses.push((await fetch(list, { headers: { ...headers, 'x-mock-session': 'by-header' } })).status);
      // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store is for secure pages.
      document.cookie = 'mock_session=🚀';
      statuses.push((await fetch(list, { headers })).status);
      const sessions = window.mock.sessions.list().map(({ id, requests }) => `${id} ${requests}`);
      return { statuses, sessions, unnamed: window.mock.requests.count(), unhandled: window.unhandled };
    });
    expect(seen).toEqual({
      statuses: [200, 200, 200, 200, 400],
      sessions: ['by-path 1', 'by-cookie 1', 'by-header 2'],
      unnamed: 1,
      unhandled: [],
    });
  });
});
