import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import type { BookmarkedArticles, BriefDocument, BriefList, Failure } from '../support/bodies.js';
import { complaintsOf, sharedChromium } from './chromium.js';
import { type Site, serveApp } from './site.js';

let site: Site;
let browser: Browser;
let context: BrowserContext;

beforeAll(async () => {
  [site, browser] = await Promise.all([serveApp(), sharedChromium()]);
});
afterAll(() => site?.close());
beforeEach(async () => {
  context = await browser.newContext();
});
afterEach(() => context.close());

/** Opens a tab with the front end, and waits until its mock is ready. */
async function openTab(): Promise<{ page: Page; complaints: string[] }> {
  const page = await context.newPage();
  const complaints = complaintsOf(page);
  await page.goto(site.url);
  await page.waitForFunction(() => window.ready !== undefined);
  await page.evaluate(() => window.ready);
  return { page, complaints };
}

/** Sends a request from the page as Alice. */
async function call<Json>(page: Page, method: string, path: string): Promise<{ status: number; json: Json }> {
  return page.evaluate(
    async ([method = '', path = '']) => {
      const headers = { authorization: 'Bearer alice-token', 'content-type': 'application/json' };
      const response = await fetch(`/public-api/v1${path}`, { method, headers });
      return { status: response.status, json: await response.json() };
    },
    [method, path],
  );
}

const listArticles = async (page: Page) =>
  (await call<BookmarkedArticles>(page, 'GET', '/bookmark/article')).json.data.map(
    ({ brief, gid }) => `${brief.gid}/${gid}`,
  );

/** An article that Alice has not bookmarked: the path of its bookmark, and its entry in the list of bookmarks. */
async function unmarkedArticle(page: Page) {
  const [brief] = (await call<BriefList>(page, 'GET', '/brief')).json.data;
  const { slug, gid, article } = (await call<BriefDocument>(page, 'GET', `/brief/${brief?.slug}`)).json.data;
  const unmarked = article.find(({ bookmarked }) => !bookmarked);
  return { path: `/bookmark/${slug}/${gid}/${unmarked?.gid}`, listed: `${gid}/${unmarked?.gid}` };
}

it('a front end lists briefs, bookmarks an article, sees it in the list, and loses it with a reset', async () => {
  const { page, complaints } = await openTab();
  const seeded = await listArticles(page);
  const { path, listed } = await unmarkedArticle(page);
  expect(seeded).not.toContain(listed);

  expect((await call(page, 'POST', path)).status).toBe(200);
  expect(await listArticles(page)).toEqual([listed, ...seeded]);

  await page.evaluate(() => window.mock.reset());
  expect(await listArticles(page)).toEqual(seeded);
  expect(complaints).toEqual([]);
  expect(await page.evaluate(() => window.unhandled)).toEqual([]);
});

it('X5: a wrong path gets 404, and the error suggests the nearest route', async () => {
  const { page, complaints } = await openTab();
  const { status, json } = await call<Failure>(page, 'GET', '/briefs');
  expect(status).toBe(404);
  expect(json.error[0]).toMatchObject({ code: 'no_such_route' });
  expect(json.error[0].message).toContain('GET /public-api/v1/brief');
  expect(await page.evaluate(() => window.unhandled)).toEqual([]);
  // Chromium logs an error for every 404.
  expect(complaints).toEqual([expect.stringContaining('404')]);
});

it('a request that no handler matches goes to the server of the page', async () => {
  const { page } = await openTab();
  const text = await page.evaluate(async () => (await fetch('/elsewhere')).text());
  expect(text).toContain('<title>Test</title>');
  expect(await page.evaluate(() => window.unhandled)).toEqual([`GET ${site.url}/elsewhere`]);
});

it('changes in one tab do not affect another tab', async () => {
  const [one, two] = [(await openTab()).page, (await openTab()).page];
  const seeded = await listArticles(two);
  const { path, listed } = await unmarkedArticle(one);
  expect((await call(one, 'POST', path)).status).toBe(200);
  await one.evaluate(() => {
    window.mock.data.user.create({ fname: 'Bo', lname: 'Ek', email: 'bo@mailbox.example' });
    window.mock.clock.advance({ days: 1 });
  });

  expect(await listArticles(one)).toContain(listed);
  expect(await listArticles(two)).toEqual(seeded);
  const stateOf = (page: Page) =>
    page.evaluate(() => ({ clock: window.mock.clock.toString(), users: window.mock.data.user.count() }));
  const [first, second] = [await stateOf(one), await stateOf(two)];
  expect(first.users).toBe(second.users + 1);
  expect(first.clock).not.toBe(second.clock);

  await two.evaluate(() => window.mock.reset());
  expect(await listArticles(one)).toContain(listed);
});

it('every tab starts with the same state', async () => {
  const tabs = [await openTab(), await openTab()];
  const [one, two] = await Promise.all(tabs.map(({ page }) => page.evaluate(() => window.mock.fingerprint())));
  expect(one).toMatch(/^[0-9a-f]{64}$/);
  expect(two).toBe(one);
});
