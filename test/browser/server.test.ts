import { createMock, type Mock } from 'briefs-mock';
import { newsroom } from 'briefs-mock/seeds';
import { createServer, type MockServer } from 'briefs-mock/server';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sharedChromium } from './chromium.js';
import { type Site, serveSite } from './site.js';

let site: Site;
let browser: Browser;
let context: BrowserContext;
let mock: Mock;
let server: MockServer;

beforeAll(async () => {
  [site, browser] = await Promise.all([serveSite(), sharedChromium()]);
});
afterAll(() => site?.close());
beforeEach(async () => {
  mock = createMock({ scenario: newsroom });
  server = await createServer(mock, { port: 0 }).listen();
  context = await browser.newContext();
});
afterEach(async () => {
  await context.close();
  await server.close();
});

interface Outcome {
  status: number;
  type: string;
  requestId: string | null;
  text: string;
}

/** Sends a request from the page. Returns what the page can read of the answer, or 'blocked'. */
async function call(page: Page, url: string, init: RequestInit = {}): Promise<Outcome | 'blocked'> {
  return page.evaluate(
    async ([url, init]) => {
      try {
        const response = await fetch(url, init);
        const { status, type } = response;
        return { status, type, requestId: response.headers.get('x-request-id'), text: await response.text() };
      } catch {
        return 'blocked' as const;
      }
    },
    [url, init] as const,
  );
}

const asAlice: RequestInit = {
  credentials: 'include',
  headers: { authorization: 'Bearer alice-token', 'content-type': 'application/json' },
};

describe.each(['url', 'localhost'] as const)('A page of another origin, served as %s', (name) => {
  let page: Page;
  beforeEach(async () => {
    page = await context.newPage();
    await page.goto(site[name]);
  });

  it('X25: can call the API with a token and credentials', async () => {
    const list = await call(page, `${server.url}/public-api/v1/brief`, asAlice);
    expect(list).toMatchObject({ status: 200, type: 'cors', requestId: expect.stringMatching(/^[0-9a-f-]{36}$/) });
  });

  it('X25: can add and remove a bookmark', async () => {
    const [document] = mock.data.brief_document.findMany({ where: { date: { equals: '2026-03-01' } } });
    const path = `${server.url}/public-api/v1/bookmark/front-page/${document?.gid}`;
    expect(await call(page, path, { ...asAlice, method: 'POST' })).toMatchObject({ status: 200 });
    expect(await call(page, path, { ...asAlice, method: 'DELETE' })).toMatchObject({ status: 200 });
  });

  it('X25: can read errors with status 401, 404 and 405', async () => {
    expect(await call(page, `${server.url}/public-api/v1/brief`)).toMatchObject({ status: 401 });
    expect(await call(page, `${server.url}/public-api/v1/brief/unknown`, asAlice)).toMatchObject({ status: 404 });
    expect(await call(page, `${server.url}/public-api/v1/briefs`, asAlice)).toMatchObject({
      status: 404,
      text: expect.stringContaining('GET /public-api/v1/brief'),
    });
    const wrong = await call(page, `${server.url}/public-api/v1/brief`, { ...asAlice, method: 'DELETE' });
    expect(wrong).toMatchObject({ status: 405 });
  });

  it('cannot read the control API', async () => {
    expect(await call(page, `${server.url}/__mock/health`)).toBe('blocked');
    expect(await call(page, `${server.url}/__mock/health`, asAlice)).toBe('blocked');
    expect(await call(page, `${server.url}/__mock/data/access_token`, { credentials: 'include' })).toBe('blocked');
    expect(await call(page, `${server.url}/%5F%5Fmock/health`)).toBe('blocked');
  });

  it('cannot change the mock with control calls, not even with no-cors', async () => {
    const path = '/public-api/v1/bookmark/front-page/1-2026030101';
    expect(await call(page, server.url + path, { ...asAlice, method: 'POST' })).toMatchObject({ status: 200 });
    const before = mock.fingerprint();
    const simple: RequestInit = { method: 'POST', mode: 'no-cors', headers: { 'content-type': 'text/plain' } };
    await call(page, `${server.url}/__mock/reset`, simple);
    await call(page, `${server.url}/__mock/tokens`, { ...simple, body: '{"email":"alice@acme.example"}' });
    await call(page, `${server.url}/__mock/data/user/1`, { method: 'DELETE' });
    expect(mock.fingerprint()).toBe(before);
  });
});

describe('A page of the server’s own origin', () => {
  it('can call the control API', async () => {
    const page = await context.newPage();
    await page.goto(`${server.url}/__mock/health`);
    expect(await call(page, `${server.url}/__mock/health`)).toMatchObject({ status: 200 });
    expect(await call(page, `${server.url}/__mock/reset`, { method: 'POST' })).toMatchObject({ status: 200 });
  });
});

describe('corsOrigin', () => {
  it('X25: lets only pages of the listed origins read API answers', async () => {
    const behavior = { corsOrigin: [site.url] };
    const narrow = await createServer(createMock({ scenario: newsroom, behavior }), { port: 0 }).listen();
    try {
      const page = await context.newPage();
      await page.goto(site.url);
      expect(await call(page, `${narrow.url}/public-api/v1/brief`, asAlice)).toMatchObject({ status: 200 });
      await page.goto(site.localhost);
      expect(await call(page, `${narrow.url}/public-api/v1/brief`, asAlice)).toBe('blocked');
      expect(await call(page, `${narrow.url}/public-api/v1/brief`)).toBe('blocked');
    } finally {
      await narrow.close();
    }
  });
});
