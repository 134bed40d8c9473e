import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createMock } from '../../src/index.js';
import { createServer } from '../../src/server/index.js';
import { conformanceParts } from './conformance-parts.js';

// The suite calls tools by fixed names, so the server gets these. Everything else is the server's own.
vi.mock(import('../../tools/assistant/index.js'), async (original) => {
  const own = await original();
  const answerAssistant: typeof own.answerAssistant = (request, access, options) =>
    own.answerAssistant(request, access, { ...options, parts: conformanceParts });
  return { ...own, answerAssistant };
});

const suite = join(import.meta.dirname, 'packages/node_modules/@modelcontextprotocol/conformance/dist/index.js');
const expectedFailures = join(import.meta.dirname, 'conformance-expected-failures.yml');

/** Runs the conformance suite, which needs Node 22, against a URL. Returns its exit code and its summary. */
async function conformance(url: string, flags: readonly string[]): Promise<{ code: number; output: string }> {
  const isNew = Number(process.versions.node.split('.')[0]) >= 22;
  const [command = '', ...args] = isNew ? [process.execPath] : ['npx', '--yes', 'node@24'];
  return new Promise((resolve) => {
    execFile(command, [...args, suite, 'server', '--url', url, ...flags], (error, stdout, stderr) => {
      resolve({ code: Number(error?.code ?? 0), output: stdout + stderr });
    });
  });
}

it('the conformance suite of the protocol passes, but for what does not apply', async () => {
  const server = createServer(createMock(), { port: 0 });
  await server.listen();
  onTestFinished(() => server.close());
  const folder = await mkdtemp(join(tmpdir(), 'briefs-mock-conformance-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const flags = ['--suite', 'all', '--expected-failures', expectedFailures, '--output-dir', folder];
  const { code, output } = await conformance(`${server.url}/__mock/mcp`, flags);
  expect(output.match(/^✓ .*: [1-9]/gm)?.length, output).toBe(25);
  expect({ code, output }).toMatchObject({ code: 0 });
});
