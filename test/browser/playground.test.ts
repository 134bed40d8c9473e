import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Hold } from 'briefs-mock';
import type { Browser, Page } from 'playwright-core';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { complaintsOf, sharedChromium } from './chromium.js';
import { expectAccessible, expectAccessibleAnywhere } from './console/open-console.js';
import { keepPicture } from './picture.js';

const file = pathToFileURL(join(import.meta.dirname, '../../dist/playground.html')).href;

let browser: Browser;
beforeAll(async () => {
  browser = await sharedChromium();
});

/** Opens the page from disk, without a network. */
async function open(viewport = { width: 1440, height: 1000 }) {
  const context = await browser.newContext({ viewport, offline: true });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  const complaints = complaintsOf(page);
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await page.goto(file);
  await briefs(page).getByRole('button', { name: 'Energy Today' }).waitFor();
  return { page, complaints, requests };
}

const briefs = (page: Page) => page.getByRole('navigation', { name: 'Briefs' });
const namesOf = (page: Page) => briefs(page).getByRole('button').allTextContents();
const answerOf = (page: Page) => page.getByRole('region', { name: 'Body of the answer' });

it('opens from disk without a network, lists the briefs, bookmarks an article, and sends nothing', async () => {
  const { page, complaints, requests } = await open();
  expect(await namesOf(page)).toHaveLength(10);
  const article = page.getByRole('article').first();
  const title = await article.getByRole('heading').textContent();
  await article.getByRole('button', { name: 'Bookmark' }).click();
  await article.getByRole('button', { name: 'Bookmarked', pressed: true }).waitFor();
  await briefs(page).getByRole('button', { name: 'Bookmarks' }).click();
  await page.getByRole('heading', { name: title ?? '' }).waitFor();
  expect(requests).toEqual([file]);
  expect(complaints).toEqual([]);
});

it('shows what another persona sees, a fault, and the documents of the next day', async () => {
  const { page } = await open();
  await page.getByLabel('Reading as').selectOption('Erin');
  await expect.poll(() => namesOf(page)).not.toContain('Acme Board Brief');
  await page.getByLabel('Reading as').selectOption('Nobody');
  await briefs(page).getByRole('alert').filter({ hasText: '401' }).waitFor();
  await page.getByLabel('Reading as').selectOption('Alice');
  await briefs(page).getByRole('button', { name: 'Front Page' }).click();
  await page.getByLabel('Date').filter({ hasText: '2026-03-04' }).waitFor();
  await page.getByRole('button', { name: '+ 1 day' }).click();
  await page.getByText('5 March 2026, 09:00 UTC').waitFor();
  // An editor has published it.
  await expect.poll(() => page.getByLabel('Date').inputValue()).toContain('20260305');
  await page.getByRole('combobox', { name: 'Faults' }).selectOption('offline');
  await briefs(page).getByRole('alert').filter({ hasText: 'The connection broke.' }).waitFor();
  await page.getByRole('button', { name: 'Start again' }).click();
  await expect.poll(() => page.getByRole('combobox', { name: 'Faults' }).inputValue()).toBe('');
  await page.getByLabel('Date').filter({ hasText: '2026-03-04' }).waitFor();
  await page.getByLabel('Reading as').selectOption('Nobody');
  await page.getByRole('button', { name: '+ 1 day' }).click();
  await page.getByText('5 March 2026, 09:00 UTC').waitFor();
  await page.getByRole('button', { name: 'Start again' }).click();
  await page.getByText('4 March 2026, 09:00 UTC').waitFor();
  expect(await page.getByLabel('Reading as').inputValue()).toBe('');
});

it('sends an edited request, shows the answer, and the panel follows', async () => {
  const { page } = await open();
  await page.getByLabel('Method').selectOption('POST');
  await page.getByLabel('Path').fill('/user-data/v1/user');
  await page.getByLabel('Headers').fill('Authorization: Bearer bruno-token\nContent-Type: application/json');
  await page
    .getByLabel('Body', { exact: true })
    .fill('[{"fname": "Ines", "lname": "Vale", "email": "ines@acme.example"}]');
  await page.getByRole('button', { name: 'Send' }).click();
  await answerOf(page).getByText('"fname": "Ines"').waitFor();
  await page.getByLabel('Headers').fill('Authorization');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByText('Headers, line 1: write "Name: value"').waitFor();
  await page.getByRole('button', { name: 'POST /user-data/v1/user' }).click();
  expect(await page.getByLabel('Body', { exact: true }).inputValue()).toContain('"fname": "Ines"');
  await answerOf(page).getByText('"fname": "Ines"').waitFor();
  const body = page.getByLabel('Body', { exact: true });
  for (const [text, kept] of [
    ['{bad json', '{bad json'],
    ['['.repeat(20_000), '['.repeat(16_384)],
  ] as const) {
    await body.fill(text);
    await page.getByRole('button', { name: 'Send' }).click();
    await answerOf(page).getByText('"status_code": 400').waitFor();
    await page.getByRole('button', { name: '400 POST /user-data/v1/user' }).first().click();
    await expect.poll(() => body.inputValue()).toBe(kept);
  }
  await page.getByText('the journal keeps its first 16 KiB').waitFor();
  await page.getByRole('button', { name: 'Mock' }).click();
  const panel = page.getByRole('region', { name: 'Console of the mock' });
  await panel.getByText('POST /user-data/v1/user').or(panel.getByText('/user-data/v1/user')).first().waitFor();
  await panel.getByRole('link', { name: 'People' }).click();
  await panel
    .getByRole('button', { name: /^Log in as Chloe/i })
    .first()
    .click();
  await expect.poll(() => page.getByLabel('Reading as').inputValue()).toBe('chloe@meridian.example');
  await Promise.all([
    page.waitForEvent('popup'),
    panel.getByRole('button', { name: 'Open in its own window' }).click(),
  ]);
  // After a reload, a page on the disk may not touch the window that it had.
  await page.reload();
  await panel.getByRole('heading', { name: 'People', level: 1 }).waitFor();
});

it('an answer that comes after another request was started with is not shown beside it', async () => {
  const { page } = await open();
  const held = await page.evaluateHandle('mock.hold("POST /public-api/v1/bookmark/:slug/:gid")');
  await page.getByLabel('Example').selectOption('Bookmark a document');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByText('Waiting for the answer').waitFor();
  await page.getByLabel('Example').selectOption('Create a user');
  await held.evaluate((hold: Hold) => hold.send());
  await page.getByRole('list', { name: 'Last requests' }).getByText('POST /public-api/v1/bookmark').waitFor();
  // What was answered would have been shown with the next frame.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  expect(await answerOf(page).count()).toBe(0);
  await page.getByRole('button', { name: 'Send' }).click();
  await answerOf(page).getByText('"fname": "Ines"').waitFor();
});

it('the bar in the panel leads through the chapters, says what to show, and logs in as who sees it', async () => {
  const { page } = await open();
  await page.getByRole('button', { name: 'Mock' }).click();
  const bar = page.getByRole('region', { name: 'Chapters of the demo' });
  await bar.getByText('1. Morning of 3').waitFor();
  await bar.getByRole('button', { name: 'Next' }).click();
  await bar.getByText('2. New colleague of 3 Nina has joined Acme').waitFor();
  await expect.poll(() => page.getByLabel('Reading as').inputValue()).toBe('bruno@acme.example');
  await bar.getByRole('button', { name: 'Next' }).click();
  await bar.getByText('3. Renewal of 3').waitFor();
  await expect.poll(() => page.getByLabel('Reading as').inputValue()).toBe('alice@acme.example');
  await expect.poll(() => namesOf(page)).toHaveLength(7);
  expect(await bar.getByRole('button', { name: 'Next' }).isDisabled()).toBe(true);
  await expectAccessible(page);
  await bar.getByRole('button', { name: 'Back' }).click();
  await bar.getByText('2. New colleague of 3').waitFor();
  await expect.poll(() => page.getByLabel('Reading as').inputValue()).toBe('bruno@acme.example');
  await page.getByRole('button', { name: 'Close' }).click();
  // The token that the chapter issued goes with the state.
  await page.getByRole('button', { name: 'Start again' }).click();
  await expect.poll(() => page.getByLabel('Headers').inputValue()).toContain('bruno-token');
  await briefs(page).getByRole('button', { name: 'Energy Today' }).waitFor();
});

it('every example is answered with success', async () => {
  const { page } = await open();
  const titles = await page.getByLabel('Example').getByRole('option').allTextContents();
  expect(titles.length).toBeGreaterThan(5);
  for (const title of titles.slice(1)) {
    await page.getByLabel('Example').selectOption(title);
    await page.getByRole('button', { name: 'Send' }).click();
    await answerOf(page).waitFor();
    const status = await page.getByRole('status').locator('strong').textContent();
    expect(Number(status), title).toBeLessThan(300);
  }
});

it('has no known barrier and fits a phone and a wide window, light and dark', async () => {
  const { page } = await open();
  await page.getByRole('button', { name: 'Send' }).click();
  await answerOf(page).waitFor();
  await page.getByRole('heading', { level: 3 }).first().waitFor();
  await expectAccessibleAnywhere(page);
});

it('its picture for the tutorial can be taken', async () => {
  const { page } = await open({ width: 1136, height: 460 });
  await page.getByRole('button', { name: 'Send' }).click();
  await answerOf(page).waitFor();
  await keepPicture('playground', page);
});
