import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { failedIn, runVitest } from './run-vitest.js';

export const suite = join(import.meta.dirname, 'suite');

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

/** Runs the suite under a change, or without one, and returns the tests that fail, and what each of them saw. */
export async function runSuite(
  change = '',
  env: NodeJS.ProcessEnv = {},
): Promise<{ failed: string[]; answers: Answers }> {
  const vitest = join(import.meta.dirname, '../../node_modules/vitest/vitest.mjs');
  const folder = mkdtempSync(join(tmpdir(), 'briefs-mock-suite-'));
  const answersFile = join(folder, 'answers.jsonl');
  const report = await runVitest(vitest, suite, { CHANGE: change, ANSWERS: answersFile, ...env });
  const lines = readFileSync(answersFile, 'utf8').trim().split('\n');
  const answers: Answers = new Map(lines.map((line) => JSON.parse(line)).map(({ name, answers }) => [name, answers]));
  rmSync(folder, { recursive: true });
  return { failed: failedIn(report), answers };
}
