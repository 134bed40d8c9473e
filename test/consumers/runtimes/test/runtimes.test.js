import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { chromium } from 'playwright-core';
import { bundle, startProgram, startWorker } from '../programs/start.js';

/** Expects that all tests of the contract passed, or cannot be sent. There are many: a suite that is cut short is no success. */
function expectPassed({ passed, failed, unsendable }, inPage = false) {
  assert.deepEqual(failed, []);
  assert.equal(unsendable > 0, inPage, `${unsendable} tests have headers that were left out`);
  assert.ok(passed > 2000, `only ${passed} tests ran`);
}

const headers = { authorization: 'Bearer alice-token' };

/** Sends requests to a server: a read, a write, a read of it, and a control call, which is off. */
async function expectAnswers(origin, send = fetch) {
  const ask = async (path, init = {}) => {
    const response = await send(origin + path, { ...init, headers });
    return { status: response.status, body: await response.json() };
  };
  const { body } = await ask('/public-api/v1/brief/front-page');
  const article = body.data.article.at(-1);
  const mark = `/public-api/v1/bookmark/front-page/${body.data.gid}/${article.gid}`;
  assert.equal((await ask(mark, { method: 'POST' })).status, 200);
  const bookmarks = await ask('/public-api/v1/bookmark/article');
  assert.equal(bookmarks.body.data[0].title, article.title);
  assert.equal((await ask('/__mock/health')).status, 404);
}

describe('Bun', () => {
  test('the contract', async () => {
    const { line, stop } = await startProgram('bun', 'programs/contract.js');
    after(stop);
    const report = JSON.parse(line);
    expectPassed(report);
    assert.equal(report.handled, 200);
  });
  test('Bun.serve', async () => {
    const { line, stop } = await startProgram('bun', 'programs/bun.js');
    after(stop);
    await expectAnswers(line);
  });
});

describe('Deno', () => {
  const deno = (program, ...allowed) => startProgram('deno', 'run', '--no-prompt', '--allow-read', ...allowed, program);
  test('the contract', async () => {
    // An event stream that a test leaves open would keep Deno running.
    const { line, stop } = await deno('programs/contract.js', '--allow-env');
    after(stop);
    const report = JSON.parse(line);
    expectPassed(report);
    assert.equal(report.handled, 200);
  });
  test('Deno.serve', async () => {
    const { line, stop } = await deno('programs/deno.js', '--allow-net=127.0.0.1');
    after(stop);
    await expectAnswers(line);
  });
});

describe('workerd', () => {
  test('the contract', async () => {
    const worker = await startWorker('contract-worker.js');
    after(() => worker.dispose());
    const response = await worker.dispatchFetch('http://worker.example/');
    expectPassed(await response.json());
  });
  test('a Worker', async () => {
    const worker = await startWorker('worker.js');
    after(() => worker.dispose());
    await expectAnswers((await worker.ready).origin);
  });
  test('a Durable Object for each visitor, which keeps the state', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'visitors-'));
    after(() => rm(folder, { recursive: true }));
    const start = () =>
      startWorker('visitors-worker.js', {
        durableObjects: { VISITORS: { className: 'Visitor', useSQLite: true } },
        defaultPersistRoot: folder,
        durableObjectsPersist: folder,
      });
    const ask = async (worker, path, { cookie, method = 'GET', body } = {}) => {
      const sent = { method, headers: { ...headers, ...(cookie && { cookie }) }, body: JSON.stringify(body) };
      const response = await worker.dispatchFetch(`http://worker.example${path}`, sent);
      const [given] = (response.headers.get('set-cookie') ?? '').split(';');
      return { status: response.status, given, data: (await response.json()).data };
    };
    const clients = '/user-data/v1/client';
    const namesOf = async (worker, cookie) => (await ask(worker, clients, { cookie })).data.map(({ name }) => name);
    const add = async (worker, cookie, short_name, name) => {
      const body = [{ name, short_name, display_name: short_name, type: 'company' }];
      assert.equal((await ask(worker, clients, { cookie, method: 'POST', body })).status, 200);
      return name;
    };

    let worker = await start();
    after(() => worker.dispose());
    const { given: cookie, data: seeded } = await ask(worker, clients);
    assert.match(cookie, /^visitor=/);
    const names = seeded.map(({ name }) => name);
    const restart = async () => {
      await worker.dispose();
      worker = await start();
      assert.deepEqual(await namesOf(worker, cookie), names);
    };
    // The storage limits the size of a row.
    for (let i = 0; i < 3; i++) names.push(await add(worker, cookie, `large-${i}`, `${i} ${'€'.repeat(300_000)}`));
    await restart();
    // After 100 changes, the mock replaces all that it has stored by one text.
    for (let i = 0; i < 200; i++) names.push(await add(worker, cookie, `small-${i}`, `Small ${i}`));
    const other = 'visitor=00000000-0000-4000-8000-000000000000';
    assert.equal((await namesOf(worker, other)).length, seeded.length);
    await add(worker, other, 'other', 'Other');
    await restart();
    assert.deepEqual((await namesOf(worker, other)).slice(seeded.length), ['Other']);
  });
});

describe('Chromium', () => {
  test('the contract', async () => {
    const script = await bundle('contract-page.js');
    const site = createServer((request, response) => {
      const isScript = request.url === '/contract.js';
      response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
      response.end(isScript ? script : '<!doctype html><script type="module" src="/contract.js"></script>');
    }).listen(0, '127.0.0.1');
    after(() => site.close());
    const flags = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-background-networking'];
    const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: flags });
    after(() => browser.close());
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${site.address().port}/`);
    const report = await page.evaluate(() => globalThis.makeReport());
    expectPassed(report, true);
    assert.equal(report.handled, 200);
  });
});
