import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createMock } from 'briefs-mock';
import { newsroom } from 'briefs-mock/seeds';
import { createServer } from 'briefs-mock/server';
import { expect, it, onTestFinished } from 'vitest';
import { runPlaywright } from '../support/run-playwright.js';
import { serveSite } from './site.js';

/** A server that allows simple requests of every page, and no preflight. */
async function startStranger() {
  const sent: unknown[] = [];
  const server = createHttpServer(({ method, url, headers }, response) => {
    sent.push([method, url, headers['x-mock-session']]);
    response.writeHead(method === 'OPTIONS' ? 405 : 200, { 'access-control-allow-origin': '*' }).end();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => void server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, sent };
}

it('Pages of the Playwright fixture send the header of the session to the origin of the mock alone', async () => {
  const mock = createMock({ scenario: newsroom });
  const [server, site, stranger] = await Promise.all([
    createServer(mock, { port: 0 }).listen(),
    serveSite(),
    startStranger(),
  ]);
  onTestFinished(async () => {
    await Promise.all([server.close(), site.close()]);
  });
  const folder = join(import.meta.dirname, 'playwright-project');
  const env = { BRIEFS_MOCK_URL: server.url, SITE: site.url, STRANGER: stranger.url };
  const [test] = await runPlaywright(folder, 'origins', env);
  expect(test?.results.flatMap(({ errors }) => errors)).toEqual([]);
  expect(stranger.sent).toEqual([
    ['GET', '/fetch', undefined],
    ['GET', '/page-request', undefined],
  ]);
  expect(mock.requests.count()).toBe(0);
});

it('With mockClock in a describe, pages of the Playwright fixture have the time of the mock, until a test closes them', async () => {
  const mock = createMock({ scenario: newsroom });
  const [server, site] = await Promise.all([createServer(mock, { port: 0 }).listen(), serveSite()]);
  onTestFinished(async () => {
    await Promise.all([server.close(), site.close()]);
  });
  const env = { BRIEFS_MOCK_URL: server.url, SITE: site.url };
  const tests = await runPlaywright(join(import.meta.dirname, 'playwright-project'), 'clock', env);
  expect(tests.map(({ title }) => title)).toEqual(['page', 'closes its context']);
  expect(tests.flatMap(({ results }) => results).flatMap(({ errors }) => errors)).toEqual([]);
});

it('The message of a failed test names the answers of a page that were held back until the page was closed', async () => {
  const mock = createMock({ scenario: newsroom });
  const [server, site] = await Promise.all([createServer(mock, { port: 0 }).listen(), serveSite()]);
  onTestFinished(async () => {
    await Promise.all([server.close(), site.close()]);
  });
  const env = { BRIEFS_MOCK_URL: server.url, SITE: site.url };
  const [test] = await runPlaywright(join(import.meta.dirname, 'playwright-project'), 'held', env);
  const [failure] = test?.results.flatMap(({ errors }) => errors) ?? [];
  expect(failure?.message).toContain(
    '\n\nUntil the client left, the mock held back the answers to:\n  GET /public-api/v1/brief (rule 1)',
  );
});
