import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { createMock, replay } from 'briefs-mock';
import { newsroom } from 'briefs-mock/seeds';
import { createServer } from 'briefs-mock/server';
import { expect, it, onTestFinished } from 'vitest';
import { copyTestTraces, writeTestTraces } from '../../helpers/test-traces.js';
import { resultsFolder, runPlaywright } from '../support/run-playwright.js';

const folder = join(import.meta.dirname, 'playwright');

it('The Playwright fixture attaches journal, snapshot and trace to a failed test, and to no other', async () => {
  const mock = createMock({ scenario: newsroom });
  const server = await createServer(mock, { port: 0 }).listen();
  onTestFinished(() => server.close());
  const results = resultsFolder();
  const tests = await runPlaywright(folder, 'attachments', { BRIEFS_MOCK_URL: server.url }, results);
  const attached = tests.map(({ title, ok, results }) => {
    const printed = results.flatMap(({ stdout }) => stdout.map(({ text }) => text)).join('');
    // Playwright attaches a description of the page itself.
    const ofMock = results.flatMap(({ attachments }) => attachments).filter(({ name }) => name.startsWith('mock-'));
    return { title, ok, printed, names: ofMock.map(({ name }) => name), attachments: ofMock };
  });
  expect(attached.map(({ title, ok, names }) => [title, ok, names])).toEqual([
    ['passes', true, []],
    ['fails', false, ['mock-requests.json', 'mock-snapshot.json', 'mock-trace.json']],
    ['fails as expected', true, []],
    ['throws a text', false, ['mock-requests.json', 'mock-snapshot.json', 'mock-trace.json']],
  ]);
  expect(attached.map(({ printed }) => /npx briefs-mock replay \S+mock-trace\.json\n$/.test(printed))).toEqual([
    false,
    true,
    false,
    true,
  ]);
  // It asked for nothing in vain.
  expect(attached[0]?.printed).toBe('');
  const [failure] = tests[1]?.results.flatMap(({ errors }) => errors) ?? [];
  expect(failure?.message).toMatch(
    /\n\nThe mock refused:\n {2}GET \/public-api\/v1\/brief 401: The header Authorization/,
  );
  const [thrown] = tests[3]?.results.flatMap(({ errors }) => errors) ?? [];
  expect(thrown?.message).toMatch(/^'the reason'\n\nThe mock refused:/);
  const [requests, snapshot, trace] = (attached[1]?.attachments ?? []).map(({ body, path = '' }) =>
    JSON.parse(body === undefined ? readFileSync(path, 'utf8') : Buffer.from(body, 'base64').toString()),
  );
  const refused = { path: '/public-api/v1/brief', status: 401 };
  expect(requests).toMatchObject([refused, refused]);
  expect(snapshot).toMatchObject({ format: 'briefs-mock/snapshot', scenario: 'newsroom' });
  // The trace starts with this test, not with the one before it.
  expect(trace.entries).toMatchObject([
    { kind: 'control', path: '/__mock/data/user' },
    { kind: 'request', path: '/public-api/v1/brief', answer: { status: 401 } },
    { kind: 'request', redacted: 'request' },
  ]);
  expect(JSON.stringify(trace)).not.toContain('hush');
  const { requests: replayed, differences, fingerprint, mock: again } = await replay(trace, { scenarios: [newsroom] });
  expect({ replayed, differences, fingerprint }).toEqual({ replayed: 1, differences: [], fingerprint: undefined });
  expect(again.fingerprint()).toBe(snapshot.fingerprint);
  // With `traces: 'all'`, the traces of all tests are in one file, also of those that passed, and in a copy beside the folder.
  const name = 'mock-traces/attachments.fixture.ts.traces.jsonl';
  const lines = readFileSync(join(results, name), 'utf8').trim().split('\n');
  expect(
    readFileSync(join(results, '..', name), 'utf8')
      .trim()
      .split('\n'),
  ).toEqual(lines);
  const all = lines.map((line) => JSON.parse(line));
  expect(all.map(({ test }) => test.name)).toEqual(['passes', 'fails', 'fails as expected', 'throws a text']);
  expect(lines.join()).not.toContain('hush');
  for (const one of all) {
    expect((await replay(one.trace, { scenarios: [newsroom] })).differences).toEqual([]);
    expect(JSON.stringify(one).length).toBeLessThan(3000);
  }
  // The session of the worker has ended; its journal can still be read.
  expect(mock.sessions.list()).toEqual([]);
});

it('Workers that end tests of one file at the same moment keep the traces of all of them', async () => {
  const folder = resultsFolder();
  const lines = [1, 2, 3].map((line) => `${JSON.stringify({ run: '', line })}\n`);
  for (let file = 0; file < 20; file += 1) {
    const path = [folder, 'mock-traces', `${file}.traces.jsonl`];
    const copy = [folder, 'copies', `${file}.traces.jsonl`];
    await Promise.all(lines.map((line) => writeTestTraces(path, [line], '').then(() => copyTestTraces(path, copy))));
    for (const written of [path, copy]) {
      expect(
        readFileSync(join(...written), 'utf8')
          .match(/.+\n/g)
          ?.sort(),
      ).toEqual(lines);
    }
  }
});

it('The Playwright fixture `request` sends the header of the session to the origin of the mock alone; a run leaves the copied traces of other files', async () => {
  const mock = createMock({ scenario: newsroom });
  const server = await createServer(mock, { port: 0 }).listen();
  const sent: unknown[] = [];
  const stranger = createHttpServer(({ url, headers }, response) => {
    sent.push([url, headers['x-mock-session'] !== undefined, headers['x-own']]);
    response.end();
  });
  await new Promise<void>((resolve) => {
    stranger.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(async () => {
    stranger.close();
    await server.close();
  });
  const { port } = stranger.address() as AddressInfo;
  const env = { BRIEFS_MOCK_URL: server.url, STRANGER: `http://127.0.0.1:${port}` };
  // Of an earlier run. Playwright empties its own folder at the start of each run, such as that of `briefs-mock impact --run`.
  const results = resultsFolder();
  const own = join(results, 'mock-traces/earlier.traces.jsonl');
  const copied = join(results, '../mock-traces/earlier.traces.jsonl');
  for (const file of [own, copied]) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, 'of before\n');
  }
  const [test, refused, ...others] = await runPlaywright(folder, 'origins', env, results);
  expect(existsSync(own)).toBe(false);
  expect(readFileSync(copied, 'utf8')).toBe('of before\n');
  expect(test?.results.flatMap(({ errors }) => errors)).toEqual([]);
  const [error] = refused?.results.flatMap(({ errors }) => errors) ?? [];
  expect(error?.message).toContain('Each of mockOrigins must be an http(s) URL');
  expect(others).toEqual([]);
  expect(sent).toEqual([
    ['/get', false, 'yes'],
    ['/fetch', false, undefined],
    ['/forwarded', true, undefined],
  ]);
  // Nothing came to the default session.
  expect(mock.requests.count()).toBe(0);
});
