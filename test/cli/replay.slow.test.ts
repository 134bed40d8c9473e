import { once } from 'node:events';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createMock, type Trace } from 'briefs-mock';
import { newsroom } from 'briefs-mock/seeds';
import { describe, expect, it, onTestFinished } from 'vitest';
import { kill, ready, run, runHere, start, startHere, stop, temporaryFolder } from '../support/cli.js';
import { silentServer } from '../support/silent-server.js';

const LIST = '/public-api/v1/brief';
const alice = { headers: { authorization: 'Bearer alice-token' } };

/** Creates a folder with the trace of two reads, of which the second failed because of a fault rule. */
async function folderWithTrace(change: (trace: Trace) => void = () => {}): Promise<string> {
  const folder = await temporaryFolder();
  const mock = createMock({ scenario: newsroom, clock: { frozen: false } });
  await mock.fetch(LIST, alice);
  mock.faults.add({ path: '/public-api/*', status: 503 });
  mock.data.bookmark.deleteMany({ where: {} });
  mock.snapshots.keep('broken');
  await mock.fetch(LIST, alice);
  const trace: Trace = JSON.parse(JSON.stringify(mock.trace()));
  change(trace);
  await writeFile(join(folder, 'trace.json'), JSON.stringify(trace));
  return folder;
}

async function replay(folder: string, args: readonly string[]) {
  const { exit, output, errors } = runHere(['replay', 'trace.json', ...args], {}, folder);
  return { code: await exit, output: output(), errors: errors() };
}

describe('briefs-mock replay', () => {
  it('gets the same answers and the same state, in another process, time zone and locale', async () => {
    const folder = await folderWithTrace();
    const env = { TZ: 'Pacific/Chatham', LANG: 'de_DE.UTF-8', LC_ALL: 'de_DE.UTF-8' };
    const { exit, output, errors } = run(['replay', 'trace.json'], env, folder);
    expect([await exit, output(), errors()]).toEqual([0, 'replayed 2 requests: the same\n', '']);
  });

  it('exits with 1 and shows both answers of the first request that differs', async () => {
    const folder = await folderWithTrace(({ entries: [first] }) => {
      if (first?.kind === 'request') first.answer = { status: 200, body: { data: [] } };
    });
    const { code, output } = await replay(folder, []);
    expect(code).toBe(1);
    expect(output.split('\n')).toEqual([
      'replayed 2 requests: 1 answer differs; the first:',
      expect.stringMatching(/^request 1 \([0-9a-f-]{36}\): GET \/public-api\/v1\/brief$/),
      '  recorded: 200 {"data":[]}',
      expect.stringContaining('  now:      200 {"data":[{"name":"'),
      '',
    ]);
  });

  it('shows what could control the terminal or forge a line as escapes', async () => {
    const folder = await folderWithTrace(({ entries: [first] }) => {
      if (first?.kind !== 'request') return;
      first.answer = { status: 200, headers: {}, text: '\u001b[2J\u009b\u202e\nFAKE LINE' };
      first.path += '?a=\u001b[31m\nFAKE LINE';
    });
    const { output } = await replay(folder, []);
    expect(output.split('\n').slice(1, 3)).toEqual([
      expect.stringMatching(/\?a=\\u001b\[31m\\u000aFAKE LINE$/),
      String.raw`  recorded: 200 \u001b[2J\u009b\u202e\u000aFAKE LINE`,
    ]);
  });

  it('shows where long answers differ, also after an emoji', async () => {
    const folder = await temporaryFolder();
    const mock = createMock({ scenario: newsroom });
    mock.data.client.update({ where: { id: { equals: 1 } }, data: { display_name: '📰 first' } });
    await mock.fetch('/user-data/v1/client');
    const trace = JSON.stringify(mock.trace());
    await writeFile(join(folder, 'trace.json'), trace.replace(/("legacy_id":)[^,]*(,"sf_id":\w+}\])/, '$1"planted"$2'));
    const { code, output } = await replay(folder, []);
    expect([code, output]).toEqual([1, expect.stringContaining('"planted"')]);
  });

  it('exits with 1 if only the state at the end differs', async () => {
    const folder = await folderWithTrace(({ end }) => {
      end.fingerprint = 'other';
    });
    const { code, output } = await replay(folder, []);
    expect([code, output]).toEqual([1, expect.stringContaining('the state at the end differs (fingerprint')]);
  });

  it('says which version wrote a trace that differs, if it was another one', async () => {
    const folder = await folderWithTrace((trace) => {
      trace.package = '9.0.0';
      trace.end.fingerprint = 'other';
    });
    const { output } = await replay(folder, []);
    expect(output).toMatch(/\nthe trace was written by version 9\.0\.0, and replayed by \d+\.\d+\.\d+\n$/);
  });

  it('rejects a trace that lacks an entry', async () => {
    const folder = await folderWithTrace(({ entries }) => entries.splice(2, 1));
    const { code, errors } = await replay(folder, []);
    expect([code, errors]).toEqual([2, expect.stringContaining('entry 3 is missing before entry 4')]);
  });

  it('--until stops after a request; -o writes the state, --har the requests', async () => {
    const folder = await folderWithTrace();
    const { code } = await replay(folder, ['--until', '1', '-o', 'state.json', '--har', 'requests.har']);
    expect(code).toBe(0);
    const { tables } = JSON.parse(await readFile(join(folder, 'state.json'), 'utf8'));
    expect(tables.bookmark.length).toBeGreaterThan(100);
    const { log } = JSON.parse(await readFile(join(folder, 'requests.har'), 'utf8'));
    expect(log.entries).toMatchObject([{ request: { method: 'GET' }, response: { status: 200 } }]);
  });

  it('--until the last request does not compare the end, which later calls may have changed', async () => {
    const folder = await temporaryFolder();
    const mock = createMock({ scenario: newsroom });
    await mock.fetch(LIST, alice);
    mock.data.bookmark.deleteMany({ where: {} });
    await writeFile(join(folder, 'trace.json'), JSON.stringify(mock.trace()));
    const { code, output } = await replay(folder, ['--until', '1']);
    expect([code, output]).toEqual([0, 'replayed 1 request: the same\n']);
  });

  it('--har has the requests before a reset, too', async () => {
    const folder = await temporaryFolder();
    const mock = createMock({ scenario: newsroom });
    await mock.fetch(LIST, alice);
    const trace = async () => {
      mock.reset();
      await mock.fetch('/user-data/v1/client/1');
      return mock.trace();
    };
    await writeFile(join(folder, 'trace.json'), JSON.stringify(await trace()));
    expect((await replay(folder, ['--har', 'requests.har'])).code).toBe(0);
    const { log } = JSON.parse(await readFile(join(folder, 'requests.har'), 'utf8'));
    expect(log.entries.map(({ request }: { request: { url: string } }) => new URL(request.url).pathname)).toEqual([
      LIST,
      '/user-data/v1/client/1',
    ]);
  });

  it('--port serves the state until a signal', async () => {
    const folder = await folderWithTrace();
    const server = await ready(run(['replay', 'trace.json', '--until', '1', '--port', '0'], {}, folder));
    onTestFinished(() => kill(server));
    expect(server.output()).toContain('after 1 request of the trace');
    expect((await fetch(server.url + LIST, alice)).status).toBe(200);
    await stop(server);
  });

  it('--against a briefs-mock sends the fault rules and the other calls too, in a session that ends', async () => {
    const folder = await folderWithTrace();
    const { url } = await start(['--seed', '7', '--control-token', 'secret'], {}, folder);
    const headers = { authorization: 'Bearer secret' };
    const states = async () => {
      const health = await (await fetch(`${url}/__mock/health?fingerprint`, { headers })).json();
      return [health.fingerprint, await (await fetch(`${url}/__mock/sessions`, { headers })).json()];
    };
    const before = await states();
    const { code, output, errors } = await replay(folder, ['--against', url, '--control-token', 'secret']);
    expect([code, output]).toEqual([0, 'replayed 2 requests: the same\n']);
    expect(errors).toMatch(
      /^briefs-mock: sends 2 requests, of which 0 may write, to the briefs-mock at http:.*, in the session \S+, which ends afterwards\n$/,
    );
    expect(await states()).toEqual(before);
    expect((await replay(folder, ['--against', url])).errors).toContain('pass it as --control-token');
  });

  // Its clock is that of another process.
  it.skipIf(process.env.EXECUTABLE !== undefined)('--against gives up on a server that never answers', async () => {
    const url = await silentServer();
    const { code, errors } = await replay(await folderWithTrace(), ['--against', url]);
    expect([code, errors]).toEqual([1, `briefs-mock: no server answers at ${url}/__mock/health within 30 seconds\n`]);
  });

  it('--against a briefs-mock that creates no further session sends nothing', async () => {
    const folder = await folderWithTrace();
    const { url } = await start(['--max-sessions', '1', '--session-active', '3600'], {}, folder);
    await fetch(url + LIST, { headers: { ...alice.headers, 'X-Mock-Session': 'busy' } });
    const { code, output, errors } = await replay(folder, ['--against', url]);
    expect([code, output]).toEqual([1, '']);
    expect(errors).toContain(
      `${url} is a briefs-mock, but it creates no session for the requests: There are 1 sessions`,
    );
    const { data } = await (await fetch(`${url}/__mock/requests`)).json();
    expect(data).toEqual([]);
  });

  it('--against a briefs-mock sends what is left of the `skip` of a fault rule, and rules that hold answers', async () => {
    const folder = await temporaryFolder();
    const mock = createMock({ scenario: newsroom });
    mock.faults.add({ path: LIST, status: 503, skip: 2 });
    mock.faults.add({ path: '/user-data/*', status: 500, hold: true });
    await mock.fetch(LIST, alice);
    mock.data.user.create({ fname: 'Bo', lname: 'Ek', email: 'bo@acme.example' });
    for (const status of [200, 503]) expect((await mock.fetch(LIST, alice)).status).toBe(status);
    await writeFile(join(folder, 'trace.json'), JSON.stringify(mock.trace()));
    const { url } = await startHere([], {}, folder);
    const { code, output } = await replay(folder, ['--against', url]);
    expect([code, output]).toEqual([0, 'replayed 3 requests: the same\n']);
  });

  it('--against leaves out requests that cannot be sent again, which fault rules have counted, and says so', async () => {
    const folder = await temporaryFolder();
    const mock = createMock({ scenario: newsroom });
    mock.faults.add({ path: '/user-data/*', status: 503, skip: 1 });
    const unreadable = { method: 'POST', headers: { 'content-encoding': 'gzip' }, body: '[]' };
    expect((await mock.fetch('/user-data/v1/user', unreadable)).status).toBe(415);
    expect((await mock.fetch('/user-data/v1/user')).status).toBe(503);
    await writeFile(join(folder, 'trace.json'), JSON.stringify(mock.trace()));
    const { url } = await startHere([], {}, folder);
    const { code, output } = await replay(folder, ['--against', url]);
    expect([code, output]).toEqual([
      0,
      'replayed 1 request: the same\nleft out, because they cannot be sent again: 1 request\n',
    ]);
  });

  it('--against a briefs-mock lets chance decide as in the trace', async () => {
    const folder = await temporaryFolder();
    const mock = createMock({ scenario: newsroom });
    mock.faults.remove(mock.faults.add({ status: 500 }).id);
    mock.faults.add({ path: LIST, status: [503, 429], probability: 0.5, skip: 1, times: 6 });
    mock.faults.add({ path: LIST, status: 502, probability: 0.5 });
    mock.faults.add({ path: LIST, status: 418, skip: 2, times: 1 });
    const statuses = new Set<number>();
    for (let i = 0; i < 20; i++) statuses.add((await mock.fetch(LIST, alice)).status);
    expect([...statuses].sort()).toEqual([200, 418, 429, 502, 503]);
    await writeFile(join(folder, 'trace.json'), JSON.stringify(mock.trace()));
    const { url } = await startHere([], {}, folder);
    const { code, output } = await replay(folder, ['--against', url]);
    expect([code, output]).toEqual([0, 'replayed 20 requests: the same\n']);
  });

  it('--against sends the service token that the trace hides, if --service-token names it, and so does impact', async () => {
    const folder = await temporaryFolder();
    const mock = createMock({ scenario: newsroom, behavior: { serviceToken: 'hush' } });
    await mock.fetch('/user-data/v1/client/1', { headers: { authorization: 'Bearer hush' } });
    const trace = JSON.stringify(mock.trace());
    expect(trace).not.toContain('hush');
    await writeFile(join(folder, 'trace.json'), trace);
    const { url } = await startHere(['--service-token', 'hush'], {}, folder);
    const [without, given] = await Promise.all([
      replay(folder, ['--against', url]),
      replay(folder, ['--against', url, '--service-token', 'hush']),
    ]);
    expect([without.code, without.output]).toEqual([1, expect.stringContaining('now:      401')]);
    expect([given.code, given.output]).toEqual([0, 'replayed 1 request: the same\n']);
    const { exit, output } = runHere(['impact', 'trace.json', '--against', url, '--service-token', 'hush'], {}, folder);
    expect([await exit, output()]).toEqual([0, expect.any(String)]);
  });

  it('--against sends --service-token with requests to user-data that were recorded without a token', async () => {
    const folder = await temporaryFolder();
    const mock = createMock({ scenario: newsroom });
    await mock.fetch('/user-data/v1/package', { method: 'POST', body: JSON.stringify([{ name: 'New' }]) });
    await mock.fetch('/user-data/v1/package?limit=1000');
    await mock.fetch(LIST);
    await writeFile(join(folder, 'trace.json'), JSON.stringify(mock.trace()));
    const { url } = await startHere(['--service-token', 'hush'], {}, folder);
    const args = ['--against', url, '--service-token', 'hush'];
    expect(await replay(folder, args)).toMatchObject({ code: 0, output: 'replayed 3 requests: the same\n' });
    const { exit, output } = runHere(['impact', 'trace.json', ...args], {}, folder);
    expect([await exit, output()]).toEqual([0, expect.any(String)]);
  });

  it('--against another server leaves out other calls and what a fault rule answered, and says so', async () => {
    const folder = await folderWithTrace();
    const { url } = await start(['--no-control', '--scenario', 'empty'], {}, folder);
    const { code, output, errors } = await replay(folder, ['--against', url]);
    expect(code).toBe(1);
    expect(errors).toMatch(
      /^briefs-mock: sends 2 requests, of which 0 may write, to http:.*; what they write stays there\n$/,
    );
    expect(output).toMatch(
      /^replayed 1 request: 1 answer differs:\nrequest 1 .*\n {2}recorded: 200 .*\n {2}now: {6}401 /,
    );
    expect(output).toContain(
      'left out, because the server is not a briefs-mock: 3 calls of the control API or in the process, and 1 request that a fault rule answered\n',
    );
  });

  it('--against another server sends what a fault rule only delayed', async () => {
    const folder = await temporaryFolder();
    const mock = createMock({ scenario: newsroom });
    mock.faults.add({ path: '/public-api/*', delay_ms: 1 });
    await mock.fetch(LIST);
    await writeFile(join(folder, 'trace.json'), JSON.stringify(mock.trace()));
    const { url } = await startHere(['--no-control'], {}, folder);
    const { code, output } = await replay(folder, ['--against', url]);
    expect([code, output]).toEqual([
      0,
      expect.stringMatching(/^replayed 1 request: the same\n.*: 1 call of the control/),
    ]);
  });

  it('--against another server takes its request ids for those of the trace in the envelope alone (X2)', async () => {
    const folder = await temporaryFolder();
    const mock = createMock({ scenario: newsroom });
    const body = JSON.stringify({ preference_value: { request_id: 'abc' } });
    const headers = { 'content-type': 'application/json' };
    await mock.fetch('/user-data/v1/user-preference/1', { method: 'PUT', headers, body });
    await mock.fetch('/user-data/v1/client/2');
    await writeFile(join(folder, 'trace.json'), JSON.stringify(mock.trace()));
    const recorded = mock.trace().entries.map((entry) => (entry.kind === 'request' ? entry : undefined));
    const texts = recorded.map((entry) => JSON.stringify(entry?.answer.body).replace(`"${entry?.id}"`, '"2"'));
    const server = createServer(({ url = '' }, answer) => {
      const isApi = url.startsWith('/user-data/');
      answer.writeHead(isApi ? 200 : 404, { ...headers, 'x-request-id': '2' }).end(isApi ? texts.shift() : '');
    }).listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const { output } = await replay(folder, ['--against', `http://127.0.0.1:${port}`]);
    expect(output).toBe('replayed 2 requests: the same\n');
  });

  it.each<[string[], string]>([
    [['--until', '3'], '--until: must be at most 2, the number of requests in the trace, but is 3'],
    [['--against', 'nowhere'], '--against: must be an http(s) URL'],
    [['--against', 'http://127.0.0.1:9', '--port', '0'], '--against cannot be combined with'],
    [['--against', 'http://127.0.0.1:9/__mock/s/one'], '--against must not name a session'],
    [['--against', 'http://127.0.0.1:9'], 'no server answers at http://127.0.0.1:9'],
    [['--service-token', 'x'], "'--service-token <token>' cannot be used without option '--against <url>'"],
    [['--control-token', 'x'], "'--control-token <token>' cannot be used without option '--against <url>'"],
    [['--config', 'nowhere.json'], 'the config file nowhere.json cannot be loaded'],
  ])('rejects %j', async (args, message) => {
    const { code, errors, output } = await replay(await folderWithTrace(), args);
    expect([code, output]).toEqual([expect.any(Number), '']);
    expect(code).not.toBe(0);
    expect(errors).toContain(message);
  });

  it('rejects files that are missing, no JSON, or no trace', async () => {
    const folder = await temporaryFolder();
    expect(await replay(folder, [])).toMatchObject({
      code: 1,
      errors: expect.stringContaining('The trace trace.json cannot be read: it does not exist (ENOENT)'),
    });
    await writeFile(join(folder, 'trace.json'), '{');
    expect((await replay(folder, [])).errors).toContain('it is not valid JSON');
    await writeFile(join(folder, 'trace.json'), '{"format":"other"}');
    expect((await replay(folder, [])).errors).toBe(
      'briefs-mock: trace.json: trace.format: must be "briefs-mock/trace", but is "other"\n',
    );
  });

  it.each([
    ['a snapshot', '{"format":"briefs-mock/snapshot"}', 'this is a snapshot, not a trace; `briefs-mock --import FILE`'],
    ['a HAR file', '{"log":{"entries":[]}}', 'this is a HAR file, not a trace; `briefs-mock conform --har FILE`'],
  ])('recognises %s, and names the command for it', async (_, text, message) => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, 'trace.json'), text);
    const { code, errors } = await replay(folder, []);
    expect([code, errors]).toEqual([2, expect.stringContaining(message)]);
  });

  it.each([
    ['replay', ['x.traces.jsonl'], 'a trace'],
    ['trace', ['x.traces.jsonl', '--test', 'vitest'], 'a trace'],
    ['diff', ['x.traces.jsonl', 'x.traces.jsonl'], 'a snapshot'],
  ])('recognises the traces of tests, as %s does, too', async (command, args, expected) => {
    const folder = await temporaryFolder();
    const line = `${JSON.stringify({ format: 'briefs-mock/test-trace' })}\n`;
    await writeFile(join(folder, 'x.traces.jsonl'), line + line);
    const { exit, errors } = runHere([command, ...args], {}, folder);
    expect(await exit).toBe(2);
    expect(errors()).toContain(`this is a file of test traces, not ${expected}; \`briefs-mock impact FILE\``);
  });
});

it.each([
  ['replay', ['-o', 'trace.json'], 'the trace and --output'],
  ['replay', ['--har', './trace.json'], 'the trace and --har'],
  ['replay', ['-o', 'x', '--har', 'x'], '--output and --har'],
  ['redact', ['-o', 'trace.json'], 'the trace and --output'],
  ['trace', ['--test', 'vitest', '-o', 'trace.json'], 'the trace and --output'],
  ['impact', ['--behavior', 'tokens=any', '--json', 'trace.json'], 'the traces and --json'],
  ['impact', ['--behavior', 'tokens=any', '--json', 'x', '--junit', 'x'], '--json and --junit'],
])('briefs-mock %s with %j exits with 2, and writes nothing', async (command, args, names) => {
  const folder = await folderWithTrace();
  const before = await readFile(join(folder, 'trace.json'), 'utf8');
  const { exit, errors } = runHere([command, 'trace.json', ...args], {}, folder);
  expect([await exit, errors()]).toEqual([2, expect.stringContaining(`${names} both name `)]);
  expect([await readdir(folder), await readFile(join(folder, 'trace.json'), 'utf8')]).toEqual([['trace.json'], before]);
});

it.each([
  ['snapshot', '--output'],
  ['replay', 'trace.json', '--har'],
  ['trace', 'trace.json', '--test', 'vitest', '--output'],
  ['impact', 'trace.json', '--behavior', 'tokens=any', '--json'],
  ['explore', 'http://127.0.0.1:9', '--json'],
])('briefs-mock %s %s does not replace the config file that it has found', async (...words) => {
  const folder = await folderWithTrace();
  const file = 'briefs-mock.config.json';
  await writeFile(join(folder, file), '{}');
  const { exit, errors } = runHere([...words, file], {}, folder);
  expect([await exit, errors()]).toEqual([2, expect.stringContaining(`the config file and ${words.at(-1)} both name`)]);
  expect(await readFile(join(folder, file), 'utf8')).toBe('{}');
});

it('the environment may have a control token that a replay does not need', async () => {
  const env = { BRIEFS_MOCK_CONTROL_TOKEN: 'secret' };
  expect(await runHere(['replay', 'trace.json'], env, await folderWithTrace()).exit).toBe(0);
});

it('briefs-mock redact writes a trace without secrets, whose replay says what it left out', async () => {
  const folder = await temporaryFolder();
  const mock = createMock({ scenario: newsroom });
  await mock.fetch(`${LIST}?token=hush`, alice);
  await mock.fetch(LIST, alice);
  await writeFile(join(folder, 'all.json'), JSON.stringify(mock.trace()));
  expect(await runHere(['redact', 'all.json', '-o', 'trace.json'], {}, folder).exit).toBe(0);
  expect(await readFile(join(folder, 'trace.json'), 'utf8')).not.toContain('hush');
  expect(await replay(folder, [])).toEqual({
    code: 0,
    output: 'replayed 1 request: the same\nleft out, because their secrets are redacted: 1 request\n',
    errors: '',
  });
  const { url } = await startHere([], {}, folder);
  expect((await replay(folder, ['--against', url])).output).toBe(
    'replayed 1 request: the same\nleft out, because their secrets are redacted: 1 request\n',
  );
});

it('says where a redacted trace can no longer be repeated, and takes the state from the snapshot that was handed over with it', async () => {
  const folder = await temporaryFolder();
  const mock = createMock({ scenario: newsroom });
  const add = (query: string, name: string) => {
    const headers = { 'content-type': 'application/json' };
    return mock.fetch(`/user-data/v1/package${query}`, { method: 'POST', headers, body: JSON.stringify([{ name }]) });
  };
  await add('', 'Plain');
  await add('?token=hush', 'Hidden');
  const [trace, snapshot] = [mock.trace(), mock.snapshot()];
  const handedOver = { format: 'briefs-mock/handover', version: 1, note: 'Look', trace, har: {}, snapshot };
  await writeFile(join(folder, 'all.json'), JSON.stringify(trace));
  await writeFile(join(folder, 'handed-over.json'), JSON.stringify(handedOver));
  const at = async (...args: string[]) => {
    const command = runHere(args, {}, folder);
    expect(await command.exit).toBe(0);
    return command;
  };
  const stops = 'request 2 was redacted, and a replay stops before it, because what follows depends on it';
  expect((await at('redact', 'all.json', '-o', 'trace.json')).errors()).toBe(`briefs-mock: ${stops}\n`);
  expect((await at('redact', 'handed-over.json', '-o', 'hidden.json')).errors()).toBe(`briefs-mock: ${stops}\n`);
  expect(JSON.parse(await readFile(join(folder, 'hidden.json'), 'utf8'))).toMatchObject({ note: 'Look', har: {} });

  const packagesAfter = async (file: string) => {
    const server = await startHere(['--import', file], {}, folder);
    const packages = await (await fetch(`${server.url}/__mock/data/package`)).text();
    return { packages, errors: server.errors() };
  };
  const before = await packagesAfter('trace.json');
  expect(before.errors).toContain('request 2 of trace.json cannot be repeated, because it was redacted; the state is');
  expect(before.packages).toContain('"Plain"');
  expect(before.packages).not.toContain('"Hidden"');
  expect((await packagesAfter('hidden.json')).packages).toContain('"Hidden"');
  const test = await at('trace', 'trace.json', '--test', 'vitest');
  expect(test.errors()).toContain('the test ends before request 2, because what it sent was redacted');
});

it('briefs-mock redact takes the traces of a test file, without those of earlier runs', async () => {
  const folder = await temporaryFolder();
  const mock = createMock({ scenario: newsroom });
  await mock.fetch(`${LIST}?token=hush`, alice);
  const trace = mock.trace();
  const lines = [
    ['1', 'outdated'],
    ['2', 'one'],
    ['2', 'two'],
  ].map(([run, name]) => ({
    format: 'briefs-mock/test-trace',
    version: 1,
    run,
    test: { file: 'a.test.ts', name },
    trace,
  }));
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  // Some tools write a byte order mark.
  await writeFile(join(folder, 'a.traces.jsonl'), `\uFEFF${text}`);
  await writeFile(join(folder, 'all.json'), JSON.stringify(trace));
  const [ofTests, ofOne] = [
    runHere(['redact', 'a.traces.jsonl'], {}, folder),
    runHere(['redact', 'all.json'], {}, folder),
  ];
  expect(await Promise.all([ofTests.exit, ofOne.exit])).toEqual([0, 0]);
  const hidden = JSON.parse(ofOne.output());
  const written = ofTests.output().trimEnd().split('\n');
  expect(written.map((line) => JSON.parse(line))).toEqual(lines.slice(1).map((line) => ({ ...line, trace: hidden })));
  expect(ofTests.output()).not.toContain('hush');
});

it('briefs-mock trace writes a test of what happened', async () => {
  const folder = await folderWithTrace();
  const test = (...flags: string[]) => runHere(['trace', 'trace.json', ...flags], {}, folder);
  const [vitest, playwright, late, without] = [
    test('--test', 'vitest', '-o', 'written.test.ts'),
    test('--test', 'playwright'),
    test('--test', 'vitest', '--since', '99'),
    test(),
  ];
  expect(await Promise.all([vitest.exit, playwright.exit, late.exit, without.exit])).toEqual([0, 0, 2, 2]);
  expect(await readFile(join(folder, 'written.test.ts'), 'utf8')).toMatch(/setupMock.*expect\(mock\.changes\(/s);
  expect(playwright.output()).toContain("from 'briefs-mock/playwright'");
  expect(late.errors()).toContain('There is no revision 99');
  expect(without.errors()).toContain("'--test <runner>' not specified");
});

describe('--import of a trace', () => {
  it('starts where the trace ends, with its fault rules, clock, switches and named snapshots', async () => {
    const folder = await folderWithTrace(({ behavior }) => {
      behavior.hideUnentitled = true;
    });
    const { url } = await startHere(['--import', 'trace.json'], {}, folder);
    const json = async (path: string) => (await fetch(url + path)).json();
    expect(await json('/__mock/faults')).toMatchObject({ data: [{ status: 503, hits: 1 }] });
    expect(await json('/__mock/snapshots')).toMatchObject({ data: [{ name: 'broken' }] });
    expect(await json('/__mock/data/bookmark')).toMatchObject({ total: 0 });
    expect(await json('/__mock/clock')).toMatchObject({ frozen: false });
    await fetch(`${url}/__mock/faults`, { method: 'DELETE' });
    expect(
      (await fetch(`${url}${LIST}/acme-board-brief`, { headers: { authorization: 'Bearer dana-token' } })).status,
    ).not.toBe(403);
    await fetch(`${url}/__mock/reset`, { method: 'POST' });
    expect(((await json('/__mock/data/bookmark')) as { total: number }).total).toBeGreaterThan(100);
  });
});
