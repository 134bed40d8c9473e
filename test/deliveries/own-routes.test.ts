import { createRequire } from 'node:module';
import {
  type ActorContext,
  createMock,
  defineActor,
  defineRoute,
  type Mock,
  MockError,
  type OwnRoute,
  replay,
} from 'briefs-mock';
import { createHandlers } from 'briefs-mock/handlers';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import * as z from 'zod';
import * as mini from 'zod/mini';
import { readAnswer } from '../support/conformance.js';
import { readingRoom } from '../support/reading-room.js';
import { type Delivery, deliver, deliveries } from '../support/transports.js';

const countBookmarks = defineRoute({
  method: 'GET',
  path: '/stats/v1/bookmark/:brief_slug',
  params: { brief_slug: z.string() },
  query: { gid: z.string().optional() },
  response: z.strictObject({ count: z.int(), at: z.string(), reader: z.string().nullable() }),
  handle: ({ params, query }, { data, clock, caller }) => {
    const where = { brief_slug: { equals: params.brief_slug }, ...(query.gid && { brief_gid: { equals: query.gid } }) };
    return { count: data.bookmark.count({ where }), at: clock.day, reader: caller?.email ?? null };
  },
});

const addReader = defineRoute({
  method: 'POST',
  path: '/stats/v1/reader',
  body: z.strictObject({ name: z.string().min(1), email: z.email() }),
  handle: ({ body }, { data }) => {
    const { id } = data.user.create({ fname: body.name, lname: 'Reader', email: body.email });
    if (body.name === 'Nobody') throw new MockError('conflict', 'Nobody reads');
    return { id };
  },
});

const routes = [countBookmarks, addReader];
const MARK = '/public-api/v1/bookmark/morning/1-104/harvest_begins';
const COUNT = '/stats/v1/bookmark/morning';

async function open(delivery: Delivery, own: readonly OwnRoute[] = routes, mock = mockWith(own)) {
  const { origin, transport, close } = await deliver[delivery](mock);
  onTestFinished(close);
  const send = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const init = { method, headers: { authorization: 'Bearer ann-token', ...headers } };
    const sent = body === undefined ? init : { ...init, body: JSON.stringify(body) };
    return readAnswer<Record<string, unknown>>(await transport(new Request(origin + path, sent)));
  };
  return { mock, send };
}

function mockWith(own: readonly OwnRoute[]): Mock {
  return createMock({ scenario: readingRoom, routes: own });
}

const wanted = (process.env.DELIVERIES ?? deliveries.join()).split(',');

describe.each(deliveries.filter((delivery) => wanted.includes(delivery)))('own routes, through %s', (delivery) => {
  it('answer with the tables, the clock and the caller of the mock', async () => {
    const { send } = await open(delivery);
    await send('POST', MARK);
    const { status, json, headers } = await send('GET', `${COUNT}?gid=1-104`);
    expect([status, json]).toEqual([200, { count: 1, at: '2026-03-04', reader: 'ann@reader.example' }]);
    expect(headers.get('x-request-id')).not.toBeNull();
    expect((await send('GET', `${COUNT}?gid=1-103`)).json).toMatchObject({ count: 0 });
    expect((await send('GET', COUNT, undefined, { authorization: 'Bearer other' })).json).toMatchObject({
      reader: null,
    });
    expect((await send('HEAD', COUNT)).status).toBe(200);
  });

  it('X25: answer pages of other origins, whatever their method', async () => {
    const changeReader = defineRoute({ method: 'PATCH', path: '/stats/v1/reader', handle: () => ({ changed: true }) });
    const { send } = await open(delivery, [changeReader]);
    const headers = { origin: 'https://app.example', 'access-control-request-method': 'PATCH' };
    const preflight = await send('OPTIONS', changeReader.path, undefined, headers);
    expect(preflight.headers.get('access-control-allow-methods')?.split(',')).toContain('PATCH');
  });

  it('write as one transaction, and validate their bodies', async () => {
    const { mock, send } = await open(delivery);
    expect((await send('POST', '/stats/v1/reader', { name: 'Bo', email: 'bo@reader.example' })).status).toBe(200);
    const before = mock.fingerprint();
    const failed = await send('POST', '/stats/v1/reader', { name: 'Nobody', email: 'no@reader.example' });
    expect([failed.status, failed.json]).toEqual([409, { error: { code: 'conflict', message: 'Nobody reads' } }]);
    const invalid = await send('POST', '/stats/v1/reader', { name: '', email: 'no@reader.example' });
    expect(invalid.json).toMatchObject({ error: { code: 'malformed_data', issues: [{ path: 'name' }] } });
    expect(mock.fingerprint()).toBe(before);
  });

  it('are in the journal, matched by fault rules, and answered in sessions', async () => {
    const { mock, send } = await open(delivery);
    await send('POST', MARK, undefined, { 'x-mock-session': 'one' });
    expect((await send('GET', COUNT, undefined, { 'x-mock-session': 'one' })).json).toMatchObject({ count: 1 });
    expect((await send('GET', `/__mock/s/one${COUNT}`)).json).toMatchObject({ count: 1 });
    expect((await send('GET', COUNT)).json).toMatchObject({ count: 0 });
    mock.faults.add({ method: 'GET', path: '/stats/v1/bookmark/:brief_slug', status: 503, times: 1 });
    const failed = await send('GET', COUNT);
    expect([failed.status, failed.json]).toMatchObject([503, { error: { code: 'injected_fault' } }]);
    expect(mock.requests.all().map(({ path, route, status, email }) => [path, route, status, email])).toEqual([
      [COUNT, '/stats/v1/bookmark/:brief_slug', 200, 'ann@reader.example'],
      [COUNT, '/stats/v1/bookmark/:brief_slug', 503, null],
    ]);
  });

  it.each([
    ['/sales/orders(1)', '/sales/orders(1)'],
    ['/sales/$batch', '/sales/$batch'],
    ['/sales/a+b', '/sales/a+b'],
    ['/sales/café', '/sales/caf%C3%A9'],
  ])('answer at a path with special characters: %s', async (path, sent) => {
    const { send } = await open(delivery, [defineRoute({ method: 'GET', path, handle: () => path })]);
    expect((await send('GET', sent)).json).toBe(path);
  });

  it('are not cached, because a handler may read other things than the state', async () => {
    let n = 0;
    const counter = defineRoute({ method: 'GET', path: '/counter', handle: () => ++n });
    const { send } = await open(delivery, [counter]);
    expect([(await send('GET', '/counter')).json, (await send('GET', '/counter')).json]).toEqual([1, 2]);
  });
});

describe('own routes', () => {
  it('take precedence over parameters in the paths of the APIs', async () => {
    const report = defineRoute({
      method: 'GET',
      path: '/user-data/v1/user/:id/report',
      params: { id: z.string() },
      handle: () => 'own',
    });
    const brief = defineRoute({ method: 'GET', path: '/public-api/v1/brief/today', handle: () => 'own' });
    const { send } = await open('fetch', [report, brief]);
    expect((await send('GET', '/user-data/v1/user/1/report')).json).toBe('own');
    expect((await send('GET', '/public-api/v1/brief/today')).json).toBe('own');
    expect((await send('GET', '/public-api/v1/brief/morning')).status).toBe(200);
  });

  it('answer 405 for another method, and 404 with the nearest route for another path', async () => {
    const { send } = await open('fetch');
    const other = await send('PUT', '/stats/v1/reader');
    expect([other.status, other.headers.get('allow')]).toEqual([405, 'POST, OPTIONS']);
    expect((await send('GET', '/stats/v1/bookmarks/morning')).text).toContain('/stats/v1/bookmark/:brief_slug');
    expect((await send('GET', '/elsewhere')).text).toContain(
      'the APIs are at /public-api, /user-data and /user-preference',
    );
  });

  // As the engine answers, without the seconds that half a gigabyte takes.
  const tooLong = {
    toJSON() {
      throw new RangeError('Invalid string length');
    },
  };
  const circular: Record<string, unknown> = {};
  circular.self = circular;
  it.each([
    ['longer than the longest text', 413, tooLong],
    ['that JSON cannot contain', 500, circular],
  ])('write nothing if the answer is one %s', async (_, status, answer) => {
    vi.spyOn(console, 'error').mockImplementation(() => {});
    onTestFinished(() => void vi.restoreAllMocks());
    const add = defineRoute({
      method: 'POST',
      path: '/stats/v1/brief',
      handle: (_, { data }) => {
        data.brief.create({ name: 'Evening' });
        return answer;
      },
    });
    const { mock, send } = await open('fetch', [add]);
    const before = mock.snapshot();
    expect((await send('POST', '/stats/v1/brief')).status).toBe(status);
    expect(mock.snapshot()).toEqual(before);
    expect(mock.history.list()).toEqual([]);
  });

  it('take a copy of the caller, so that they cannot change the record by it', async () => {
    const rename = defineRoute({
      method: 'GET',
      path: '/rename',
      handle: (_, { caller }) => Object.assign(caller ?? {}, { email: 'new@reader.example' }),
    });
    const { mock, send } = await open('fetch', [rename]);
    const before = structuredClone(mock.data.user.getAll());
    expect((await send('GET', '/rename')).json).toMatchObject({ email: 'new@reader.example' });
    expect(mock.data.user.getAll()).toEqual(before);
  });

  it('may throw a MockError of the package as CommonJS', async () => {
    const other = createRequire(import.meta.url)('briefs-mock') as typeof import('briefs-mock');
    expect(other.MockError).not.toBe(MockError);
    const handle = () => {
      throw new other.MockError('not_found', 'none here');
    };
    const { send } = await open('fetch', [defineRoute({ method: 'GET', path: '/none', handle })]);
    expect(await send('GET', '/none')).toMatchObject({ status: 404, json: { error: { message: 'none here' } } });
  });

  it('may answer a GET with a promise, and nothing else', async () => {
    const later = defineRoute({ method: 'GET', path: '/later', handle: async () => ({ late: true }) });
    const nothing = defineRoute({ method: 'GET', path: '/nothing', handle: async () => undefined });
    // What a query builder returns, or a function of Node in Jest, where the promises of Node are of another realm.
    // biome-ignore lint/suspicious/noThenProperty: see above.
    const query = { then: (resolve: (value: unknown) => void) => resolve({ found: 1 }) };
    const thenable = defineRoute({ method: 'GET', path: '/thenable', handle: () => query });
    const wrong = defineRoute({
      method: 'POST',
      path: '/later',
      handle: async () => Promise.reject(new Error('late')),
    });
    const { send } = await open('fetch', [later, nothing, thenable, wrong]);
    expect((await send('GET', '/later')).json).toEqual({ late: true });
    expect((await send('GET', '/nothing')).json).toBe(null);
    expect((await send('GET', '/thenable')).json).toEqual({ found: 1 });
    const printed = vi.spyOn(console, 'error').mockImplementation(() => {});
    onTestFinished(() => printed.mockRestore());
    expect((await send('POST', '/later')).status).toBe(500);
    expect(String(printed.mock.calls[0]?.[0])).toContain('POST /later returned a promise');
  });

  it.each(['at once', 'later'])('cannot write in a GET, %s', async (when) => {
    const writing = defineRoute({
      method: 'GET',
      path: '/writing',
      handle: (_, { data }) => {
        const write = () => ({ id: data.user.create({ fname: 'Bo', lname: 'Reader', email: 'bo@reader.example' }).id });
        return when === 'at once' ? write() : Promise.resolve().then(write);
      },
    });
    const { mock, send } = await open('fetch', [writing]);
    const before = mock.snapshot();
    const printed = vi.spyOn(console, 'error').mockImplementation(() => {});
    onTestFinished(() => printed.mockRestore());
    expect((await send('GET', '/writing')).status).toBe(500);
    const message = 'The handler of GET /writing called data.user.create; that of a GET must not write';
    expect(String(printed.mock.calls[0]?.[0])).toContain(message);
    expect(mock.snapshot()).toEqual(before);
  });

  it.each(['GET', 'POST'] as const)('cannot move the clock in a GET, or once they have ended: %s', async (method) => {
    const outcomes: unknown[] = [];
    const moving = defineRoute({
      method,
      path: '/moving',
      handle: (_, { clock }) => {
        const move = () => clock.advance({ days: 1 });
        if (method === 'GET') move();
        outcomes.push(Promise.resolve().then(move));
        return { now: clock.toString(), frozen: clock.frozen };
      },
    });
    const { mock, send } = await open('fetch', [moving]);
    const printed = vi.spyOn(console, 'error').mockImplementation(() => {});
    onTestFinished(() => printed.mockRestore());
    const now = mock.clock.toString();
    const { status, json } = await send(method, '/moving');
    if (method === 'GET') {
      expect([status, String(printed.mock.calls[0]?.[0])]).toEqual([
        500,
        expect.stringContaining('called clock.advance'),
      ]);
    } else {
      expect(json).toEqual({ now, frozen: true });
      await expect(outcomes[0]).rejects.toThrow('The handler of POST /moving called clock.advance after it had ended');
    }
    expect(mock.clock.toString()).toBe(now);
  });

  it('moves the clock in a POST, which is undone if it throws', async () => {
    const moving = defineRoute({
      method: 'POST',
      path: '/moving',
      body: z.object({ fails: z.boolean() }),
      handle: ({ body }, { clock }) => {
        clock.advance({ days: 1 });
        if (body.fails) throw new MockError('conflict', 'no');
        return clock.day;
      },
    });
    const { mock, send } = await open('fetch', [moving]);
    const next = new Date(mock.clock.now + 86_400_000).toISOString();
    expect((await send('POST', '/moving', { fails: false })).json).toBe(next.slice(0, 10));
    expect((await send('POST', '/moving', { fails: true })).status).toBe(409);
    expect(mock.clock.toString()).toBe(next);
  });

  it.each([false, true])(
    'is one transaction: what it sends is handled after it, also if it throws: %s',
    async (fails) => {
      let mock: Mock;
      const sent: Promise<Response>[] = [];
      const headers = { authorization: 'Bearer ann-token' };
      const sending = defineRoute({
        method: 'POST',
        path: '/sending',
        handle: (_, { data }) => {
          data.application.create({ name: 'Ghost' });
          sent.push(mock.fetch('/user-data/v1/application'));
          sent.push(mock.fetch(MARK, { method: 'POST', headers }));
          if (fails) throw new MockError('conflict', 'no');
          return 1;
        },
      });
      mock = mockWith([sending]);
      const { status } = await mock.fetch('/sending', { method: 'POST' });
      const [list, mark] = (await Promise.all(sent)) as [Response, Response];
      expect([status, list.status, mark.status]).toEqual([fails ? 409 : 200, 200, 200]);
      expect((await list.text()).includes('Ghost')).toBe(!fails);
      const trace = mock.trace();
      expect(trace.entries.map(({ revision }) => revision)).toEqual(
        fails ? [undefined, undefined, 1] : [1, undefined, 2],
      );
      expect(new Set(mock.requests.all().map(({ id }) => id)).size).toBe(3);
      const { differences, fingerprint } = await replay(trace, { scenarios: [readingRoom], routes: [sending] });
      expect([differences, fingerprint]).toEqual([[], undefined]);
    },
  );

  it('advances the clock in a POST without letting actors act', async () => {
    const body = [{ name: 'Fresh' }, { name: 5 }];
    const act = ({ send }: ActorContext) => void send('POST /user-data/v1/application', { body });
    const scenario = { ...readingRoom, actors: [defineActor({ name: 'bo', rhythm: { from: '12:00' }, act })] };
    const path = '/next-day';
    const next = defineRoute({ method: 'POST', path, handle: (_, { clock }) => clock.advance({ days: 1 }) });
    const mock = createMock({ scenario, life: 'calm', routes: [next] });
    const records = mock.data.application.count();
    await mock.fetch(path, { method: 'POST' });
    expect([mock.requests.count(), mock.data.application.count()]).toEqual([1, records]);
    const replayed = await replay(mock.trace(), { scenarios: [scenario], life: 'calm', routes: [next] });
    expect([replayed.differences, replayed.fingerprint]).toEqual([[], undefined]);
  });

  it('of a GET is called for each request, and may leave out parts by undefined', async () => {
    let calls = 0;
    const parts = { headers: undefined, summary: undefined, response: undefined } as object;
    const counting = defineRoute({ method: 'GET', path: '/counting', ...parts, handle: () => ++calls });
    const { mock, send } = await open('fetch', [counting]);
    expect([(await send('GET', '/counting')).json, (await send('GET', '/counting')).json]).toEqual([1, 2]);
    expect(JSON.stringify(await mock.openapi('own'))).toContain('"summary":"GET /counting"');
  });

  it('may change the headers that it gets, which changes neither the journal nor the request', async () => {
    const path = '/headers';
    const changing = defineRoute({ method: 'GET', path, handle: ({ headers }) => headers.set('x-a', '2') });
    const mock = mockWith([changing]);
    const request = new Request(`http://localhost${path}`, { headers: { 'x-a': '1' } });
    await mock.fetch(request);
    expect(request.headers.get('x-a')).toBe('1');
    request.headers.set('x-a', '3');
    expect(mock.requests.all()).toMatchObject([{ request: { headers: { 'x-a': '1' } } }]);
  });

  it.each<[string, () => unknown]>([
    ['after a failure', () => Promise.resolve()],
    ['after an answer', () => null],
  ])('write nothing once they have ended, %s', async (_, end) => {
    const outcomes: unknown[] = [];
    const late = defineRoute({
      method: 'POST',
      path: '/late',
      handle: (_, { data }) => {
        const write = () => data.user.create({ fname: 'Bo', lname: 'Reader', email: 'bo@reader.example' });
        outcomes.push(Promise.resolve().then(write));
        return end();
      },
    });
    const { mock, send } = await open('fetch', [late]);
    const before = mock.snapshot();
    const printed = vi.spyOn(console, 'error').mockImplementation(() => {});
    onTestFinished(() => printed.mockRestore());
    await send('POST', '/late');
    await expect(outcomes[0]).rejects.toThrow('The handler of POST /late called data.user.create after it had ended');
    expect(mock.snapshot()).toEqual(before);
  });

  it.each<[string, () => unknown]>([
    [
      'returned a value of the type Response, of which JSON keeps nothing; return an object or a list',
      () => new Response('hi'),
    ],
    ['returned a value of the type Map, of which JSON keeps nothing', async () => new Map([[1, 2]])],
    ['returned a value of the type function, of which JSON keeps nothing', () => () => 1],
    [
      '"teapot" is not an error code; they are malformed_data, ',
      () => {
        throw new MockError('teapot' as 'conflict', 'a teapot');
      },
    ],
  ])('fail with 500, and say on the console: %s', async (message, handle) => {
    const { send } = await open('fetch', [defineRoute({ method: 'GET', path: '/wrong', handle })]);
    const printed = vi.spyOn(console, 'error').mockImplementation(() => {});
    onTestFinished(() => printed.mockRestore());
    const { status, json } = await send('GET', '/wrong');
    expect([status, (json as { error: { code: string } }).error.code]).toEqual([500, 'internal_error']);
    expect(String(printed.mock.calls[0]?.[0])).toContain(message);
  });

  it('answer with the JSON of an instance', async () => {
    class Count {
      constructor(readonly count: number) {}
    }
    const { send } = await open('fetch', [
      defineRoute({ method: 'GET', path: '/count', handle: () => new Count(3) }),
      defineRoute({ method: 'GET', path: '/day', handle: () => new Date(0) }),
    ]);
    expect((await send('GET', '/count')).json).toEqual({ count: 3 });
    expect((await send('GET', '/day')).json).toBe('1970-01-01T00:00:00.000Z');
  });

  it('messages about invalid values do not show those of secrets', async () => {
    const login = defineRoute({
      method: 'POST',
      path: '/login/v1/in',
      query: { code: z.string().min(9).optional() },
      body: z.object({
        status_code: z.int(),
        password: z.string().min(12),
        secret: z.union([z.string().min(12), z.object({ a: z.string() })]),
        tokens: z.array(z.email()),
        pins: z.object({ pin: z.record(z.string(), z.string()) }),
        other: z.union([z.object({ pin: z.string() }), z.string()]),
      }),
      handle: () => null,
    });
    const { mock, send } = await open('fetch', [login]);
    const inQuery = await send('POST', '/login/v1/in?code=hush', {});
    expect(inQuery.json.error).toMatchObject({
      message: 'code: must be a string of at least 9 characters, but is [hidden]',
    });
    const body = {
      status_code: 'shown',
      password: 'hush',
      secret: { a: 7777 },
      tokens: ['hush'],
      pins: { pin: { a: 7777 } },
      other: { pin: 7777 },
    };
    const { json } = await send('POST', '/login/v1/in', body);
    expect(json.error).toMatchObject({
      issues: [
        { path: 'status_code', message: 'must be an integer, but is "shown"' },
        { path: 'password', message: 'must be a string of at least 12 characters, but is [hidden]' },
        { path: 'secret', message: 'matches none of the allowed forms' },
        { path: 'tokens.0', message: 'must be an e-mail address, but is [hidden]' },
        { path: 'pins.pin.a', message: 'must be a string, but is [hidden]' },
        { path: 'other', message: 'pin: must be a string, but is [hidden]' },
      ],
    });
    expect(JSON.stringify([json, mock.requests.all(), mock.trace({ redact: true })])).not.toMatch(/hush|7777/);
  });

  it('that take long are no longer waited for when a request in the process is aborted', async () => {
    const never = defineRoute({ method: 'GET', path: '/never', handle: () => new Promise<void>(() => {}) });
    const mock = mockWith([never]);
    const controller = new AbortController();
    const answer = mock.fetch('/never', { signal: controller.signal });
    controller.abort(new Error('enough'));
    await expect(answer).rejects.toThrow('enough');
  });

  it('are replayed with the mock that has them', async () => {
    const { mock, send } = await open('fetch');
    await send('POST', MARK);
    await send('GET', COUNT);
    await send('POST', '/stats/v1/reader', { name: 'Bo', email: 'bo@reader.example' });
    const { differences, fingerprint } = await replay(mock.trace(), { scenarios: [readingRoom], routes });
    expect([differences, fingerprint]).toEqual([[], undefined]);
  });

  it('are a service of their own: in apis, handlers, and the OpenAPI document', async () => {
    const mock = mockWith(routes);
    expect(mock.apis(['own'])[0]?.routes.map(({ path }) => path)).toEqual(routes.map(({ path }) => path));
    const names = createHandlers(mock, { services: ['own'] }).map(({ info }) => info.header);
    expect(names).toEqual(expect.arrayContaining(['POST /stats/v1/reader', `GET ${countBookmarks.path}`]));
    const { paths } = await mock.openapi('own');
    expect(Object.keys(paths)).toEqual(['/stats/v1/bookmark/{brief_slug}', '/stats/v1/reader']);
    expect(Object.keys((await mock.openapi()).paths)).toEqual(expect.arrayContaining(Object.keys(paths)));
    expect(() => createMock().apis(['own'])).toThrow('There is no service "own"');
  });

  it('take schemas of zod/mini', async () => {
    const { send } = await open('fetch', [
      defineRoute({
        method: 'POST',
        path: '/stats/v1/length',
        query: { least: mini.optional(mini.literal('1')) },
        body: mini.strictObject({ text: mini.string().check(mini.minLength(1)) }),
        response: mini.strictObject({ length: mini.int() }),
        handle: ({ body }) => ({ length: body.text.length }),
      }),
    ]);
    expect((await send('POST', '/stats/v1/length?least=1', { text: 'one' })).json).toEqual({ length: 3 });
    expect((await send('POST', '/stats/v1/length', { text: '' })).json).toMatchObject({
      error: { issues: [{ path: 'text', message: 'must be a string of at least 1 character, but is ""' }] },
    });
  });

  it.each<[string, Record<string, unknown>]>([
    ['method must be one of GET, POST, PUT, PATCH, DELETE, but is "get"', { method: 'get' }],
    ['path must be a path such as /stats/v1/brief/:slug', { path: 'stats' }],
    ['path must be a path such as', { path: '/stats/' }],
    ['path must be a path such as', { path: '/stats/*' }],
    ['path must be one that requests can have, but /a/../b arrives as /b', { path: '/a/../b' }],
    ['but /a/./b arrives as /a/b', { path: '/a/./b' }],
    ['but /a\\b arrives as /a/b', { path: '/a\\b' }],
    ['but /.. arrives as /', { path: '/..' }],
    ['but /caf%C3%A9 arrives as /café', { path: '/caf%C3%A9' }],
    ['path must not be below /__mock', { path: '/__mock/stats' }],
    ['summary must be a string, but is 3', { summary: 3 }],
    ['path must have each parameter once, but has :id twice in /:id/:id', { path: '/:id/:id', params: {} }],
    ['params must have a schema for each parameter of the path (id), but has none', { path: '/stats/:id' }],
    ['params must have a schema for each parameter of the path (none), but has id', { params: { id: z.string() } }],
    ['query must map names to zod schemas', { query: { date: 'string' } }],
    ['body must be a zod schema', { body: {} }],
    ['failures must be a list of error codes, but is "conflict"', { failures: 'conflict' }],
    [
      'failures has "teapot", which is not an error code; they are malformed_data',
      { failures: ['conflict', 'teapot'] },
    ],
    ['handle must be a function', { handle: 'answer' }],
    ['has no option handler; it has method, path', { handler: () => null }],
  ])('defineRoute rejects: %s', (message, changes) => {
    const definition = { method: 'GET', path: '/stats', handle: () => null, ...changes };
    expect(() => defineRoute(definition as never)).toThrow(message);
  });

  it.each<[string, unknown]>([
    ['routes: must be an array', countBookmarks],
    ['routes.1: must be a route, created with defineRoute, but is', [countBookmarks, {}]],
    [
      'routes.1: GET /stats/v1/bookmark/:brief_slug is a route of the Own routes already',
      [countBookmarks, countBookmarks],
    ],
    [
      'routes.0: GET /public-api/v1/brief is a route of the Brief and bookmark API already',
      [defineRoute({ method: 'GET', path: '/public-api/v1/brief', handle: () => null })],
    ],
    [
      'routes.0: PUT /user-data/v1/client/:name is a route of',
      [
        defineRoute({
          method: 'PUT',
          path: '/user-data/v1/client/:name',
          params: { name: z.string() },
          handle: () => null,
        }),
      ],
    ],
  ])('createMock rejects: %s', (message, own) => {
    expect(() => createMock({ routes: own as never })).toThrow(message);
  });
});
