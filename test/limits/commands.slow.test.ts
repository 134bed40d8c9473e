import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createMock } from 'briefs-mock';
import { empty, newsroom } from 'briefs-mock/seeds';
import { describe, expect, it } from 'vitest';
import { runHere, temporaryFolder } from '../support/cli.js';
import { growthOf, stepsOf } from '../support/steps.js';

const list = <Item>(size: number, itemOf: (n: number) => Item) => Array.from({ length: size }, (_, n) => itemOf(n));
const headers = { authorization: 'Bearer alice-token' };

/** A mock with as many records of its own as requests that were sent to it. */
async function used(size: number) {
  const mock = createMock({ scenario: empty });
  for (const n of list(size, (n) => n)) {
    await mock.fetch('/user-data/v1/application', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify([{ name: `Application ${n}`, password: 'x' }]),
    });
  }
  return mock;
}

const snapshotOf = async (size: number) => JSON.stringify((await used(size)).snapshot());
const traceOf = async (size: number) => JSON.stringify((await used(size)).trace());

async function harOf(size: number): Promise<string> {
  const mock = createMock({ scenario: newsroom });
  for (const n of list(size, (n) => n)) await mock.fetch(`/public-api/v1/brief?page=${n}`, { headers });
  return (await mock.fetch('/__mock/requests.har')).text();
}

async function testTracesOf(size: number): Promise<string> {
  const mock = createMock({ scenario: newsroom });
  await mock.fetch('/public-api/v1/brief', { headers });
  const trace = mock.trace({ compact: true });
  return list(size, (n) =>
    JSON.stringify({
      format: 'briefs-mock/test-trace',
      version: 1,
      run: 'r',
      test: { file: `test/${n}.test.ts`, name: `shows ${n}` },
      trace,
    }),
  ).join('\n');
}

interface Case {
  /** The content of each file by its name. */
  readonly files: Readonly<Record<string, (size: number) => string | Promise<string>>>;
  readonly args: readonly string[];
  /** The exit code. Default: 0. */
  readonly code?: number;
}

const cases: Readonly<Record<string, Case>> = {
  'diff of two states': {
    files: { 'a.json': () => snapshotOf(0), 'b.json': snapshotOf },
    args: ['diff', 'a.json', 'b.json'],
    code: 1,
  },
  'a server that starts from a snapshot': {
    files: { 'a.json': snapshotOf },
    args: ['--port', '0', '--import', 'a.json'],
  },
  'a server that starts from a trace': { files: { 'a.json': traceOf }, args: ['--port', '0', '--import', 'a.json'] },
  'replay of a trace': {
    files: { 'a.json': traceOf },
    args: ['replay', 'a.json', '--output', 'state.json', '--har', 'requests.har'],
  },
  'a test of a trace': { files: { 'a.json': traceOf }, args: ['trace', 'a.json', '--test', 'vitest'] },
  'redact of a trace': { files: { 'a.json': traceOf }, args: ['redact', 'a.json'] },
  'conform with recorded traffic': { files: { 'a.har': harOf }, args: ['conform', '--har', 'a.har'] },
  'capture from recorded traffic': {
    files: { 'a.har': harOf },
    args: ['capture', '--har', 'a.har', '--out', 'captured.ts'],
  },
  'impact on many tests': {
    files: { 'a.traces.jsonl': testTracesOf },
    args: ['impact', 'a.traces.jsonl', '--behavior', 'repeatBookmark=conflict'],
  },
};

describe('Limits: at eight times the size, a command takes at most nine times as many steps:', () => {
  it.each(Object.entries(cases))('%s', async (_, { files, args, code = 0 }) => {
    const growth = await growthOf(
      60,
      async (size) => {
        const folder = await temporaryFolder();
        for (const [name, textOf] of Object.entries(files)) await writeFile(join(folder, name), await textOf(size));
        let run: { code: number | null; errors: string } = { code: null, errors: '' };
        const steps = await stepsOf(async () => {
          const { exit, errors } = runHere(args, {}, folder);
          run = { code: await exit, errors: errors() };
        });
        expect(run.code, run.errors).toBe(code);
        return [steps];
      },
      8,
    );
    expect(growth).toBeLessThan(9);
  });
});
