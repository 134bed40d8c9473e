import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMock, replay } from 'briefs-mock';
import { newsroom } from 'briefs-mock/seeds';
import { createServer } from 'briefs-mock/server';
import { expect, it, onTestFinished } from 'vitest';

interface Attachment {
  name: string;
  body?: string;
  path?: string;
}

interface Result {
  attachments: Attachment[];
  stdout: { text: string }[];
}

interface Report {
  suites: { specs: { title: string; ok: boolean; tests: { results: Result[] }[] }[] }[];
}

/** Runs Playwright in `playwright/` and returns its report. */
function runPlaywright(url: string): Promise<Report> {
  const playwright = join(import.meta.dirname, '../../node_modules/@playwright/test/cli.js');
  const env = { ...process.env, NO_COLOR: '1', BRIEFS_MOCK_URL: url };
  const results = mkdtempSync(join(tmpdir(), 'playwright-'));
  onTestFinished(() => rmSync(results, { recursive: true }));
  return new Promise((resolve, reject) => {
    const options = { cwd: join(import.meta.dirname, 'playwright'), env, maxBuffer: 2 ** 26 };
    // Playwright exits with an error, because a test fails on purpose.
    execFile(process.execPath, [playwright, 'test', '--output', results], options, (_, output, errors) => {
      try {
        resolve(JSON.parse(output));
      } catch {
        reject(new Error(output + errors));
      }
    });
  });
}

it('The Playwright fixture attaches journal, snapshot and trace to a failed test, and to no other', async () => {
  const mock = createMock({ scenario: newsroom });
  const server = await createServer(mock, { port: 0 }).listen();
  onTestFinished(() => server.close());
  const report = await runPlaywright(server.url);
  const attached = report.suites.flatMap(({ specs }) =>
    specs.map(({ title, ok, tests }) => {
      const results = tests.flatMap((test) => test.results);
      const printed = results.flatMap(({ stdout }) => stdout.map(({ text }) => text)).join('');
      // Playwright attaches a description of the page itself.
      const ofMock = results.flatMap(({ attachments }) => attachments).filter(({ name }) => name.startsWith('mock-'));
      return { title, ok, printed, names: ofMock.map(({ name }) => name), attachments: ofMock };
    }),
  );
  expect(attached.map(({ title, ok, names }) => [title, ok, names])).toEqual([
    ['passes', true, []],
    ['fails', false, ['mock-requests.json', 'mock-snapshot.json', 'mock-trace.json']],
    ['fails as expected', true, []],
  ]);
  expect(attached.map(({ printed }) => /npx briefs-mock replay \S+mock-trace\.json\n$/.test(printed))).toEqual([
    false,
    true,
    false,
  ]);
  const [requests, snapshot, trace] = (attached[1]?.attachments ?? []).map(({ body, path = '' }) =>
    JSON.parse(body === undefined ? readFileSync(path, 'utf8') : Buffer.from(body, 'base64').toString()),
  );
  expect(requests).toMatchObject([{ path: '/public-api/v1/brief', status: 401 }]);
  expect(snapshot).toMatchObject({ format: 'briefs-mock/snapshot', scenario: 'newsroom' });
  // The trace begins with the test, not with the one before it.
  expect(trace.entries).toMatchObject([
    { kind: 'control', path: '/__mock/data/user' },
    { kind: 'request', path: '/public-api/v1/brief', answer: { status: 401 } },
  ]);
  const { requests: replayed, differences, fingerprint, mock: again } = await replay(trace, { scenarios: [newsroom] });
  expect({ replayed, differences, fingerprint }).toEqual({ replayed: 1, differences: [], fingerprint: undefined });
  expect(again.fingerprint()).toBe(snapshot.fingerprint);
  // The session of the worker has ended; its journal can still be read.
  expect(mock.sessions.list()).toEqual([]);
});
