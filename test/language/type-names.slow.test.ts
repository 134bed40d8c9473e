import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { doubledTypeNames } from '../../scripts/type-names.js';

function projectWith(files: Readonly<Record<string, string>>): string {
  const root = mkdtempSync(join(tmpdir(), 'type-names-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
}

it.each(['interface Entry {}', 'type Entry = string;', 'export class Entry {}', 'export abstract class Entry {}'])(
  'two types of the same name are found: %s',
  (declaration) => {
    const root = projectWith({ 'src/a/log.ts': 'export interface Entry {}', 'console/list.tsx': declaration });
    expect(doubledTypeNames(root)).toEqual(['Entry: src/a/log.ts, console/list.tsx']);
  },
);

it('an export from another module, or a value and a type of the same name, are not a second type', () => {
  const root = projectWith({
    'src/log.ts': 'export interface Entry {}\nexport const Entry = 1;',
    'src/index.ts': "export type { Entry } from './log.js';",
    'tools/a/list.ts': 'export function list() { interface Entry {} }',
  });
  expect(doubledTypeNames(root)).toEqual([]);
});

it('two entries of the package may each export a type of the same name', () => {
  const files = {
    'src/index.ts': "export { type Api } from './mock.js';",
    'src/mock.ts': 'export interface Api {}',
    'tools/conform/case.ts': 'export interface Api {}',
  };
  expect(doubledTypeNames(projectWith(files))).toEqual(['Api: src/mock.ts, tools/conform/case.ts']);
  const exporting = { ...files, 'tools/conform/index.ts': "export type * from './case.js';" };
  expect(doubledTypeNames(projectWith(exporting))).toEqual([]);
});

it('no two types of this project have the same name', () => {
  expect(doubledTypeNames(join(import.meta.dirname, '../..'))).toEqual([]);
});
