import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, test } from 'node:test';
import { chromium } from 'playwright-core';
import { build, preview } from 'vite';

let built;
let site;
let browser;
let page;

before(async () => {
  built = await build({ mode: 'demo', logLevel: 'warn' });
  site = await preview({ logLevel: 'warn' });
  browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--headless', '--no-sandbox', '--disable-gpu'],
  });
});
after(async () => {
  await browser?.close();
  await site?.close();
});
beforeEach(async () => {
  page = await browser.newPage();
  await page.goto(`${site.resolvedUrls.local[0]}?token=erin-token`);
  await items('Bookmarks').first().waitFor();
});
afterEach(() => page.close());

const items = (list) => page.getByRole('list', { name: list }).getByRole('listitem');

test('a reader opens a brief and bookmarks an article', async () => {
  assert.equal(await items('Bookmarks').count(), 1);
  await items('Briefs').filter({ hasText: 'Front Page' }).click();
  const title = await items('Articles').last().textContent();
  await items('Articles').last().click();
  await items('Bookmarks').nth(1).waitFor();
  assert.equal(await items('Bookmarks').first().textContent(), title);
});

test('the next page finds nothing of it', async () => {
  assert.equal(await items('Bookmarks').count(), 1);
});

const modulesOf = ({ output }) => output.flatMap(({ moduleIds = [] }) => moduleIds);

test('a page with the mock has nothing of the console that it does not import', () => {
  const modules = modulesOf(built);
  assert.ok(modules.some((id) => id.includes('node_modules/briefs-mock/dist/')));
  assert.deepEqual(
    modules.filter((id) => id.includes('node_modules/briefs-mock/dist/console')),
    [],
  );
});

test('a production build has nothing of the mock in it', async () => {
  const modules = modulesOf(await build({ build: { write: false }, logLevel: 'warn' }));
  assert.ok(modules.some((id) => id.endsWith('reading-page.ts')));
  assert.deepEqual(
    modules.filter((id) => /node_modules\/(briefs-mock|msw)\//.test(id)),
    [],
  );
});
