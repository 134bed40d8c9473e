import { mkdtemp, rm } from 'node:fs/promises';
import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMock, type Mock } from 'briefs-mock';
import { newsroom } from 'briefs-mock/seeds';
import { createServer } from 'briefs-mock/server';
import { beforeAll, describe, expect, it } from 'vitest';
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
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, sent, close: () => void server.close() };
}

describe('The Playwright fixture', () => {
  let mock: Mock;
  let sentToStranger: unknown[];
  let tests: Awaited<ReturnType<typeof runPlaywright>>;

  // One run of Playwright for all files: starting it takes most of its processor time. Each test has a session of its own.
  beforeAll(async () => {
    mock = createMock({ scenario: newsroom });
    const [server, site, stranger] = await Promise.all([
      createServer(mock, { port: 0 }).listen(),
      serveSite(),
      startStranger(),
    ]);
    sentToStranger = stranger.sent;
    const env = { BRIEFS_MOCK_URL: server.url, SITE: site.url, STRANGER: stranger.url };
    const project = join(import.meta.dirname, 'playwright-project');
    const folder = await mkdtemp(join(tmpdir(), 'playwright-'));
    try {
      tests = await runPlaywright(project, '(clock|origins|unanswered)\\.fixture', env, join(folder, 'results'));
    } finally {
      await Promise.all([server.close(), site.close(), stranger.close(), rm(folder, { recursive: true })]);
    }
  });
  const testsOf = (name: string) => tests.filter(({ file }) => file === `${name}.fixture.ts`);
  const errorsOf = (name: string) => testsOf(name).flatMap(({ results }) => results.flatMap(({ errors }) => errors));

  it('sends the header of the session from its pages to the origin of the mock alone', () => {
    expect(testsOf('origins')).toHaveLength(1);
    expect(errorsOf('origins')).toEqual([]);
    expect(sentToStranger).toEqual([
      ['GET', '/fetch', undefined],
      ['GET', '/page-request', undefined],
    ]);
    expect(mock.requests.count()).toBe(0);
  });

  it('gives its pages the time of the mock with mockClock in a describe, until a test closes them', () => {
    expect(testsOf('clock').map(({ title }) => title)).toEqual(['page', 'closes its context']);
    expect(errorsOf('clock')).toEqual([]);
  });

  it('names in the message of a failed test the answers of a page that were held back until the page was closed', () => {
    const [failure] = errorsOf('unanswered');
    expect(failure?.message).toContain(
      '\n\nUntil the client left, the mock held back the answers to:\n  GET /public-api/v1/brief (rule 1)',
    );
  });
});
