import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createMock } from 'briefs-mock';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { compileStrictly } from '../support/compile.js';

const packages = join(import.meta.dirname, 'packages');
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(packages, 'node_modules/.clients-'));
  await writeFile(join(folder, 'openapi.json'), JSON.stringify(await createMock().openapi()));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

// The client that openapi-typescript generates is tested in test/openapi/client.slow.test.ts.
it.each([
  ['orval', ['--input', 'openapi.json', '--output', 'orval.ts', '--client', 'fetch'], 'orval'],
  ['openapi-ts', ['--input', 'openapi.json', '--output', 'hey-api'], 'hey-api/index'],
])('%s generates a client that compiles', async (command, flags, file) => {
  await promisify(execFile)(join(packages, 'node_modules/.bin', command), flags, { cwd: folder });
  await writeFile(join(folder, `${command}-user.ts`), `export { getPublicApiBrief } from './${file}';`);
  expect(await compileStrictly(folder, 'preserve', `${command}-user.ts`)).toBe('exit code 0');
});
