// Runs the tests of what differs from a commit, by default main: npm run test:changed -- HEAD~1
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { testsFor } from './tests-of.js';

const testFolder = join(import.meta.dirname, '../test');

function git(...args: readonly string[]): string[] {
  const { status, stdout, stderr, error } = spawnSync('git', args, { encoding: 'utf8' });
  if (status === 0) return stdout.split('\n').filter(Boolean);
  const reason = error?.message ?? (stderr.trim() || `exit code ${status}`);
  console.error(`git ${args.join(' ')}: ${reason}\nGive the commit to compare with: npm run test:changed -- HEAD~1`);
  process.exit(1);
}

/** Forks and shallow clones may have no branch main of their own. */
function mainBranch(): string {
  const isThere = (name: string) => spawnSync('git', ['rev-parse', '--verify', '--quiet', name]).status === 0;
  return ['main', 'origin/main'].find(isThere) ?? 'main';
}

const [since = mainBranch(), ...args] = process.argv.slice(2);
const [base = since] = git('merge-base', since, 'HEAD');
const files = [...git('diff', '--name-only', base), ...git('ls-files', '--others', '--exclude-standard')];
const tests = testsFor(files);
console.log(tests.length === 0 ? `nothing with tests differs from ${since}` : `running ${tests.join(', ')}`);
if (tests.length > 0) {
  const vitest = 'node_modules/vitest/vitest.mjs';
  const options = ['--passWithNoTests', ...args];
  process.exitCode =
    spawnSync(process.execPath, [vitest, 'run', ...tests, ...options], { stdio: 'inherit' }).status ?? 1;
  const others = readdirSync(testFolder).filter(
    (folder) =>
      existsSync(join(testFolder, folder, 'vitest.config.ts')) &&
      tests.some((test) => test === 'test/' || test.startsWith(`test/${folder}/`)),
  );
  if (others.length > 0) console.log(`not run: ${others.map((folder) => `npm run test:${folder}`).join(', ')}`);
}
