import nodeHttp from 'node:http';
import { type Api, createMock, type Mock, MockError, type MockOptions, type ServiceName } from 'briefs-mock';
import { createHandlers, type HandlerOptions } from 'briefs-mock/handlers';
import { routes } from 'briefs-mock/schemas';
import { type HttpHandler, HttpResponse, http } from 'msw';
import { type SetupServer, setupServer } from 'msw/node';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { BriefList, Failure } from '../support/bodies.js';
import { EventReader } from '../support/event-reader.js';
import { readingRoom } from '../support/reading-room.js';

const authorization = 'Bearer ann-token';

/** The status of requests that no handler of a mock matched. */
const UNHANDLED = 299;

/** Starts MSW with handlers, and a last handler that answers UNHANDLED. */
function serve(handlers: HttpHandler[]): SetupServer {
  const server = setupServer(
    ...handlers,
    http.all('*', () => new HttpResponse(null, { status: UNHANDLED })),
  );
  server.listen({ onUnhandledRequest: 'error' });
  onTestFinished(() => server.close());
  return server;
}

/** Creates a mock and starts MSW with its handlers. */
function listen(options: MockOptions = {}, handlerOptions?: HandlerOptions) {
  const mock = createMock({ scenario: readingRoom, ...options });
  return { mock, server: serve(createHandlers(mock, handlerOptions)) };
}

async function ask(url: string, init: RequestInit = {}): Promise<number> {
  return (await fetch(url, { ...init, headers: { authorization, ...init.headers } })).status;
}

describe('createHandlers', () => {
  /** A request for a route, with its parameters filled in. */
  const requestFor = (method: string, path: string) =>
    new Request(`https://api.example.com${path.replaceAll(/:\w+/g, 'x')}`, { method });

  it('returns one handler per route, grouped by service, with fallback handlers after each service', async () => {
    const mock = createMock({ baseUrl: 'https://api.example.com' });
    const all = createHandlers(mock).map(({ info }) => info.header);
    const grouped = mock.apis().flatMap(({ name }) => createHandlers(mock, { services: [name] }));
    expect(all).toEqual(grouped.map(({ info }) => info.header));

    for (const { name, routes } of mock.apis()) {
      const handlers = createHandlers(mock, { services: [name] });
      for (const { method, path } of routes) {
        expect(await handlers.shift()?.test({ request: requestFor(method, path) }), `${method} ${path}`).toBe(true);
      }
      const start = routes[0]?.path.split('/')[1];
      for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
        const request = requestFor(method, `/${start}/any/thing`);
        const taken = await Promise.all(handlers.map((handler) => handler.test({ request })));
        expect(taken.includes(true), `${method} ${name}`).toBe(true);
      }
    }
  });

  it('of a mock is not changed by one who changes what apis or openapi of another returned', async () => {
    const other = createMock();
    for (const { prefixes } of other.apis()) (prefixes as string[]).length = 0;
    const document = (await other.openapi()) as unknown as { 'x-unrouted': Record<string, { prefixes: string[] }> };
    for (const { prefixes } of Object.values(document['x-unrouted'])) prefixes.length = 0;
    const { prefixes } = createMock().apis()[0] as Api;
    expect(prefixes).toEqual(['/public-api', '/v1/brief']);
    const again = (await createMock().openapi()) as unknown as typeof document;
    expect(again['x-unrouted']['public-api']?.prefixes).toEqual(prefixes);
  });

  it('returns handlers whose names select one of them', () => {
    const mock = createMock({ baseUrl: 'https://api.example.com' });
    const names = createHandlers(mock).map(({ info }) => info.header);
    for (const { prefixes, routes } of mock.apis()) {
      for (const { method, path } of routes) expect(names).toContain(`${method} ${path}`);
      for (const prefix of prefixes)
        expect(names).toEqual(expect.arrayContaining([`ALL ${prefix}`, `ALL ${prefix}/*`]));
    }
    expect(new Set(names).size).toBe(names.length);
  });

  it('returns handlers for every route of the three APIs, and none for the control API', async () => {
    const handlers = createHandlers(createMock({ baseUrl: 'https://api.example.com' }));
    for (const route of Object.keys(routes)) {
      const [method = '', path = ''] = route.split(' ');
      const request = requestFor(method, path);
      const taken = await Promise.all(handlers.map((handler) => handler.test({ request })));
      expect(taken.includes(true), route).toBe(!path.startsWith('/__mock'));
    }
  });

  it('returns only the handlers of the services in the options', () => {
    const mock = createMock();
    const all = mock.apis().map(({ name }) => name);
    const count = (services?: ServiceName[]) => createHandlers(mock, services && { services }).length;
    expect(count(all)).toBe(count());
    const publicApi = mock.apis(['public-api'])[0];
    expect(publicApi?.routes).toHaveLength(10);
    expect(count(['public-api'])).toBeGreaterThan(10);
  });

  it('throws for an unknown service, and lists the services', () => {
    const refuse = () => createHandlers(createMock(), { services: ['public-api', 'pubic-api' as never] });
    expect(refuse).toThrow(MockError);
    expect(refuse).toThrow(/pubic-api.*public-api/);
  });
});

describe('URLs that handlers match', () => {
  it.each(['http://localhost', 'http://localhost:5173', 'https://api.example.com'])(
    'without a base URL, handlers answer at %s',
    async (base) => {
      listen();
      expect(await ask(`${base}/public-api/v1/brief`)).toBe(200);
      expect(await ask(`${base}/public-api/v1/brief/morning/1-104`)).toBe(200);
      expect(await ask(`${base}/public-api/v1/bookmark/morning/1-104/harvest_begins`, { method: 'POST' })).toBe(200);
      expect(await ask(`${base}/__mock/s/one/public-api/v1/brief`)).toBe(200);
      expect(await ask(`${base}/public-api/v1/nothing`)).toBe(404);
      expect(await ask(`${base}/public-api/v1/brief`, { method: 'PUT' })).toBe(405);
    },
  );

  it.each([undefined, 'http://localhost:5173', 'http://localhost:5173/api'])(
    'with the base URL %s, handlers leave the modules of a page to its server',
    async (baseUrl) => {
      listen(baseUrl === undefined ? {} : { baseUrl });
      for (const path of [
        '/src/user-data/Badge.tsx',
        '/features/user-preference/panel',
        '/@fs/home/me/app/public-api/index.ts',
        '/api/src/user-data/Badge.tsx',
        '/assets/__mock/s/one/user-data/Badge.tsx',
        '/base/public-api/v1/brief',
      ]) {
        expect(await ask(`http://localhost:5173${path}`), path).toBe(UNHANDLED);
      }
    },
  );

  it("P17: without a base URL, handlers answer the short form on the page's own origin only; Node has none", async () => {
    listen();
    for (const path of [
      '/v1/brief',
      '/v1/brief/morning',
      '/__mock/s/one/v1/brief/morning',
      '/other/v1/brief/morning',
    ]) {
      expect(await ask(`https://api.example.com${path}`), path).toBe(UNHANDLED);
    }
  });

  it.each([
    ['https://api.example.com', 'https://api.example.com'],
    ['https://api.example.com/', 'https://api.example.com'],
    ['https://api.example.com:8443', 'https://api.example.com:8443'],
    ['https://api.example.com/base', 'https://api.example.com/base'],
    ['https://api.example.com/base/', 'https://api.example.com/base'],
    ['http://localhost:4010/mock/v1', 'http://localhost:4010/mock/v1'],
  ])('with the base URL %s, handlers answer there and nowhere else', async (baseUrl, base) => {
    listen({ baseUrl });
    expect(await ask(`${base}/public-api/v1/brief`)).toBe(200);
    expect(await ask(`${base}/public-api/v1/brief/morning/1-104`)).toBe(200);
    expect(await ask(`${base}/v1/brief/morning`)).toBe(200);
    expect(await ask(`${base}/public-api/v1/bookmark/morning/1-104/harvest_begins`, { method: 'POST' })).toBe(200);
    expect(await ask(`${base}/public-api/v1/nothing`)).toBe(404);
    expect(await ask('https://other.example/public-api/v1/brief')).toBe(UNHANDLED);
    expect(await ask(`${base}/other/public-api/v1/brief`)).toBe(UNHANDLED);
  });

  it.each([
    [undefined, 'https://proxy.example'],
    [undefined, 'https://proxy.example/api/'],
    ['https://api.example.com', 'https://proxy.example/api'],
    ['https://api.example.com/base', 'https://proxy.example'],
    ['https://api.example.com/base', 'https://proxy.example/api'],
    ['https://api.example.com', 'https://API.example.com:443/base'],
  ])(
    'with the base URL %s of the mock and %s of the handlers, handlers answer at that of the handlers',
    async (own, baseUrl) => {
      const { mock } = listen(own === undefined ? {} : { baseUrl: own }, { baseUrl });
      const base = baseUrl.replace(/\/$/, '');
      expect(await ask(`${base}/public-api/v1/brief`)).toBe(200);
      expect(await ask(`${base}/v1/brief/morning`)).toBe(200);
      const init = { method: 'POST', body: '{}' };
      expect(await ask(`${base}/public-api/v1/bookmark/morning/1-104?a=1`, init)).toBe(200);
      expect(mock.data.bookmark.count()).toBe(1);
      expect(await ask(`${base}/public-api/v1/nothing`)).toBe(404);
      expect(await ask(`${own ?? 'https://api.example.com'}/public-api/v1/brief`)).toBe(UNHANDLED);
    },
  );

  it('handlers find the path in a long URL in linear time', async () => {
    listen();
    const prefixes = `/__mock/s/${'x'.repeat(500_000)}`.repeat(2);
    expect(await ask(`https://api.example.com/public-api${prefixes}`)).toBe(414);
  });

  it('handlers leave other paths to the application', async () => {
    listen();
    for (const path of ['/', '/v1/briefs', '/api/brief', '/public-apis/v1/news', '/__mock/health']) {
      expect(await ask(`https://api.example.com${path}`), path).toBe(UNHANDLED);
    }
  });

  it.each(['/user-data/v1/brief', '/user-data/v1/brief/morning', '/user-preference/v1/brief/morning'])(
    'P17, X5: handlers answer %s as mock.fetch does, not as the short form of another API',
    async (path) => {
      const { mock } = listen();
      const url = `https://api.example.com${path}`;
      const [direct, handled] = [await mock.fetch(url), await fetch(url)];
      expect(handled.status).toBe(direct.status);
      expect(Object.keys(await handled.json())).toEqual(Object.keys(await direct.json()));
    },
  );

  it('X5: handlers answer 404 at the bare prefix of a service', async () => {
    listen();
    expect(await ask('https://api.example.com/public-api')).toBe(404);
    expect(await ask('https://api.example.com/public-api/')).toBe(404);
  });

  it('handlers answer requests of node:http', async () => {
    listen();
    const body = await new Promise<string>((resolve, reject) => {
      const url = 'http://api.example.com/public-api/v1/brief';
      const sent = nodeHttp.get(url, { headers: { authorization } }, (response) => {
        let text = '';
        response.on('data', (chunk) => {
          text += chunk;
        });
        response.on('end', () => resolve(text));
      });
      sent.on('error', reject);
    });
    expect(JSON.parse(body)).toMatchObject({ data: [{ slug: 'coming-soon' }, {}, {}, {}] });
  });
});

describe('Handlers with the option control', () => {
  const base = 'https://api.example.com';
  const json = async (url: string, init?: RequestInit) => (await fetch(url, init)).json();

  it('are those of the APIs, and two that answer every route of the control API', async () => {
    const mock = createMock({ baseUrl: base });
    const handlers = createHandlers(mock, { control: true });
    expect(handlers.slice(0, -2).map(({ info }) => info.header)).toEqual(
      createHandlers(mock).map(({ info }) => info.header),
    );
    expect(handlers.slice(-2).map(({ info }) => info.header)).toEqual(['ALL /__mock', 'ALL /__mock/*']);
    for (const route of Object.keys(routes)) {
      const [method = '', path = ''] = route.split(' ');
      const request = new Request(base + path.replaceAll(/:\w+/g, 'x'), { method });
      const taken = await Promise.all(handlers.map((handler) => handler.test({ request })));
      expect(taken.includes(true), route).toBe(true);
    }
    expect(createHandlers(mock, { control: false })).toHaveLength(handlers.length - 2);
  });

  it.each([
    [{}, {}, base],
    [{ baseUrl: `${base}/mock` }, {}, `${base}/mock`],
    [{ baseUrl: base }, { baseUrl: 'https://proxy.example/api' }, 'https://proxy.example/api'],
  ])('answer control calls below the base URL: %j %j', async (mockOptions, options, url) => {
    const { mock } = listen(mockOptions, { ...options, control: true });
    expect(await json(`${url}/__mock/health`)).toMatchObject({ status: 'ok', scenario: 'reading-room' });
    const body = JSON.stringify({ name: 'New', is_public: true });
    const { data } = await json(`${url}/__mock/data/brief?sessions=all`, { method: 'POST', body });
    expect(data).toMatchObject([{ session: null, answer: { data: { slug: 'new' } } }]);
    const { data: list } = await json(`${url}/public-api/v1/brief`, { headers: { authorization } });
    expect(list).toContainEqual({ name: 'New', slug: 'new' });
    const [request] = mock.requests.all();
    expect(await json(`${url}/__mock/requests/${request?.id}`)).toEqual({ data: request });
    expect(await ask(`${url}/__mock/nothing`)).toBe(404);
    expect(await ask(`${url}/__mock`)).toBe(404);
    expect(await ask(`${url}/__mock/reset`, { method: 'POST' })).toBe(200);
    expect(mock.data.brief.count()).toBe(7);
    expect(await ask(`${url}/__mocked/health`)).toBe(UNHANDLED);
    expect(await ask(`${url}/src/__mock/health`)).toBe(UNHANDLED);
  });

  it('act in the session that a call names by prefix, header or cookie', async () => {
    const { mock } = listen({}, { control: true });
    const revive = { method: 'PATCH', body: '{"is_active":true}' };
    expect(await ask(`${base}/__mock/s/one/__mock/data/brief/b6`, revive)).toBe(200);
    const headers = { 'x-mock-session': 'one' };
    expect(await json(`${base}/__mock/data/brief/b6`, { headers })).toMatchObject({ data: { is_active: true } });
    expect(await json(`${base}/__mock/data/brief/b6`)).toMatchObject({ data: { is_active: false } });
    expect(await json(`${base}/__mock/sessions`)).toMatchObject({ data: [{ id: 'one' }] });
    expect(mock.sessions.get('one').data.brief.count({ where: { is_active: { equals: true } } })).toBe(7);
  });

  it('do not answer other services in a session', async () => {
    listen({}, { control: true, services: ['public-api'] });
    expect(await ask(`${base}/__mock/s/one/public-api/v1/brief`)).toBe(200);
    expect(await ask(`${base}/__mock/s/one/user-data/v1/user`)).toBe(UNHANDLED);
    expect(await ask(`${base}/user-data/v1/user`)).toBe(UNHANDLED);
    expect(await ask(`${base}/__mock/s/one/__mock/clock`)).toBe(200);
  });

  it('need no control token: only the page itself, or the process, makes requests that MSW answers', async () => {
    listen({}, { control: true });
    const headers = { origin: 'https://other.example', host: 'other.example' };
    expect(await ask(`${base}/__mock/clock`, { headers })).toBe(200);
  });

  it('stream the events of the mock', async () => {
    const { mock } = listen({}, { control: true });
    mock.sessions.create('one');
    const abort = new AbortController();
    onTestFinished(() => abort.abort());
    const events = new EventReader(await fetch(`${base}/__mock/s/one/__mock/events`, { signal: abort.signal }));
    expect(await ask(`${base}/__mock/s/one/public-api/v1/brief`)).toBe(200);
    expect((await events.until('request')).at(-1)?.data).toMatchObject({
      path: '/public-api/v1/brief',
      session: 'one',
    });
  });

  it('release an answer that is held back', async () => {
    const { mock } = listen({}, { control: true });
    mock.faults.add({ path: '/public-api/v1/brief', hold: true });
    const held = ask(`${base}/public-api/v1/brief`);
    const count = async () => (await json(`${base}/__mock/faults`)).data[0].held;
    await expect.poll(count).toBe(1);
    expect(await json(`${base}/__mock/faults/release`, { method: 'POST' })).toEqual({ released: 1 });
    expect(await held).toBe(200);
  });

  it.each(['true', 1, null, { token: 'x' }])('throws for control: %j', (control) => {
    const create = () => createHandlers(createMock(), { control: control as never });
    expect(create).toThrow(MockError);
    expect(create).toThrow(/^control: must be true or false, but is /);
  });
});

describe('Handlers with other handlers or mocks', () => {
  const url = 'https://api.example.com/public-api/v1/brief';
  const read = async () => (await (await fetch(url, { headers: { authorization } })).json()) as BriefList;

  it('leaves the stack traces of later errors as they are, also if Error is frozen', () => {
    const { stackTraceLimit } = Error;
    const mock = createMock({ scenario: readingRoom });
    const create = () => createHandlers(mock).length;
    const count = create();
    expect(Error.stackTraceLimit).toBe(stackTraceLimit);
    expect(new Error('later').stack).toContain('handlers.test');
    const property = Object.getOwnPropertyDescriptor(Error, 'stackTraceLimit') as PropertyDescriptor;
    Object.defineProperty(Error, 'stackTraceLimit', { writable: false });
    try {
      expect(create()).toBe(count);
    } finally {
      Object.defineProperty(Error, 'stackTraceLimit', property);
    }
  });

  it('a handler added by server.use comes first, until resetHandlers()', async () => {
    const { server } = listen();
    const data = [{ name: 'Mine', slug: 'mine' }];
    server.use(http.get('*/public-api/v1/brief', () => HttpResponse.json({ data })));
    expect(await read()).toEqual({ data });
    expect(await ask(`${url}/morning`)).toBe(200);
    server.resetHandlers();
    expect((await read()).data).toHaveLength(4);
  });

  it('the handlers answer again after a handler with `once`', async () => {
    const { server } = listen();
    server.use(http.get('*/public-api/v1/brief', () => new HttpResponse(null, { status: 503 }), { once: true }));
    expect(await ask(url)).toBe(503);
    expect(await ask(url)).toBe(200);
  });

  it('a handler added by server.use can answer a path that the mock would answer with 404', async () => {
    const { server } = listen();
    server.use(http.get('*/public-api/v1/news', () => HttpResponse.json({ data: [] })));
    expect(await ask('https://api.example.com/public-api/v1/news')).toBe(200);
    server.resetHandlers();
    expect(await ask('https://api.example.com/public-api/v1/news')).toBe(404);
  });

  it('two mocks at different base URLs are independent', async () => {
    const one = createMock({ scenario: readingRoom, baseUrl: 'https://one.example' });
    const two = createMock({ scenario: readingRoom, baseUrl: 'https://two.example' });
    serve([...createHandlers(one), ...createHandlers(two)]);
    const path = '/public-api/v1/bookmark/morning/1-104';
    expect(await ask(`https://one.example${path}`, { method: 'POST' })).toBe(200);
    expect([one, two].map((mock: Mock) => mock.data.bookmark.count())).toEqual([1, 0]);
    expect(await ask(`https://two.example${path}`, { method: 'DELETE' })).toBe(404);
  });

  it('answer below a base path of which a request encodes a character that needs no encoding', async () => {
    const mock = createMock({ scenario: readingRoom, baseUrl: 'https://api.example.com/api' });
    serve(createHandlers(mock));
    expect(await ask('https://api.example.com/%61pi/public-api/v1/brief/morning')).toBe(200);
  });

  it('the answers follow changes of the mock', async () => {
    const { mock } = listen();
    mock.data.brief.delete({ where: { slug: { equals: 'morning' } } });
    expect((await read()).data).toHaveLength(3);
    mock.reset();
    expect((await read()).data).toHaveLength(4);
  });

  it('the handlers of a fork answer with its records', async () => {
    const fork = createMock({ scenario: readingRoom }).fork();
    fork.data.brief.delete({ where: { slug: { equals: 'morning' } } });
    serve(createHandlers(fork));
    expect((await read()).data).toHaveLength(3);
  });

  it('X4: an error has the format of the API', async () => {
    listen();
    const response = await fetch('https://api.example.com/public-api/v1/briefs', { headers: { authorization } });
    const { error } = (await response.json()) as Failure;
    expect(error[0]).toMatchObject({ status: 404, code: 'no_such_route' });
  });
});
