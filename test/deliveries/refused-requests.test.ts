import { createMock, defineScenario } from 'briefs-mock';
import { createServer, type ServerOptions } from 'briefs-mock/server';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { ControlFailure } from '../support/bodies.js';
import { connectTo } from '../support/raw-http.js';
import { readingRoom } from '../support/reading-room.js';

/** Starts a server. `ask` writes a request byte for byte and reads the answer up to the end of the connection. */
async function start(options: ServerOptions = {}) {
  const mock = createMock({ scenario: readingRoom });
  const server = await createServer(mock, { port: 0, ...options }).listen();
  onTestFinished(() => server.close());
  const ask = async (...lines: string[]) => {
    const connection = await connectTo(server.url);
    connection.write(Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'));
    return parse(await connection.ended());
  };
  const get = (path: string, host: string) =>
    ask(`GET ${path} HTTP/1.1`, `Host: ${host}`, 'Authorization: Bearer ann-token', 'Connection: close');
  const post = (path: string, host: string) =>
    ask(`POST ${path} HTTP/1.1`, `Host: ${host}`, 'Connection: close', 'Content-Length: 2', '', '{}');
  return { mock, server, ask, get, post };
}

function parse(answer: string) {
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  return { status: Number(head.slice(9, 12)), head, body };
}

/** Expects an error body in the format of the control API; returns its message. */
function refused({ status, head, body }: ReturnType<typeof parse>, expected: number, code: string): string {
  expect(status, head).toBe(expected);
  expect(head).toContain('application/json');
  const { error } = JSON.parse(body) as ControlFailure;
  expect(error.code).toBe(code);
  expect(body).not.toMatch(/\bat \S+ \(|node:|file:|\.[jt]s\b/);
  return error.message;
}

describe('The Host header', () => {
  it.each([
    'foo.123',
    'xn--a',
    '1.2.3.4.5',
    'a b',
    'localhost:99999',
    'localhost:x',
    '[::1',
    'a/b',
    'ann@localhost',
    '',
  ])('gets 400 with the reason if it is invalid: %j', async (host) => {
    const { get, post } = await start();
    for (const path of ['/public-api/v1/brief', '/__mock/docs', '/__mock/health', '/', '/nothing']) {
      for (const answer of [await get(path, host), await post(path, host)]) {
        const message = refused(answer, 400, 'malformed_data');
        expect(message).toBe(
          `The Host header must be a host name or an IP address, optionally with a port, but is ${JSON.stringify(host)}`,
        );
      }
    }
  });

  it.each(['127.0.0.1:', 'localhost:', 'LOCALHOST', '[::1]:80', '127.0.0.1:00080'])('may be %s', async (host) => {
    const { get } = await start();
    for (const path of ['/public-api/v1/brief', '/__mock/health']) {
      expect((await get(path, host)).status, path).toBe(200);
    }
    expect((await get('/__mock/docs/', host)).status).toBe(307);
  });

  it('an empty port counts as the default port of an origin', async () => {
    const { ask } = await start();
    const from = (origin: string) =>
      ask('GET /__mock/health HTTP/1.1', 'Host: 127.0.0.1:', `Origin: ${origin}`, 'Connection: close');
    expect((await from('http://127.0.0.1')).status).toBe(200);
    expect((await from('http://127.0.0.1:8080')).status).toBe(403);
  });

  it('gets 400 with the reason if it is missing in HTTP/1.1; in HTTP/1.0 it may be', async () => {
    const { ask } = await start();
    const answer = await ask('GET /__mock/health HTTP/1.1', 'Connection: close');
    expect(refused(answer, 400, 'malformed_data')).toBe('The request has no Host header');
    expect((await ask('GET /__mock/health HTTP/1.0')).status).toBe(200);
  });

  it('gets 400 with the reason if it is given twice', async () => {
    const { ask } = await start();
    const answer = await ask('GET /__mock/health HTTP/1.1', 'Host: localhost', 'Host: localhost', 'Connection: close');
    expect(refused(answer, 400, 'malformed_data')).toContain('but is "localhost, localhost"');
  });
});

describe('The target of a request', () => {
  it.each([
    ['GET', '/public-api\\v1/brief', 'The path must not contain a backslash; encode it as %5C'],
    ['GET', 'http://localhost/a\\b', 'The path must not contain a backslash; encode it as %5C'],
    ['OPTIONS', '*', 'The target of the request must be a path, such as /__mock/health, but is "*"'],
    ['GET', 'http://foo.123/', 'The URL "http://foo.123/" in the request line is invalid'],
  ])('%s %s gets 400 with the reason', async (method, target, reason) => {
    const { ask } = await start();
    const answer = await ask(`${method} ${target} HTTP/1.1`, 'Host: localhost', 'Connection: close');
    expect(refused(answer, 400, 'malformed_data')).toBe(reason);
  });

  it('may contain a backslash in the query, and may be a whole URL', async () => {
    const { get } = await start();
    expect((await get('/public-api/v1/brief?a=\\', 'localhost')).status).toBe(200);
    expect((await get('http://localhost/public-api/v1/brief', 'localhost')).status).toBe(200);
    expect((await get('HTTP://localhost/public-api/v1/brief', 'localhost')).status).toBe(200);
  });
});

describe('A request that is not valid HTTP', () => {
  it.each<[string, string[], number, string, RegExp]>([
    [
      'is not HTTP',
      ['NONSENSE'],
      400,
      'malformed_data',
      /must start with a line such as GET \/__mock\/health HTTP\/1\.1/,
    ],
    [
      'has an unknown method',
      ['BREW /pot HTTP/1.1', 'Host: localhost'],
      400,
      'malformed_data',
      /must start with a line/,
    ],
    ['has an unknown version', ['GET / HTTP/9.9', 'Host: localhost'], 400, 'malformed_data', /must start with a line/],
    ['is HTTP/2', ['PRI * HTTP/2.0', '', 'SM'], 400, 'malformed_data', /only HTTP\/1\.1/],
    [
      'has a space in its URL',
      ['GET /a b HTTP/1.1', 'Host: localhost'],
      400,
      'malformed_data',
      /must start with a line/,
    ],
    [
      'has a control character in its URL',
      ['GET /\x01 HTTP/1.1', 'Host: localhost'],
      400,
      'malformed_data',
      /URL .*percent-encode/,
    ],
    [
      'has an invalid header name',
      ['GET / HTTP/1.1', 'Host: localhost', 'X Y: 1'],
      400,
      'malformed_data',
      /header .* not allowed/,
    ],
    [
      'has a control character in a header',
      ['GET / HTTP/1.1', 'Host: localhost', 'X: \x01'],
      400,
      'malformed_data',
      /header .* not allowed/,
    ],
    [
      'has headers of more than 16 KiB',
      ['GET / HTTP/1.1', 'Host: localhost', `X: ${'x'.repeat(16_400)}`],
      431,
      'headers_too_large',
      /16384 bytes/,
    ],
    [
      'has an invalid length',
      ['POST / HTTP/1.1', 'Host: localhost', 'Content-Length: ten'],
      400,
      'malformed_data',
      /Content-Length/,
    ],
    [
      'has two lengths',
      ['POST / HTTP/1.1', 'Host: localhost', 'Content-Length: 1', 'Content-Length: 2'],
      400,
      'malformed_data',
      /Content-Length/,
    ],
    [
      'has a length and chunks',
      ['POST / HTTP/1.1', 'Host: localhost', 'Content-Length: 1', 'Transfer-Encoding: chunked'],
      400,
      'malformed_data',
      /Transfer-Encoding/,
    ],
    [
      'has an invalid chunk',
      ['POST /__mock/tokens HTTP/1.1', 'Host: localhost', 'Transfer-Encoding: chunked', '', 'x'],
      400,
      'malformed_data',
      /chunk/,
    ],
    [
      'is meant for a proxy',
      ['CONNECT api.example:443 HTTP/1.1', 'Host: api.example'],
      400,
      'malformed_data',
      /not a proxy/,
    ],
  ])('gets an error body with the reason if it %s', async (_, lines, status, code, reason) => {
    const { ask, get } = await start();
    const answer = await ask(...lines);
    expect(refused(answer, status, code)).toMatch(reason);
    expect(answer.head).toMatch(/connection: close/i);
    expect((await get('/public-api/v1/brief', 'localhost')).status).toBe(200);
  });

  it('gets an error body with the reason if it has a Transfer-Encoding besides chunked', async () => {
    const { ask } = await start();
    const target = ['POST /__mock/tokens HTTP/1.1', 'Host: localhost', 'Connection: close'];
    const answer = await ask(...target, 'Transfer-Encoding: gzip, chunked', '', '0');
    expect(refused(answer, 400, 'malformed_data')).toMatch(/The only supported Transfer-Encoding is chunked/);
  });

  it('gets its answer if it has an unknown expectation', async () => {
    const { ask } = await start();
    const target = ['GET /public-api/v1/brief HTTP/1.1', 'Host: localhost', 'Connection: close'];
    const { status, head, body } = await ask(...target, 'Authorization: Bearer ann-token', 'Expect: everything');
    expect(status, head).toBe(200);
    expect(head).toMatch(/x-request-id/i);
    expect(JSON.parse(body)).toMatchObject({ data: expect.any(Array) });
  });

  it.each(['GET /__mock/hea', 'POST /__mock/tokens HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{'])(
    'gets an error body with the reason if it is incomplete: %j',
    async (text) => {
      const { server } = await start();
      const connection = await connectTo(server.url);
      connection.write(text);
      connection.end();
      expect(refused(parse(await connection.ended()), 400, 'malformed_data')).toBe('The request is incomplete');
    },
  );

  it('gets the reason even if the client sends far more than the server reads', async () => {
    const { ask } = await start();
    const answer = await ask('GET / HTTP/1.1', 'Host: localhost', `X: ${'x'.repeat(4_000_000)}`);
    expect(refused(answer, 431, 'headers_too_large')).toContain('16384 bytes');
  });

  it.each<[string, string, string]>([
    ['CONNECT', 'CONNECT api.example:443 HTTP/1.1\r\nHost: api.example\r\n\r\n', 'not a proxy'],
    ['nonsense', 'NONSENSE\r\n\r\n', 'must start with a line'],
    [
      'an upgrade',
      'GET /__mock/health HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n',
      '200 OK',
    ],
    ['a stream', 'GET /__mock/events HTTP/1.1\r\nHost: localhost\r\n\r\n', 'id:'],
  ])('does not end the server if the client resets the connection: %s', async (_, text, answer) => {
    const print = vi.spyOn(console, 'error').mockImplementation(() => {});
    onTestFinished(() => print.mockRestore());
    const { server, get } = await start();
    for (const hasAnswer of [true, false]) {
      const connection = await connectTo(server.url, { allowHalfOpen: true });
      connection.write(text);
      if (hasAnswer) expect(await connection.received(answer)).toContain(answer);
      await connection.reset();
      expect((await get('/public-api/v1/brief', 'localhost')).status).toBe(200);
    }
    expect(print).not.toHaveBeenCalled();
  });

  it.each([['NONSENSE'], ['CONNECT api.example:443 HTTP/1.1', 'Host: api.example']])(
    'does not disturb the answer to an earlier request on the same connection: %s',
    async (...lines) => {
      const { mock, ask } = await start();
      mock.faults.add({ path: '/public-api/*', delay_ms: 20 });
      const { status, body } = await ask(
        'GET /public-api/v1/brief HTTP/1.1',
        'Host: localhost',
        'Authorization: Bearer ann-token',
        '',
        ...lines,
      );
      expect(status).toBe(200);
      const [json = '', refusal] = body.split('HTTP/1.1 400');
      expect(JSON.parse(json)).toMatchObject({ data: expect.any(Array) });
      expect(refusal).toBeDefined();
    },
  );

  it.each([1, 2])(
    'gets the reason after the answers to %i earlier requests, also if its body is broken',
    async (count) => {
      const { mock, server } = await start();
      const connection = await connectTo(server.url);
      const head = 'Host: localhost\r\nAuthorization: Bearer ann-token\r\n';
      const valid = `POST /public-api/v1/bookmark/morning/1-104 HTTP/1.1\r\n${head}Content-Length: 0\r\n\r\n`;
      const broken = `POST /__mock/tokens HTTP/1.1\r\n${head}Transfer-Encoding: chunked\r\n\r\nx`;
      connection.write(valid.repeat(count) + broken);
      const received = await connection.ended();
      const statuses = [...received.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status));
      expect(statuses).toEqual([...mock.requests.all().map(({ status }) => status), 400]);
      expect(statuses).toHaveLength(count + 1);
      expect(refused(parse(received.slice(received.lastIndexOf('HTTP/1.1'))), 400, 'malformed_data')).toMatch(/chunk/);
    },
  );
});

describe('A request with a broken body', () => {
  it('changes nothing, even if its route reads no body', async () => {
    const { mock, ask } = await start();
    const { revision } = mock;
    const { id } = mock.data.user.getAll()[0] as { id: number };
    const answer = await ask(
      `DELETE /user-data/v1/user/${id} HTTP/1.1`,
      ...['Host: localhost', 'Transfer-Encoding: chunked', '', 'x'],
    );
    expect(refused(answer, 400, 'malformed_data')).toMatch(/chunk/);
    expect(mock.revision).toBe(revision);
  });

  it('leaves no connection open if a chunk is invalid while the answer is sent', async () => {
    const { server } = await start();
    const connection = await connectTo(server.url);
    const head = ['GET /__mock/events HTTP/1.1', 'Host: localhost', 'Transfer-Encoding: chunked', ''];
    connection.write([...head, '1', 'a', ''].join('\r\n'));
    await connection.received('id:');
    connection.write('x\r\n');
    const received = await connection.ended();
    expect(received.match(/HTTP\/1\.1 \d{3}/g)).toEqual(['HTTP/1.1 200']);
  });
});

describe('An error of the mock itself', () => {
  it('is answered without a stack trace or a path, and printed on the console', async () => {
    const print = vi.spyOn(console, 'error').mockImplementation(() => {});
    onTestFinished(() => print.mockRestore());
    const broken = defineScenario({
      name: 'broken',
      description: 'Cannot be seeded',
      clock: '2026-03-04T09:00:00Z',
      personas: [],
      seed: () => {
        throw new Error('ENOENT: /home/ann/fixtures.json');
      },
    });
    const mock = createMock({ scenario: readingRoom, scenarios: [broken] });
    const answer = await mock.fetch('/__mock/reset', { method: 'POST', body: '{"scenario":"broken"}' });
    const { error } = (await answer.json()) as ControlFailure;
    expect([answer.status, error]).toEqual([
      500,
      {
        code: 'internal_error',
        message:
          'The mock failed because of a bug in it, in a scenario or in an own route; the error is on the console of its process',
      },
    ]);
    expect(print.mock.calls.flat().map(String).join()).toContain('ENOENT: /home/ann/fixtures.json');
  });
});

it('A client that is still sending a body that is too large gets the answer, also if the connection is closed after it', async () => {
  const { server } = await start();
  const connection = await connectTo(server.url);
  const length = 3 * 1024 * 1024;
  const part = 'x'.repeat(length / 2);
  connection.write(`POST /user-data/v1/client HTTP/1.0\r\nHost: localhost\r\nContent-Length: ${length}\r\n\r\n${part}`);
  connection.pause();
  // The server does what it can do without the rest.
  for (let i = 0; i < 20; i++) expect((await fetch(`${server.url}/__mock/health`)).status).toBe(200);
  for (const rest of [part.slice(1), 'x']) {
    connection.write(rest);
    for (let i = 0; i < 20; i++) expect((await fetch(`${server.url}/__mock/health`)).status).toBe(200);
  }
  connection.resume();
  expect(await connection.ended()).toMatch(/^HTTP\/1\.1 413 [\s\S]*payload_too_large/);
});
