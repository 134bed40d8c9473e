import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const suite = join(import.meta.dirname, 'suite');

interface Report {
  testResults: { assertionResults: { fullName: string; status: string }[] }[];
}

/** The answers that each test got. */
type Answers = ReadonlyMap<string, readonly string[]>;

/** The tests that got another answer, of which those without an expectation about it pass. */
export function testsThatSee(before: Answers, after: Answers): string[] {
  const isOther = ([name, answers]: [string, readonly string[]]) => {
    const earlier = before.get(name) ?? [];
    // A test that fails sends fewer requests.
    return answers.some((answer, i) => answer !== earlier[i]);
  };
  return [...after]
    .filter(isOther)
    .map(([name]) => name)
    .sort();
}

/** Runs the suite under a change, or without one, and returns the tests that pass and fail, and what they saw. */
export async function runSuite(
  change = '',
  env: NodeJS.ProcessEnv = {},
): Promise<{ passed: string[]; failed: string[]; answers: Answers }> {
  const vitest = join(import.meta.dirname, '../../node_modules/vitest/vitest.mjs');
  const folder = mkdtempSync(join(tmpdir(), 'briefs-mock-suite-'));
  const file = join(folder, 'report.json');
  const answersFile = join(folder, 'answers.jsonl');
  const words = [vitest, 'run', '--reporter=json', `--outputFile=${file}`];
  // Vitest exits with an error if tests fail, as they do under a change.
  await new Promise((resolve) => {
    execFile(
      process.execPath,
      words,
      { cwd: suite, env: { ...process.env, CHANGE: change, ANSWERS: answersFile, ...env } },
      resolve,
    );
  });
  const { testResults } = JSON.parse(readFileSync(file, 'utf8')) as Report;
  const lines = readFileSync(answersFile, 'utf8').trim().split('\n');
  const answers: Answers = new Map(lines.map((line) => JSON.parse(line)).map(({ name, answers }) => [name, answers]));
  rmSync(folder, { recursive: true });
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  const named = (status: string) =>
    tests.filter((test) => test.status === status).map(({ fullName }) => fullName.trim());
  return { passed: named('passed').sort(), failed: named('failed').sort(), answers };
}
