import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { start, temporaryFolder } from '../support/cli.js';

/** The files that a server had loaded when it ended. */
async function loadedBy(use: (url: string) => Promise<unknown>): Promise<string[]> {
  const folder = await temporaryFolder();
  // The coverage of a process names each of its scripts.
  const { url, child } = await start([], { NODE_V8_COVERAGE: folder });
  await use(url);
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
  const reports = readdirSync(folder).map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')));
  return reports.flatMap(({ result }: { result: { url: string }[] }) => result.map((script) => script.url));
}

const ofAssistants = (files: string[]) => files.filter((file) => /\/dist\/assistant[^/]*$/.test(file));

it('a server loads the tools for assistants when one calls, and not before', async () => {
  const [without, withOne] = await Promise.all([
    loadedBy(async (url) => {
      for (const path of ['/public-api/v1/brief', '/__mock/health', '/__mock/', '/__mock/docs/'])
        await fetch(url + path);
    }),
    loadedBy((url) => fetch(`${url}/__mock/mcp`, { method: 'POST', body: '{}' })),
  ]);
  expect(without.length).toBeGreaterThan(10);
  expect(ofAssistants(without)).toEqual([]);
  expect(ofAssistants(withOne).length).toBeGreaterThan(1);
});
