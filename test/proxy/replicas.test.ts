import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import timers from 'node:timers/promises';
import { createMock } from 'briefs-mock';
import { newsroom } from 'briefs-mock/seeds';
import { createServer, type MockServer } from 'briefs-mock/server';
import { expect, it, onTestFinished } from 'vitest';
import { eventually } from '../support/eventually.js';
import { MemoryStore } from '../support/memory-log.js';
import { runNginx } from '../support/nginx.js';
import { replaceFs } from '../support/replace-fs.js';
import { gate } from '../support/replicas.js';
import { runHaproxy } from './haproxy.js';

type Proxy = 'nginx' | 'HAProxy';

/** Three servers with one store, and the number of requests that each has got. */
async function startServers(drainDelay = 0) {
  const store = new MemoryStore();
  const counts = [0, 0, 0];
  const servers = await Promise.all(
    counts.map((_, i) => {
      const onRequest = ({ path }: { path: string }) => {
        if (!path.startsWith('/__mock/')) counts[i] = (counts[i] as number) + 1;
      };
      const mock = createMock({ scenario: newsroom });
      return createServer(mock, { port: 0, store: store.connect(1000), drainDelay, onRequest }).listen();
    }),
  );
  onTestFinished(async () => void (await Promise.all(servers.map((server) => server.close()))));
  return { servers, counts };
}

/** Runs a proxy with its configuration in docker/ in front of servers. Resolves to a function that sends requests to it. */
async function startProxy(proxy: Proxy, urls: readonly string[]) {
  const folder = await mkdtemp(join(tmpdir(), 'briefs-mock-proxy-'));
  const socketPath = join(folder, 'proxy.sock');
  const read = async (name: string) => {
    const file = await readFile(join(import.meta.dirname, '../../docker', name), 'utf8');
    return urls.reduce((text, url, i) => text.replace(`mock-${i + 1}:4010`, new URL(url).host), file);
  };
  const stop =
    proxy === 'nginx'
      ? await runNginx(folder, (await read('nginx.replicas.conf')).replace('listen 80', `listen unix:${socketPath}`))
      : await runHaproxy(
          folder,
          (await read('haproxy.cfg'))
            .replace('bind :8080', `bind unix@${socketPath}`)
            .replace('inter 1s', 'inter 50ms'),
          socketPath,
        );
  onTestFinished(async () => {
    await stop();
    await rm(folder, { recursive: true });
  });
  return async (method: string, path: string, body?: object) => {
    const headers = { host: 'mock.example', 'content-type': 'application/json' };
    const sent = request({ socketPath, method, path, headers }).end(body && JSON.stringify(body));
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    return { status: response.statusCode, body: await text(response) };
  };
}

const clients = '/user-data/v1/client';
const named = (name: string) => [{ name, short_name: name, display_name: name, type: 'company' }];

const urlsOf = (servers: readonly MockServer[]) => servers.map(({ url }) => url);

it.each(['nginx', 'HAProxy'] as const)('Three servers with one store answer as one behind %s', async (proxy) => {
  const { servers, counts } = await startServers();
  const ask = await startProxy(proxy, urlsOf(servers));
  for (let i = 0; i < 6; i++) expect((await ask('POST', clients, named(`c${i}`))).status).toBe(200);
  const names = JSON.parse((await ask('GET', clients)).body).data.map(({ name }: { name: string }) => name);
  expect(names).toEqual(expect.arrayContaining(['c0', 'c1', 'c2', 'c3', 'c4', 'c5']));
  expect(Math.min(...counts)).toBeGreaterThan(1);
});

it('nginx leaves it to the server to refuse a large body', async () => {
  const { servers } = await startServers();
  const ask = await startProxy('nginx', urlsOf(servers));
  const { status, body } = await ask('POST', clients, named('x'.repeat(2 * 1024 * 1024)));
  expect([status, body]).toEqual([413, expect.stringMatching(/^\{/)]);
});

it('nginx loses no read while a server stops', async () => {
  const { servers } = await startServers();
  const ask = await startProxy('nginx', urlsOf(servers));
  const closing = servers[0]?.close();
  for (let i = 0; i < 20; i++) expect((await ask('GET', clients)).status).toBe(200);
  await closing;
  for (let i = 0; i < 6; i++) expect((await ask('POST', clients, named(`c${i}`))).status).toBe(200);
});

it('HAProxy loses no request while a server stops, and sends it none before it stops listening', async () => {
  const drainDelay = 2;
  const { servers, counts } = await startServers(drainDelay);
  const ask = await startProxy('HAProxy', urlsOf(servers));
  // The delay ends when HAProxy has noticed that the server stops, however slow the machine is.
  const noticed = gate();
  replaceFs(timers, 'setTimeout', (real) => (milliseconds, ...rest) => {
    return milliseconds === drainDelay * 1000
      ? noticed.isOpen.then(() => real(0, ...rest))
      : real(milliseconds, ...rest);
  });
  let isClosed = false;
  const closing = servers[0]?.close().then(() => {
    isClosed = true;
  });
  let written = 0;
  const write = async () => expect((await ask('POST', clients, named(`c${written++}`))).status).toBe(200);
  await eventually(async () => {
    const before = counts[0];
    for (let i = 0; i < 4; i++) await write();
    expect(counts[0]).toBe(before);
  });
  expect(isClosed).toBe(false);
  noticed.open();
  while (!isClosed) await write();
  await closing;
});
