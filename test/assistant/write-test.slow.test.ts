import { writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { createMock } from 'briefs-mock';
import { newsroom } from 'briefs-mock/seeds';
import { createServer } from 'briefs-mock/server';
import { expect, it, onTestFinished } from 'vitest';
import { makeVitestProject, runVitest } from '../impact/run-vitest.js';
import { temporaryFolder } from '../support/cli.js';

const root = join(import.meta.dirname, '../..');

/** Sets up the mock as the package does, and breaks its bookmarks. */
const broken = `
  import { setupMock as setUp } from 'briefs-mock/vitest';
  import { beforeEach } from 'vitest';
  export function setupMock(options) {
    const set = setUp(options);
    beforeEach(() => void set.mock.faults.add({ method: 'POST', path: '/public-api/v1/bookmark/*', status: 500 }));
    return set;
  }`;

/** The statuses of the tests that these files have, by file, in a project with Vitest and this package. */
async function statusesOf(files: Record<string, string>): Promise<Record<string, string[]>> {
  const folder = await temporaryFolder();
  makeVitestProject(folder);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const { testResults } = await runVitest(join(root, 'node_modules/vitest/vitest.mjs'), folder, {});
  const statuses = testResults.map(({ name, assertionResults }) => {
    return [basename(name), assertionResults.map(({ status }) => status)];
  });
  return Object.fromEntries(statuses);
}

it('the test of write-test passes as it is, and fails if the mock behaves otherwise', async () => {
  const server = createServer(createMock({ scenario: newsroom }), { port: 0 });
  await server.listen();
  onTestFinished(() => server.close());
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(new StreamableHTTPClientTransport(new URL(`${server.url}/__mock/mcp`)));
  onTestFinished(() => client.close());
  const path = '/public-api/v1/bookmark/front-page/1-2026030301';
  const calls: [string, Record<string, unknown>][] = [
    ['write', { changes: [{ table: 'brief', key: 'brief-energy-today', change: { is_public: true } }] }],
    ['request', { path: '/public-api/v1/brief', as: 'dana@harbourquay.example' }],
    ['request', { method: 'POST', path, as: 'alice@acme.example' }],
  ];
  for (const [name, input] of calls) expect((await client.callTool({ name, arguments: input })).isError).toBeFalsy();

  const { messages } = await client.getPrompt({ name: 'write-test', arguments: { runner: 'vitest' } });
  const text = messages.map(({ content }) => (content.type === 'text' ? content.text : '')).join('');
  const [, code = ''] = /```ts\n(.*)```/s.exec(text) ?? [];
  expect(
    await statusesOf({
      'written.test.ts': code,
      'broken.js': broken,
      'broken.test.ts': code.replace("'briefs-mock/vitest'", "'./broken.js'"),
    }),
  ).toEqual({ 'written.test.ts': ['passed'], 'broken.test.ts': ['failed'] });
});
