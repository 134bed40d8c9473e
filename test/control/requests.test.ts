import { createMock, type JournalEntry, type Mock } from 'briefs-mock';
import { describe, expect, it } from 'vitest';
import type { ControlFailure } from '../support/bodies.js';
import { describeApi, describeControl } from '../support/deliveries.js';
import { askThrough } from '../support/plain-requests.js';
import { readingRoom } from '../support/reading-room.js';

const REQUESTS = '/__mock/requests';

interface List {
  data: JournalEntry[];
  total: number;
}

it('The query of a journal entry ends before the fragment of the URL', async () => {
  const mock = createMock({ scenario: readingRoom });
  await mock.fetch('/public-api/v1/brief?page=2#top');
  expect(mock.requests.all()).toMatchObject([{ query: { page: '2' } }]);
});

it('X5: A request is found by its method in any case', async () => {
  const mock = createMock({ scenario: readingRoom });
  // Unlike `get`, fetch sends it as it stands, except in Bun.
  expect((await mock.fetch('/user-data/v1/user/1', { method: 'patch' })).status).toBe(405);
  expect(['patch', 'PATCH', 'Patch'].map((method) => mock.requests.count({ method }))).toEqual([1, 1, 1]);
});

describeApi('The request journal', (open, delivery) => {
  const start = async (options = {}) => {
    const api = await open({ scenario: readingRoom, ...options });
    return { ...api, ask: askThrough(delivery, api) };
  };

  it('contains an entry for each request, newest last', async () => {
    const { mock, ask } = await start();
    const first = await ask('GET', '/public-api/v1/brief?page=2&tag=a&tag=b');
    mock.clock.advance({ seconds: 5 });
    const second = await ask('POST', '/public-api/v1/bookmark/morning/1-104');
    // Tested in journal.test.ts.
    const any = { headers: expect.any(Object), body: expect.anything() };
    const content = {
      entry: expect.any(Number),
      wall_time: expect.any(String),
      request: { headers: expect.any(Object) },
      response: any,
    };
    expect(mock.requests.all()).toEqual([
      {
        id: first.headers.get('x-request-id'),
        at: '2026-03-04T09:00:00.000Z',
        method: 'GET',
        path: '/public-api/v1/brief',
        query: { page: '2', tag: ['a', 'b'] },
        status: 200,
        route: '/public-api/v1/brief',
        email: 'ann@reader.example',
        duration_ms: expect.any(Number),
        session: null,
        revision: 0,
        changed: false,
        faults: [],
        ...content,
      },
      {
        id: second.headers.get('x-request-id'),
        at: '2026-03-04T09:00:05.000Z',
        method: 'POST',
        path: '/public-api/v1/bookmark/morning/1-104',
        query: {},
        status: 200,
        route: '/public-api/v1/bookmark/:brief_slug/:brief_gid',
        email: 'ann@reader.example',
        duration_ms: expect.any(Number),
        session: null,
        revision: 2,
        changed: true,
        faults: [],
        ...content,
      },
    ]);
  });

  it.each([
    ['GET', '/public-api/v1/brieff', 404, 'the nearest route is GET /public-api/v1/brief'],
    ['GET', '/user-data/v1/clients', 404, 'the nearest route is GET /user-data/v1/client'],
    ['POST', '/user-preference/v1/preferences', 404, 'the nearest route is POST /user-preference/v1/preference'],
    ['GET', '/user-data/v3/client', 404, 'has no version v3; the nearest route is GET /user-data/v1/client'],
    ['PUT', '/public-api/v1/brief', 405, 'allowed methods: GET, HEAD'],
  ])(
    'X5: %s %s is listed as unmatched, and the reason suggests the nearest route or method',
    async (method, path, status, reason) => {
      const { mock, ask } = await start();
      await ask('GET', '/public-api/v1/brief');
      expect((await ask(method, path)).status).toBe(status);
      const [entry, ...others] = mock.requests.unmatched();
      expect(others).toEqual([]);
      expect(entry).toMatchObject({ method, path, status, route: null });
      expect(entry?.reason).toContain(reason);
    },
  );

  it.each<[title: string, method: string, path: string, init: RequestInit, status: number, reason: RegExp]>([
    ['no token', 'GET', '/public-api/v1/brief', { headers: { authorization: '' } }, 401, /Authorization/],
    [
      'an unknown token',
      'GET',
      '/public-api/v1/brief',
      { headers: { authorization: 'Bearer x' } },
      401,
      /was not issued by this mock/,
    ],
    [
      'no entitlement',
      'GET',
      '/public-api/v1/brief/oak-insider',
      {},
      403,
      /ann@reader.example is not entitled to oak-insider.*no brief entitlement, content entitlement or active client-brief relationship/,
    ],
    ['an inactive brief', 'GET', '/public-api/v1/brief/retired', {}, 404, /Brief retired is inactive/],
    ['an unknown brief', 'GET', '/public-api/v1/brief/none', {}, 404, /There is no brief none/],
    [
      'an unpublished document',
      'POST',
      '/public-api/v1/bookmark/morning/1-105',
      {},
      404,
      /not published until 2026-03-05/,
    ],
    ['an unknown record', 'GET', '/user-data/v1/client/99', {}, 404, /There is no client 99/],
    ['an invalid id', 'GET', '/user-data/v1/client/x', {}, 404, /id: must be a decimal integer/],
    ['a broken reference', 'POST', '/user-data/v1/feature', json([{ app_id: 9, name: 'F' }]), 404, /app_id/],
    ['a duplicate', 'POST', '/user-data/v1/application', json([{ name: 'Reader' }]), 409, /name/],
    ['an invalid field', 'POST', '/user-data/v1/application', json([{ name: 5 }]), 400, /name/],
    [
      'a body that is not JSON',
      'POST',
      '/user-data/v1/application',
      { body: '{' },
      400,
      /The request body is not valid JSON/,
    ],
    [
      'a body that is too large',
      'POST',
      '/user-data/v1/application',
      { body: ' '.repeat(2 ** 20 + 1) },
      413,
      /larger than/,
    ],
  ])('the entry of a rejected request contains the reason: %s', async (_, method, path, init, status, reason) => {
    const { mock, ask } = await start();
    expect((await ask(method, path, init)).status).toBe(status);
    const [entry] = mock.requests.all();
    expect(entry?.status).toBe(status);
    expect(entry?.reason).toMatch(reason);
    expect(entry?.route).not.toBeNull();
  });

  it('P7: with hideUnentitled the entry names the missing entitlement, which the answer does not', async () => {
    const { mock, ask } = await start({ behavior: { hideUnentitled: true } });
    const answer = await ask('GET', '/public-api/v1/brief/oak-insider');
    expect([answer.status, await answer.text()]).toEqual([404, expect.not.stringContaining('entitle')]);
    expect(mock.requests.all()[0]?.reason).toContain('is not entitled to oak-insider');
  });

  it.each(['pin=hush', '{"fname": "Ann", "password":hush}', '{"password": "hush" "lname"}'])(
    'an entry and an answer say what is wrong with a body, and repeat nothing of it: %s',
    async (body) => {
      const { mock, ask } = await start();
      const answer = await ask('POST', '/user-data/v1/application', { body });
      const [entry] = mock.requests.all();
      // Each runtime says it in other words.
      expect(entry?.reason).toMatch(/^The request body is not valid JSON: .*xpected /);
      expect(JSON.stringify([entry, await answer.text()])).not.toContain('hush');
    },
  );

  it.each([
    '[{"name": {"password": "hush"}}]',
    '[{"name": ["x", {"nested": {"pin": "hush"}}]}]',
    '[{"name": {"api_key": "hush"}}]',
  ])('a message about an invalid value hides the secrets in it: %s', async (body) => {
    const { mock, ask } = await start();
    const answer = await ask('POST', '/user-data/v1/package', {
      body,
      headers: { 'content-type': 'application/json' },
    });
    expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining('[hidden]')]);
    expect(mock.requests.all()[0]?.reason).toMatch(/must be a string, but is .*\[hidden\]/);
    expect(JSON.stringify([mock.requests.all(), mock.trace({ redact: true })])).not.toContain('hush');
  });

  it.each([
    ['{"password":"hush"}', '"{\\"password\\":\\"[hidden]\\"}"'],
    [`{"x":1,"pin":"hush${'-'.repeat(300)}"}`, '"{\\"x\\":1,\\"pin\\":[hidden]"'],
    ['[Session: Monday]', '"[Session: Monday]"'],
  ])('a message about an invalid value that is JSON in a string hides the secrets in it: %s', async (value, shown) => {
    const { mock, ask } = await start();
    const body = JSON.stringify({ user_email: 'ann@reader.example', preference_id: 1, preference_value: value });
    const headers = { 'content-type': 'application/json' };
    const answer = await ask('POST', '/user-data/v1/user-preference', { body, headers });
    expect(answer.status).toBe(400);
    expect(mock.requests.all()[0]?.reason).toBe(`preference_value: must be an object, but is ${shown}`);
    expect(JSON.stringify([mock.requests.all(), await answer.text()])).not.toContain('hush');
  });

  it('hides query parameters that look like secrets', async () => {
    const { mock, ask } = await start();
    const headers = { authorization: 'Bearer my-own-secret', cookie: 'session=my-own-secret' };
    await ask('GET', '/public-api/v1/brief?access_token=my-own-secret&apiKey=my-own-secret&limit=3', { headers });
    const [entry] = mock.requests.all();
    expect(entry?.query).toEqual({ access_token: '[hidden]', apiKey: '[hidden]', limit: '3' });
    expect(JSON.stringify(mock.requests.all())).not.toContain('my-own-secret');
  });

  it.each([
    ['token', 'access_token', 'accesstoken', 'clientSecret', 'password', 'PASSWD', 'Authorization', 'credentials'],
    ['session', 'session_id', 'api_key', 'api-key', 'apikey', 'apiKey', 'jwt', 'X-Signature', 'passphrase', 'passcode'],
    ['auth', 'X-Auth', 'oauth', 'pass', 'userPass', 'pwd', 'db_pwd', 'key', 'public.key', 'APIKey', 'KEY2'],
    ['code', 'authCode', 'sig', 'X-Goog-Sig', 'bearer', 'otp', 'OTP', 'filter[otp]', 'pin'],
  ])('hides the values of %s, %s, %s, %s and others, each time they are repeated', async (...names) => {
    const { mock, ask } = await start();
    const query = names.map((name) => `${name}=mine&${name}=mine`).join('&');
    await ask('GET', `/public-api/v1/brief?${query}&limit=shown`);
    const hidden = names.map((name) => [name, ['[hidden]', '[hidden]']]);
    expect(mock.requests.all()[0]?.query).toEqual({ ...Object.fromEntries(hidden), limit: 'shown' });
  });

  it('hides such parameters in URLs that are values of headers', async () => {
    const { mock, ask } = await start();
    const hush = 'http://ann:hush@x/?token=hush&a%5Bpin%5D=hush&limit=shown#access_token=hush';
    mock.faults.add({ status: 503, headers: { location: hush } });
    const headers = { referer: hush };
    await ask('GET', '/public-api/v1/brief', { headers });
    const [entry] = mock.requests.all();
    const shown = 'http://[hidden]@x/?token=[hidden]&a%5Bpin%5D=[hidden]&limit=shown#access_token=[hidden]';
    expect([entry?.request?.headers.referer, entry?.response?.headers.location]).toEqual([shown, shown]);
    expect(JSON.stringify([mock.requests.all(), mock.trace({ redact: true })])).not.toContain('hush');
  });

  it.each([
    ['keyboard', 'postcode', 'author', 'authored_by', 'monkey', 'hotkeys', 'compass', 'passenger'],
    ['bypassed', 'design', 'sigma', 'spin', 'pinned', 'bearers', 'email', 'pref_slugs', 'preference_value'],
  ])('shows the values of %s, %s, %s and others', async (...names) => {
    const { mock, ask } = await start();
    await ask('GET', `/public-api/v1/brief?${names.map((name) => `${name}=shown`).join('&')}`);
    expect(mock.requests.all()[0]?.query).toEqual(Object.fromEntries(names.map((name) => [name, 'shown'])));
  });

  it('a query parameter that is sent three times is an array of its values, and an empty one is kept', async () => {
    const { mock, ask } = await start();
    await ask('GET', '/public-api/v1/brief?tag=a&tag=b&empty=&tag=c');
    expect(mock.requests.all()[0]?.query).toEqual({ tag: ['a', 'b', 'c'], empty: '' });
  });

  it('X25: contains no preflights', async () => {
    const { mock, ask } = await start();
    const headers = { origin: 'https://app.example', 'access-control-request-method': 'GET' };
    await ask('OPTIONS', '/public-api/v1/brief', { headers });
    expect(mock.requests.all()).toEqual([]);
  });

  it('contains a request that got 414 because its URL was too long', async () => {
    const { mock, ask } = await start();
    expect((await ask('GET', `/public-api/v1/brief?${'x'.repeat(15_400)}`)).status).toBe(414);
    expect(mock.requests.all()[0]?.reason).toBe('The URL is longer than 15360 characters');
  });
});

describeControl('/__mock/requests', (open) => {
  it('GET lists API requests, all or only unmatched ones, and no control calls', async () => {
    const { mock, ann, send } = await open();
    await ann.get('/brief');
    await send('GET', '/public-api/v1/nothing');
    await send('GET', '/__mock/health');
    await send('GET', '/__mock/nothing');
    const { json } = await send<List>('GET', REQUESTS);
    expect(json).toEqual({ data: mock.requests.all(), total: 2, dropped: 0, ended: false });
    const unmatched = await send<List>('GET', `${REQUESTS}/unmatched`);
    expect(unmatched.json).toEqual({ data: mock.requests.unmatched(), total: 1, dropped: 0, ended: false });
  });

  it('X20: DELETE, a reset and a restore empty the journal', async () => {
    const { mock, ann, send } = await open();
    const before = mock.snapshot();
    await ann.get('/brief');
    expect((await send<List>('DELETE', REQUESTS)).json.total).toBe(1);
    expect((await send<List>('GET', REQUESTS)).json).toEqual({ data: [], total: 0, dropped: 0, ended: false });
    await ann.get('/brief');
    await send('POST', '/__mock/reset');
    expect(mock.requests.all()).toEqual([]);
    await ann.get('/brief');
    await send('POST', '/__mock/restore', { body: before });
    expect(mock.requests.all()).toEqual([]);
  });

  it.each<[filter: object | undefined, count: number]>([
    [undefined, 5],
    [{}, 5],
    [{ method: 'GET' }, 4],
    [{ method: 'post' }, 1],
    [{ status: 200 }, 4],
    [{ status: 403 }, 1],
    [{ path: '/public-api/v1/brief' }, 1],
    [{ path: '/public-api/v1/brief/:slug' }, 3],
    [{ path: '/public-api/v1/brief/morning' }, 2],
    [{ path: '/v1/*' }, 1],
    [{ path: '/public-api/*' }, 5],
    [{ method: 'GET', path: '/public-api/v1/brief/*', status: 403 }, 1],
    [{ path: '/user-data/*' }, 0],
  ])('POST /count with %j answers %i', async (body, count) => {
    const { mock, ann, send } = await open();
    await ann.get('/brief');
    await ann.get('/brief/morning');
    await send('GET', '/v1/brief/morning', { token: 'ann-token' });
    await ann.get('/brief/oak-insider');
    await ann.post('/bookmark/morning/1-104');
    expect((await send('POST', `${REQUESTS}/count`, { body })).json).toEqual({ count, complete: true });
    expect(mock.requests.count(body)).toBe(count);
  });

  it.each([
    [{ status: '200' }, 'status'],
    [{ methd: 'GET' }, 'methd'],
    [{ path: 5 }, 'path'],
  ])('POST /count with %j gets 400', async (body, field) => {
    const { send } = await open();
    const { status, json } = await send<ControlFailure>('POST', `${REQUESTS}/count`, { body });
    expect(status).toBe(400);
    expect(json.error.issues?.map(({ path }) => path)).toContain(field);
  });
});

describe('The journal of a mock', () => {
  it.each([
    ['a reset', (mock: Mock) => mock.reset()],
    ['a restore', (mock: Mock) => mock.restore(mock.snapshot())],
    ['mock.requests.clear()', (mock: Mock) => mock.requests.clear()],
  ])('X20: does not contain a request that was in flight at %s', async (_, empty) => {
    const mock = createMock({ scenario: readingRoom, delay: 5 });
    const underWay = mock.fetch('/public-api/v1/brief');
    empty(mock);
    expect((await underWay).status).toBe(401);
    expect(mock.requests.all()).toEqual([]);
    await mock.fetch('/public-api/v1/brief');
    expect(mock.requests.all()).toHaveLength(1);
  });

  it('contains the newest 1000 requests', async () => {
    const mock = createMock({ scenario: readingRoom });
    for (let i = 0; i < 1234; i++) await mock.fetch(`/public-api/v1/brief/${i}`);
    const paths = mock.requests.all().map(({ path }) => path);
    expect(paths).toHaveLength(1000);
    expect([paths[0], paths.at(-1)]).toEqual(['/public-api/v1/brief/234', '/public-api/v1/brief/1233']);
    expect(mock.requests.count()).toBe(1000);
  });

  it('is at most 512 KiB, so it contains fewer requests when they are long', async () => {
    const mock = createMock({ scenario: readingRoom });
    for (let i = 0; i < 100; i++) await mock.fetch(`/public-api/v1/brief/${'x'.repeat(10_000)}${i}`);
    const entries = mock.requests.all();
    expect(entries.length).toBeGreaterThan(10);
    expect(JSON.stringify(entries).length).toBeLessThan(2 ** 19);
    expect(entries.at(-1)?.path.endsWith('x99')).toBe(true);
  });

  it('contains the newest request alone if that is longer than 512 KiB', async () => {
    const mock = createMock({ scenario: readingRoom });
    await mock.fetch('/public-api/v1/brief');
    await mock.fetch(`/public-api/v1/brief/${'x'.repeat(600_000)}`);
    expect(mock.requests.all().map(({ path }) => path.length)).toEqual([600_000 + '/public-api/v1/brief/'.length]);
  });

  it('a fork copies the journal, and later requests of the fork do not reach the original', async () => {
    const mock = createMock({ scenario: readingRoom });
    await mock.fetch('/public-api/v1/brief');
    const fork = mock.fork();
    await fork.fetch('/public-api/v1/brief/morning');
    expect(mock.requests.all()).toHaveLength(1);
    expect(fork.requests.all()).toHaveLength(2);
    expect(fork.requests.all()[0]).toEqual(mock.requests.all()[0]);
  });
});

function json(body: unknown): RequestInit {
  return { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
}
