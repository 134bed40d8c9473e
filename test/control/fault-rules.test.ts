import { createMock, type FaultRule, MockError } from 'briefs-mock';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { ControlFailure } from '../support/bodies.js';
import { describeControl } from '../support/deliveries.js';
import { issuesOf } from '../support/fault-issues.js';
import { askThrough } from '../support/plain-requests.js';
import { readingRoom } from '../support/reading-room.js';

const LIST = '/public-api/v1/brief';
const FAULTS = '/__mock/faults';

interface One {
  data: { id: number; hits: number };
}

describeControl('/__mock/faults', (open, delivery) => {
  it('rules are added, listed, and removed one by one or all at once', async () => {
    const { send } = await open();
    const first = { method: 'GET', path: LIST, status: 503, times: 2 };
    const second = { delay_ms: { min: 1, max: 2 }, probability: 0.5 };
    expect((await send<One>('POST', FAULTS, { body: first })).json).toEqual({ data: { id: 1, ...first, hits: 0 } });
    await send('POST', FAULTS, { body: second });
    await send('POST', FAULTS, { body: { abort: true } });
    const listed = [
      { id: 1, ...first, hits: 0 },
      { id: 2, ...second, hits: 0 },
      { id: 3, abort: true, hits: 0 },
    ];
    expect((await send('GET', FAULTS)).json).toEqual({ data: listed, total: 3 });
    expect((await send('DELETE', `${FAULTS}/2`)).json).toEqual({ data: listed[1] });
    const { status, json } = await send<ControlFailure>('DELETE', `${FAULTS}/2`);
    expect([status, json.error.code]).toEqual([404, 'not_found']);
    expect((await send('DELETE', FAULTS)).json).toEqual({ data: [listed[0], listed[2]], total: 2 });
    expect((await send('GET', FAULTS)).json).toEqual({ data: [], total: 0 });
  });

  it('the control API and mock.faults show the same rules', async () => {
    const { mock, send } = await open();
    await send('POST', FAULTS, { body: { status: 503 } });
    mock.faults.add({ abort: true });
    expect((await send('GET', FAULTS)).json).toEqual({ data: mock.faults.all(), total: 2 });
    mock.faults.remove(1);
    expect((await send<{ total: number }>('GET', FAULTS)).json.total).toBe(1);
  });

  it('reset and the faults routes answer even when a rule matches the whole control API', async () => {
    const api = await open();
    const { mock, send } = api;
    const ask = askThrough(delivery, api);
    const everything = { path: '/__mock/*', status: 503 };
    for (const [method, path] of [
      ['POST', '/__mock/reset'],
      ['DELETE', FAULTS],
      ['DELETE', `${FAULTS}/1`],
    ]) {
      mock.reset();
      await send('POST', FAULTS, { body: everything });
      expect((await ask('GET', '/__mock/health')).status).toBe(503);
      expect((await send('GET', FAULTS)).status).toBe(200);
      expect((await send(method as string, path as string)).status).toBe(200);
      expect((await send('GET', '/__mock/health')).status).toBe(200);
    }
  });

  it.each<[FaultRule, message: string]>([
    [{ path: '/__mock/reset' }, 'path: is "/__mock/reset", to which no fault rule applies'],
    [{ path: FAULTS, method: 'GET' }, `method: is GET, but fault rules apply to ${FAULTS} only with POST`],
  ])('a rule for control calls that no rule reaches is rejected: %j', async (rule, message) => {
    const { send } = await open();
    const { status, json } = await send<ControlFailure>('POST', FAULTS, { body: { ...rule, status: 503 } });
    expect([status, json.error.message]).toEqual([400, message]);
  });

  it('X18: a trailing slash in a path makes no difference, in rules and in request counts', async () => {
    const { mock, send } = await open();
    await send('POST', FAULTS, { body: { path: `${LIST}/`, status: 503, times: 2 } });
    expect((await mock.fetch(LIST)).status).toBe(503);
    expect((await mock.fetch(`${LIST}/`)).status).toBe(503);
    const count = (path: string) => send('POST', '/__mock/requests/count', { body: { path } });
    expect((await count(`${LIST}/`)).json).toMatchObject({ count: 2 });
    expect((await count(LIST)).json).toMatchObject({ count: 2 });
    expect((await count('public-api')).status).toBe(400);
    expect((await send('POST', FAULTS, { body: { path: `${LIST}//`, status: 503 } })).status).toBe(400);
  });

  it('X20: a reset and a restore remove all rules', async () => {
    const { mock, send } = await open();
    const before = mock.snapshot();
    mock.faults.add({ status: 503 });
    await send('POST', '/__mock/reset');
    expect(mock.faults.all()).toEqual([]);
    expect(mock.faults.add({ status: 503 }).id).toBe(1);
    await send('POST', '/__mock/restore', { body: before });
    expect(mock.faults.all()).toEqual([]);
  });

  it('a rule without a path does not match control calls, and a rule with a /__mock path does', async () => {
    const api = await open();
    const ask = askThrough(delivery, api);
    api.mock.faults.add({ status: 503 });
    expect((await ask('GET', '/__mock/health')).status).toBe(200);
    api.mock.faults.add({ path: '/__mock/*', method: 'GET', status: 418 });
    expect((await ask('GET', '/__mock/health')).status).toBe(418);
    expect((await ask('DELETE', FAULTS)).status).toBe(200);
    expect((await ask('GET', '/__mock/health')).status).toBe(200);
  });

  it('an invalid rule gets 400 with an issue for every invalid field, and is not added', async () => {
    const { mock, send } = await open();
    const body = { path: 'brief', status: 99, times: 0, surprise: true };
    const { status, json } = await send<ControlFailure>('POST', FAULTS, { body });
    expect(status).toBe(400);
    expect(json.error.issues?.map(({ path }) => path).sort()).toEqual(['path', 'status', 'surprise', 'times']);
    expect(mock.faults.all()).toEqual([]);
  });

  it.each(['{"__proto__":1}', '{"a":[{"__proto__":{"b":1}}]}'])(
    'a body with the key __proto__ gets 400: %s',
    async (body) => {
      const { mock, send } = await open();
      const { status, json } = await send<ControlFailure>('POST', FAULTS, { body: `{"status":503,"body":${body}}` });
      expect([status, json.error.issues]).toEqual([
        400,
        [{ path: 'body', message: 'must not have the key __proto__' }],
      ]);
      expect(mock.faults.all()).toEqual([]);
    },
  );

  it('a body keeps every other key', async () => {
    const { send } = await open();
    const body = { constructor: 1, toString: null, '': [{ prototype: {} }] };
    const { json } = await send<{ data: object }>('POST', FAULTS, { body: { status: 503, body } });
    expect(json.data).toMatchObject({ body });
  });

  it('adding a rule beyond 100 rules gets 413', async () => {
    const { mock, send } = await open();
    for (let i = 0; i < 100; i++) mock.faults.add({ status: 503 });
    const { status, json } = await send<ControlFailure>('POST', FAULTS, { body: { status: 503 } });
    expect([status, json.error.code]).toEqual([413, 'payload_too_large']);
  });
});

describe('mock.faults.add() with an invalid rule', () => {
  it.each<[rule: object, path: string, message: string]>([
    [{}, '', 'A fault rule needs at least one of status, body, answers, headers, delay_ms, hold, abort, malformed'],
    [
      { path: LIST, times: 3 },
      '',
      'A fault rule needs at least one of status, body, answers, headers, delay_ms, hold, abort, malformed',
    ],
    [{ status: 199 }, 'status', 'must be an integer from 200 to 599, but is 199'],
    [{ status: '503' }, 'status', 'must be an integer from 200 to 599, or a list of 1 to 100 of them, but is "503"'],
    [
      { status: Array(101).fill(503) },
      'status',
      `must be an integer from 200 to 599, or a list of 1 to 100 of them, but is [${'503,'.repeat(100).slice(0, 199)}…`,
    ],
    [{ status: 200 }, 'body', 'is required with status 200; only a status of 400 or more has a default body'],
    [{ status: 204, body: {} }, 'body', 'cannot be combined with status 204, whose answers have no body'],
    [{ status: 204, malformed: true }, 'malformed', 'cannot be combined with status 204, whose answers have no body'],
    [{ abort: true, status: 503 }, 'status', 'cannot be combined with abort, which sends no answer'],
    [{ abort: true, body: 1 }, 'body', 'cannot be combined with abort, which sends no answer'],
    [{ abort: false }, 'abort', 'must be true, or be left out, but is false'],
    [{ malformed: 1 }, 'malformed', 'must be true, or be left out, but is 1'],
    [{ delay_ms: 5, retry_after: 3 }, 'retry_after', 'requires a status'],
    [{ status: 429, retry_after: 1.5 }, 'retry_after', 'must be an integer of 0 or more, but is 1.5'],
    [{ status: 429, retry_after: 1e21 }, 'retry_after', 'must be at most 9007199254740991, but is 1e+21'],
    [{ status: 503, times: 1e21 }, 'times', 'must be at most 9007199254740991, but is 1e+21'],
    [{ status: 503, skip: 1e21 }, 'skip', 'must be at most 9007199254740991, but is 1e+21'],
    [{ status: 503, probability: 1.1 }, 'probability', 'must be a number from 0 to 1, but is 1.1'],
    [{ status: 503, probability: '50%' }, 'probability', 'must be a number from 0 to 1, but is "50%"'],
    [{ status: 503, times: 0 }, 'times', 'must be an integer of 1 or more, but is 0'],
    [
      { delay_ms: -1 },
      'delay_ms',
      'must be a number of milliseconds from 0 to 600000, or {min, max} of such numbers, but is -1',
    ],
    [
      { delay_ms: '1s' },
      'delay_ms',
      'must be a number of milliseconds from 0 to 600000, or {min, max} of such numbers, but is "1s"',
    ],
    [{ status: 503, method: 'FETCH' }, 'method', 'must be one of GET, HEAD, POST, PUT, PATCH, DELETE, but is "FETCH"'],
    [{ status: 503, path: 'brief' }, 'path', 'must start with /, but is "brief"'],
    [
      { status: 503, path: '/public-api/v1/breif' },
      'path',
      `is "/public-api/v1/breif", which matches no route; the nearest route is GET ${LIST}`,
    ],
    [
      { status: 503, path: `${LIST}?page=1` },
      'path',
      `is "${LIST}?page=1", but must not have a query, which is a condition of its own; the nearest route is GET ${LIST}`,
    ],
    [
      { status: 503, path: `${LIST}*x` },
      'path',
      `is "${LIST}*x", but can have * only at its end; the nearest route is GET ${LIST}`,
    ],
    [
      { status: 503, path: `${LIST}/morning#top` },
      'path',
      `is "${LIST}/morning#top", but must not have a fragment, which no request has; the nearest route is GET ${LIST}/:brief_slug`,
    ],
    [{ status: 503, method: 'POST', path: LIST }, 'method', `is POST, but ${LIST} supports only GET`],
    [{ status: 503, method: 'POST', path: `${LIST}/*` }, 'method', `is POST, but ${LIST}/* supports only GET`],
    [
      { status: 503, statuss: 1 },
      'statuss',
      'is unknown; allowed: method, path, match, skip, status, body, retry_after, headers, answers, delay_ms, probability, times, hold, abort, malformed',
    ],
  ])('%j throws an error whose issue names the field', (rule, path, message) => {
    expect(issuesOf(rule)).toContainEqual({ path, message });
  });
});

describe('The limits of the fields of a rule', () => {
  const pathsOf = (rule: object) => issuesOf(rule).map(({ path }) => path);

  it.each<[rule: object]>([
    [{ status: 200, body: {} }],
    [{ status: 399, body: null }],
    [{ status: 400 }],
    [{ status: 599 }],
    [{ status: 204 }],
    [{ status: 205 }],
    [{ status: 304 }],
    [{ status: 503, probability: 0 }],
    [{ status: 503, probability: 1 }],
    [{ status: 503, times: 1 }],
    [{ status: 503, times: Number.MAX_SAFE_INTEGER }],
    [{ status: 503, retry_after: 0 }],
    [{ delay_ms: 0 }],
    [{ delay_ms: 600_000 }],
    [{ delay_ms: { min: 5, max: 5 } }],
    [{ delay_ms: { min: 0, max: 600_000 } }],
    [{ abort: true, delay_ms: 1, times: 1, probability: 0.5, method: 'GET', path: LIST }],
    [{ body: null }],
    [{ malformed: true }],
    [{ status: 503, method: 'HEAD', path: LIST }],
  ])('%j is accepted', (rule) => {
    expect(pathsOf(rule)).toEqual([]);
  });

  it.each<[rule: object, ...paths: string[]]>([
    [{ status: 399 }, 'body'],
    [{ status: 600 }, 'status'],
    [{ status: 205, body: {} }, 'body'],
    [{ status: 304, malformed: true }, 'malformed'],
    [{ status: 503, probability: -0.1 }, 'probability'],
    [{ status: 503, times: 2 ** 53 }, 'times'],
    [{ status: 503, retry_after: -1 }, 'retry_after'],
    [{ status: 503, retry_after: 2 ** 53 }, 'retry_after'],
    [{ body: {}, retry_after: 1 }, 'retry_after'],
    [{ delay_ms: 600_001 }, 'delay_ms'],
    [{ delay_ms: Number.NaN }, 'delay_ms'],
    [{ delay_ms: { min: 6, max: 5 } }, 'delay_ms'],
    [{ delay_ms: { min: -1, max: 5 } }, 'delay_ms'],
    [{ delay_ms: { min: 1, max: 600_001 } }, 'delay_ms'],
    [{ delay_ms: { min: 1 } }, 'delay_ms'],
    [{ abort: true, malformed: true }, 'malformed'],
    [{ abort: true, status: 503, retry_after: 1 }, 'status', 'retry_after'],
    [{ status: 503, method: 'HEAD', path: '/user-data/v1/get-preference' }, 'method'],
  ])('%j is rejected', (rule, ...paths) => {
    expect(new Set(pathsOf(rule).map((path) => path.split('.')[0]))).toEqual(new Set(paths));
  });

  it('a rule has at most 100 statuses or answers', () => {
    const times = (count: number) => Array.from({ length: count }, () => 503);
    for (const ruleOf of [
      (count: number) => ({ status: times(count) }),
      (count: number) => ({ answers: times(count).map((status) => ({ status })) }),
    ]) {
      expect(pathsOf(ruleOf(100))).toEqual([]);
      expect(pathsOf(ruleOf(101))).toEqual(Object.keys(ruleOf(101)));
    }
  });

  it('the hundredth rule is accepted, and an id is not used again after a rule is removed', () => {
    const { faults } = createMock({ scenario: readingRoom });
    for (let n = 1; n <= 100; n++) expect(faults.add({ status: 503 }).id).toBe(n);
    expect(() => faults.add({ status: 503 })).toThrow(MockError);
    faults.remove(100);
    expect(faults.add({ status: 503 }).id).toBe(101);
    faults.clear();
    expect(faults.add({ status: 503 }).id).toBe(102);
  });
});

it('a rule is a copy: changing what was given or returned changes nothing', async () => {
  const mock = createMock({ scenario: readingRoom });
  const given = { path: LIST, body: { parts: ['rule'] }, match: { query: { page: '1' } } } as const;
  const expected = structuredClone(given);
  const change = (rule: FaultRule) => {
    (rule.body as { parts: string[] }).parts.push('changed');
    (rule.match as { query: object }).query = { page: '2' };
  };
  const added = mock.faults.add(given);
  for (const rule of [given as FaultRule, added, ...mock.faults.all()]) change(rule);
  expect(mock.faults.all()).toEqual([{ ...expected, id: 1, hits: 0 }]);
  expect(await (await mock.fetch(`${LIST}?page=1`)).json()).toEqual(expected.body);
});

describe('Requests that a rule matches', () => {
  /** The requests of a list that a rule matches. */
  async function matchedBy(rule: FaultRule, requests: readonly string[]): Promise<string[]> {
    const mock = createMock({ scenario: readingRoom });
    mock.faults.add({ status: 418, ...rule });
    const answers = requests.map(async (request) => {
      const [method = '', path = ''] = request.split(' ');
      return (await mock.fetch(path, { method })).status === 418;
    });
    const hits = await Promise.all(answers);
    return requests.filter((_, i) => hits[i]);
  }

  const requests = [
    'GET /public-api/v1/brief',
    'GET /public-api/v1/brief/morning',
    'GET /v1/brief/morning',
    'GET /public-api/v1/brief/morning/',
    'GET /public-api/v1/bookmark/article',
    'GET /public-api/v1/bookmark/brief',
    'POST /public-api/v1/bookmark/morning/1-104',
    'DELETE /public-api/v1/bookmark/morning/1-104',
    'GET /user-data/v1/client/1',
    'GET /user-data/v1/client',
    'HEAD /user-data/v1/client',
    'GET /nothing',
    'GET /__mock/health',
  ];
  const ofApis = requests.slice(0, -1);

  it.each<[rule: FaultRule, matches: readonly string[]]>([
    [{}, ofApis],
    [{ method: 'GET' }, ofApis.filter((request) => request.startsWith('GET'))],
    [{ method: 'HEAD' }, ['HEAD /user-data/v1/client']],
    [{ path: '/public-api/v1/brief' }, ['GET /public-api/v1/brief']],
    [
      { path: '/public-api/v1/brief/:slug' },
      ['GET /public-api/v1/brief/morning', 'GET /v1/brief/morning', 'GET /public-api/v1/brief/morning/'],
    ],
    [
      { path: '/public-api/v1/brief/morning' },
      ['GET /public-api/v1/brief/morning', 'GET /v1/brief/morning', 'GET /public-api/v1/brief/morning/'],
    ],
    [{ path: '/v1/brief/:brief_slug' }, ['GET /v1/brief/morning']],
    [{ path: '/public-api/v1/brief/evening' }, []],
    [{ path: '/public-api/v1/bookmark/article' }, ['GET /public-api/v1/bookmark/article']],
    [{ path: '/public-api/v1/bookmark/*' }, requests.filter((request) => request.includes('/bookmark/'))],
    [
      { path: '/public-api/v1/bookmark/:brief/:document' },
      ['POST /public-api/v1/bookmark/morning/1-104', 'DELETE /public-api/v1/bookmark/morning/1-104'],
    ],
    [{ path: '/user-data/v1/client/:id' }, ['GET /user-data/v1/client/1']],
    [{ path: '/user-data/v1/client/1' }, ['GET /user-data/v1/client/1']],
    [{ path: '/user-data/v1/client/2' }, []],
    [{ path: '/user-data/*' }, requests.filter((request) => request.includes('/user-data/'))],
    [{ path: '/user-data/v1/cli*' }, requests.filter((request) => request.includes('/client'))],
    [{ path: '/*' }, requests],
    [{ path: '/__mock/*' }, ['GET /__mock/health']],
  ])('%j matches the expected requests and no others', async (rule, matches) => {
    expect(await matchedBy(rule, requests)).toEqual(matches);
  });

  it('rules that only delay are passed over, and a rule with an answer ends the search', async () => {
    const mock = createMock({ scenario: readingRoom });
    mock.faults.add({ delay_ms: 0 });
    mock.faults.add({ path: LIST, body: { answered: true } });
    mock.faults.add({ delay_ms: 0 });
    expect(await (await mock.fetch(LIST)).json()).toEqual({ answered: true });
    await mock.fetch('/public-api/v1/brief/morning');
    expect(mock.faults.all().map(({ hits }) => hits)).toEqual([2, 1, 1]);
  });

  it('the rules of a fork are counted and removed separately', async () => {
    const mock = createMock({ scenario: readingRoom });
    mock.faults.add({ status: 503, times: 2 });
    await mock.fetch(LIST);
    const fork = mock.fork();
    await fork.fetch(LIST);
    expect([mock, fork].map(({ faults }) => faults.all().map(({ hits }) => hits))).toEqual([[1], [2]]);
    expect(fork.faults.add({ abort: true }).id).toBe(2);
    fork.faults.clear();
    expect(mock.faults.all()).toHaveLength(1);
  });

  it('a rule with times: n answers n requests, then the next rule or the route answers', async () => {
    const mock = createMock({ scenario: readingRoom });
    mock.faults.add({ path: LIST, status: 503, times: 2 });
    mock.faults.add({ path: LIST, status: 429, times: 1 });
    const statuses: number[] = [];
    for (let i = 0; i < 5; i++) {
      const headers = { authorization: 'Bearer ann-token' };
      statuses.push((await mock.fetch(LIST, { headers })).status);
    }
    expect(statuses).toEqual([503, 503, 429, 200, 200]);
    expect(mock.faults.all().map(({ hits }) => hits)).toEqual([2, 1]);
  });
});

describe('A rule with a probability', () => {
  async function sequence(seed: number, probability: number, length: number): Promise<boolean[]> {
    const mock = createMock({ scenario: readingRoom, seed });
    mock.faults.add({ status: 503, probability });
    const struck: boolean[] = [];
    for (let i = 0; i < length; i++) struck.push((await mock.fetch(LIST)).status === 503);
    return struck;
  }

  it('strikes the same requests with the same seed, and others with another seed', async () => {
    const first = await sequence(7, 0.5, 64);
    expect(await sequence(7, 0.5, 64)).toEqual(first);
    expect(await sequence(8, 0.5, 64)).not.toEqual(first);
  });

  it.each([0, 0.1, 0.5, 0.9, 1])('of %d strikes about that share of 1000 requests', async (probability) => {
    const struck = (await sequence(1, probability, 1000)).filter(Boolean).length;
    // Four standard deviations.
    const allowed = 4 * Math.sqrt(1000 * probability * (1 - probability));
    expect(Math.abs(struck - 1000 * probability)).toBeLessThanOrEqual(allowed);
  });

  it('strikes if the random number is below it, not if it is equal: 0 is never', async () => {
    const timers = vi.spyOn(globalThis, 'setTimeout');
    onTestFinished(() => timers.mockRestore());
    const mock = createMock({ scenario: readingRoom, seed: 5 });
    // The delay shows the number that the first rule draws first.
    mock.faults.add({ delay_ms: { min: 0, max: 1 } });
    await mock.fetch(LIST);
    const drawn = timers.mock.calls.map(([, delay = 0]) => delay).find((delay) => delay > 0 && delay < 1) as number;
    expect(await sequence(5, drawn, 1)).toEqual([false]);
    expect(await sequence(5, drawn + 2 ** -32, 1)).toEqual([true]);
  });

  it('continues its random sequence in a fork, and restarts it after a reset', async () => {
    const mock = createMock({ scenario: readingRoom });
    const rule = { status: 503, probability: 0.5 } as const;
    const next = async (from: typeof mock) => {
      const struck: boolean[] = [];
      for (let i = 0; i < 32; i++) struck.push((await from.fetch(LIST)).status === 503);
      return struck;
    };
    mock.faults.add(rule);
    const first = await next(mock);
    const fork = mock.fork();
    expect(await next(fork)).toEqual(await next(mock));
    mock.reset();
    mock.faults.add(rule);
    expect(await next(mock)).toEqual(first);
  });

  it('strikes the same requests whether or not another rule exists', async () => {
    const alone = await sequence(3, 0.5, 32);
    const mock = createMock({ scenario: readingRoom, seed: 3 });
    mock.faults.add({ status: 503, probability: 0.5 });
    mock.faults.add({ path: LIST, delay_ms: { min: 0, max: 0.01 }, probability: 0.3 });
    const beside: boolean[] = [];
    for (let i = 0; i < 32; i++) beside.push((await mock.fetch(LIST)).status === 503);
    expect(beside).toEqual(alone);
  });
});
