import { spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  command,
  follow,
  inherited,
  kill,
  ready,
  run,
  runHere,
  start,
  startHere,
  stop,
  temporaryFolder,
} from '../support/cli.js';
import { EventReader } from '../support/event-reader.js';
import { parseMetrics } from '../support/prometheus.js';
import { connectTo } from '../support/raw-http.js';

const get = (url: string, headers: Record<string, string> = {}) => fetch(url, { headers });

describe('The environment', () => {
  it('BRIEFS_MOCK_CONTROL_TOKEN is the control token, and --control-token overrides it', async () => {
    const env = { BRIEFS_MOCK_CONTROL_TOKEN: 'c0ntrol' };
    const statusOf = async (url: string, token: string) =>
      (await get(`${url}/__mock/health`, { authorization: `Bearer ${token}` })).status;
    const { url } = await startHere(['--scenario', 'empty'], env);
    expect([await statusOf(url, 'c0ntrol'), await statusOf(url, 'other')]).toEqual([200, 401]);
    const other = await startHere(['--scenario', 'empty', '--control-token', 'other'], env);
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
    const { url, output } = await startHere([...args, '--control-token', 'c0ntrol']);
    expect(output()).toMatch(/^Public +https:\/\/demo\.example\/mock$/m);
    expect(output()).toMatch(/^Docs +https:\/\/demo\.example\/mock\/__mock\/docs$/m);
    const headers = { authorization: 'Bearer c0ntrol', origin: 'https://demo.example' };
    const response = await get(`${url}/mock/__mock/openapi.json`, headers);
    expect((await response.json()).servers).toEqual([{ url: 'https://demo.example/mock' }]);
  });

  it('without a control token, turns control calls off', async () => {
    const { url, output } = await startHere(args);
    expect(output()).not.toContain('__mock/docs');
    expect((await get(`${url}/__mock/health`)).status).toBe(403);
  });
});

it('--control-cors-origin lets pages of an origin call the control API', async () => {
  const origin = 'https://tools.example';
  const { url } = await startHere([
    ...['--scenario', 'empty', '--control-token', 'c0ntrol'],
    ...['--control-cors-origin', origin, '--control-cors-origin', 'https://Other.example'],
  ]);
  for (const from of [origin, 'https://other.example']) {
    const response = await get(`${url}/__mock/health`, { authorization: 'Bearer c0ntrol', origin: from });
    expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([200, from]);
  }
});

it('--max-sessions-per-client and --new-sessions-per-minute limit sessions, and ended ones are logged', async () => {
  const limited = await startHere(['--scenario', 'empty', '--max-sessions-per-client', '1']);
  const begin = async (url: string, id: string) => (await get(`${url}/__mock/s/${id}/user-data/v1/client`)).status;
  expect([await begin(limited.url, 'a'), await begin(limited.url, 'b')]).toEqual([200, 429]);
  const { url, said } = await start(['--scenario', 'empty', '--new-sessions-per-minute', '2', '--max-sessions', '1']);
  expect([await begin(url, 'a'), await begin(url, 'b'), await begin(url, 'c')]).toEqual([200, 200, 429]);
  expect(await said(/session a ended/)).toContain('session a ended: the limit of 1 sessions was reached');
});

it('--drain limits how long a stopping server waits for running requests, and logs those that it cuts off', async () => {
  const server = await start(['--scenario', 'empty', '--drain', '0']);
  const connection = await connectTo(server.url);
  connection.write(
    'POST /__mock/reset HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Length: 9\r\n\r\n',
  );
  await connection.received('100 Continue');
  expect(await stop(server)).toBe(0);
  expect(await connection.ended()).not.toContain('HTTP/1.1 200');
  expect(server.errors()).toMatch(/^POST \/__mock\/reset aborted [\d.]+ ms/m);
});

describe('--drain-delay', () => {
  const asked = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;

  it('accepts requests on new connections, which it closes, while ready gets 503; a second signal stops at once', async () => {
    const server = await start(['--scenario', 'empty', '--drain-delay', '86400']);
    const [kept, held] = [await connectTo(server.url), await connectTo(server.url)];
    const rule = { path: '/user-data/v1/client', hold: true };
    await fetch(`${server.url}/__mock/faults`, { method: 'POST', body: JSON.stringify(rule) });
    held.write(asked('/user-data/v1/client'));
    await expect.poll(async () => (await (await get(`${server.url}/__mock/requests`)).json()).total).toBe(1);
    const events = await get(`${server.url}/__mock/events`);
    const reader = new EventReader(events);
    // Last, and used again at once: Node closes a connection that is idle for five seconds.
    kept.write(asked('/__mock/ready'));
    expect(await kept.received('{"status":"ok"}')).toMatch(/^HTTP\/1\.1 200 .*\r\nConnection: keep-alive\r\n/is);

    const stopped = stop(server, 'SIGTERM');
    await server.said(/send it again to stop immediately/);
    kept.write(asked('/__mock/ready'));
    // An answer that is held back is sent, a connection that was kept alive is closed after its next answer.
    expect(await held.ended()).toMatch(/^HTTP\/1\.1 200 .*\r\nConnection: close\r\n/is);
    expect(await kept.ended()).toMatch(/HTTP\/1\.1 503 .*\r\nConnection: close\r\n.*"server: is stopping"/is);
    const created = await get(`${server.url}/__mock/s/new/user-data/v1/client`);
    expect([created.status, created.headers.get('connection')]).toEqual([200, 'close']);
    // Streams of events go on until the end of the delay: their clients would come back to this server.
    for (let event = await reader.next(); event?.event !== 'sessions'; event = await reader.next()) {
      expect(event).toBeDefined();
    }
    const metrics = parseMetrics(await (await get(`${server.url}/__mock/metrics`)).text());
    expect(metrics.get('briefs_mock_ready')?.samples[0]?.value).toBe(0);

    const again = setInterval(() => server.child.kill('SIGTERM'), 100);
    expect(await stopped).toBe(1);
    clearInterval(again);
  });

  it('ends, and then the server stops with 0', async () => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, 'briefs-mock.config.json'), '{"drainDelay": 0.2}');
    const server = await start(['--scenario', 'empty'], {}, folder);
    expect(await stop(server)).toBe(0);
  });
});

describe('--name', () => {
  const linesOf = (text: string) =>
    text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
  const namesIn = async (args: readonly string[], env: Record<string, string> = {}) => {
    const server = await start(['--scenario', 'empty', '--json-logs', ...args], env);
    const metrics = parseMetrics(await (await get(`${server.url}/__mock/metrics`)).text());
    await stop(server);
    const lines = [...linesOf(server.output()), ...linesOf(server.errors())];
    expect(lines.length).toBeGreaterThan(3);
    const inMetrics = metrics.get('briefs_mock_info')?.samples[0]?.labels.name;
    return [...new Set([...lines.map(({ name }) => name), inMetrics])];
  };

  it('is in every line of JSON logs, and in the metrics', async () => {
    expect(await namesIn(['--name', 'replica-1'])).toEqual(['replica-1']);
  });

  it('can be set by BRIEFS_MOCK_NAME, and is the host name by default', async () => {
    const env = { BRIEFS_MOCK_NAME: 'replica-2' };
    expect(await namesIn([], env)).toEqual(['replica-2']);
    expect(await namesIn(['--name', 'replica-3'], env)).toEqual(['replica-3']);
    expect(await namesIn([], { BRIEFS_MOCK_NAME: '' })).toEqual([hostname()]);
  });
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
  const program = command.map((part) => `'${part}'`).join(' ');
  const line = `${program} --port 0 --scenario empty --export-on-exit export.json`;
  const child = spawn('script', ['-qfec', line, '/dev/null'], { cwd: folder, env: inherited() });
  onTestFinished(() => void child.kill('SIGKILL'));
  await ready(follow(child));
  child.kill('SIGKILL');
  const exported = () => readFile(join(folder, 'export.json'), 'utf8').catch(() => '');
  await expect.poll(exported, { interval: 20 }).toContain('fingerprint');
});

describe('Invalid usage exits with 2', () => {
  it.each([
    [['--public-url', 'demo.example'], 'must be an http(s) URL'],
    [['--control-cors-origin', '*', '--control-token', 'c'], 'such as https://app.example'],
    [['--control-cors-origin', 'https://a.example'], 'needs a control token'],
    [['--max-sessions-per-client', '0'], 'must be an integer from 1'],
    [['--new-sessions-per-minute', 'x'], 'must be an integer from 1'],
    [['--drain', '-1'], 'must be an integer from 0'],
    [['--drain-delay', '86401'], 'must be an integer from 0 to 86400'],
    [['--name', ''], 'must not be empty'],
    [['--clock', 'today'], "or 'now'"],
  ])('%j', async (args, said) => {
    const { exit, errors } = runHere(args);
    expect(await exit).toBe(2);
    expect(errors()).toContain(said);
  });
});
