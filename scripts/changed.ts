// Runs the tests of what differs from a commit, by default main: npm run test:changed -- HEAD~1
import { spawnSync } from 'node:child_process';
import { testsFor } from './tests-of.js';

function git(...args: readonly string[]): string[] {
  return spawnSync('git', args, { encoding: 'utf8' }).stdout.split('\n').filter(Boolean);
}

const [since = 'main', ...args] = process.argv.slice(2);
const [base = since] = git('merge-base', since, 'HEAD');
const files = [...git('diff', '--name-only', base), ...git('ls-files', '--others', '--exclude-standard')];
const tests = testsFor(files);
console.log(tests.length === 0 ? `nothing with tests differs from ${since}` : `running ${tests.join(', ')}`);
if (tests.length > 0) {
  const vitest = 'node_modules/vitest/vitest.mjs';
  process.exitCode = spawnSync(process.execPath, [vitest, 'run', ...tests, ...args], { stdio: 'inherit' }).status ?? 1;
}
