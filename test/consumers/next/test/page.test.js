import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { after, before, test } from 'node:test';
import { chromium } from 'playwright-core';

let next;
let browser;
let page;

before(async () => {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const env = { ...process.env, API_URL: origin };
  next = spawn('next', ['dev', '-p', `${port}`, '-H', '127.0.0.1'], { env });
  for await (const text of next.stdout.setEncoding('utf8')) if (text.includes('Ready')) break;
  const args = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-background-networking'];
  browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args });
  page = await browser.newPage();
  // Next builds a page at its first request.
  page.setDefaultTimeout(600_000);
  await page.goto(origin);
});
after(async () => {
  await browser.close();
  next.kill();
  await once(next, 'exit');
});

test('a server component renders what the mock answers', async () => {
  await page.getByRole('list', { name: 'Briefs' }).getByText('Front Page').waitFor();
  assert.match(await page.getByText('on the server').textContent(), /^\d+ on the server$/);
});

test('a client component writes to the same mock, and the server sees it', async () => {
  const onServer = page.getByText('on the server');
  const before = Number.parseInt(await onServer.textContent(), 10);
  await page.getByRole('button', { name: 'Keep' }).click();
  const kept = page.getByRole('button', { name: / kept$/ });
  await kept.waitFor();
  assert.equal(await kept.textContent(), `${before + 1} kept`);
  await page.reload();
  assert.equal(await onServer.textContent(), `${before + 1} on the server`);
});

test('the console in the page shows what the server has asked, too', async () => {
  await page.getByRole('button', { name: 'Mock' }).click();
  const panel = page.getByRole('region', { name: 'Console of the mock' });
  // Only the server reads this document.
  await panel.getByRole('link', { name: '/public-api/v1/brief/front-page' }).first().click();
  await panel.getByText('200 OK').waitFor();
});

test('a build for production has nothing of the mock in it', () => {
  const files = ['.next/server', '.next/static'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      // Source maps quote the application, which names the mock.
      .filter((entry) => entry.isFile() && !entry.name.endsWith('.map'))
      .map(({ parentPath, name }) => `${parentPath}/${name}`),
  );
  const routes = files.filter((file) => file.includes('api/mock') && file.endsWith('route.js'));
  assert.equal(routes.length, 1);
  assert.deepEqual(
    files.filter((file) => /mountConsole|newsroom|__mock|createFetchHandler/.test(readFileSync(file, 'utf8'))),
    [],
  );
});

/** A port that is free now. */
async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  return port;
}
