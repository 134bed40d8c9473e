import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

interface Attachment {
  name: string;
  body?: string;
  path?: string;
}

interface Result {
  attachments: Attachment[];
  stdout: { text: string }[];
  errors: { message?: string }[];
}

interface Suite {
  /** Those of `describe`. */
  suites?: Suite[];
  specs: { title: string; file: string; ok: boolean; tests: { results: Result[] }[] }[];
}

function specsOf({ specs, suites = [] }: Suite): Suite['specs'] {
  return [...specs, ...suites.flatMap(specsOf)];
}

const playwright = fileURLToPath(new URL('../../node_modules/@playwright/test/cli.js', import.meta.url));

/** A folder for what the tests write, until the end of the test. Traces of all tests are beside it. */
export function resultsFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'playwright-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, 'results');
}

/**
 * Runs the tests of the files in a folder that a pattern matches, and returns each with its results. `env` is added to the environment.
 * @throws Error if Playwright finds no tests, or cannot load a file
 */
export async function runPlaywright(
  folder: string,
  files: string,
  env: Record<string, string>,
  results = resultsFolder(),
) {
  const options = { cwd: folder, env: { ...process.env, NO_COLOR: '1', ...env }, maxBuffer: 2 ** 26 };
  const report = await new Promise<{ suites: Suite[]; errors: { message?: string }[] }>((resolve, reject) => {
    // Playwright exits with an error if a test fails, as some do on purpose.
    execFile(process.execPath, [playwright, 'test', files, '--output', results], options, (_, output, errors) => {
      try {
        resolve(JSON.parse(output));
      } catch {
        reject(new Error(output + errors));
      }
    });
  });
  if (report.errors.length > 0) throw new Error(report.errors.map(({ message }) => message).join('\n'));
  return report.suites
    .flatMap(specsOf)
    .map(({ title, file, ok, tests }) => ({ title, file, ok, results: tests.flatMap((test) => test.results) }));
}
