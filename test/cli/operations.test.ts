import { spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { bin, follow, inherited, kill, ready, run, start, stop, temporaryFolder } from '../support/cli.js';
import { connectTo } from '../support/raw-http.js';

const get = (url: string, headers: Record<string, string> = {}) => fetch(url, { headers });

describe('The environment', () => {
  it('BRIEFS_MOCK_CONTROL_TOKEN is the control token, and --control-token overrides it', async () => {
    const env = { BRIEFS_MOCK_CONTROL_TOKEN: 'c0ntrol' };
    const statusOf = async (url: string, token: string) =>
      (await get(`${url}/__mock/health`, { authorization: `Bearer ${token}` })).status;
    const { url } = await start(['--scenario', 'empty'], env);
    expect([await statusOf(url, 'c0ntrol'), await statusOf(url, 'other')]).toEqual([200, 401]);
    const other = await start(['--scenario', 'empty', '--control-token', 'other'], env);
    expect([await statusOf(other.url, 'c0ntrol'), await statusOf(other.url, 'other')]).toEqual([401, 200]);
  });

  it('empty variables are as good as none', async () => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, 'briefs-mock.config.json'), '{"port": 0, "scenario": "empty"}');
    const started = run([], { PORT: '', BRIEFS_MOCK_CONTROL_TOKEN: '' }, folder);
    onTestFinished(() => kill(started));
    const { url } = await ready(started);
    expect((await get(`${url}/__mock/health`)).status).toBe(200);
  });
});

describe('--public-url', () => {
  const args = ['--public-url', 'https://demo.example/mock', '--scenario', 'newsroom'];

  it('is the URL in startup lines, in OpenAPI documents, and that the control API accepts', async () => {
    const { url, output } = await start([...args, '--control-token', 'c0ntrol']);
    expect(output()).toMatch(/^Public +https:\/\/demo\.example\/mock$/m);
    expect(output()).toMatch(/^Docs +https:\/\/demo\.example\/mock\/__mock\/docs$/m);
    const headers = { authorization: 'Bearer c0ntrol', origin: 'https://demo.example' };
    const response = await get(`${url}/mock/__mock/openapi.json`, headers);
    expect((await response.json()).servers).toEqual([{ url: 'https://demo.example/mock' }]);
  });

  it('without a control token, turns control calls off', async () => {
    const { url, output } = await start(args);
    expect(output()).not.toContain('__mock/docs');
    expect((await get(`${url}/__mock/health`)).status).toBe(403);
  });
});

it('--control-cors-origin lets pages of an origin call the control API', async () => {
  const origin = 'https://tools.example';
  const { url } = await start([
    ...['--scenario', 'empty', '--control-token', 'c0ntrol'],
    ...['--control-cors-origin', origin, '--control-cors-origin', 'https://Other.example'],
  ]);
  for (const from of [origin, 'https://other.example']) {
    const response = await get(`${url}/__mock/health`, { authorization: 'Bearer c0ntrol', origin: from });
    expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([200, from]);
  }
});

it('--max-sessions-per-client and --new-sessions-per-minute limit sessions, and ended ones are logged', async () => {
  const limited = await start(['--scenario', 'empty', '--max-sessions-per-client', '1']);
  const begin = async (url: string, id: string) => (await get(`${url}/__mock/s/${id}/user-data/v1/client`)).status;
  expect([await begin(limited.url, 'a'), await begin(limited.url, 'b')]).toEqual([200, 429]);
  const { url, said } = await start(['--scenario', 'empty', '--new-sessions-per-minute', '2', '--max-sessions', '1']);
  expect([await begin(url, 'a'), await begin(url, 'b'), await begin(url, 'c')]).toEqual([200, 200, 429]);
  expect(await said(/session a ended/)).toContain('session a ended: the limit of 1 sessions was reached');
});

it('--drain limits how long a stopping server waits for running requests', async () => {
  const server = await start(['--scenario', 'empty', '--drain', '0']);
  const connection = await connectTo(server.url);
  connection.write(
    'POST /__mock/reset HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Length: 9\r\n\r\n',
  );
  await connection.received('100 Continue');
  expect(await stop(server)).toBe(0);
  expect(await connection.ended()).not.toContain('HTTP/1.1 200');
});

describe('--clock now', () => {
  it('starts at the time of the machine, also with a state file, and runs', async () => {
    const folder = await temporaryFolder();
    const args = ['--scenario', 'empty', '--clock', 'now', '--state', 'state.json'];
    const first = await start(args, {}, folder);
    await fetch(`${first.url}/__mock/clock`, { method: 'PUT', body: '{"now": "2020-01-01T00:00:00Z"}' });
    await stop(first);
    const before = new Date().toISOString();
    const { url } = await start(args, {}, folder);
    const { now, frozen } = await (await get(`${url}/__mock/clock`)).json();
    expect(frozen).toBe(false);
    expect(now >= before).toBe(true);
  });
});

// `script` of other systems has other arguments.
it.runIf(process.platform === 'linux')('a server whose terminal is closed writes its files', async () => {
  const folder = await temporaryFolder();
  const command = `'${process.execPath}' '${bin}' --port 0 --scenario empty --export-on-exit export.json`;
  const child = spawn('script', ['-qfec', command, '/dev/null'], { cwd: folder, env: inherited() });
  onTestFinished(() => void child.kill('SIGKILL'));
  await ready(follow(child));
  child.kill('SIGKILL');
  const exported = () => readFile(join(folder, 'export.json'), 'utf8').catch(() => '');
  await expect.poll(exported, { timeout: 30_000, interval: 20 }).toContain('fingerprint');
});

describe('Invalid usage exits with 2', () => {
  it.each([
    [['--public-url', 'demo.example'], 'must be an http(s) URL'],
    [['--control-cors-origin', '*', '--control-token', 'c'], 'such as https://app.example'],
    [['--control-cors-origin', 'https://a.example'], 'needs a control token'],
    [['--max-sessions-per-client', '0'], 'must be an integer from 1'],
    [['--new-sessions-per-minute', 'x'], 'must be an integer from 1'],
    [['--drain', '-1'], 'must be an integer from 0'],
    [['--clock', 'today'], "or 'now'"],
  ])('%j', async (args, said) => {
    const { exit, errors } = run(args);
    expect(await exit).toBe(2);
    expect(errors()).toContain(said);
  });
});
