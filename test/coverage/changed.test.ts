import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { testsFor, testsOf } from '../../scripts/tests-of.js';

const root = join(import.meta.dirname, '../..');
const testFiles = readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => path.endsWith('.test.ts') && !path.includes('node_modules'));
const listed = Object.values<readonly string[]>(testsOf).flat();

/** Those that always run. */
const always = ['coverage/', 'docs/generated', 'pins/control-routes', 'pins/error-codes', 'pins/exports'];
const alwaysAnd = (...tests: string[]) => [...always, ...tests].map((test) => `test/${test}`).sort();

describe('npm run test:changed', () => {
  it('lists only files, folders and tests that exist', () => {
    expect(Object.keys(testsOf).filter((path) => !existsSync(join(root, path)))).toEqual([]);
    const known = (test: string) => testFiles.some((file) => file.startsWith(test.includes('/') ? test : `${test}/`));
    expect(listed.filter((test) => !known(test))).toEqual([]);
  });

  it('lists every folder of tests for some sources', () => {
    const folders = new Set(testFiles.map((file) => file.split('/')[0] ?? ''));
    const message = 'scripts/tests-of.ts must say which sources these tests are of';
    expect(
      [...folders].filter((folder) => !listed.some((test) => test.split('/')[0] === folder)),
      message,
    ).toEqual([]);
  });

  it.each([
    ['sources', ['src/persist/storage.ts', 'tools/conform/case.ts'], alwaysAnd('browser/', 'conform/', 'persist/')],
    ['a test', ['test/persist/tabs.test.ts'], alwaysAnd('persist/tabs.test.ts')],
    ['a test that was deleted', ['test/persist/no-such.test.ts'], alwaysAnd()],
    ['what a test reads', ['test/state/tables.txt'], alwaysAnd('state/')],
    ['what is not listed', ['src/no-such-folder/file.ts', 'src/cli/flag.ts'], ['test/']],
    ['what no test can touch', ['LICENSE'], []],
  ])('runs the tests of %s', (_, files, tests) => {
    expect(testsFor(files)).toEqual(tests);
  });

  it('runs the tests that import a file through another one', () => {
    const tests = testsFor(['test/support/reading-room.ts']);
    expect(tests).toContain('test/control/fault-effects.test.ts');
    expect(tests).toContain('test/control/fault-rules.test.ts');
    expect(tests).not.toContain('test/bench/explore.test.ts');
  });

  it('compares with origin/main if there is no main, and fails with the message of git if it cannot compare', () => {
    const folder = mkdtempSync(join(tmpdir(), 'briefs-mock-changed-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const run = (command: string, ...args: readonly string[]) => {
      // Neither the settings of the person nor the language of the machine count.
      const env = { PATH: process.env.PATH, LC_ALL: 'C', GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' };
      const { status, stdout, stderr } = spawnSync(command, args, { cwd: folder, env, encoding: 'utf8' });
      return [status, stdout, stderr];
    };
    const changed = (...args: readonly string[]) =>
      run(
        process.execPath,
        join(root, 'node_modules/jiti/lib/jiti-cli.mjs'),
        join(root, 'scripts/changed.ts'),
        ...args,
      );
    const author = ['-c', 'user.name=Ann', '-c', 'user.email=ann@mailbox.example'];
    expect(run('git', 'init', '--quiet', '--initial-branch=trunk')).toEqual([0, '', '']);
    expect(run('git', ...author, 'commit', '--quiet', '--allow-empty', '--message=empty')).toEqual([0, '', '']);
    expect(changed()).toEqual([1, '', expect.stringMatching(/Not a valid object name main\nGive the commit/)]);
    run('git', 'update-ref', 'refs/remotes/origin/main', 'HEAD');
    expect(changed()).toEqual([0, 'nothing with tests differs from origin/main\n', '']);
    expect(changed('no-such')).toEqual([
      1,
      '',
      expect.stringMatching(/Not a valid object name no-such\nGive the commit/),
    ]);
  });
});
