import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { BookmarkedArticles } from '../support/bodies.js';
import { complaintsOf, sharedChromium } from './chromium.js';
import { fingerprintOf, openPersistent, persistentPage, writeAtRandom } from './persistent-page.js';
import { type Site, serveApp } from './site.js';

let site: Site;
let browser: Browser;
let context: BrowserContext;

beforeAll(async () => {
  [site, browser] = await Promise.all([serveApp(persistentPage, ['/', '/a/', '/b/']), sharedChromium()]);
});
afterAll(() => site?.close());
beforeEach(async () => {
  context = await browser.newContext();
});
afterEach(() => context.close());

/** Opens a tab; the path may have settings of the page in its query. */
async function open(path = '/', within = context) {
  const page = await within.newPage();
  const complaints = complaintsOf(page);
  const persisted = await openPersistent(page, site.url + path);
  return { page, complaints, persisted };
}

const DOCUMENT = '/public-api/v1/bookmark/front-page/1-2026030101';

async function bookmark(page: Page): Promise<void> {
  const status = await page.evaluate(async (path) => {
    const headers = { authorization: 'Bearer alice-token' };
    return (await fetch(path, { method: 'POST', headers })).status;
  }, DOCUMENT);
  expect(status).toBe(200);
}

async function isBookmarked(page: Page): Promise<boolean> {
  const json = await page.evaluate(async () => {
    const headers = { authorization: 'Bearer alice-token' };
    return (await fetch('/public-api/v1/bookmark/brief', { headers })).json() as Promise<BookmarkedArticles>;
  });
  return JSON.stringify(json).includes('1-2026030101');
}

/** Creates clients from a page, all at once. Returns their ids. */
async function createClients(page: Page, names: readonly string[]): Promise<number[]> {
  return page.evaluate(
    async (names) =>
      Promise.all(
        names.map(async (name) => {
          const client = { name, short_name: name, display_name: name, type: 'company' };
          const response = await fetch('/user-data/v1/client', { method: 'POST', body: JSON.stringify([client]) });
          return (await response.json()).data[0].id as number;
        }),
      ),
    names,
  );
}

async function clients(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const { data } = await (await fetch('/user-data/v1/client')).json();
    return data.map(({ name }: { name: string }) => name);
  });
}

describe('A mock in a page that keeps its state', () => {
  it('has what was written after a reload, in a tab opened later, and at another address of the application', async () => {
    const { page, complaints, persisted } = await open();
    expect(persisted).toEqual({ kept: true, restored: false });
    expect(await isBookmarked(page)).toBe(false);
    await bookmark(page);
    await page.reload();
    expect(await page.evaluate(() => window.loaded)).toEqual({ kept: true, restored: true });
    expect(await isBookmarked(page)).toBe(true);
    await page.close();
    const later = await open('/brief?from=mail');
    expect(await isBookmarked(later.page)).toBe(true);
    expect([...complaints, ...later.complaints]).toEqual([]);
  });

  it('is at the baseline after a reset and a reload', async () => {
    const { page } = await open();
    await bookmark(page);
    await page.evaluate(() => {
      window.mock.reset();
      return window.mock.persisted();
    });
    await page.reload();
    await page.evaluate(() => window.loaded);
    expect(await isBookmarked(page)).toBe(false);
  });

  it('has the same fingerprint after each of ten reloads with random writes', async () => {
    const { page, complaints } = await open();
    for (let round = 1; round <= 10; round++) {
      await writeAtRandom(page, round);
      const before = await fingerprintOf(page);
      await page.reload();
      expect(await page.evaluate(() => window.loaded)).toEqual({ kept: true, restored: true });
      expect(await fingerprintOf(page)).toBe(before);
    }
    expect(complaints).toEqual([]);
  });

  it('starts from scratch with another seed, and reports it once', async () => {
    const { page } = await open('/?key=app');
    await bookmark(page);
    const other = await open('/?key=app&seed=2');
    expect(other.persisted).toEqual({ kept: true, restored: false });
    expect(other.complaints).toEqual([expect.stringContaining('starts from scratch: it began from another scenario')]);
    await other.page.reload();
    await other.page.evaluate(() => window.loaded);
    expect(other.complaints).toHaveLength(1);
  });

  it('shares nothing with an application in another folder, with another key, or in another browser profile', async () => {
    const { page } = await open('/a/');
    await bookmark(page);
    for (const path of ['/', '/b/', '/a/?key=other']) {
      const { page: other, persisted } = await open(path);
      expect(persisted).toEqual({ kept: true, restored: false });
      expect(await isBookmarked(other)).toBe(false);
    }
    const stranger = await browser.newContext();
    expect((await open('/a/', stranger)).persisted).toEqual({ kept: true, restored: false });
    await stranger.close();
  });
});

describe('Two tabs', () => {
  it('see what the other has written in their next answer', async () => {
    const [one, two] = [await open(), await open()];
    expect(await isBookmarked(two.page)).toBe(false);
    await bookmark(one.page);
    expect(await isBookmarked(two.page)).toBe(true);
    expect([...one.complaints, ...two.complaints]).toEqual([]);
  });

  it('see what the other has written', async () => {
    const [one, two] = [await open(), await open()];
    const notified = two.page.evaluate(
      () => new Promise<number>((resolve) => window.mock.on('change', () => resolve(window.mock.data.client.count()))),
    );
    const before = (await clients(one.page)).length;
    await createClients(one.page, ['first']);
    expect(await notified).toBe(before + 1);
  });

  it('lose nothing and use no id twice if both write at once', async () => {
    const tabs = [await open(), await open()];
    const ids = await Promise.all(
      tabs.map(({ page }, tab) =>
        createClients(
          page,
          Array.from({ length: 30 }, (_, i) => `client ${tab}-${i}`),
        ),
      ),
    );
    expect(new Set(ids.flat()).size).toBe(60);
    for (const { page, complaints } of tabs) {
      expect((await clients(page)).filter((name) => name.startsWith('client '))).toHaveLength(60);
      expect(complaints).toEqual([]);
    }
    expect(await fingerprintOf(tabs[0]?.page as Page)).toBe(await fingerprintOf(tabs[1]?.page as Page));
  });

  it.each(['close', 'crash'])(
    'keep every answered write and no half of another if one ends while it writes: %s',
    async (way) => {
      const { page: one } = await open();
      const answered: string[] = [];
      await one.exposeFunction('answered', (name: string) => answered.push(name));
      await one.evaluate(() => {
        const create = async (name: string) => {
          const client = { name, short_name: name, display_name: name, type: 'company' };
          await fetch('/user-data/v1/client', { method: 'POST', body: JSON.stringify([client]) });
          await (window as unknown as { answered: (name: string) => Promise<void> }).answered(name);
        };
        const createSeveral = async (first: number) => {
          for (let i = first; i < first + 1_000; i++) await create(`client ${i}`);
        };
        // Fifty at a time, and more than the page can finish before it ends.
        for (let first = 0; first < 50_000; first += 1_000) void createSeveral(first);
      });
      await expect.poll(() => answered.length).toBeGreaterThan(5);
      if (way === 'close') {
        await one.close();
      } else {
        const session = await context.newCDPSession(one);
        void session.send('Page.crash').catch(() => {});
        await one.waitForEvent('crash');
      }
      const { page: two, persisted, complaints } = await open();
      expect(persisted).toEqual({ kept: true, restored: true });
      const found = (await clients(two)).filter((name) => name.startsWith('client '));
      expect(found).toEqual(expect.arrayContaining(answered));
      expect(found.length).toBeLessThan(50_000);
      expect(await createClients(two, ['next'])).toHaveLength(1);
      expect(complaints).toEqual([]);
    },
  );
});

describe('A page works without storage, and says so once', () => {
  it.each([
    ['missing', 'there is no IndexedDB here'],
    ['denied', 'denied by the test'],
    ['full', 'no space is left'],
  ])('if IndexedDB is %s', async (indexedDb, reason) => {
    const { page, complaints, persisted } = await open(`/?indexedDb=${indexedDb}`);
    expect(persisted).toEqual({ kept: false, restored: false });
    await bookmark(page);
    expect(await isBookmarked(page)).toBe(true);
    expect(complaints).toEqual([expect.stringContaining(reason)]);
  });

  it('if the database is deleted while the page is open', async () => {
    const { page, complaints } = await open('/?key=app');
    await page.evaluate(
      () =>
        new Promise((resolve) => {
          indexedDB.deleteDatabase('briefs-mock:app').onsuccess = resolve;
        }),
    );
    await bookmark(page);
    expect(await isBookmarked(page)).toBe(true);
    expect(complaints).toEqual([expect.stringMatching(/changes are not kept.*: its database was deleted/)]);
  });
});
