import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createMock } from 'briefs-mock';
import { newsroom } from 'briefs-mock/seeds';
import { createServer } from 'briefs-mock/server';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { kill, run, runHere, stop } from '../support/cli.js';
import { runSuite, suite } from './run-suite.js';
import { makeVitestProject, runVitest } from './run-vitest.js';

const root = join(import.meta.dirname, '../..');
const traces = join(suite, 'mock-traces');
let folder: string;

beforeAll(async () => {
  rmSync(traces, { recursive: true, force: true });
  folder = mkdtempSync(join(tmpdir(), 'briefs-mock-impact-'));
  expect((await runSuite()).failed).toEqual([]);
});
afterAll(() => {
  for (const path of [traces, folder]) rmSync(path, { recursive: true, force: true });
});

/** Runs the command over the traces of the suite. */
async function impact(args: readonly string[], env: Record<string, string> = {}) {
  const json = join(folder, 'impact.json');
  // In a process of its own, what the tests print that it runs is not in the output of this run.
  const start = args.includes('--run') ? run : runHere;
  const { exit, output, errors } = start(['impact', 'mock-traces', '--json', json, ...args], env, suite);
  const code = await exit;
  const report = code === 2 ? undefined : JSON.parse(readFileSync(json, 'utf8'));
  const tests = [
    ...(report?.groups.flatMap(({ tests }: { tests: object[] }) => tests) ?? []),
    ...(report?.unfit ?? []),
  ];
  const names = tests.map(({ name }: { name: string }) => name.replace(' > ', ' ')).sort();
  return { code, output: output(), errors: errors(), report, names };
}

describe('briefs-mock impact', () => {
  it('names no test if nothing changes', async () => {
    const { code, output, report } = await impact(['--behavior', 'repeatBookmark=same']);
    expect([code, output]).toEqual([
      0,
      expect.stringMatching(/^0 of 15 tests would see other answers; replayed \d+ requests\n$/),
    ]);
    expect(report).toMatchObject({ groups: [], unfit: [], outdated: [] });
  });

  it('names the tests that fail when the suite runs with another switch, by route and field, with file and line', async () => {
    const [{ code, output, names, report }, { failed }] = await Promise.all([
      impact(['--behavior', 'repeatBookmark=conflict']),
      runSuite('a repeated bookmark is a conflict', { TRACES: 'none' }),
    ]);
    const twice = ['bookmarks bookmarks a brief twice', 'bookmarks removes a bookmark twice'];
    expect([code, names, failed]).toEqual([1, twice, twice]);
    const lines = readFileSync(join(suite, 'reading.fixture.ts'), 'utf8').split('\n');
    const lineOf = (title: string) => lines.findIndex((one) => one.includes(`'${title}'`)) + 1;
    expect(output.split('\n').slice(1)).toEqual([
      '',
      'Another outcome, with which most tests fail',
      '',
      '2 of 15: POST /public-api/v1/bookmark/:brief_slug/:brief_gid answers 409 instead of 200',
      `  reading.fixture.ts:${lineOf('bookmarks a brief twice')} bookmarks > bookmarks a brief twice (request 1 and 1 more)`,
      `  reading.fixture.ts:${lineOf('removes a bookmark twice')} bookmarks > removes a bookmark twice (request 1)`,
      '',
    ]);
    expect(report.groups).toMatchObject([
      {
        kind: 'outcome',
        field: 'status',
        tests: [{ first: { number: 1, expected: { status: 200 }, actual: { status: 409 } } }, {}],
      },
    ]);
  });

  it('--run runs the files of these tests under the change, and says which of them fail', async () => {
    const vitest = `node ${join(import.meta.dirname, '../../node_modules/vitest/vitest.mjs')} run`;
    const junit = join(folder, 'run.xml');
    const [{ code, output, report }, { failed }] = await Promise.all([
      impact(['--behavior', 'webOrigin=https://elsewhere.example', '--run', vitest, '--junit', junit]),
      runSuite('links lead elsewhere', { TRACES: 'none' }),
    ]);
    expect(failed).toEqual(['opens a brief']);
    expect([code, output]).toEqual([
      1,
      expect.stringMatching(
        /^3 of 15 tests would see other answers; replayed \d+ requests\n1 fails under the change\n/,
      ),
    ]);
    expect(output).toMatch(/\n {2}failed: reading\.fixture\.ts:\d+ opens a brief \(request 1\)\n/);
    expect(output).toMatch(/\n {2}passed: reading\.fixture\.ts:\d+ bookmarks > keeps the first article of a brief /);
    expect(report).toMatchObject({ affected: 3, run: { failing: 1, notRun: 0, others: [] } });
    expect(readFileSync(junit, 'utf8')).toContain('tests="15" failures="1"');
  });

  it('--run says which tests did not run under the change, and leaves the traces of the suite', async () => {
    const before = readFileSync(join(traces, 'reading.fixture.ts.traces.jsonl'), 'utf8');
    const { code, output } = await impact(['--behavior', 'repeatBookmark=conflict', '--run', 'node -p 1 --']);
    expect([code, output]).toEqual([1, expect.stringContaining('\n0 fail under the change; 2 did not run under it\n')]);
    expect(output).toMatch(/\n {2}not run: reading\.fixture\.ts:\d+ bookmarks > bookmarks a brief twice /);
    expect(readFileSync(join(traces, 'reading.fixture.ts.traces.jsonl'), 'utf8')).toBe(before);
  });

  it.each([
    ['SIGHUP', 129],
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('--run ends the tests when it gets %s, and says so', async (signal, code) => {
    // The shell that runs two commands does not become the first one.
    const command = `node --eval "console.error('waits'); setInterval(() => {}, 1000);"; true`;
    const args = ['impact', 'mock-traces', '--behavior', 'repeatBookmark=conflict', '--run', command];
    const started = run(args, {}, suite);
    onTestFinished(() => kill(started));
    await started.said(/waits/);
    // It resolves when no process has the standard error of the command.
    expect(await stop(started, signal)).toBe(code);
    const said = expect.stringContaining('interrupted while the tests ran; nothing is reported');
    expect([started.output(), started.errors()]).toEqual(['', said]);
  });

  it('knows the tests of files whose paths differ only in a slash and a hyphen, or are long and have the same end', async () => {
    const project = projectWithPackages();
    const long = `${'a-folder/'.repeat(30)}list.test.js`;
    const text = `
      import { setupMock } from 'briefs-mock/vitest';
      import { test } from 'vitest';
      const { mock } = setupMock({ traces: 'all' });
      test('lists', () => mock.fetch('/user-data/v1/client'));`;
    for (const file of ['user/list.test.js', 'user-list.test.js', `user/${long}`, `user-${long}`]) {
      mkdirSync(dirname(join(project, file)), { recursive: true });
      writeFileSync(join(project, file), text);
    }
    await runVitest(join(root, 'node_modules/vitest/vitest.mjs'), project, {});
    const { exit, output } = runHere(['impact', 'mock-traces', '--behavior', 'tokens=any'], {}, project);
    expect([await exit, output()]).toEqual([0, '0 of 4 tests would see other answers; replayed 4 requests\n']);
  });

  /** A project with the packages of this one. */
  function projectWithPackages(): string {
    const project = mkdtempSync(join(folder, 'project-'));
    makeVitestProject(project, '@playwright');
    return project;
  }

  describe('in a project of several files', () => {
    let project: string;

    beforeAll(async () => {
      project = projectWithPackages();
      const names = `
      import { newsroom } from 'briefs-mock/seeds';
      import { setupMock } from 'briefs-mock/vitest';
      import { test } from 'vitest';
      const { mock } = setupMock({ scenario: newsroom, traces: 'all' });
      const headers = { authorization: 'Bearer alice-token' };
      const send = () => mock.fetch('/public-api/v1/bookmark/front-page/1-2026030401', { method: 'POST', headers });
      test('sends', { repeats: 1 }, async () => { await send(); await send(); });
      test.each([0, 1])('sends', async (times) => { for (let i = 0; i < times; i++) await send(); });
      test.each([0, 1])('repeats', async (times) => { for (let i = 0; i < times; i++) await send(); });
      const role = 'admin';
      test('home > admin', () => send());`;
      writeFileSync(join(project, 'names.test.js'), names);
      const desk = `
      import { newsroom } from 'briefs-mock/seeds';
      import { setupMock } from 'briefs-mock/vitest';
      import { test } from 'vitest';
      const { mock } = setupMock({ scenario: newsroom, traces: 'all' });
      const post = { method: 'POST', headers: { authorization: 'Bearer alice-token' } };
      const send = (to, init = post) => to.fetch('/public-api/v1/bookmark/front-page/1-2026030401', init);
      const named = { ...post, headers: { ...post.headers, 'x-mock-session': 'desk' } };
      test('in a session that a request begins', () => send(mock, named));
      test('in a session that has ended', async () => {
        const session = mock.sessions.create();
        await send(session);
        mock.sessions.end(session.session);
      });
      test('in a fork', () => send(mock.fork()));
      test('in a fork, and without it', async () => { await send(mock.fork()); await send(mock); });
      test('with a fork that gets no request', async () => {
        mock.fork().data.client.count();
        await mock.fetch('/user-data/v1/client');
        mock.requests.clear();
      });`;
      writeFileSync(join(project, 'desk.test.js'), desk);
      await runVitest(join(root, 'node_modules/vitest/vitest.mjs'), project, {});
    });

    /** Runs the command over the traces of one file, whose second bookmarks conflict. */
    async function conflictsIn(file: string) {
      const args = ['impact', `mock-traces/${file}.traces.jsonl`, '--behavior', 'repeatBookmark=conflict'];
      const { exit, output } = runHere(args, {}, project);
      expect(await exit).toBe(1);
      return output().split('\n');
    }

    it('names each of several tests with the same name', async () => {
      const lines = await conflictsIn('names.test.js');
      expect(lines).toContain('4 of 6 tests would see other answers; replayed 5 requests');
      // A title that is there twice has no known line.
      expect(lines.slice(-5)).toEqual([
        '  names.test.js sends (request 1 and 1 more)',
        '  names.test.js sends (3) (request 1)',
        '  names.test.js:10 repeats (2) (request 1)',
        '  names.test.js:12 home > admin (request 1)',
        '',
      ]);
    });

    it('names the tests that sent requests to sessions and forks as those that cannot be replayed as a whole', async () => {
      const why = 'it sent requests to named sessions or forks, which are not in its trace';
      expect(await conflictsIn('desk.test.js')).toEqual([
        '1 of 5 tests would see other answers; replayed 2 requests',
        '',
        'Another outcome, with which most tests fail',
        '',
        '1 of 5: POST /public-api/v1/bookmark/:brief_slug/:brief_gid answers 409 instead of 200',
        '  desk.test.js:16 in a fork, and without it (request 1)',
        '',
        'Cannot be replayed under the change, or not as a whole',
        `  desk.test.js:9 in a session that a request begins: ${why}`,
        `  desk.test.js:10 in a session that has ended: ${why}`,
        `  desk.test.js:15 in a fork: ${why}`,
        '',
      ]);
    });
  });

  it('--run says of a failing test without a trace, such as a renamed one, that its answers are not known, and that a test of Vitest that skips itself did not run', async () => {
    const project = projectWithPackages();
    const vitest = join(root, 'node_modules/vitest/vitest.mjs');
    const write = (title: string, status: number) =>
      writeFileSync(
        join(project, 'briefs.test.js'),
        `
      import { setupMock } from 'briefs-mock/vitest';
      import { expect, test } from 'vitest';
      const { mock } = setupMock({ traces: 'all' });
      const headers = { authorization: 'Bearer unknown' };
      test('reads', async ({ skip }) => {
        await mock.fetch('/public-api/v1/brief', { headers });
        skip(process.env.BRIEFS_MOCK_BEHAVIOR !== undefined);
      });
      test('lists', () => mock.fetch('/user-data/v1/client'));
      test('${title}', async () => expect((await mock.fetch('/user-data/v1/user')).status).toBe(${status}));`,
      );
    write('before', 200);
    await runVitest(vitest, project, {});
    write('after', 500);
    const args = ['impact', 'mock-traces', '--behavior', 'tokens=any', '--run', `node ${vitest} run`];
    const { exit, output } = run(args, {}, project);
    expect(await exit).toBe(1);
    expect(output()).toContain('0 fail under the change; 1 did not run under it');
    expect(output()).toMatch(/\n {2}not run: briefs\.test\.js:6 reads /);
    expect(output()).toMatch(/\nFail in this run, and have no trace, .*\n {2}briefs\.test\.js:11 after\n/);
    expect(output()).not.toContain('though their answers are the same');
  });

  it('--run runs the tests of Playwright in each project; one of them fails if it does in any, and does not run if it skips itself', async () => {
    const project = projectWithPackages();
    const config = `export default {
      use: { traces: 'all' }, workers: 1, projects: [{ name: 'one' }, { name: 'two' }], outputDir: 'results',
    };`;
    writeFileSync(join(project, 'playwright.config.mjs'), config);
    const text = `
      import { expect } from '@playwright/test';
      import { test } from 'briefs-mock/playwright';
      const read = (mock) => mock.fetch('/public-api/v1/brief', { headers: { authorization: 'Bearer unknown' } });
      test('skips itself', async ({ mock }) => {
        await read(mock);
        test.skip(process.env.BRIEFS_MOCK_TRACES !== undefined);
      });
      test('looks in the first project', async ({ mock }, { project }) => {
        const { status } = await read(mock);
        if (project.name === 'one') expect(status).toBe(401);
      });`;
    writeFileSync(join(project, 'briefs.spec.mjs'), text);
    const tests = `node ${join(root, 'node_modules/@playwright/test/cli.js')} test`;
    expect(await run(['exec', '--', ...tests.split(' ')], {}, project).exit).toBe(0);
    const command = `node ${join(root, 'dist/cli.js')} exec -- ${tests}`;
    const { exit, output } = run(['impact', 'mock-traces', '--behavior', 'tokens=any', '--run', command], {}, project);
    expect([await exit, ...output().split('\n').slice(0, 2)]).toEqual([
      1,
      '4 of 4 tests would see other answers; replayed 4 requests',
      '2 fail under the change; 2 did not run under it',
    ]);
    const lines = output().match(/^ {2}.*/gm);
    const named = ['not run: briefs.spec.mjs:5 skips itself', 'failed: briefs.spec.mjs:9 looks in the first project'];
    expect(lines).toEqual([...named, ...named].map((line) => `  ${line} (request 1)`));
  });

  it('names the tests that fail with another scenario', async () => {
    const change = 'a brief is renamed';
    const [{ names, output }, { failed }] = await Promise.all([
      impact(['--scenarios', 'scenario.ts'], { CHANGE: change }),
      runSuite(change, { TRACES: 'none' }),
    ]);
    // Tests that see another name, but do not look at it, pass.
    expect(names).toEqual(expect.arrayContaining(failed));
    expect(output).toContain('\nAnother body, with which tests fail that look at what differs\n');
    expect(output).toContain('GET /public-api/v1/brief data[].name differs');
  });

  it('names the tests of pages that may no longer read the answers', async () => {
    const [{ names, output }, { failed }] = await Promise.all([
      impact(['--behavior', 'corsOrigin=["https://app.example"]']),
      runSuite('pages of one origin may call', { TRACES: 'none' }),
    ]);
    expect([names, names]).toEqual([failed, ['a page of another origin may read the briefs']]);
    expect(output).toContain('1 of 15: GET /public-api/v1/brief may no longer be read by a page of another origin\n');
  });

  it('checks the files of the reports before it reads a trace', async () => {
    const change = ['--behavior', 'deleteMissingBookmark=empty'];
    const { exit, errors } = runHere(['impact', 'no-such-traces', ...change, '--junit', '.'], {}, suite);
    expect(await exit).toBe(1);
    expect(errors()).toMatch(/cannot be written: .* is a folder, not a file/);
  });

  it('--against another mock names the same tests; --junit lists all tests', async () => {
    const mock = createMock({ scenario: newsroom, behavior: { deleteMissingBookmark: 'empty' } });
    const server = await createServer(mock, { port: 0 }).listen();
    onTestFinished(() => server.close());
    const junit = join(folder, 'junit.xml');
    const there = await impact(['--against', server.url, '--junit', junit]);
    const here = await impact(['--behavior', 'deleteMissingBookmark=empty']);
    expect(there.names).toEqual(here.names);
    expect(there.names).toEqual(['bookmarks removes a bookmark twice']);
    const xml = readFileSync(junit, 'utf8');
    expect(xml).toContain('tests="15" failures="1"');
    expect(xml).toContain(
      '<failure message="DELETE /public-api/v1/bookmark/:brief_slug/:brief_gid answers 200 instead of 404"/>',
    );
    expect(mock.sessions.list()).toEqual([]);
    const { requests } = there.report;
    expect(there.errors).toMatch(
      new RegExp(
        `^briefs-mock: sends ${requests} requests, of which \\d+ may write, to the briefs-mock at ${server.url}, in a session for each trace, which ends afterwards\n$`,
      ),
    );
  });

  it('--against another server says first what it sends, and then what it leaves out', async () => {
    const mock = createMock({ scenario: newsroom });
    await mock.fetch('/user-data/v1/client');
    mock.data.application.create({ name: 'In the process' });
    mock.faults.add({ status: 503 });
    await mock.fetch('/user-data/v1/client');
    const file = join(folder, 'written.json');
    writeFileSync(file, JSON.stringify(mock.trace()));
    // Without the control API, it could be any server.
    const server = await createServer(createMock({ scenario: newsroom }), { port: 0, control: false }).listen();
    onTestFinished(() => server.close());
    const { exit, output, errors } = runHere(['impact', file, '--against', server.url], {}, folder);
    expect([await exit, output(), errors()]).toEqual([
      0,
      '0 of 1 test would see other answers; replayed 1 request\n' +
        'left out, because the server is not a briefs-mock: 2 calls of the control API or in the process, and 1 request that a fault rule answered\n',
      `briefs-mock: sends 2 requests, of which 0 may write, to ${server.url}; what they write stays there\n`,
    ]);
  });

  it('--with the same package names no test', async () => {
    const root = join(import.meta.dirname, '../..');
    const { code, output } = await impact(['--with', root]);
    expect([code, output]).toEqual([0, expect.stringContaining('0 of 15 tests')]);
  });

  it('reads traces with other line ends, blank lines and a byte order mark, and each file once', async () => {
    const file = join(folder, 'edited.traces.jsonl');
    const text = readFileSync(join(traces, 'office.fixture.ts.traces.jsonl'), 'utf8');
    const args = ['--behavior', 'repeatBookmark=conflict'];
    writeFileSync(file, text);
    const plain = runHere(['impact', file, ...args], {}, suite);
    await plain.exit;
    writeFileSync(file, `\uFEFF\r\n${text.replaceAll('\n', '\r\n\r\n')}`);
    const link = join(folder, 'link.traces.jsonl');
    symlinkSync(file, link);
    const { exit, output } = runHere(['impact', file, link, file, ...args], {}, suite);
    expect([await exit, output()]).toEqual([await plain.exit, plain.output()]);
    writeFileSync(file, '\n\n{}\n');
    const broken = runHere(['impact', file, ...args], {}, suite);
    expect([await broken.exit, broken.errors()]).toEqual([
      2,
      expect.stringContaining('line 3 is not the trace of a test'),
    ]);
  });

  it('says that a trace is outdated', async () => {
    const file = join(folder, 'old.traces.jsonl');
    const [first = ''] = readFileSync(join(traces, 'office.fixture.ts.traces.jsonl'), 'utf8').split('\n');
    writeFileSync(file, `${first.replaceAll(/"sha256":"\w+"/g, '"sha256":"of before"')}\n`);
    const { exit, output } = runHere(['impact', file, '--behavior', 'repeatBookmark=conflict'], {}, suite);
    expect(await exit).toBe(0);
    expect(output()).toContain('Outdated: run these tests again to record their traces\n  office.fixture.ts:');
  });

  it('names a test whose answers are as recorded under the change, if today they are not', async () => {
    const mock = createMock({ scenario: newsroom, behavior: { deleteMissingBookmark: 'empty' } });
    const headers = { authorization: `Bearer ${mock.tokenFor('alice@acme.example')}` };
    const path = '/public-api/v1/bookmark/front-page/1-2026030401';
    await mock.fetch(path, { method: 'DELETE', headers });
    await mock.fetch(path, { method: 'DELETE', headers });
    const trace = mock.trace();
    const changed = { ...trace, behavior: { ...trace.behavior, deleteMissingBookmark: 'not-found' } };
    writeFileSync(join(folder, 'adopted.json'), JSON.stringify(changed));
    const { exit, output } = runHere(
      ['impact', 'adopted.json', '--behavior', 'deleteMissingBookmark=empty'],
      {},
      folder,
    );
    expect(await exit).toBe(1);
    expect(output()).toContain('answers 200 instead of 404');
    expect(output()).toContain('Outdated: run these tests again to record their traces');
  });

  it.each([
    ['?code=S_0', [], 'from request 1 on, it can no longer be repeated'],
    ['/nothing?code=S_0', [], '1 of its requests can no longer be repeated'],
    [
      '',
      [{ path: '/public-api/*', times: 1, body: { token: 'S_0' } }],
      'the bodies of 1 of its answers were not compared',
    ],
  ])('names a test of which it cannot tell, because the secrets of %j are redacted', async (end, rules, reason) => {
    const mock = createMock({ scenario: newsroom });
    for (const rule of rules) mock.faults.add(rule);
    const headers = { authorization: `Bearer ${mock.tokenFor('alice@acme.example')}` };
    await mock.fetch(`/public-api/v1/bookmark/front-page/1-2026030301${end}`, { method: 'POST', headers });
    writeFileSync(join(folder, 'redacted.json'), JSON.stringify(mock.trace({ redact: true })));
    const { exit, output } = runHere(['impact', 'redacted.json', '--behavior', 'repeatBookmark=conflict'], {}, folder);
    expect(await exit).toBe(1);
    expect(output().split('\n')).toEqual([
      expect.stringMatching(/^0 of 1 test would see other answers; replayed [01] requests?$/),
      '',
      'Cannot be replayed under the change, or not as a whole',
      `  redacted.json the trace: ${reason}, because of redacted secrets`,
      '',
    ]);
  });

  /** Runs the command over a trace from a scenario of the config file, which by now has other records if `now` is another name. */
  async function impactOnOwn(now: string, args: readonly string[]) {
    const moduleWith = (fname: string) => {
      const user = JSON.stringify([{ id: 1, fname, lname: 'Ek', email: 'bo@acme.example' }]);
      const head = `name: 'own', description: 'My own', clock: '2026-03-04T09:00:00Z', personas: []`;
      return `export const scenarios = [{ ${head}, seed: ({ load }) => load({ user: ${user} }) }];`;
    };
    for (const name of ['Bo', 'Later', 'Changed']) writeFileSync(join(folder, `${name}.mjs`), moduleWith(name));
    const config = `import { scenarios } from './${now}.mjs'; export default { scenarios };`;
    writeFileSync(join(folder, `config-${now}.mjs`), config);
    const { scenarios } = await import(join(folder, 'Bo.mjs'));
    const mock = createMock({ scenario: scenarios[0] });
    await mock.fetch('/user-data/v1/user');
    writeFileSync(join(folder, 'own.json'), JSON.stringify(mock.trace()));
    const { exit, output, errors } = runHere(
      ['impact', 'own.json', '--config', `config-${now}.mjs`, ...args],
      {},
      folder,
    );
    return { code: await exit, output: output(), errors: errors() };
  }

  it('--with another version has the scenarios of the config file, too', async () => {
    const { code, output } = await impactOnOwn('Bo', ['--with', join(import.meta.dirname, '../..')]);
    expect([code, output]).toEqual([0, '0 of 1 test would see other answers; replayed 1 request\n']);
  });

  it('says that a trace is outdated whose scenario has other records by now', async () => {
    const { code, output, errors } = await impactOnOwn('Later', ['--scenarios', 'Changed.mjs']);
    expect([code, errors]).toEqual([0, '']);
    expect(output).toContain(
      'Outdated: run these tests again to record their traces\n  own.json the trace: The scenario',
    );
  });

  it.each([
    [[], 'no change is given; give --behavior <key=value>, --scenarios <file>, --with <package> or --against <url>'],
    [['--scenarios', 'scenario.ts', '--run', 'npx vitest run'], '--run needs --behavior alone'],
    [['--against', 'http://127.0.0.1:9/__mock/s/bar'], '--against must not name a session'],
    [['--behavior', 'hideDeleted=true', '--control-token', 'x'], "cannot be used without option '--against <url>'"],
    [['--behavior', 'hideDeleted=true', '--against', 'http://127.0.0.1:1'], '--against cannot be used with --behavior'],
  ])('exits with 2 for %j', async (args, message) => {
    const { code, errors } = await impact(args);
    expect([code, errors]).toEqual([2, expect.stringContaining(message)]);
  });

  it('exits with 2 for a folder without traces of tests, and for a file that is not a trace', async () => {
    const empty = mkdtempSync(join(folder, 'failed-'));
    // What `setupMock` keeps of a failed test by default.
    writeFileSync(join(empty, 'a-test.trace.json'), JSON.stringify(createMock().trace()));
    const failed = runHere(['impact', empty, '--behavior', 'hideDeleted=true'], {}, folder);
    expect([await failed.exit, failed.errors()]).toEqual([
      2,
      expect.stringContaining(`there are no traces of tests in ${empty}; run the tests with the option traces: 'all'`),
    ]);
    writeFileSync(join(empty, 'state.json'), JSON.stringify(createMock().snapshot()));
    const snapshot = runHere(['impact', join(empty, 'state.json'), '--behavior', 'hideDeleted=true'], {}, folder);
    const problem = `the traces in ${join(empty, 'state.json')} cannot be read: trace: this is a snapshot, not a trace; `;
    expect([await snapshot.exit, snapshot.errors()]).toEqual([2, expect.stringContaining(problem)]);
  });

  it('does not replace traces in the folder by a report, and names a file there that has none', async () => {
    const own = mkdtempSync(join(folder, 'own-'));
    const file = join(own, 'x.traces.jsonl');
    const report = `${JSON.stringify({ tests: 0 }, null, 2)}\n`;
    writeFileSync(file, report);
    const args = ['impact', own, '--behavior', 'hideDeleted=true'];
    const replacing = runHere([...args, '--json', file], {}, folder);
    const message = `the traces and --json both name ${file}`;
    expect([await replacing.exit, replacing.errors()]).toEqual([2, expect.stringContaining(message)]);
    expect(readFileSync(file, 'utf8')).toBe(report);
    for (const text of [report, '{"tests":0}\n']) {
      writeFileSync(file, text);
      const { exit, errors } = runHere(args, {}, folder);
      const problem = `the traces in ${file} cannot be read: line 1 is not the trace of a test; each line must be JSON`;
      expect([await exit, errors()]).toEqual([2, expect.stringContaining(problem)]);
    }
  });

  it('exits with 1 and says why, if it cannot read what it needs', async () => {
    const missing = runHere(['impact', 'nowhere', '--behavior', 'hideDeleted=true'], {}, folder);
    expect([await missing.exit, missing.errors()]).toEqual([
      1,
      expect.stringContaining('the traces in nowhere cannot be read: it does not exist (ENOENT)'),
    ]);
    const other = runHere(['impact', traces, '--with', './nothing'], {}, folder);
    expect([await other.exit, other.errors()]).toEqual([
      1,
      expect.stringContaining('the package ./nothing cannot be used'),
    ]);
    writeFileSync(join(folder, 'none.mjs'), 'export const one = 1;');
    const scenarios = runHere(['impact', traces, '--scenarios', 'none.mjs'], {}, folder);
    expect([await scenarios.exit, scenarios.errors()]).toEqual([
      1,
      expect.stringContaining('it must export a scenario'),
    ]);
    writeFileSync(join(folder, 'items.mjs'), "export const scenarios = [{ name: 'newsroom' }];");
    const items = runHere(['impact', traces, '--scenarios', 'items.mjs'], {}, folder);
    expect([await items.exit, items.errors()]).toEqual([
      1,
      expect.stringContaining('`scenarios` must have scenarios, with `seed`, but has {"name":"newsroom"}'),
    ]);
    for (const [exported, names] of [
      ['[]', 'none'],
      ["[{ name: 'newsrom', seed: () => {} }]", 'newsrom'],
    ]) {
      const file = join(folder, `unused-${names}.mjs`);
      writeFileSync(file, `export default ${exported};`);
      const unused = runHere(['impact', traces, '--scenarios', file], {}, folder);
      const problem = `no trace starts from any of them; it has ${names}, and the traces start from newsroom`;
      expect([await unused.exit, unused.errors()]).toEqual([1, expect.stringContaining(problem)]);
    }
  });
});
