/**
 * Runs the suite of test/impact under each of its twenty changes, and compares the tests that fail, and those that get another answer,
 * with those that `briefs-mock impact` names. Then the tests of test/consumers/playwright, in Chromium. `--only own` and
 * `--only playwright` run one of the two.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { PlaywrightProject } from '../test/impact/playwright-project.js';
import { runSuite, suite, testsThatSee } from '../test/impact/run-suite.js';
import { changes } from '../test/impact/suite/changes.js';

const cli = join(import.meta.dirname, '../dist/cli.js');
const folder = mkdtempSync(join(tmpdir(), 'briefs-mock-impact-'));

interface Report {
  groups: { tests: { name: string }[] }[];
  unfit: { name: string }[];
}

/** The tests that the command names under a change, of the traces in a folder. */
async function named(change: string, traces: string): Promise<string[]> {
  const { behavior } = changes[change] ?? {};
  const json = join(folder, 'impact.json');
  const flags =
    behavior === undefined
      ? ['--scenarios', 'scenario.ts']
      : Object.entries(behavior).flatMap(([key, value]) => [
          '--behavior',
          `${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
        ]);
  const options = { cwd: suite, env: { ...process.env, CHANGE: change } };
  await new Promise((resolve) => {
    execFile(process.execPath, [cli, 'impact', traces, '--json', json, ...flags], options, resolve);
  });
  const { groups, unfit } = JSON.parse(readFileSync(json, 'utf8')) as Report;
  return [...groups.flatMap(({ tests }) => tests), ...unfit].map(({ name }) => name.replace(' > ', ' '));
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

async function measureOwnSuite(): Promise<void> {
  const { answers: before } = await runSuite();
  const [failing, seeing] = [new Count(), new Count()];
  for (const change of Object.keys(changes)) {
    const [names, { failed, answers }] = [
      await named(change, 'mock-traces'),
      await runSuite(change, { TRACES: 'none' }),
    ];
    const seen = testsThatSee(before, answers);
    console.log(`${change}: ${names.length} named, ${failed.length} fail, ${seen.length} get another answer`, {
      failing: failing.add(names, failed),
      seeing: seeing.add(names, seen),
    });
  }
  console.log(`of the tests that fail: ${failing}`);
  console.log(`of those that get another answer: ${seeing}`);
  console.log(await timed(300));
}

async function measurePlaywright(): Promise<void> {
  const project = new PlaywrightProject();
  try {
    const failing = new Count();
    console.log('Playwright, without a change:', { failed: await project.run() });
    for (const change of Object.keys(changes)) {
      const [names, failed] = [await named(change, project.traces), await project.run(change)];
      console.log(`Playwright, ${change}: ${names.length} named, ${failed.length} fail`, failing.add(names, failed));
    }
    console.log(`Playwright, of the tests that fail: ${failing}`);
  } finally {
    project.remove();
  }
}

const { values } = parseArgs({ options: { only: { type: 'string' } } });
if (values.only !== 'playwright') await measureOwnSuite();
if (values.only !== 'own') await measurePlaywright();
rmSync(folder, { recursive: true });
