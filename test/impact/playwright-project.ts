import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMock } from 'briefs-mock';
import { createServer } from 'briefs-mock/server';
import { changedNewsroom, changes } from './suite/changes.js';

const root = join(import.meta.dirname, '../..');
const node_modules = join(root, 'node_modules');
const playwright = join(node_modules, '@playwright/test/cli.js');

/** Shorter times than in the project: under most changes some tests fail, and would wait. */
const settings = `
import config from './playwright.config.js';
export default {
  ...config, use: { ...config.use, traces: 'all' }, workers: 1, fullyParallel: false, timeout: 20_000, expect: { timeout: 8_000 }, reporter: 'json',
};
`;

interface Suite {
  suites?: Suite[];
  specs?: { title: string; ok: boolean }[];
}

const specsIn = ({ suites = [], specs = [] }: Suite): NonNullable<Suite['specs']> => [
  ...specs,
  ...suites.flatMap(specsIn),
];

/** A copy of test/consumers/playwright, with the packages of this project, that runs under the changes. */
export class PlaywrightProject {
  readonly folder = mkdtempSync(join(tmpdir(), 'briefs-mock-playwright-'));
  /** The folder of the traces. */
  readonly traces = join(this.folder, 'traces');
  /** The command that runs the tests. */
  readonly command = `node ${join(root, 'dist/cli.js')} exec -- node ${playwright} test --config impact.config.js`;

  constructor() {
    cpSync(join(root, 'test/consumers/playwright'), this.folder, { recursive: true });
    writeFileSync(join(this.folder, 'impact.config.js'), settings);
    mkdirSync(join(this.folder, 'node_modules'));
    for (const name of readdirSync(node_modules).filter((name) => !name.startsWith('.'))) {
      symlinkSync(join(node_modules, name), join(this.folder, 'node_modules', name), 'junction');
    }
    symlinkSync(root, join(this.folder, 'node_modules/briefs-mock'), 'junction');
  }

  /** Runs the tests under a change, or without one, which keeps their traces. @returns those that fail */
  async run(change = ''): Promise<string[]> {
    const { behavior, ...rest } = changes[change] ?? {};
    const server = await createServer(createMock({ scenario: changedNewsroom(rest), behavior }), { port: 0 }).listen();
    const given = { CHROMIUM: '/usr/bin/chromium-headless-shell', ...process.env, BRIEFS_MOCK_URL: server.url };
    const words = [playwright, 'test', '--config', 'impact.config.js'];
    const options = { cwd: this.folder, env: given, maxBuffer: 2 ** 26 };
    const [output, errors] = await new Promise<[string, string]>((resolve) => {
      // Playwright exits with an error if tests fail, as they do under a change.
      execFile(process.execPath, words, options, (_, ...texts) => resolve(texts));
    });
    await server.close();
    const tests = output.startsWith('{') ? specsIn(JSON.parse(output)) : [];
    if (tests.length === 0) throw new Error(`no test of Playwright has run: ${output}${errors}`);
    // Playwright empties the folder at the start of each run.
    if (change === '') cpSync(join(this.folder, 'test-results/mock-traces'), this.traces, { recursive: true });
    return tests.filter(({ ok }) => !ok).map(({ title }) => title);
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
