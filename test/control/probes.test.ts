import { createMock, type MockOptions } from 'briefs-mock';
import { createServer, type ServerOptions } from 'briefs-mock/server';
import { describe, expect, it, onTestFinished } from 'vitest';
import { describeControl } from '../support/deliveries.js';
import { connectTo } from '../support/raw-http.js';
import { readingRoom } from '../support/reading-room.js';

const PROBES = ['/__mock/live', '/__mock/ready'];

async function start(options: ServerOptions = {}, mockOptions: MockOptions = {}) {
  const mock = createMock({ scenario: readingRoom, ...mockOptions });
  const server = await createServer(mock, { port: 0, ...options }).listen();
  onTestFinished(() => server.close());
  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(`http://127.0.0.1:${server.port}${path}`, { headers });
  return { mock, server, get };
}

describeControl('GET /__mock/live and /__mock/ready', (open) => {
  it.each(PROBES)('%s answers that all is well, and nothing else', async (path) => {
    const { send } = await open();
    const { status, json } = await send('GET', path);
    expect([status, json]).toEqual([200, { status: 'ok' }]);
    expect((await send('HEAD', path)).status).toBe(200);
  });

  it.each(PROBES)('X14: no fault rule applies to %s', async (path) => {
    const { mock, send } = await open();
    mock.faults.add({ path: '/__mock/*', status: 503 });
    expect([(await send('GET', path)).status, (await mock.fetch('/__mock/health')).status]).toEqual([200, 503]);
  });

  it.each(PROBES)('%s belongs to no session, whatever the request names', async (path) => {
    const { mock, send } = await open({ sessions: { strict: true } });
    expect((await send('GET', path, { headers: { 'x-mock-session': 'unknown' } })).status).toBe(200);
    expect((await mock.fetch(path, { headers: { 'x-mock-session': 'no name' } })).status).toBe(200);
    expect(mock.sessions.list()).toEqual([]);
  });
});

describe('The probes of a server', () => {
  it.each<[string, ServerOptions]>([
    ['on any address', { host: '0.0.0.0' }],
    ['with a control token', { control: { token: 'c0ntrol' } }],
    ['without the control API', { control: false }],
  ])('are open to everyone %s', async (_, options) => {
    const { get } = await start(options);
    for (const path of PROBES) {
      for (const headers of [{}, { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }]) {
        const response = await get(path, headers);
        expect([response.status, await response.json()]).toEqual([200, { status: 'ok' }]);
      }
    }
    expect((await get('/__mock/health')).ok).toBe(false);
  });

  it('are open to every host', async () => {
    const { server } = await start();
    const connection = await connectTo(server.url);
    connection.write('GET /__mock/live HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n');
    expect(await connection.ended()).toMatch(/^HTTP\/1\.1 200 /);
  });

  it('ready gets 503 while the server is stopping, live 200', async () => {
    const { server, get } = await start();
    const connections = await Promise.all(PROBES.map(() => connectTo(server.url)));
    // Half a request keeps a connection open while the server stops.
    for (const [i, path] of PROBES.entries()) connections[i]?.write(`GET ${path} HTTP/1.1\r\nHost: local`);
    await (await get('/__mock/live')).arrayBuffer();
    const closing = server.close();
    for (const connection of connections) connection.write('host\r\n\r\n');
    const [live, ready] = await Promise.all(connections.map((connection) => connection.ended()));
    expect(live).toMatch(/^HTTP\/1\.1 200 /);
    expect(ready).toMatch(/^HTTP\/1\.1 503 /);
    expect(ready).toContain('"code":"unavailable"');
    await closing;
  });
});
