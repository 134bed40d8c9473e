import { createMock } from 'briefs-mock';
import { newsroom } from 'briefs-mock/seeds';
import { createServer, type ServerOptions } from 'briefs-mock/server';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Site, startNginx } from './nginx.js';

const origin = 'https://demo.example:8443';
const publicUrl = `${origin}/mock`;
const right = { authorization: 'Bearer c0ntrol' };
const alice = { authorization: 'Bearer alice-token' };

/** Starts a server behind nginx, and connects to it. */
async function start(site: Site, options: ServerOptions) {
  const mock = createMock({ scenario: newsroom, sessions: { maxPerClient: 1 } });
  const server = await createServer(mock, { port: 0, ...options }).listen();
  onTestFinished(() => server.close());
  const { connectTo } = await startNginx(server.url, origin);
  return { mock, ...(await connectTo(site)) };
}

describe.each(['whole', 'stripped'] as const)('Behind nginx with TLS, HTTP/2 and a base path (%s paths)', (site) => {
  const open = () => start(site, { publicUrl, control: { token: 'c0ntrol' } });

  it('the APIs and the probes answer', async () => {
    const { ask } = await open();
    const { status, body } = await ask('/mock/public-api/v1/brief', alice);
    expect(status).toBe(200);
    expect(JSON.parse(body).data).toContainEqual({ name: 'Front Page', slug: 'front-page' });
    expect((await ask('/mock/__mock/ready')).status).toBe(200);
  });

  it('the control API answers pages of the public origin with the token, and no others', async () => {
    const { ask } = await open();
    const page = { ...right, origin, 'sec-fetch-site': 'same-origin' };
    expect((await ask('/mock/__mock/health', page)).status).toBe(200);
    expect((await ask('/mock/__mock/health', { origin })).status).toBe(401);
    expect((await ask('/mock/__mock/health', { ...right, origin: 'https://evil.example' })).status).toBe(403);
  });

  it('the server URL of an OpenAPI document leads back to the server', async () => {
    const { mock, ask } = await open();
    mock.sessions.create('visitor');
    const { servers } = JSON.parse((await ask('/mock/__mock/s/visitor/__mock/openapi.json', right)).body);
    expect(servers).toEqual([{ url: `${publicUrl}/__mock/s/visitor` }]);
    const { pathname } = new URL(`${servers[0].url}/public-api/v1/brief`);
    expect((await ask(pathname, alice)).status).toBe(200);
  });

  it('a browser that opens the root is redirected to the console', async () => {
    const { ask } = await open();
    let url = new URL(`${publicUrl}/`);
    let answer = await ask(url.pathname, { accept: 'text/html' });
    while (answer.status === 307) {
      url = new URL(String(answer.headers.location), url);
      answer = await ask(url.pathname, { accept: 'text/html' });
    }
    expect([answer.status, url.href]).toEqual([200, `${publicUrl}/__mock/`]);
    const [, script = ''] = /<script[^>]* src="([^"]+)"/.exec(answer.body) ?? [];
    expect((await ask(new URL(script, url).pathname)).status).toBe(200);
  });

  it('a snapshot of more than 1 MiB arrives', async () => {
    const { mock, ask } = await open();
    const snapshot = JSON.stringify(mock.snapshot()).padEnd(2 * 1024 * 1024);
    const headers = { ...right, ':method': 'POST', 'content-type': 'application/json' };
    expect((await ask('/mock/__mock/restore', headers, snapshot)).status).toBe(200);
  });

  it('sessions can be named by cookie and by path', async () => {
    const { mock, ask } = await open();
    expect((await ask('/mock/public-api/v1/brief', { ...alice, cookie: 'mock_session=visitor' })).status).toBe(200);
    expect((await ask('/mock/__mock/s/visitor/public-api/v1/brief', alice)).status).toBe(200);
    expect(mock.sessions.list().map(({ id, requests }) => [id, requests])).toEqual([['visitor', 2]]);
  });

  it('events arrive while their answer goes on', async () => {
    const { part } = await open();
    await part('/mock/__mock/events', 'event: missed', { ...right, 'last-event-id': '0' });
  });

  it('clients cannot invent the address by which their sessions are limited', async () => {
    const { ask } = await open();
    const begin = async (id: string, forwarded: string) =>
      (await ask(`/mock/__mock/s/${id}/public-api/v1/brief`, { ...alice, 'x-forwarded-for': forwarded })).status;
    expect([await begin('a', '10.0.0.1'), await begin('b', '10.0.0.2')]).toEqual([200, 429]);
  });
});

it('Without a public URL, the control API names the flag to set', async () => {
  const { ask } = await start('whole', {});
  const { status, body } = await ask('/mock/__mock/health');
  expect(status).toBe(404);
  expect(body).toContain('no_such_route');
  const stripped = await start('stripped', {});
  const rejected = await stripped.ask('/mock/__mock/health', { origin });
  expect(rejected.status).toBe(403);
  expect(JSON.parse(rejected.body).error.message).toContain('--public-url');
});
