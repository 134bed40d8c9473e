import { once } from 'node:events';
import { connect, createServer as createHttp2Server, createSecureServer, type OutgoingHttpHeaders } from 'node:http2';
import { createServer as createHttpsServer, get } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Readable } from 'node:stream';
import { createMock } from 'briefs-mock';
import { type AnsweredRequest, createServer } from 'briefs-mock/server';
import { expect, it, onTestFinished } from 'vitest';
import { localhostCertificate } from '../support/localhost-certificate.js';
import { readingRoom } from '../support/reading-room.js';

const LIST = '/public-api/v1/brief';
const HEALTH = '/__mock/health';

/** A mock behind another server that speaks HTTP/2, and a client that is connected to it. */
async function start() {
  const mock = createMock({ scenario: readingRoom, persona: 'ann' });
  const logged: AnsweredRequest[] = [];
  const { handle } = createServer(mock, { onRequest: (request) => void logged.push(request) });
  const other = createHttp2Server((incoming, outgoing) => handle(incoming as never, outgoing as never));
  await once(other.listen(0, '127.0.0.1'), 'listening');
  const host = `localhost:${(other.address() as AddressInfo).port}`;
  const client = connect(`http://${host}`);
  onTestFinished(() => {
    client.destroy();
    other.close();
  });
  const ask = async (headers: OutgoingHttpHeaders, body?: string) => {
    const request = client.request(headers).setEncoding('utf8').end(body);
    const [answered] = await once(request, 'response');
    return { status: answered[':status'], headers: answered, text: (await request.toArray()).join('') };
  };
  return { mock, logged, host, client, ask };
}

it('a server that gets requests by HTTP/2 answers them as others', async () => {
  const { mock, logged, host, ask } = await start();
  const asked = await ask({ ':path': LIST, 'x-one': 'one' });
  const { headers, body } = mock.requests.all()[0]?.request ?? {};
  expect({ headers, body }).toEqual({ headers: { host, 'x-one': 'one' }, body: undefined });
  expect(asked).toMatchObject({ status: 200, text: await (await mock.fetch(LIST)).text() });
  expect((await ask({ ':path': LIST, 'x-one': 'one' })).text).toBe(asked.text);
  expect((await ask({ ':path': '/__mock/' })).text).toContain('<!doctype html>');
  const post = { ':path': '/__mock/data/application', ':method': 'POST', 'content-type': 'application/json' };
  expect((await ask(post, JSON.stringify({ name: 'Added' }))).text).toContain('Added');
  expect(logged.map(({ path, status }) => [path, status])).toContainEqual([LIST, 200]);
});

it('a server behind HTTPS has its scheme in documents, commands and HAR', async () => {
  const { handle } = createServer(createMock({ scenario: readingRoom, persona: 'ann' }));
  const options = { ...localhostCertificate, allowHTTP1: true };
  const other = createSecureServer(options, (incoming, outgoing) => handle(incoming as never, outgoing as never));
  await once(other.listen(0, '127.0.0.1'), 'listening');
  const url = `https://localhost:${(other.address() as AddressInfo).port}`;
  const ca = localhostCertificate.cert;
  const client = connect(url, { ca });
  onTestFinished(() => {
    client.destroy();
    other.close();
  });
  const read = async (stream: Readable) => (await stream.setEncoding('utf8').toArray()).join('');
  await read(client.request({ ':path': LIST }));
  expect(JSON.parse(await read(client.request({ ':path': '/__mock/requests/1/curl' }))).data.command).toContain(
    ` ${url}/`,
  );
  expect(JSON.parse(await read(client.request({ ':path': '/__mock/requests.har' }))).log.entries[0].request.url).toBe(
    url + LIST,
  );
  const [answer] = await once(get(`${url}/__mock/openapi/user-data.json`, { ca, agent: false }), 'response');
  expect(JSON.parse(await read(answer)).servers[0].url).toBe(url);
});

it('a visitor of a server behind HTTPS gets a cookie that browsers send by HTTPS only', async () => {
  const { handle } = createServer(createMock({ scenario: readingRoom, persona: 'ann' }), { visitors: true });
  const other = createHttpsServer(localhostCertificate, handle);
  onTestFinished(() => void other.close());
  await once(other.listen(0, '127.0.0.1'), 'listening');
  const url = `https://localhost:${(other.address() as AddressInfo).port}${LIST}`;
  const [answer] = await once(get(url, { ca: localhostCertificate.cert, agent: false }), 'response');
  answer.resume();
  expect(answer.headers['set-cookie']).toEqual([expect.stringMatching(/; Secure(;|$)/)]);
});

it('a server joins cookies, which browsers send one by one in HTTP/2', async () => {
  const { mock, ask } = await start();
  await ask({ ':path': LIST, cookie: ['theme=dark', 'mock_persona=ben'] });
  expect(mock.requests.all()[0]?.email).toBe('ben@reader.example');
});

it.each([
  ['in :authority', (own: string) => ({ ':authority': own }), 200],
  ['as a Host header', (own: string) => ({ host: own }), 200],
  ['in both', (own: string) => ({ ':authority': own, host: own }), 200],
  ['of another machine in :authority', () => ({ ':authority': 'evil.example' }), 403],
  ['of another machine as a Host header', () => ({ host: 'evil.example' }), 403],
  [
    'of another machine as a Host header besides :authority',
    (own: string) => ({ ':authority': own, host: 'evil.example' }),
    400,
  ],
  [
    'of another machine in :authority besides a Host header',
    (own: string) => ({ ':authority': 'evil.example', host: own }),
    400,
  ],
  ['that is invalid', () => ({ ':authority': 'localhost:x' }), 400],
] as const)('the control API checks a host %s', async (_, headers, status) => {
  const { host, ask } = await start();
  expect((await ask({ ':path': HEALTH, ...headers(host) })).status).toBe(status);
});

it('an answer that a fault rule breaks off is an error in HTTP/2', async () => {
  const { mock, client } = await start();
  mock.faults.add({ abort: true });
  const request = client.request({ ':path': LIST });
  const [error] = await once(request, 'error');
  expect(error.message).toContain('NGHTTP2_INTERNAL_ERROR');
});

it('a request that the client cancels in HTTP/2 has no status', async () => {
  const { mock, logged, client } = await start();
  mock.faults.add({ hold: true });
  const request = client.request({ ':path': LIST });
  await expect.poll(() => mock.faults.held().length).toBe(1);
  request.close();
  await expect.poll(() => logged.map(({ status }) => status)).toEqual([null]);
  await expect.poll(() => mock.faults.held().length).toBe(0);
});

it.each([
  ['POST', '/user-data/v1/nope', 404],
  ['DELETE', HEALTH, 405],
  ['GET', '/user-data/v1/nope', 404],
  ['POST', '/user-data\\v1', 400],
])(
  'a client gets the answer to %s %s before its body has arrived, and may send the rest',
  async (method, path, status) => {
    const { logged, client, ask } = await start();
    const request = client.request({ ':method': method, ':path': path }, { endStream: false });
    request.write('[');
    const [answered] = await once(request, 'response');
    expect(answered[':status']).toBe(status);
    const body = JSON.parse(Buffer.concat(await request.toArray()).toString());
    expect(body).toMatchObject({ error: { code: expect.any(String) } });
    // What the server sends for the stream arrives before this.
    await ask({ ':path': HEALTH });
    expect(request.closed).toBe(false);
    request.end(Buffer.alloc(100_000, ' '));
    await once(request, 'close');
    expect(request.rstCode).toBe(0);
    await expect.poll(() => logged.map((one) => one.status)).toEqual([200, status]);
  },
);

it('a stream ends after its answer if the client does not send the rest of the body', async () => {
  const { logged, client } = await start();
  const request = client.request({ ':method': 'POST', ':path': '/user-data/v1/nope' }, { endStream: false }).resume();
  await once(request, 'close');
  expect(request.rstCode).toBe(0);
  await expect.poll(() => logged.map(({ status }) => status)).toEqual([404]);
});

it('a body of unknown length that is too large is read to its end in HTTP/2', async () => {
  const { logged, client } = await start();
  const request = client.request({ ':method': 'POST', ':path': '/user-data/v1/client' }, { endStream: false });
  request.end(Buffer.alloc(3 * 1024 * 1024, ' ')).resume();
  const [answered] = await once(request, 'response');
  expect(answered[':status']).toBe(413);
  await once(request, 'close');
  await expect.poll(() => logged.map(({ status }) => status)).toEqual([413]);
});
