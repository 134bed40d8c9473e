import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const suite = join(import.meta.dirname, 'suite');

interface Report {
  testResults: { assertionResults: { fullName: string; status: string }[] }[];
}

/** Runs the suite under a change, or without one, and returns the tests that pass and fail. */
export async function runSuite(
  change = '',
  env: NodeJS.ProcessEnv = {},
): Promise<{ passed: string[]; failed: string[] }> {
  const vitest = join(import.meta.dirname, '../../node_modules/vitest/vitest.mjs');
  const folder = mkdtempSync(join(tmpdir(), 'briefs-mock-suite-'));
  const file = join(folder, 'report.json');
  const words = [vitest, 'run', '--reporter=json', `--outputFile=${file}`];
  // Vitest exits with an error if tests fail, as they do under a change.
  await new Promise((resolve) => {
    execFile(process.execPath, words, { cwd: suite, env: { ...process.env, CHANGE: change, ...env } }, resolve);
  });
  const { testResults } = JSON.parse(readFileSync(file, 'utf8')) as Report;
  rmSync(folder, { recursive: true });
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  const named = (status: string) =>
    tests.filter((test) => test.status === status).map(({ fullName }) => fullName.trim());
  return { passed: named('passed').sort(), failed: named('failed').sort() };
}
