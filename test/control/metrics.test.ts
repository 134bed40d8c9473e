import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, createServer as createHttp2Server } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { createMock, type MockOptions } from 'briefs-mock';
import { createFetchHandler } from 'briefs-mock/fetch';
import { createServer, type ServerOptions } from 'briefs-mock/server';
import { describe, expect, it, onTestFinished } from 'vitest';
import { EventReader } from '../support/event-reader.js';
import { parseMetrics } from '../support/prometheus.js';
import { connectTo } from '../support/raw-http.js';
import { readingRoom } from '../support/reading-room.js';

const METRICS = '/__mock/metrics';
const CLIENTS = '/user-data/v1/client';

async function start(options: ServerOptions = {}, mockOptions: MockOptions = {}) {
  const mock = createMock({ scenario: readingRoom, ...mockOptions });
  const server = await createServer(mock, { port: 0, ...options }).listen();
  onTestFinished(() => server.close());
  const send = async (path: string, init?: RequestInit) => {
    const response = await fetch(server.url + path, init);
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
  const metrics = async (init?: RequestInit) => parseMetrics((await send(METRICS, init)).text);
  /** The samples of a metric, with their labels as one text, such as `user-data GET 200`. */
  const samplesOf = async (name: string) =>
    Object.fromEntries(
      ((await metrics()).get(name)?.samples ?? []).map(({ labels, value }) => [Object.values(labels).join(' '), value]),
    );
  const single = async (name: string) => (await samplesOf(name))[''];
  return { mock, server, send, metrics, samplesOf, single };
}

const client = (name: string) => ({ name, short_name: name, display_name: name, type: 'company' });
const create = (name: string) => ({ method: 'POST', body: JSON.stringify([client(name)]) });

describe('GET /__mock/metrics', () => {
  it('answers in the text format of Prometheus, to GET and HEAD', async () => {
    const { send } = await start();
    await send(CLIENTS);
    const { status, headers, text } = await send(METRICS);
    expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8']);
    expect(headers.get('cache-control')).toBe('no-store');
    const metrics = parseMetrics(text);
    expect([...metrics.keys()].sort()).toEqual([
      'briefs_mock_event_streams',
      'briefs_mock_history_bytes',
      'briefs_mock_history_revisions',
      'briefs_mock_info',
      'briefs_mock_journal_entries',
      'briefs_mock_ready',
      'briefs_mock_request_duration_seconds',
      'briefs_mock_requests_total',
      'briefs_mock_sessions',
      'nodejs_heap_size_used_bytes',
      'process_cpu_seconds_total',
      'process_resident_memory_bytes',
      'process_start_time_seconds',
    ]);
    for (const { samples } of metrics.values()) expect(samples).not.toEqual([]);
    const head = await send(METRICS, { method: 'HEAD' });
    expect([head.status, head.text]).toEqual([200, '']);
  });

  it('counts requests by API, method and status, and their durations by API', async () => {
    const { mock, server, send, samplesOf, metrics } = await start();
    for (const _ of [1, 2, 3]) await send(CLIENTS);
    await send(CLIENTS, create('one'));
    await send(CLIENTS, { method: 'POST', body: '[{}]' });
    await send('/public-api/v1/brief');
    await send('/user-preference/v1/nothing');
    await send('/__mock/health');
    mock.faults.add({ path: '/public-api/v1/brief', abort: true });
    await expect(fetch(`${server.url}/public-api/v1/brief`)).rejects.toThrow();
    expect(await samplesOf('briefs_mock_requests_total')).toEqual({
      'user-data GET 200': 3,
      'user-data POST 200': 1,
      'user-data POST 400': 1,
      'public-api GET 401': 1,
      'public-api GET 0': 1,
      'user-preference GET 404': 1,
      'control GET 200': 1,
    });
    const { samples = [] } = (await metrics()).get('briefs_mock_request_duration_seconds') ?? {};
    const counts = samples
      .filter(({ name }) => name.endsWith('_count'))
      .map(({ labels, value }) => [labels.api, value]);
    expect(Object.fromEntries(counts)).toEqual({ 'user-data': 5, 'public-api': 2, 'user-preference': 1, control: 1 });
  });

  it('counts the delay of an answer as its duration', async () => {
    const { mock, send, metrics } = await start();
    mock.faults.add({ path: CLIENTS, delay_ms: 30 });
    await send(CLIENTS);
    const { samples = [] } = (await metrics()).get('briefs_mock_request_duration_seconds') ?? {};
    const upTo = (le: string) => samples.find(({ labels }) => labels.le === le)?.value;
    expect([upTo('0.025'), upTo('+Inf')]).toEqual([0, 1]);
    expect(samples.find(({ name }) => name.endsWith('_sum'))?.value).toBeGreaterThan(0.025);
  });

  it('has as many series for many unknown paths and sessions as for one', async () => {
    const { send, metrics } = await start();
    const ask = async (n: number) => {
      await send(`/nothing/${n}`);
      await send(`/user-data/v1/nothing-${n}`);
      await send(CLIENTS, { headers: { 'x-mock-session': `worker-${n}` } });
      await send(`/__mock/s/by-path-${n}${CLIENTS}`);
      await send(`/__mock/nothing/${n}`);
    };
    const seriesOf = async () =>
      [...(await metrics()).values()].flatMap(({ samples }) => samples.map(({ name, labels }) => ({ name, labels })));
    await ask(0);
    const first = await seriesOf();
    for (let n = 1; n <= 20; n++) await ask(n);
    expect(await seriesOf()).toEqual(first);
    expect(JSON.stringify(first)).not.toMatch(/worker|by-path|nothing/);
    expect(first).toContainEqual({
      name: 'briefs_mock_requests_total',
      labels: { api: 'none', method: 'GET', status: '404' },
    });
  });

  it('counts methods that HTTP/1 does not have as one', async () => {
    const { server, samplesOf } = await start();
    const other = createHttp2Server((incoming, outgoing) => server.handle(incoming as never, outgoing as never));
    onTestFinished(() => void other.close());
    await once(other.listen(0, '127.0.0.1'), 'listening');
    const connection = connect(`http://127.0.0.1:${(other.address() as AddressInfo).port}`);
    onTestFinished(() => connection.destroy());
    for (const method of ['FETCH', 'CATCH']) {
      const request = connection.request({ ':path': CLIENTS, ':method': method }).end().resume();
      await once(request, 'close');
    }
    expect(await samplesOf('briefs_mock_requests_total')).toMatchObject({ 'user-data other 405': 2 });
  });

  it('shows sessions, the journals and histories of all of them, and streams of events', async () => {
    const { server, send, single } = await start();
    const values = async () =>
      Promise.all(
        ['sessions', 'journal_entries', 'history_revisions', 'event_streams'].map((name) =>
          single(`briefs_mock_${name}`),
        ),
      );
    expect(await values()).toEqual([0, 0, 0, 0]);
    await send(CLIENTS);
    await send(CLIENTS, create('one'));
    for (const session of ['a', 'b']) await send(CLIENTS, { ...create('two'), headers: { 'x-mock-session': session } });
    const abort = new AbortController();
    const reader = new EventReader(await fetch(`${server.url}/__mock/events`, { signal: abort.signal }));
    await reader.block();
    expect(await values()).toEqual([2, 4, 3, 1]);
    expect(await single('briefs_mock_history_bytes')).toBeGreaterThan(0);
    abort.abort();
    await expect.poll(() => single('briefs_mock_event_streams')).toBe(0);
    await send('/__mock/sessions', { method: 'DELETE' });
    expect(await values()).toEqual([0, 2, 1, 0]);
  });

  it('counts the bytes of the histories of sessions until they end, also if their mocks are used afterwards', async () => {
    const { mock, single } = await start();
    const idle = await single('briefs_mock_history_bytes');
    const session = mock.sessions.create('a');
    session.data.client.create(client('one'));
    expect(await single('briefs_mock_history_bytes')).toBeGreaterThan(idle ?? 0);
    mock.sessions.end('a');
    session.data.client.create(client('two'));
    expect(await single('briefs_mock_history_bytes')).toBe(idle);
  });

  it('names the server and the version, whatever characters the name contains', async () => {
    const info = async (options: ServerOptions) => {
      const { metrics, send } = await start(options);
      const { version } = JSON.parse((await send('/__mock/health')).text);
      const { labels } = (await metrics()).get('briefs_mock_info')?.samples[0] ?? {};
      expect(labels?.version).toBe(version);
      return labels?.name;
    };
    expect(await info({})).toBe(hostname());
    const name = 'a "name"\\with\nbreaks, {and}=more';
    expect(await info({ name })).toBe(name);
    expect(() => createServer(createMock(), { name: '' })).toThrow('name: must not be empty');
  });

  it('belongs to no session, and is counted and journaled nowhere', async () => {
    const { mock, send, samplesOf } = await start({}, { baseUrl: 'http://localhost/base' });
    for (const path of [
      METRICS,
      `${METRICS}/`,
      `/base${METRICS}`,
      `/__mock/s/new${METRICS}`,
      '/%5F%5Fmock/metrics',
      `${METRICS}?any=1`,
    ]) {
      const { status, text } = await send(path);
      expect([path, status]).toEqual([path, 200]);
      expect(parseMetrics(text).size).toBeGreaterThan(10);
    }
    expect(mock.sessions.list()).toEqual([]);
    expect(mock.requests.all()).toEqual([]);
    expect(await samplesOf('briefs_mock_requests_total')).toEqual({});
  });

  it('rejects other methods', async () => {
    const { send } = await start();
    const { status, headers, text } = await send(METRICS, { method: 'POST', body: '{}' });
    expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    expect(JSON.parse(text).error.code).toBe('method_not_allowed');
  });
});

describe('The guard of the control API protects /__mock/metrics', () => {
  it('with a control token', async () => {
    const { send } = await start({ control: { token: 'c0ntrol' } });
    expect((await send(METRICS)).status).toBe(401);
    expect((await send(METRICS, { headers: { authorization: 'Bearer c0ntrol' } })).status).toBe(200);
  });

  it('on an address that other machines reach, in a demo, and without the control API', async () => {
    expect((await (await start({ host: '0.0.0.0' })).send(METRICS)).status).toBe(403);
    for (const options of [{ visitors: true }, { control: false }] as const) {
      const { status, text } = await (await start(options)).send(METRICS);
      expect(status).toBe(404);
      expect(text).not.toContain('briefs_mock_');
    }
  });

  it('from pages of another origin, and foreign hosts', async () => {
    const { server, send } = await start();
    expect((await send(METRICS, { headers: { origin: 'https://evil.example' } })).status).toBe(403);
    const connection = await connectTo(server.url);
    connection.write(`GET ${METRICS} HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n`);
    expect(await connection.ended()).toMatch(/^HTTP\/1\.1 403 /);
  });
});

it('/__mock/metrics is only in the Node server: other deliveries answer 404', async () => {
  const mock = createMock({ scenario: readingRoom });
  expect((await mock.fetch(METRICS)).status).toBe(404);
  const handler = createFetchHandler(mock, { control: { token: 'c0ntrol' } });
  const headers = { authorization: 'Bearer c0ntrol' };
  expect((await handler(new Request(`https://app.example${METRICS}`, { headers }))).status).toBe(404);
});

const read = (path: string) => readFileSync(join(import.meta.dirname, '../..', path), 'utf8');

it('every metric in docker/alerts.yml and docker/prometheus.yml exists, and docs/how-to/operating.md lists all', async () => {
  const { metrics } = await start();
  const ofStateFile = ['briefs_mock_state_saves_total', 'briefs_mock_state_log_bytes'];
  const ofStore = ['briefs_mock_store_lag_seconds', 'briefs_mock_store_requests_total'];
  const known = [...(await metrics()).keys(), ...ofStateFile, ...ofStore];
  const named = read('docker/alerts.yml').match(/\b(briefs_mock|process|nodejs)_\w+/g) ?? [];
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((name) => !known.includes(name.replace(/_bucket$/, '')))).toEqual([]);
  expect(read('docker/prometheus.yml')).toContain(`metrics_path: ${METRICS}\n`);
  const rows = read('docs/how-to/operating.md').match(/^\| `(briefs_mock|process|nodejs)_.*$/gm) ?? [];
  const listed = rows.flatMap((row) => row.split(' | ')[0]?.match(/\w{5,}/g) ?? []);
  expect(listed.sort()).toEqual(known.sort());
});

it('docs/how-to/operating.md has the expression of every alert in docker/alerts.yml', () => {
  const rules = [...read('docker/alerts.yml').matchAll(/- alert: (\w+)\n\s+expr: (.+)/g)];
  const rows = [...read('docs/how-to/operating.md').matchAll(/^\| `(BriefsMock\w+)` \| `([^`]+)` \|/gm)];
  expect(rules.length).toBeGreaterThan(5);
  expect(rows.map(([, ...row]) => row)).toEqual(rules.map(([, ...rule]) => rule));
});

it('the first four alerts in docker/alerts.yml are critical, as docs/how-to/operating.md says, and the others warnings', () => {
  expect(read('docs/how-to/operating.md')).toContain('The first four have the label `severity: critical`, the others');
  const severities = [...read('docker/alerts.yml').matchAll(/severity: (\w+)/g)].map(([, severity]) => severity);
  const alerts = read('docker/alerts.yml').match(/- alert: /g) ?? [];
  expect(severities).toEqual(alerts.map((_, i) => (i < 4 ? 'critical' : 'warning')));
});
