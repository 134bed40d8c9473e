import { createMock } from 'briefs-mock';
import { type AnsweredRequest, createServer, type MockServer, type ServerOptions } from 'briefs-mock/server';
import { describe, expect, it, onTestFinished } from 'vitest';
import { connectTo } from '../support/raw-http.js';
import { readingRoom } from '../support/reading-room.js';

const headers = { authorization: 'Bearer ann-token' };

function make(options: ServerOptions = { port: 0 }) {
  const mock = createMock({ scenario: readingRoom });
  return { mock, server: createServer(mock, options) };
}

/** Starts a server that ends with the test, unless the test has ended it. */
async function start(options?: ServerOptions) {
  const { mock, server } = make(options);
  await server.listen();
  onTestFinished(() => server.close().catch(() => {}));
  return { mock, server };
}

const status = async ({ url }: MockServer) => (await fetch(`${url}/public-api/v1/brief`, { headers })).status;

describe('The server', () => {
  it('takes a free port for port 0, and tells it', async () => {
    const { server } = await start();
    expect(server.port).toBeGreaterThan(0);
    expect(server.url).toBe(`http://127.0.0.1:${server.port}`);
    expect(await status(server)).toBe(200);
  });

  it('listen() answers the server itself', async () => {
    const { server } = make();
    onTestFinished(() => server.close());
    expect(await server.listen()).toBe(server);
  });

  it('takes the port that is named', async () => {
    const { server: first } = await start();
    const { port } = first;
    await first.close();
    const { server } = await start({ port });
    expect(server.port).toBe(port);
    expect(await status(server)).toBe(200);
  });

  it('rejects with EADDRINUSE where the port is taken, and leaves the other alone', async () => {
    const { server } = await start();
    const { server: second } = make({ port: server.port });
    await expect(second.listen()).rejects.toMatchObject({ code: 'EADDRINUSE' });
    expect(await status(server)).toBe(200);
  });

  it('rejects where the address is not this machine’s', async () => {
    const { server } = make({ port: 0, host: '192.0.2.1' });
    await expect(server.listen()).rejects.toMatchObject({ code: 'EADDRNOTAVAIL' });
  });

  it.each<[string, object, string]>([
    ['a port that there is not', { port: 70_000 }, 'port: is 70000, not at most 65535'],
    ['what is no port', { port: 'abc' }, 'port: is "abc", not a number'],
    ['what is no host', { host: 5 }, 'host: is 5, not a string'],
    ['an empty host, which would be every address', { host: '' }, 'host: may not be empty'],
    [
      'a token that no request can carry',
      { control: { token: 'a b' } },
      'control.token: is not made of ASCII characters',
    ],
  ])('refuses %s', (_, options, message) => {
    expect(() => createServer(createMock(), options)).toThrow(message);
  });

  it('rejects to listen twice, and goes on', async () => {
    const { server } = await start();
    await expect(server.listen()).rejects.toThrow();
    expect(await status(server)).toBe(200);
  });

  it('has no address before it listens, and says so', () => {
    const { server } = make();
    expect(() => server.url).toThrow(/listen/);
    expect(() => server.port).toThrow(/listen/);
  });

  it('serves the mock that it was made of, while others look on', async () => {
    const { mock, server } = await start();
    const other = await start();
    const path = '/public-api/v1/bookmark/morning/1-104';
    await fetch(server.url + path, { method: 'POST', headers });
    expect(mock.data.bookmark.count()).toBe(1);
    expect(other.mock.data.bookmark.count()).toBe(0);
    mock.reset();
    expect((await fetch(server.url + path, { method: 'DELETE', headers })).status).toBe(404);
  });

  it('answers requests that come in one connection, in their order', async () => {
    const { server } = await start();
    const connection = await connectTo(server.url);
    const { host } = new URL(server.url);
    const get = (path: string, more = '') =>
      `GET /public-api/v1${path} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ann-token\r\n${more}\r\n`;
    connection.write(get('/brief/morning') + get('/brief/unknown') + get('/brief', 'Connection: close\r\n'));
    const answer = await connection.ended();
    expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 404', 'HTTP/1.1 200']);
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

  it('outlives what is no HTTP', async () => {
    const { server } = await start();
    const connection = await connectTo(server.url);
    connection.write('NONSENSE\r\n\r\n');
    expect(await connection.ended()).toMatch(/^HTTP\/1\.1 400 /);
    expect(await status(server)).toBe(200);
  });
});

describe('What does not become a request', () => {
  it('headers of more than 16 KiB are answered 431, and hold up nobody', async () => {
    const { server } = await start();
    const connection = await connectTo(server.url);
    connection.write(`GET /public-api/v1/brief HTTP/1.1\r\nHost: localhost\r\nX-Long: ${'x'.repeat(16_400)}\r\n\r\n`);
    expect(await connection.ended()).toMatch(/^HTTP\/1\.1 431 /);
    expect(await status(server)).toBe(200);
  });

  it('an answer that a fault rule breaks off is a connection that ends', async () => {
    const { mock, server } = await start();
    mock.faults.add({ path: '/public-api/v1/brief', abort: true, times: 1 });
    const connection = await connectTo(server.url);
    connection.write('GET /public-api/v1/brief HTTP/1.1\r\nHost: localhost\r\n\r\n');
    expect(await connection.ended()).toBe('');
    expect(await status(server)).toBe(200);
  });

  it('is told of as such: onRequest has no status for it', async () => {
    const told: AnsweredRequest[] = [];
    const { mock, server } = await start({ port: 0, onRequest: (request) => void told.push(request) });
    mock.faults.add({ path: '/public-api/v1/brief', abort: true, times: 1 });
    await expect(fetch(`${server.url}/public-api/v1/brief`)).rejects.toThrow();
    expect(await status(server)).toBe(200);
    await expect
      .poll(() => told.map(({ path, status }) => [path, status]))
      .toEqual([
        ['/public-api/v1/brief', null],
        ['/public-api/v1/brief', 200],
      ]);
  });
});

describe('onRequest', () => {
  it('tells the session, also below a base path', async () => {
    const told: AnsweredRequest[] = [];
    const mock = createMock({ scenario: readingRoom, baseUrl: 'https://api.example.com/base' });
    const server = await createServer(mock, { port: 0, onRequest: (request) => void told.push(request) }).listen();
    onTestFinished(() => server.close());
    for (const base of ['', '/base']) await fetch(`${server.url}${base}/__mock/s/one/public-api/v1/brief`);
    await expect.poll(() => told.map(({ session }) => session)).toEqual(['one', 'one']);
  });
});

describe('close()', () => {
  it('stops the server: nobody gets in', async () => {
    const { server } = await start();
    const { url } = server;
    await server.close();
    await expect(fetch(url)).rejects.toThrow();
  });

  /** Closes a server that has taken on a request, and waits for its body: then sends it. */
  async function closeInFlight() {
    const { mock, server } = await start();
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

  it('does not wait for another request on the connection of one that it has finished', async () => {
    const { connection, closed } = await closeInFlight();
    await closed;
    await connection.ended();
  });

  it('does not wait for connections that are idle', async () => {
    const { server } = await start();
    const connection = await connectTo(server.url);
    connection.write(`GET /__mock/health HTTP/1.1\r\nHost: ${new URL(server.url).host}\r\n\r\n`);
    await connection.received('fingerprint');
    await server.close();
    await connection.ended();
  });

  it('does not wait for a request that has only begun to come in', async () => {
    const { server } = await start();
    const connection = await connectTo(server.url);
    connection.write('GET /__mock/health HTTP/1.1\r\nHost: loc');
    expect(await status(server)).toBe(200);
    await server.close();
    expect(await connection.ended()).toBe('');
  });

  it('twice at once, and once more, closes once', async () => {
    const { server } = await start();
    const { url } = server;
    await Promise.all([server.close(), server.close()]);
    await server.close();
    await expect(fetch(url)).rejects.toThrow();
  });

  it('before listen() has nothing to do', async () => {
    await make().server.close();
  });

  it('lets the mock live on, which another server can serve', async () => {
    const { mock, server } = await start();
    await fetch(`${server.url}/public-api/v1/bookmark/morning/1-104`, { method: 'POST', headers });
    await server.close();
    const again = await createServer(mock, { port: 0 }).listen();
    onTestFinished(() => again.close());
    expect(await status(again)).toBe(200);
    expect(mock.data.bookmark.count()).toBe(1);
  });
});
