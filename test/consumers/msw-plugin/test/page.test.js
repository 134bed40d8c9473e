import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { chromium } from 'playwright-core';
import { createServer } from 'vite';

let site;
let browser;
const briefsOf = (page) => page.getByRole('list', { name: 'Briefs' }).getByRole('listitem');

before(async () => {
  site = await createServer({ server: { port: 0 }, logLevel: 'warn' });
  await site.listen();
  browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--headless', '--no-sandbox', '--disable-gpu'],
  });
  // Vite bundles dependencies when a page first asks for them, and may then load the page again.
  const page = await browser.newPage();
  await page.goto(site.resolvedUrls.local[0]);
  await briefsOf(page).first().waitFor();
  await page.close();
});
after(async () => {
  await browser?.close();
  await site?.close();
});

test('the handlers answer the page through the network of the plugin', async () => {
  const page = await browser.newPage();
  const complaints = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  await page.goto(site.resolvedUrls.local[0]);
  const briefs = briefsOf(page);
  await briefs.filter({ hasText: 'Front Page' }).waitFor();
  const names = await briefs.allTextContents();
  await page.reload();
  await briefs.first().waitFor();
  assert.deepEqual(await briefs.allTextContents(), names);
  assert.deepEqual(complaints, []);
  // The plugin serves the worker; nobody copied it.
  assert.equal(existsSync('public'), false);
});
