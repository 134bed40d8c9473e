import { spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createMock } from 'briefs-mock';
import { empty, newsroom, scenarios } from 'briefs-mock/seeds';
import { describe, expect, it } from 'vitest';
import { command, follow, runHere, temporaryFolder } from '../support/cli.js';

/** What a command prints. Fails if it does not exit with 0 or writes to standard error. */
async function printed(args: string[], cwd?: string): Promise<string> {
  const { exit, output, errors } = runHere(args, {}, cwd);
  expect(await exit).toBe(0);
  expect(errors()).toBe('');
  return output();
}

describe('briefs-mock scenarios', () => {
  it('lists every scenario with its description, personas and tokens, including those of the config file', async () => {
    const folder = await temporaryFolder();
    const persona = `{ key: 'bo', email: 'bo@acme.example', token: 'bo-token', description: 'the reader' }`;
    const scenario = `{ name: 'mine', description: 'My own', clock: '2026-03-04T09:00:00Z', personas: [${persona}], seed() {} }`;
    await writeFile(join(folder, 'briefs-mock.config.mjs'), `export default { scenarios: [${scenario}] };`);
    const lines = (await printed(['scenarios'], folder)).split('\n');
    for (const { name, description, personas } of scenarios) {
      const at = lines.indexOf(name);
      expect(lines[at + 1]).toBe(`  ${description}`);
      const listed = lines.slice(at + 2, at + 2 + personas.length).map((line) => line.trim().split(/ {2,}/));
      expect(listed).toEqual(personas.map(({ email, token, description }) => [email, token, description]));
    }
    expect(lines.slice(-4)).toEqual(['mine', '  My own', '  bo@acme.example  bo-token  the reader', '']);
  });
});

describe('briefs-mock snapshot', () => {
  // The first of these snapshots is prepared in the package; the others are created when the command runs.
  it.each([
    [[], {}],
    [['--seed', '3'], { seed: 3 }],
    [['--clock', '2026-03-05T09:00:00Z'], { clock: '2026-03-05T09:00:00Z' }],
  ])('with %j prints the snapshot of a newsroom mock created with %j', async (flags, options) => {
    const snapshot = createMock({ scenario: newsroom, ...options }).snapshot();
    expect(JSON.stringify(JSON.parse(await printed(['snapshot', ...flags])))).toBe(JSON.stringify(snapshot));
  });

  it('writes the snapshot to the file of -o', async () => {
    const folder = await temporaryFolder();
    const clock = '2027-01-02T03:04:05Z';
    const args = ['snapshot', '--scenario', 'empty', '--seed', '4', '--clock', clock, '-o', 'out.json'];
    expect(await printed(args, folder)).toBe('');
    const snapshot = createMock({ scenario: empty, seed: 4, clock }).snapshot();
    const written = JSON.parse(await readFile(join(folder, 'out.json'), 'utf8'));
    expect(JSON.stringify(written)).toBe(JSON.stringify(snapshot));
  });

  it('writes to a pipe that -o names, also if that is closed too early', async () => {
    const piped = (to: string) => {
      const typed = `"$0" "$@" -o /dev/stdout; echo $? >&2) | ${to}`;
      return follow(spawn('sh', ['-c', `(${typed}`, ...command, 'snapshot']));
    };
    const [whole, start] = [piped('cat'), piped('head -c 5')];
    expect([await whole.exit, whole.errors()]).toEqual([0, '0\n']);
    expect(JSON.parse(whole.output())).toEqual(
      JSON.parse(JSON.stringify(createMock({ scenario: newsroom }).snapshot())),
    );
    expect([await start.exit, start.errors(), start.output().length]).toEqual([0, '0\n', 5]);
  });

  it('exits with 1 when it cannot write the file, and with 2 for an unknown scenario', async () => {
    const folder = await temporaryFolder();
    const unwritable = runHere(['snapshot', '--scenario', 'empty', '-o', 'nowhere/out.json'], {}, folder);
    const unknown = runHere(['snapshot', '--scenario', 'nowhere'], {}, folder);
    expect(await unwritable.exit).toBe(1);
    expect(unwritable.errors()).toContain('nowhere/out.json cannot be written: ');
    expect(await unknown.exit).toBe(2);
    expect(unknown.errors()).toContain('there is no scenario "nowhere"; the scenarios are newsroom, ');
    expect(unknown.output()).toBe('');
  });
});

describe('briefs-mock routes', () => {
  it('prints every route of every API in aligned columns, with aliases, summaries and decisions', async () => {
    const lines = (await printed(['routes'])).split('\n');
    const apis = createMock().apis();
    for (const { name } of [...apis, { name: 'control' }]) expect(lines).toContain(name);
    for (const { method, path, summary } of apis.flatMap(({ routes }) => routes)) {
      const own = lines.find(
        (line) => line.startsWith(`  ${method.padEnd(6)}  ${path} `) && line.includes(`  ${summary}`),
      );
      const other = lines.includes(`${' '.repeat(10)}or ${path}`);
      expect(`${method} ${path} ${own !== undefined || other}`).toBe(`${method} ${path} true`);
    }
    expect(lines.find((line) => line.includes('POST    /__mock/reset '))).toMatch(/ X20$/);
  });
});

it('briefs-mock tool without a name lists the tools, with --json as JSON', async () => {
  const lines = (await printed(['tool'])).trimEnd().split('\n');
  const listed = JSON.parse(await printed(['tool', '--json'])) as { name: string; description: string }[];
  expect(listed.map(({ name, description }) => name.padEnd(17) + description)).toEqual(lines);
});

it.each([
  ['conform', '--har', 'HAR file'],
  ['conform', '--openapi', 'OpenAPI document'],
  ['snapshot', '--config', 'config file'],
  ['explore', 'http://127.0.0.1:9', '--replay', 'plan'],
])('briefs-mock %s %s: a trace in this place is recognised, and its commands are named', async (...words) => {
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'trace.json'), JSON.stringify(createMock().trace()));
  const { exit, errors } = runHere([...words.slice(0, -1), 'trace.json'], {}, folder);
  expect(await exit).not.toBe(0);
  expect(errors()).toContain(` ${words.at(-1)}; \`briefs-mock --import FILE\` starts a server where it ends`);
});

it.each([
  [['--api', 'foo'], '--api: must be an http(s) URL without a query, fragment or *, but is "foo"'],
  [['--scenario', 'empty', '--persona', 'alice'], 'no user with this e-mail; the scenario has none'],
  [['--replay', 'plan.json'], 'the property "mine", which is not among no-errors, '],
  [['--replay', 'plan.json', '--persona', 'alice'], `'--persona <name>' cannot be used with option '--replay <file>'`],
  [['--replay', 'plan.json', '--scenario', 'empty'], `'--scenario <name>' cannot be used with option '--replay`],
  ...[
    ['--junit', 'x.xml'],
    ['--json', 'x.json'],
    ['--output', 'x'],
    ['--seed', '2'],
    ['--runs', '1'],
    ['--minutes', '1'],
    ['--findings', '1'],
  ].map(([flag = '', value = '']): [string[], string] => [
    ['--replay', 'plan.json', flag, value],
    "cannot be used with option '--replay <file>'",
  ]),
])('briefs-mock explore %j exits with 2, before it asks for the page', async (flags, message) => {
  const folder = await temporaryFolder();
  const head = { format: 'briefs-mock/plan', version: 1, scenario: 'newsroom', seed: 1 };
  const plan = { ...head, property: 'mine', key: 'mine', sentence: 'It is wrong', steps: [] };
  await writeFile(join(folder, 'plan.json'), JSON.stringify(plan));
  const { exit, errors } = runHere(['explore', 'http://127.0.0.1:9', ...flags], {}, folder);
  expect([await exit, errors()]).toEqual([2, expect.stringContaining(message)]);
});

it('briefs-mock explore with two reports in one file exits with 2, before it asks for the page', async () => {
  const { exit, errors } = runHere(['explore', 'http://127.0.0.1:9', '--json', 'x', '--junit', './x']);
  expect([await exit, errors()]).toEqual([2, expect.stringContaining('--json and --junit both name ./x')]);
});
