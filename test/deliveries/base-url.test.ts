import { createMock } from 'briefs-mock';
import { describe, expect, it } from 'vitest';
import type { Failure } from '../support/bodies.js';
import { readAnswer } from '../support/conformance.js';
import { describeApi, describeControl } from '../support/deliveries.js';
import { readingRoom } from '../support/reading-room.js';

const baseUrl = 'https://api.example.com/base/path';
const token = 'ann-token';

describeApi('A base URL with a path', (open) => {
  it('is the prefix of every path', async () => {
    const { url, ann, send } = await open({ baseUrl });
    expect(url.endsWith('/base/path')).toBe(true);
    expect((await ann.get('/brief')).status).toBe(200);
    expect((await ann.get('/brief/morning/1-104')).status).toBe(200);
    expect((await ann.post('/bookmark/morning/1-104/harvest_begins')).status).toBe(200);
    expect((await ann.delete('/bookmark/morning/1-104/harvest_begins')).status).toBe(200);
    expect((await send('GET', '/v1/brief/morning', { token })).status).toBe(200);
    expect((await send('HEAD', '/public-api/v1/brief', { token })).status).toBe(200);
  });

  it('is not part of the paths in error messages', async () => {
    const { send } = await open({ baseUrl });
    const unknown = await send<Failure>('GET', '/public-api/v1/briefs', { token });
    expect([unknown.status, unknown.json.error[0].code]).toEqual([404, 'no_such_route']);
    expect(unknown.json.error[0].message).toContain('GET /public-api/v1/brief');
    const version = await send<Failure>('GET', '/public-api/v2/brief', { token });
    expect(version.json.error[0].code).toBe('no_such_version');
    const method = await send('PUT', '/public-api/v1/brief', { token });
    expect([method.status, method.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
  });

  it('X18, X25: does not change how trailing slashes and CORS are handled', async () => {
    const { send } = await open({ baseUrl });
    expect((await send('GET', '/public-api/v1/brief/', { token })).status).toBe(200);
    expect((await send('GET', '/public-api/v1/brief/morning/', { token })).status).toBe(200);
    const headers = { origin: 'https://app.example', 'access-control-request-method': 'GET' };
    const preflight = await send('OPTIONS', '/public-api/v1/brief', { headers });
    expect(preflight.headers.get('access-control-allow-origin')).toBe('https://app.example');
  });
});

describeApi('A base URL whose path is percent-encoded', (open) => {
  it.each(['caf%C3%A9', 'a%20b', '%41b', 'a%2Fb', '100%25'])('is the prefix of every path: %s', async (path) => {
    const { ann } = await open({ baseUrl: `https://api.example.com/${path}` });
    expect((await ann.get('/brief')).status).toBe(200);
    expect((await ann.get('/brief/morning/1-104')).status).toBe(200);
  });
});

describeControl('The control API below a base URL with a path', (open) => {
  it('answers, without CORS headers', async () => {
    const { send } = await open({ baseUrl });
    expect((await send('GET', '/__mock/health')).status).toBe(200);
    expect((await send('GET', '/__mock/data/user/1')).status).toBe(200);
    expect((await send('POST', '/__mock/reset')).status).toBe(200);
    const { headers } = await send('GET', '/__mock/health', { headers: { 'x-other': '1' } });
    expect(headers.get('access-control-allow-origin')).toBeNull();
  });
});

describe('mock.fetch', () => {
  const headers = { authorization: `Bearer ${token}` };

  it.each([undefined, 'https://api.example.com', baseUrl])(
    'accepts the arguments of fetch, with the base URL %s',
    async (base) => {
      const mock = createMock({ scenario: readingRoom, ...(base !== undefined && { baseUrl: base }) });
      const url = `${base ?? 'http://any.example'}/public-api/v1/brief`;
      const inputs = [
        () => mock.fetch('/public-api/v1/brief', { headers }),
        () => mock.fetch(url, { headers }),
        () => mock.fetch(new URL(url), { headers }),
        () => mock.fetch(new Request(url, { headers })),
        () => mock.fetch(new Request(url), { headers }),
      ];
      for (const input of inputs) {
        const { status, json } = await readAnswer(await input());
        expect(status).toBe(200);
        expect(json).toMatchObject({ data: [{ slug: 'coming-soon' }, {}, {}, {}] });
      }
    },
  );

  it.each([
    [
      'a Bun server',
      new (class Server {
        url = new URL('http://any.example/');
        port = 3000;
      })(),
    ],
    ['the environment and bindings of a worker', { DB: {}, TOKEN: 'x' }],
    ['the parameters of a route', { params: Promise.resolve({ path: ['brief'] }) }],
    ['null', null],
    ['an index, as from Array.map', 3],
  ])('ignores a second argument that is not a RequestInit: %s', async (_, second) => {
    const { fetch } = createMock({ scenario: readingRoom });
    const handler = fetch as (request: Request, second: unknown) => Promise<Response>;
    const url = 'http://any.example/public-api/v1/brief';
    expect((await handler(new Request(url, { headers }), second)).status).toBe(200);
  });

  it('reads only the options of requests from its second argument, because a runtime may read others, such as a URL', async () => {
    const mock = createMock({ scenario: readingRoom });
    const options =
      'method headers body duplex signal mode credentials cache redirect referrer referrerPolicy integrity keepalive';
    const read: string[] = [];
    const init = new Proxy(
      { method: 'POST', headers },
      {
        get: (target, name) => {
          read.push(String(name));
          return Reflect.get(target, name);
        },
      },
    );
    expect((await mock.fetch('/public-api/v1/bookmark/morning/1-104', init)).status).toBe(200);
    expect(read).toContain('method');
    expect(read.filter((name) => !options.split(' ').includes(name))).toEqual([]);
  });

  it('accepts a Request as second argument, as fetch does', async () => {
    const mock = createMock({ scenario: readingRoom });
    const like = new Request('http://any.example/', { method: 'POST', headers, body: '{}' });
    expect((await mock.fetch('/public-api/v1/bookmark/morning/1-104', like)).status).toBe(200);
  });

  it('rejects a request with an aborted signal, and writes no record and no journal entry', async () => {
    const mock = createMock({ scenario: readingRoom });
    const request = { method: 'POST', headers, signal: AbortSignal.abort() };
    await expect(mock.fetch('/public-api/v1/bookmark/morning/1-104', request)).rejects.toThrow(/abort/i);
    expect([mock.data.bookmark.count(), mock.requests.count()]).toEqual([0, 0]);
  });

  it('works without its mock as `this`', async () => {
    const { fetch } = createMock({ scenario: readingRoom });
    expect((await fetch('/public-api/v1/brief', { headers })).status).toBe(200);
  });

  it.each(['https://api.example.com/', 'https://api.example.com/base/'])(
    'the trailing slash of the base URL %s is removed',
    (url) => {
      expect(createMock({ baseUrl: url }).baseUrl).toBe(url.slice(0, -1));
    },
  );

  it('answers a request whose body the route does not read', async () => {
    const mock = createMock({ scenario: readingRoom });
    const body = JSON.stringify({ any: 'thing' });
    const path = '/public-api/v1/bookmark/morning/1-104';
    expect((await mock.fetch(path, { method: 'POST', headers, body })).status).toBe(200);
  });

  it('answers 50 concurrent requests, each with its own status and request id', async () => {
    const mock = createMock({ scenario: readingRoom });
    const paths = Array.from({ length: 50 }, (_, n) => (n % 2 ? '/brief/morning' : '/brief/unknown'));
    const answers = await Promise.all(paths.map((path) => mock.fetch(`/public-api/v1${path}`, { headers })));
    expect(answers.map(({ status }) => status)).toEqual(paths.map((path) => (path.endsWith('morning') ? 200 : 404)));
    expect(new Set(answers.map((answer) => answer.headers.get('x-request-id'))).size).toBe(50);
  });
});

describe('A base URL with a path, and an unusual path', () => {
  it.each([
    '/public-api/v1/%62rief',
    '/public-api/v1/brief/%6Dorning',
    '/public-api/v1/brief//',
    '/public-api/v1//brief',
  ])('%s is answered the same with and without the path of the base URL', async (path) => {
    const headers = { authorization: `Bearer ${token}` };
    const plain = createMock({ scenario: readingRoom, baseUrl: 'https://api.example.com' });
    const below = createMock({ scenario: readingRoom, baseUrl });
    const [expected, got] = await Promise.all(
      [plain, below].map(async (mock) => readAnswer(await mock.fetch(path, { headers }))),
    );
    expect(got?.status).toBe(expected?.status);
    expect(got?.text).toBe(expected?.text);
  });
});

it.each([undefined, null, 3, {}])('mock.fetch(%o) says what it takes', async (input) => {
  const answer = createMock().fetch(input as unknown as string);
  await expect(answer).rejects.toThrow(/^mock\.fetch: input must be a Request, a URL or a text, but is /);
});
