import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { chromium } from 'playwright-core';
import { bundle, runProgram, startProgram, startWorker } from '../programs/start.js';

/** The cases that a page cannot send, and the headers that it leaves out. */
const unsendableCases = Object.entries({
  'public-api/cors/origins': 'origin',
  'public-api/protocol/preflight': 'access-control-request-headers, access-control-request-method, origin',
});
const couldNotTell = unsendableCases.map(([id, headers]) => ({
  id,
  outcome: 'could not tell',
  missing: `a runtime that can send ${headers} (a page cannot)`,
}));

/**
 * Expects that all tests of the contract passed, or cannot be sent, and that `conform` found one switch and nothing else. There
 * are many tests and cases: a suite that is cut short is not a success.
 */
function expectPassed({ passed, failed, unsendable, compared }, least, inPage = false) {
  assert.deepEqual(failed, []);
  assert.equal(unsendable > 0, inPage, `${unsendable} tests have headers that were left out`);
  assert.ok(passed > least.tests, `only ${passed} tests ran`);
  const { agreeing, ...found } = compared;
  assert.deepEqual(found, { others: inPage ? couldNotTell : [], left: [], behavior: { repeatBookmark: 'conflict' } });
  assert.ok(agreeing > least.cases, `only ${agreeing} cases agree`);
}

const all = { tests: 1100, cases: 700 };
const part = { tests: 450, cases: 70 };

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

/** Runs the tests with the helpers for Vitest and Playwright, whose own programs run in the runtime too. */
async function expectHelpers(runtime, ...command) {
  const { resolve } = createRequire(import.meta.url);
  const env = { RUNTIME: runtime };
  const vitest = join(resolve('vitest/package.json'), '..', 'vitest.mjs');
  const playwright = join(resolve('@playwright/test/package.json'), '..', 'cli.js');
  const [inVitest, inPlaywright] = await Promise.all([
    runProgram([...command, vitest, 'run', '--root', 'helpers'], env),
    runProgram(['briefs-mock', 'exec', '--', ...command, playwright, 'test', '--config', 'helpers'], env),
  ]);
  assert.match(inVitest, /Tests +1 passed/);
  assert.match(inPlaywright, /1 passed/);
}

describe('Bun', () => {
  test('the helpers for Vitest and Playwright', async () => {
    await expectHelpers('Bun', 'bun', '--bun');
  });
  test('the contract and conform', async (t) => {
    const { line, stop } = await startProgram('bun', 'programs/contract.js');
    t.after(stop);
    const report = JSON.parse(line);
    expectPassed(report, all);
    assert.equal(report.handled, 200);
  });
  test('Bun.serve', async (t) => {
    const { line, stop } = await startProgram('bun', 'programs/bun.js');
    t.after(stop);
    await expectAnswers(line);
  });
});

describe('Deno', () => {
  test('the helpers for Vitest and Playwright', async () => {
    await expectHelpers('Deno', 'deno', 'run', '-A');
  });
  const deno = (program, ...allowed) => startProgram('deno', 'run', '--no-prompt', '--allow-read', ...allowed, program);
  test('the contract and conform', async (t) => {
    // An event stream that a test leaves open would keep Deno running.
    const { line, stop } = await deno('programs/contract.js', '--allow-env');
    t.after(stop);
    const report = JSON.parse(line);
    expectPassed(report, part);
    assert.equal(report.handled, 200);
  });
  test('Deno.serve', async (t) => {
    const { line, stop } = await deno('programs/deno.js', '--allow-net=127.0.0.1');
    t.after(stop);
    await expectAnswers(line);
  });
});

describe('workerd', () => {
  test('the contract and conform', async (t) => {
    const worker = await startWorker('contract-worker.js');
    t.after(() => worker.dispose());
    const response = await worker.dispatchFetch('http://worker.example/');
    expectPassed(await response.json(), part);
  });
  test('a Worker', async (t) => {
    const worker = await startWorker('worker.js');
    t.after(() => worker.dispose());
    await expectAnswers((await worker.ready).origin);
  });
  test('a Durable Object for each visitor, which keeps the state', async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'visitors-'));
    t.after(() => rm(folder, { recursive: true }));
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
    t.after(() => worker.dispose());
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
  test('the contract and conform', async (t) => {
    const script = await bundle('contract-page.js');
    const site = createServer((request, response) => {
      const isScript = request.url === '/contract.js';
      response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
      response.end(isScript ? script : '<!doctype html><script type="module" src="/contract.js"></script>');
    }).listen(0, '127.0.0.1');
    t.after(() => site.close());
    const flags = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-background-networking'];
    const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: flags });
    t.after(() => browser.close());
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${site.address().port}/`);
    const report = await page.evaluate(() => globalThis.makeReport());
    expectPassed(report, part, true);
    assert.equal(report.handled, 200);
  });
});
