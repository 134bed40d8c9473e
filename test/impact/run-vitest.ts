import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** Makes a folder a project with Vitest, this package and others. */
export function makeVitestProject(folder: string, ...others: string[]): void {
  const link = (target: string, name: string) => {
    const path = join(folder, 'node_modules', name);
    mkdirSync(dirname(path), { recursive: true });
    symlinkSync(target, path);
  };
  link(root, 'briefs-mock');
  for (const name of ['vitest', ...others]) link(join(root, 'node_modules', name), name);
  // Vitest would transform a package that is linked; where it is installed, Node loads it.
  const config = `export default {
    test: { isolate: false, maxWorkers: 1, server: { deps: { external: [/\\/dist\\/[^/]+\\.js$/] } } },
  };`;
  writeFileSync(join(folder, 'vitest.config.mjs'), config);
}

/** What Vitest writes of a run. */
export interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly assertionResults: readonly { fullName: string; status: string }[];
  }[];
}

/** Runs the tests in a folder. */
export async function runVitest(vitest: string, cwd: string, env: NodeJS.ProcessEnv): Promise<Report> {
  const folder = mkdtempSync(join(tmpdir(), 'briefs-mock-report-'));
  const file = join(folder, 'report.json');
  const words = [vitest, 'run', '--reporter=json', `--outputFile=${file}`];
  // Vitest exits with an error if tests fail, as they do under a change.
  await new Promise((resolve) => {
    execFile(process.execPath, words, { cwd, env: { ...process.env, ...env } }, resolve);
  });
  const report = JSON.parse(readFileSync(file, 'utf8')) as Report;
  rmSync(folder, { recursive: true });
  return report;
}

/** The tests that fail, by their names, sorted. */
export function failedIn({ testResults }: Report): string[] {
  return testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === 'failed')
    .map(({ fullName }) => fullName.trim())
    .sort();
}
