import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Installation } from '../consumers/installation.js';
import { failedIn, type Report, runVitest } from './run-vitest.js';

const root = join(import.meta.dirname, '../..');

/** What the copy's tests import instead of the scenario: the one that a change makes, and its switches. */
const changed = `
import { changedNewsroom, changes } from './changes';

const change = changes[process.env.CHANGE ?? ''];
export const newsroom = changedNewsroom(change);
export const options = { behavior: change?.behavior, traces: process.env.TRACES === 'none' ? false : 'all' } as const;
`;

/** test/consumers/react, as users install it, whose tests run under the changes: with Testing Library, jsdom and msw. */
export class ReactProject {
  readonly #installation: Installation;
  readonly folder: string;
  /** The folder of the traces. */
  readonly traces: string;
  /** The command that runs the tests. */
  readonly command: string;

  private constructor(installation: Installation) {
    this.#installation = installation;
    this.folder = installation.folderOf('react');
    this.traces = join(this.folder, 'mock-traces');
    this.command = `node ${this.#vitest} run`;
  }

  static async create(): Promise<ReactProject> {
    const packed = mkdtempSync(join(tmpdir(), 'briefs-mock-packed-'));
    try {
      const words = ['pack', '--json', '--ignore-scripts', '--pack-destination', packed];
      const [{ filename }] = JSON.parse(execFileSync('npm', words, { cwd: root, encoding: 'utf8' }));
      const project = new ReactProject(await Installation.create({ projects: ['react'] }, join(packed, filename)));
      project.#prepare();
      return project;
    } finally {
      rmSync(packed, { recursive: true });
    }
  }

  #prepare(): void {
    const src = join(this.folder, 'src');
    cpSync(join(import.meta.dirname, 'suite/changes.ts'), join(src, 'changes.ts'));
    writeFileSync(join(src, 'changed.ts'), changed);
    for (const name of readdirSync(src).filter((name) => name.includes('.test.'))) {
      const file = join(src, name);
      const text = readFileSync(file, 'utf8')
        .replace("import { newsroom } from 'briefs-mock/seeds'", "import { newsroom, options } from './changed'")
        .replace('setupMock({ ', 'setupMock({ ...options, ');
      writeFileSync(file, text);
    }
    // It opens a browser, whose requests stay in the page.
    rmSync(join(src, 'panel.test.ts'));
  }

  get #vitest(): string {
    return join(this.folder, '../node_modules/vitest/vitest.mjs');
  }

  /** Runs the tests under a change, or without one, which keeps their traces. @returns those that fail */
  async run(change = ''): Promise<string[]> {
    const env = { CHANGE: change, ...(change !== '' && { TRACES: 'none' }) };
    const report: Report = await runVitest(this.#vitest, this.folder, env);
    return failedIn(report);
  }

  remove(): Promise<void> {
    return this.#installation.remove();
  }
}
