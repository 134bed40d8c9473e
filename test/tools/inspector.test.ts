import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createMock } from 'briefs-mock';
import { newsroom } from 'briefs-mock/seeds';
import { createServer } from 'briefs-mock/server';
import { describe, expect, it, onTestFinished } from 'vitest';
import { bin } from '../support/cli-process.js';

const inspector = join(import.meta.dirname, 'packages/node_modules/.bin/mcp-inspector-cli');

/** What the inspector prints, which is JSON. */
async function inspect(target: readonly string[], ...flags: string[]) {
  const { stdout } = await promisify(execFile)(process.execPath, [inspector, '--cli', ...target, ...flags]);
  return JSON.parse(stdout);
}

async function serve(): Promise<string> {
  const server = createServer(createMock({ scenario: newsroom }), { port: 0 });
  await server.listen();
  onTestFinished(() => server.close());
  return `${server.url}/__mock/mcp`;
}

describe.each([
  ['over standard input and output', async () => [process.execPath, bin, 'mcp']],
  ['over HTTP', async () => [await serve(), '--transport', 'http']],
])('the command line of the inspector %s', (_, targetOf) => {
  it('lists and calls the tools, and reads the resources and prompts', async () => {
    const target = await targetOf();
    const [tools, called, refused, resources, prompts] = await Promise.all([
      inspect(target, '--method', 'tools/list'),
      inspect(target, '--method', 'tools/call', '--tool-name', 'records', '--tool-arg', 'table=brief', 'limit=2'),
      inspect(target, '--method', 'tools/call', '--tool-name', 'records', '--tool-arg', 'table=nowhere'),
      inspect(target, '--method', 'resources/list'),
      inspect(target, '--method', 'prompts/list'),
    ]);
    expect(tools.tools.length).toBe(21);
    expect(called.structuredContent).toMatchObject({ data: [{}, {}], next: 2 });
    expect(refused).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('must be one of') }] });
    expect(resources.resources.length).toBeGreaterThan(40);
    expect(prompts.prompts.length).toBe(3);
  });
});
