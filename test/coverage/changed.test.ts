import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { testsFor, testsOf } from '../../scripts/tests-of.js';

const root = join(import.meta.dirname, '../..');
const foldersIn = (folder: string) =>
  readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `${folder}/${name}`);

describe('npm run test:changed', () => {
  it('knows the tests of every folder of sources, and they exist', () => {
    const known: readonly string[] = Object.keys(testsOf);
    expect([...foldersIn('src'), ...foldersIn('tools')].filter((folder) => !known.includes(folder))).toEqual([]);
    expect(known.filter((folder) => !existsSync(join(root, folder)))).toEqual([]);
    const folders = Object.values<readonly string[]>(testsOf).flat();
    expect(folders.filter((test) => !existsSync(join(root, 'test', test.split('/')[0] ?? '')))).toEqual([]);
  });

  it('runs the tests of a changed file, and a changed test alone', () => {
    expect(testsFor(['src/persist/storage.ts', 'tools/conform/case.ts'])).toEqual(['test/conform/', 'test/persist/']);
    expect(testsFor(['test/coverage/changed.test.ts'])).toEqual(['test/coverage/changed.test.ts']);
    expect(testsFor(['LICENSE'])).toEqual([]);
  });
});
