/**
 * Runs the suite of test/impact under each of its changes, and compares the tests that fail, and those that get another answer,
 * with those that `briefs-mock impact` names, and of a changed switch with those that fail in `--run`. Then the tests of test/consumers/playwright, in Chromium, and those of
 * test/consumers/react, with msw. `--only own`, `--only playwright` and `--only react` run one of them.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { PlaywrightProject } from '../test/impact/playwright-project.js';
import { ReactProject } from '../test/impact/react-project.js';
import { runSuite, suite, testsThatSee } from '../test/impact/run-suite.js';
import { changes } from '../test/impact/suite/changes.js';

const cli = join(import.meta.dirname, '../dist/cli.js');
const folder = mkdtempSync(join(tmpdir(), 'briefs-mock-impact-'));

interface Report {
  groups: { kind: string; tests: ReportedTest[] }[];
  unfit: ReportedTest[];
}

interface ReportedTest {
  name: string;
  underChange?: string;
}

/** The tests that the command names. */
interface Named {
  readonly all: readonly string[];
  /** Those that get another status, cannot read an answer, or cannot be replayed. */
  readonly strongly: readonly string[];
  /** Those that fail when the command runs them; undefined if it cannot make the change in them. */
  readonly failing?: readonly string[];
}

/** A suite whose tests have left traces, and the command that runs them. */
type Traced = Pick<Project, 'folder' | 'traces' | 'command'>;

/** The tests that the command names under a change. */
async function named(change: string, { folder: cwd, traces, command }: Traced): Promise<Named> {
  const { behavior } = changes[change] ?? {};
  const json = join(folder, 'impact.json');
  const flags =
    behavior === undefined
      ? ['--scenarios', join(suite, 'scenario.ts')]
      : [
          '--run',
          command,
          ...Object.entries(behavior).flatMap(([key, value]) => [
            '--behavior',
            `${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
          ]),
        ];
  // Tests that run get the change from the command.
  const env = {
    ...process.env,
    CHROMIUM: '/usr/bin/chromium-headless-shell',
    ...(behavior === undefined && { CHANGE: change }),
  };
  // What the tests print is longer than the default.
  const options = { cwd, env, maxBuffer: 2 ** 28 };
  rmSync(json, { force: true });
  await new Promise((resolve) => {
    execFile(process.execPath, [cli, 'impact', traces, '--json', json, ...flags], options, resolve);
  });
  const { groups, unfit } = JSON.parse(readFileSync(json, 'utf8')) as Report;
  const namesOf = (tests: ReportedTest[]) => tests.map(({ name }) => name.replaceAll(' > ', ' '));
  const strong = groups.filter(({ kind }) => kind === 'outcome');
  const all = [...groups.flatMap(({ tests }) => tests), ...unfit];
  const failing = all.filter(({ underChange }) => underChange !== 'passed');
  return {
    all: namesOf(all),
    ...(behavior !== undefined && { failing: namesOf(failing) }),
    strongly: namesOf([...strong.flatMap(({ tests }) => tests), ...unfit]),
  };
}

/** Copies of the traces of the suite, as those of a larger one, and the seconds that the command takes. */
async function timed(tests: number): Promise<string> {
  const lines = ['reading', 'office'].flatMap((name) =>
    readFileSync(join(suite, 'mock-traces', `${name}.fixture.ts.traces.jsonl`), 'utf8')
      .trim()
      .split('\n'),
  );
  const copies = Array.from({ length: tests }, (_, i) => {
    const line = JSON.parse(lines[i % lines.length] as string);
    return JSON.stringify({ ...line, run: 'copy', test: { ...line.test, name: `${i} ${line.test.name}` } });
  });
  const file = join(folder, 'many.traces.jsonl');
  writeFileSync(file, copies.join('\n'));
  const size = Math.round(lines.join('').length / lines.length);
  const start = process.hrtime.bigint();
  const output = await new Promise<string>((resolve) => {
    execFile(process.execPath, [cli, 'impact', file, '--behavior', 'repeatBookmark=conflict'], (_, text) =>
      resolve(text),
    );
  });
  const seconds = Number(process.hrtime.bigint() - start) / 1e9;
  return `${output.split('\n')[0]} in ${seconds.toFixed(1)} s; a test has ${size} bytes`;
}

/** Named tests, counted against those that should be named. */
class Count {
  #right = 0;
  #named = 0;
  #expected = 0;

  add(named: readonly string[], expected: readonly string[]): { extra: string[]; absent: string[] } {
    const extra = named.filter((name) => !expected.includes(name));
    this.#right += named.length - extra.length;
    this.#named += named.length;
    this.#expected += expected.length;
    return { extra, absent: expected.filter((name) => !named.includes(name)) };
  }

  toString(): string {
    return `precision ${this.#right}/${this.#named}, recall ${this.#right}/${this.#expected}`;
  }
}

/** The named tests counted against those that fail: all of them, those with another outcome, and those that failed in a run. */
class Counts {
  readonly #all = new Count();
  readonly #strongly = new Count();
  readonly #failing = new Count();

  add({ all, strongly, failing }: Named, failed: readonly string[]) {
    this.#strongly.add(strongly, failed);
    if (failing !== undefined) this.#failing.add(failing, failed);
    return this.#all.add(all, failed);
  }

  toString(): string {
    return `of the tests that fail: ${this.#all}; with another outcome: ${this.#strongly}; with --run: ${this.#failing}`;
  }
}

const own: Traced = {
  folder: suite,
  traces: 'mock-traces',
  command: `node ${join(import.meta.dirname, '../node_modules/vitest/vitest.mjs')} run`,
};

async function measureOwn(): Promise<void> {
  const { answers: before } = await runSuite();
  const [failing, seeing] = [new Counts(), new Count()];
  for (const change of Object.keys(changes)) {
    const found = await named(change, own);
    const { failed, answers } = await runSuite(change, { TRACES: 'none' });
    const seen = testsThatSee(before, answers);
    console.log(`${change}: ${found.all.length} named, ${failed.length} fail, ${seen.length} get another answer`, {
      failing: failing.add(found, failed),
      seeing: seeing.add(found.all, seen),
    });
  }
  console.log(`${failing}`);
  console.log(`of those that get another answer: ${seeing}`);
  console.log(await timed(300));
}

/** A project of a user, whose tests can run under the changes. */
interface Project {
  readonly folder: string;
  /** The folder of the traces. */
  readonly traces: string;
  /** The command that runs the tests. */
  readonly command: string;
  run(change?: string): Promise<string[]>;
  remove(): void | Promise<void>;
}

async function measureProject(title: string, project: Project): Promise<void> {
  try {
    const failing = new Counts();
    console.log(`${title}, without a change:`, { failed: await project.run() });
    for (const change of Object.keys(changes)) {
      const [found, failed] = [await named(change, project), await project.run(change)];
      console.log(`${title}, ${change}: ${found.all.length} named, ${failed.length} fail`, failing.add(found, failed));
    }
    console.log(`${title}, ${failing}`);
  } finally {
    await project.remove();
  }
}

const measurements: Readonly<Record<string, () => Promise<void>>> = {
  own: measureOwn,
  playwright: () => measureProject('Playwright', new PlaywrightProject()),
  react: async () => measureProject('React', await ReactProject.create()),
};

const { only } = parseArgs({ options: { only: { type: 'string' } } }).values;
const names = only === undefined ? Object.keys(measurements) : [only];
const unknown = names.find((name) => measurements[name] === undefined);
if (unknown !== undefined) {
  console.error(`--only ${unknown}: must be one of ${Object.keys(measurements).join(', ')}`);
  process.exitCode = 2;
} else for (const name of names) await measurements[name]?.();
rmSync(folder, { recursive: true });
