// @vitest-environment node
import { type Browser, chromium } from 'playwright-core';
import { build, type PreviewServer, preview } from 'vite';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';

let site: PreviewServer;
let browser: Browser;

beforeAll(async () => {
  await build({ mode: 'demo', logLevel: 'warn' });
  site = await preview({ logLevel: 'warn' });
  browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--headless', '--no-sandbox', '--disable-gpu'],
  });
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
});

test('the console in the page shows a request of the application and what it changed, and takes it back', async () => {
  const page = await browser.newPage();
  await page.goto(`${site.resolvedUrls?.local[0]}?token=erin-token`);
  const bookmarks = page.getByRole('list', { name: 'Bookmarks' }).getByRole('listitem');
  await bookmarks.first().waitFor();
  expect(await bookmarks.count()).toBe(1);
  await page.getByRole('button', { name: 'Front Page' }).click();
  await page.getByRole('button', { name: 'Bookmark', exact: true }).last().click();
  await bookmarks.nth(1).waitFor();

  await page.getByRole('button', { name: 'Mock' }).click();
  const panel = page.getByRole('region', { name: 'Console of the mock' });
  await panel.getByRole('link', { name: /\/public-api\/v1\/bookmark\/front-page\// }).click();
  await panel.getByText('1 created').waitFor();
  await panel.getByRole('button', { name: 'Go back to before this' }).click();
  await panel.getByRole('dialog').getByRole('button', { name: 'Go back to before this' }).click();
  const left = () =>
    page.evaluate(async () => {
      const headers = { authorization: 'Bearer erin-token' };
      const answer = await fetch('https://api.example.com/public-api/v1/bookmark/article', { headers });
      return (await answer.json()).data.length;
    });
  await expect.poll(left).toBe(1);
});

test('a production build has nothing of the mock and its console in it', async () => {
  // Vite takes the value of the test run otherwise, and builds for tests.
  vi.stubEnv('NODE_ENV', 'production');
  onTestFinished(() => void vi.unstubAllEnvs());
  const built = await build({ build: { write: false }, logLevel: 'warn' });
  const outputs = [built].flat().flatMap((one) => ('output' in one ? one.output : []));
  const modules = outputs.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []));
  expect(modules.some((id) => id.endsWith('reading-room.tsx'))).toBe(true);
  expect(modules.filter((id) => /node_modules\/(briefs-mock|msw)\//.test(id))).toEqual([]);
});
