import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createMock } from 'briefs-mock';
import { type AnsweredRequest, createServer, type MockServer, type ServerOptions } from 'briefs-mock/server';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { connectTo } from '../support/raw-http.js';
import { readingRoom } from '../support/reading-room.js';

const headers = { authorization: 'Bearer ann-token' };

function make(options: ServerOptions = { port: 0 }) {
  const mock = createMock({ scenario: readingRoom });
  return { mock, server: createServer(mock, options) };
}

/** Starts a server, and closes it after the test. */
async function start(options?: ServerOptions) {
  const { mock, server } = make(options);
  await server.listen();
  onTestFinished(() => server.close().catch(() => {}));
  return { mock, server };
}

const status = async ({ url }: MockServer) => (await fetch(`${url}/public-api/v1/brief`, { headers })).status;

describe('The server', () => {
  it('listens on a free port for port 0, and url and port name it', async () => {
    const { server } = await start();
    expect(server.port).toBeGreaterThan(0);
    expect(server.url).toBe(`http://127.0.0.1:${server.port}`);
    expect(await status(server)).toBe(200);
  });

  it('listen() resolves to the server itself', async () => {
    const { server } = make();
    onTestFinished(() => server.close());
    expect(await server.listen()).toBe(server);
  });

  it('listens on the port in the options', async () => {
    const { server: first } = await start();
    const { port } = first;
    await first.close();
    const { server } = await start({ port });
    expect(server.port).toBe(port);
    expect(await status(server)).toBe(200);
  });

  it('listen() rejects with EADDRINUSE when the port is taken, and the first server keeps serving', async () => {
    const { server } = await start();
    const { server: second } = make({ port: server.port });
    await expect(second.listen()).rejects.toMatchObject({ code: 'EADDRINUSE' });
    expect(await status(server)).toBe(200);
  });

  it('listen() rejects with EADDRNOTAVAIL for an address of another machine', async () => {
    const { server } = make({ port: 0, host: '192.0.2.1' });
    await expect(server.listen()).rejects.toMatchObject({ code: 'EADDRNOTAVAIL' });
  });

  it.each<[string, object, string]>([
    ['a port over 65535', { port: 70_000 }, 'port: must be at most 65535, but is 70000'],
    ['a port that is not a number', { port: 'abc' }, 'port: must be an integer, but is "abc"'],
    ['a host that is not a string', { host: 5 }, 'host: must be a string, but is 5'],
    ['an empty host', { host: '' }, 'host: must not be empty'],
    ['a state file that is not a path', { state: 5 }, 'state: must be a string, but is 5'],
    ['an export file without a name', { exportOnExit: '' }, 'exportOnExit: must not be empty'],
    ['a flag that is not a boolean', { visitors: 'yes' }, 'visitors: must be a boolean, but is "yes"'],
    ['stateSync without a state file', { stateSync: true }, 'stateSync: needs the option state'],
    ['repair without a state file', { repair: true }, 'repair: needs the option state'],
    [
      'an export to the state file',
      { state: 'a', exportOnExit: './a' },
      'exportOnExit: must not be the file of the opt',
    ],
    ['an export to its log', { state: 'a', exportOnExit: 'a.log' }, 'or its log, but is a.log'],
    ['a callback that is not a function', { onRequest: true }, 'onRequest: must be a function'],
    [
      'a control token that no header can contain',
      { control: { token: 'a b' } },
      'control.token: must consist of printable ASCII characters',
    ],
  ])('createServer throws for %s', (_, options, message) => {
    expect(() => createServer(createMock(), options)).toThrow(message);
  });

  it('a second listen() rejects, and the server keeps serving', async () => {
    const { server } = await start();
    await expect(server.listen()).rejects.toThrow();
    expect(await status(server)).toBe(200);
  });

  it('handle throws before listen() if the server has a file or a store, which would not be used', () => {
    for (const options of [{ state: 'state.json' }, { exportOnExit: 'end.json' }, { store: 'redis://127.0.0.1:1' }]) {
      const { server } = make({ port: 0, ...options });
      expect(() => server.handle({} as never, {} as never)).toThrow(
        'The server needs listen() for its files and its store',
      );
    }
  });

  it('url and port throw before listen()', () => {
    const { server } = make();
    expect(() => server.url).toThrow(/listen/);
    expect(() => server.port).toThrow(/listen/);
  });

  it('serves the mock that it was created with, and follows changes of it', async () => {
    const { mock, server } = await start();
    const other = await start();
    const path = '/public-api/v1/bookmark/morning/1-104';
    await fetch(server.url + path, { method: 'POST', headers });
    expect(mock.data.bookmark.count()).toBe(1);
    expect(other.mock.data.bookmark.count()).toBe(0);
    mock.reset();
    expect((await fetch(server.url + path, { method: 'DELETE', headers })).status).toBe(404);
  });

  it('answers pipelined requests in order', async () => {
    const { server } = await start();
    const connection = await connectTo(server.url);
    const { host } = new URL(server.url);
    const get = (path: string, more = '') =>
      `GET /public-api/v1${path} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ann-token\r\n${more}\r\n`;
    connection.write(get('/brief/morning') + get('/brief/unknown') + get('/brief', 'Connection: close\r\n'));
    const answer = await connection.ended();
    expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 404', 'HTTP/1.1 200']);
  });

  it('keeps an idle connection for more than a minute, in which the process of a client may be busy, and says so', async () => {
    const { server } = await start();
    const { headers } = await fetch(`${server.url}/__mock/live`);
    expect(headers.get('keep-alive')).toBe('timeout=65');
  });

  it('X17: sends no body for HEAD', async () => {
    const { server } = await start();
    const connection = await connectTo(server.url);
    const { host } = new URL(server.url);
    connection.write(
      `HEAD /public-api/v1/brief HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ann-token\r\nConnection: close\r\n\r\n`,
    );
    const answer = await connection.ended();
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    expect(answer.endsWith('\r\n\r\n')).toBe(true);
  });

  it('answers 400 to data that is not HTTP, and keeps serving', async () => {
    const { server } = await start();
    const connection = await connectTo(server.url);
    connection.write('NONSENSE\r\n\r\n');
    expect(await connection.ended()).toMatch(/^HTTP\/1\.1 400 /);
    expect(await status(server)).toBe(200);
  });
});

describe('Requests without a regular answer', () => {
  it('headers of more than 16 KiB get 431, and the server keeps serving', async () => {
    const { server } = await start();
    const connection = await connectTo(server.url);
    connection.write(`GET /public-api/v1/brief HTTP/1.1\r\nHost: localhost\r\nX-Long: ${'x'.repeat(16_400)}\r\n\r\n`);
    expect(await connection.ended()).toMatch(/^HTTP\/1\.1 431 /);
    expect(await status(server)).toBe(200);
  });

  it('no header is lost behind a thousand others', async () => {
    const { server } = await start();
    const connection = await connectTo(server.url);
    const last = `Authorization: ${headers.authorization}\r\nConnection: close\r\n`;
    connection.write(`GET /public-api/v1/brief HTTP/1.1\r\nHost: localhost\r\n${'a:\r\n'.repeat(1_100)}${last}\r\n`);
    expect(await connection.ended()).toMatch(/^HTTP\/1\.1 200 /);
  });

  it('a fault rule with abort ends the connection without an answer', async () => {
    const { mock, server } = await start();
    mock.faults.add({ path: '/public-api/v1/brief', abort: true, times: 1 });
    const connection = await connectTo(server.url);
    connection.write('GET /public-api/v1/brief HTTP/1.1\r\nHost: localhost\r\n\r\n');
    expect(await connection.ended()).toBe('');
    expect(await status(server)).toBe(200);
  });

  it('onRequest gets the status null for an aborted request', async () => {
    const logged: AnsweredRequest[] = [];
    const { mock, server } = await start({ port: 0, onRequest: (request) => void logged.push(request) });
    mock.faults.add({ path: '/public-api/v1/brief', abort: true, times: 1 });
    await expect(fetch(`${server.url}/public-api/v1/brief`)).rejects.toThrow();
    expect(await status(server)).toBe(200);
    await expect
      .poll(() => logged.map(({ path, status }) => [path, status]))
      .toEqual([
        ['/public-api/v1/brief', null],
        ['/public-api/v1/brief', 200],
      ]);
  });
});

describe('onRequest', () => {
  it('gets a request that close() cuts off, before close() resolves', async () => {
    const logged: AnsweredRequest[] = [];
    const onRequest = (request: AnsweredRequest) => void logged.push(request);
    const { server } = await start({ port: 0, drain: 0, onRequest });
    const connection = await connectTo(server.url);
    connection.write(
      'POST /__mock/reset HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Length: 9\r\n\r\n',
    );
    await connection.received('100 Continue');
    await server.close();
    expect(logged).toMatchObject([{ path: '/__mock/reset', status: null }]);
  });

  it('gets the session of the request, also with the path of a base URL', async () => {
    const logged: AnsweredRequest[] = [];
    const mock = createMock({ scenario: readingRoom, baseUrl: 'https://api.example.com/base' });
    const server = await createServer(mock, { port: 0, onRequest: (request) => void logged.push(request) }).listen();
    onTestFinished(() => server.close());
    for (const base of ['', '/base']) await fetch(`${server.url}${base}/__mock/s/one/public-api/v1/brief`);
    await expect.poll(() => logged.map(({ session }) => session)).toEqual(['one', 'one']);
  });

  it.each<[string, () => void]>([
    [
      'throws',
      () => {
        throw new Error('no such log');
      },
    ],
    ['rejects', () => Promise.reject(new Error('no such log'))],
  ])('that %s breaks nothing and is printed, as is onSessionEnd', async (_, fail) => {
    const printed = vi.spyOn(console, 'error').mockImplementation(() => {});
    onTestFinished(() => printed.mockRestore());
    const mock = createMock({ scenario: readingRoom, sessions: { max: 1 } });
    const server = await createServer(mock, { port: 0, onRequest: fail, onSessionEnd: fail }).listen();
    onTestFinished(() => server.close());
    for (const id of ['one', 'two']) {
      const created = await fetch(`${server.url}/__mock/sessions`, { method: 'POST', body: JSON.stringify({ id }) });
      expect(created.status).toBe(200);
    }
    await expect
      .poll(() => printed.mock.calls.map(([message]) => message).sort())
      .toEqual([
        'briefs-mock: onRequest failed:',
        'briefs-mock: onRequest failed:',
        'briefs-mock: onSessionEnd failed:',
      ]);
  });

  it('gets the requests that arrive at another server, and onSessionEnd the sessions that these end', async () => {
    const logged: AnsweredRequest[] = [];
    const ended: string[] = [];
    const mock = createMock({ scenario: readingRoom, sessions: { max: 1 } });
    const server = createServer(mock, {
      onRequest: (request) => void logged.push(request),
      onSessionEnd: ({ id }) => void ended.push(id),
    });
    const other = createHttpServer(server.handle).listen(0, '127.0.0.1');
    onTestFinished(() => void other.close());
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    for (const id of ['one', 'two', 'three']) {
      await fetch(`http://127.0.0.1:${port}/__mock/s/${id}/public-api/v1/brief`, { headers });
    }
    await server.close();
    mock.sessions.create('four');
    await expect
      .poll(() => logged.map(({ session, status }) => [session, status]))
      .toEqual([
        ['one', 200],
        ['two', 200],
        ['three', 200],
      ]);
    expect(ended).toEqual(['one', 'two']);
  });

  it.each([
    ['/__mock/data/access_token/alice-token', '/__mock/data/access_token/[hidden]'],
    ['/__mock/data/access_token/x/../alice-token', '/__mock/data/access_token/[hidden]'],
    ['/__mock/data/access_token/./alice-token', '/__mock/data/access_token/[hidden]'],
    ['/__mock/data/access_token//alice-token', '/__mock/data/access_token/[hidden]'],
    ['/__mock/data/x/%2e%2E/access%5Ftoken/alice-token', '/__mock/data/access%5Ftoken/[hidden]'],
    ['/__mock/data/access_token%2Falice-token', '/__mock/data/access_token/[hidden]'],
    ['/__mock\\data\\access_token\\alice-token', '/__mock/data/access_token/[hidden]'],
    ['/__mock/data/Access-Tokens/alice-token', '/__mock/data/Access-Tokens/[hidden]'],
    ['/__mock/data/access_token', '/__mock/data/access_token'],
    ['http://alice:alice-token@localhost/public-api/v1/brief', '/public-api/v1/brief'],
    ['http://alice:alice-token@[bad/public-api/v1/brief', '[invalid]'],
    ['x://alice:alice-token@localhost/public-api/v1/brief', '/public-api/v1/brief'],
    ['/public-api/v1/brief#token=alice-token', '/public-api/v1/brief'],
    ['/public-api/v1/brief?token=alice-token#token=alice-token', '/public-api/v1/brief'],
  ])('gets no secret in the path: %s is %s', async (target, path) => {
    const logged: AnsweredRequest[] = [];
    const { server } = await start({ port: 0, onRequest: (request) => void logged.push(request) });
    const connection = await connectTo(server.url);
    connection.write(`GET ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
    await connection.ended();
    await expect.poll(() => logged.map((request) => request.path)).toEqual([path]);
  });
});

/** With it, close() would wait for a day for a connection that it does not end. */
const DAY = { port: 0, drain: 86_400 };

describe('close()', () => {
  it('stops the server: new connections fail', async () => {
    const { server } = await start();
    const { url } = server;
    await server.close();
    await expect(fetch(url)).rejects.toThrow();
  });

  /** Closes a server that is waiting for the body of a request, then sends the body. */
  async function closeInFlight() {
    const { mock, server } = await start(DAY);
    const { url } = server;
    const connection = await connectTo(url);
    const body = '{"email":"ben@reader.example"}';
    connection.write(
      `POST /__mock/tokens HTTP/1.1\r\nHost: ${new URL(url).host}\r\nExpect: 100-continue\r\n` +
        `Content-Length: ${body.length}\r\n\r\n`,
    );
    await connection.received('100 Continue');
    const closed = server.close();
    await expect(fetch(url)).rejects.toThrow();
    connection.write(body);
    const answer = await connection.received('ben@reader.example');
    return { mock, connection, closed, answer };
  }

  it('finishes a request in flight', async () => {
    const { mock, connection, closed, answer } = await closeInFlight();
    expect(answer).toContain('HTTP/1.1 200 ');
    expect(mock.data.access_token.count()).toBe(5);
    connection.hangUp();
    await closed;
  });

  it('closes a keep-alive connection after its request is finished', async () => {
    const { connection, closed } = await closeInFlight();
    await closed;
    await connection.ended();
  });

  it('does not wait for idle connections', async () => {
    const { server } = await start(DAY);
    const silent = await connectTo(server.url);
    const connection = await connectTo(server.url);
    connection.write(`GET /__mock/health HTTP/1.1\r\nHost: ${new URL(server.url).host}\r\n\r\n`);
    await connection.received('"status"');
    await server.close();
    await connection.ended();
    expect(await silent.ended()).toBe('');
  });

  it('does not wait for incomplete request headers', async () => {
    const { server } = await start(DAY);
    const connection = await connectTo(server.url);
    connection.write('GET /__mock/health HTTP/1.1\r\nHost: loc');
    expect(await status(server)).toBe(200);
    await server.close();
    expect(await connection.ended()).toBe('');
  });

  it('answers a request that has arrived when the wait for it ends, as if the process was paused meanwhile', async () => {
    const { server } = await start(DAY);
    const connection = await connectTo(server.url);
    connection.write('GET /__mock/live HTTP/1.1\r\nHost: local');
    expect(await status(server)).toBe(200);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const closed = server.close();
    // From here on, the server reads nothing before the time has passed.
    await new Promise(setImmediate);
    connection.write('host\r\n\r\n');
    vi.advanceTimersByTime(500);
    expect(await connection.ended()).toMatch(/^HTTP\/1\.1 200 /);
    await closed;
  });

  it('can be called several times', async () => {
    const { server } = await start();
    const { url } = server;
    await Promise.all([server.close(), server.close()]);
    await server.close();
    await expect(fetch(url)).rejects.toThrow();
  });

  it('leads to a server that listens again and keeps connections open', async () => {
    const { server } = await start(DAY);
    await server.close();
    await server.listen();
    const connection = await connectTo(server.url);
    connection.write(`GET /__mock/health HTTP/1.1\r\nHost: ${new URL(server.url).host}\r\n\r\n`);
    expect((await connection.received('"status"')).toLowerCase()).not.toContain('connection: close');
  });

  it('resolves before listen()', async () => {
    await expect(make().server.close()).resolves.toBeUndefined();
  });

  it('keeps the mock, which another server can serve with its records', async () => {
    const { mock, server } = await start();
    await fetch(`${server.url}/public-api/v1/bookmark/morning/1-104`, { method: 'POST', headers });
    await server.close();
    const again = await createServer(mock, { port: 0 }).listen();
    onTestFinished(() => again.close());
    expect(await status(again)).toBe(200);
    expect(mock.data.bookmark.count()).toBe(1);
  });
});
