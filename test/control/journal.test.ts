import { createMock, type JournalEntry, type Mock, MockError } from 'briefs-mock';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ControlFailure } from '../support/bodies.js';
import { describeApi, describeControl } from '../support/deliveries.js';
import { askThrough } from '../support/plain-requests.js';
import { readingRoom } from '../support/reading-room.js';
import { office } from '../support/user-data-office.js';

const REQUESTS = '/__mock/requests';
const BRIEFS = '/public-api/v1/brief';
const APPLICATIONS = '/user-data/v1/application';
const ann = { authorization: 'Bearer ann-token' };

interface List {
  data: JournalEntry[];
  total: number;
  dropped: number;
  ended: boolean;
}

const last = (mock: Mock) => mock.requests.all().at(-1) as JournalEntry;
const post = (body: string) => ({ method: 'POST', body, headers: { 'content-type': 'application/json' } });

describeApi('A journal entry', (open, delivery) => {
  const start = async (options = {}) => {
    const api = await open({ scenario: readingRoom, ...options });
    return { ...api, ask: askThrough(delivery, api) };
  };

  it('names the caller of the public API, and no caller of other APIs or with an invalid token', async () => {
    const { mock, ask } = await start();
    await ask('GET', BRIEFS);
    await ask('GET', BRIEFS);
    await ask('GET', `${BRIEFS}/oak-insider`);
    await ask('GET', BRIEFS, { headers: { authorization: 'Bearer x' } });
    await ask('GET', '/user-data/v1/user');
    expect(mock.requests.all().map(({ status, email }) => [status, email])).toEqual([
      [200, 'ann@reader.example'],
      [200, 'ann@reader.example'],
      [403, 'ann@reader.example'],
      [401, null],
      [200, null],
    ]);
  });

  it('has a query as the route reads it, also with a % that encodes nothing, and so have conditions and the HAR', async () => {
    const { mock, ask } = await start({ scenario: office });
    const query = { user_email: '%acme%' };
    mock.faults.add({ match: { query }, headers: { 'x-rule': 'yes' } });
    const answer = await ask('GET', '/user-data/v1/user-preference?user_email=%acme%');
    expect(answer.headers.get('x-rule')).toBe('yes');
    expect(last(mock)).toMatchObject({ status: 200, query });
    mock.requests.verify({ query });
    const har = (await (await mock.fetch('/__mock/requests.har')).json()) as { log: { entries: unknown[] } };
    const url = expect.stringMatching(/\?user_email=%25acme%25$/);
    expect(har.log.entries).toMatchObject([{ request: { url } }]);
  });

  it.each(['"text"', 'text', '"{}"', '{'])(
    'tells a text from JSON in the body %s, and so does the HAR',
    async (body) => {
      const { mock, ask } = await start();
      await ask('POST', APPLICATIONS, { body });
      expect(last(mock)?.request?.text).toBe(body.startsWith('"') ? undefined : true);
      const har = (await (await mock.fetch('/__mock/requests.har')).json()) as { log: { entries: unknown[] } };
      expect(har.log.entries).toMatchObject([{ request: { postData: { text: body } } }]);
    },
  );

  it('lists the fault rules that applied, also if they only delayed the answer', async () => {
    const { mock, ask } = await start();
    await ask('GET', BRIEFS);
    mock.faults.add({ path: '/user-data/*', status: 500 });
    mock.faults.add({ path: BRIEFS, delay_ms: 1, times: 2 });
    mock.faults.add({ path: BRIEFS, status: 503, times: 1 });
    for (let n = 0; n < 3; n++) await ask('GET', BRIEFS);
    expect(mock.requests.all().map(({ status, faults }) => [status, faults])).toEqual([
      [200, []],
      [503, [2, 3]],
      [200, [2]],
      [200, []],
    ]);
  });

  it('contains headers and bodies of the request and of the answer', async () => {
    const { mock, ask } = await start();
    const answer = await ask('POST', APPLICATIONS, { body: '[{"name": "Desk"}]', headers: { 'x-custom': 'mine' } });
    const text = await answer.text();
    expect(last(mock)).toMatchObject({
      request: { headers: { 'x-custom': 'mine' }, body: [{ name: 'Desk' }] },
      response: {
        headers: { 'content-type': 'application/json', 'x-request-id': answer.headers.get('x-request-id') },
        body: JSON.parse(text),
      },
    });
  });

  it('contains the body of each repeated read, with the request id of that answer', async () => {
    const { mock, ask } = await start();
    const bodies = [];
    for (let n = 0; n < 3; n++) bodies.push(await (await ask('GET', '/user-data/v1/user')).json());
    expect(mock.requests.all().map(({ response }) => response?.body)).toEqual(bodies);
  });

  it('contains the body of an error, and a truncated answer as text', async () => {
    const { mock, ask } = await start();
    const error = await (await ask('GET', `${BRIEFS}/none`)).json();
    expect(last(mock).response?.body).toEqual(error);
    mock.faults.add({ path: BRIEFS, malformed: true });
    const text = await (await ask('GET', BRIEFS)).text();
    expect(last(mock).response?.body).toBe(text);
  });

  it('has no response if the connection was broken, and no body if there was none', async () => {
    const { mock, ask } = await start();
    await ask('HEAD', BRIEFS);
    expect(last(mock).response).toEqual({ headers: expect.objectContaining({ 'content-type': 'application/json' }) });
    expect(last(mock).request).toEqual({ headers: expect.any(Object) });
    mock.faults.add({ path: BRIEFS, abort: true });
    await ask('GET', BRIEFS).catch(() => {});
    expect(last(mock)).toMatchObject({ status: 0, faults: [1], request: { headers: {} } });
    expect(last(mock)).not.toHaveProperty('response');
  });

  it('hides secrets in headers and bodies, at any depth', async () => {
    const { mock, ask } = await start();
    const body = JSON.stringify([
      { name: 'my-secret', token: 'S1', nested: { api_key: 'S2', list: [{ Password: ['S3'] }] } },
    ]);
    const headers = { ...ann, cookie: 'mine=S4', 'x-api-key': 'S5' };
    await ask('POST', APPLICATIONS, { body, headers });
    expect(last(mock).request).toMatchObject({
      headers: { authorization: '[hidden]', cookie: '[hidden]', 'x-api-key': '[hidden]' },
      body: [
        { name: 'my-secret', token: '[hidden]', nested: { api_key: '[hidden]', list: [{ Password: '[hidden]' }] } },
      ],
    });
    expect(JSON.stringify(mock.requests.all())).not.toMatch(/ann-token|S\d/);
  });

  it('hides secrets in a string that is JSON, and leaves other strings as they are', async () => {
    const { mock, ask } = await start();
    const others = ['{ "x": 1 }', '[Session: Monday]', 'password: none'];
    const body = JSON.stringify([JSON.stringify({ token: 'S1', x: 1 }), ...others]);
    expect((await ask('POST', APPLICATIONS, { body })).status).toBe(400);
    expect(last(mock).request?.body).toEqual(['{"token":"[hidden]","x":1}', ...others]);
  });

  it.each([
    ['{"name": "Desk", "token": "S1", "x": "shown"', '{"name": "Desk", "token": [hidden], "x": "shown"'],
    ['{"token": "S\\"1", "x": 1', '{"token": [hidden], "x": 1'],
    ['{"secret": {"a": "S1", "b": 2}, "x": 1', '{"secret": [hidden]'],
    ['name=Desk&password=S1&x=1', 'name=Desk&password=[hidden]&x=1'],
    ['user%5Bpassword%5D=S1&user[pin]=S2&x=1', 'user%5Bpassword%5D=[hidden]&user[pin]=[hidden]&x=1'],
    ['user%5Bname%5D=Desk&p%61ssword=S1,S2;S3"S4]S5}S6 S7&x=1', 'user%5Bname%5D=Desk&p%61ssword=[hidden]&x=1'],
    ['payload=%7B%22pin%22%3A%22S1%22%7D&list=%5B1%5D', 'payload=[hidden]&list=%5B1%5D'],
    ['x=1, password=S1\nuser[pin]=S2', 'x=1, password=[hidden]\nuser[pin]=[hidden]'],
    ['Authorization: Bearer S1\nX: 1', 'Authorization: [hidden]\nX: 1'],
    ['{"token": "S1', '{"token": [hidden]'],
    ['{"user password!": "S1", "x": 1', '{"user password!": [hidden], "x": 1'],
    ['{"token":\n            "S1"', '{"token":\n            [hidden]'],
    ["token: 'it''s S1'\nx: 1", 'token: [hidden]\nx: 1'],
    ['<password><!-- S --><value>S1</value></password><x/>', '<password>[hidden]</password><x/>'],
    ["{'token': 'S1', 'x': 1", "{'token': [hidden], 'x': 1"],
    ['"{\\"token\\":\\"S1\\",\\"x\\":1', '"{\\"token\\":[hidden],\\"x\\":1'],
    [
      '"{\\"x\\":\\"{\\\\\\"token\\\\\\":\\\\\\"S1\\\\\\",\\\\\\"x\\\\\\":1',
      '"{\\"x\\":\\"{\\\\\\"token\\\\\\":[hidden],\\\\\\"x\\\\\\":1',
    ],
    ['"{\\"user password!\\":\\"S1\\",\\"x\\":1', '"{\\"user password!\\":[hidden],\\"x\\":1'],
    ['{"token": "S1\\\\", "pin": "S2", "x": 1', '{"token": [hidden], "pin": [hidden], "x": 1'],
    ['"{\\"token\\":\\"S1\\\\\\\\\\",\\"pin\\":\\"S2', '"{\\"token\\":[hidden],\\"pin\\":[hidden]'],
    ["SET token='S1\\', pin='S2', x='1'", "SET token=[hidden][hidden], x='1'"],
    ['{"t\\u006fken": "S1", "caf\\u00e9": 1', '{"token": [hidden], "caf\\u00e9": 1'],
    ['{"n\\u0061me": "Desk"', '{"n\\u0061me": "Desk"'],
    [
      '<a><pin id="1">S1</pin><x:token><![CDATA[S<1]]></x:token><b>x</b>',
      '<a><pin id="1">[hidden]</pin><x:token>[hidden]</x:token><b>x</b>',
    ],
    [
      '--b\r\nContent-Disposition: form-data; name="password"\r\n\r\nS1\nS2\r\n--b\r\nContent-Disposition: form-data; name="x"\r\n\r\n1\r\n--b--',
      '--b\r\nContent-Disposition: form-data; name="password"\r\n\r\n[hidden]\r\n--b\r\nContent-Disposition: form-data; name="x"\r\n\r\n1\r\n--b--',
    ],
    ['just a text', 'just a text'],
    ['<p>just <b>a</b> page</p>', '<p>just <b>a</b> page</p>'],
  ])('hides secrets in a body that is not JSON: %s', async (body, shown) => {
    const { mock, ask } = await start();
    expect((await ask('POST', APPLICATIONS, { body })).status).toBe(400);
    expect(last(mock).request?.body).toBe(shown);
  });

  it('shows a body that is nested very deep as text', async () => {
    const { mock, ask } = await start();
    const body = '['.repeat(8000) + ']'.repeat(8000);
    expect((await ask('POST', APPLICATIONS, { body })).status).toBe(400);
    expect(last(mock).request?.body).toBe(body);
  });

  it('contains the first 16 KiB of a longer body', async () => {
    const { mock, ask } = await start();
    const name = 'x'.repeat(20_000);
    const answer = await (await ask('POST', APPLICATIONS, { body: JSON.stringify([{ name, token: 'S1' }]) })).text();
    const { request, response } = last(mock);
    // The request id in the answer is not counted.
    const shown = answer.slice(0, 16_384 + 36);
    expect(request).toMatchObject({ cut: true, body: `[{"name":"${name}`.slice(0, 16_384) });
    expect(response).toMatchObject({ cut: true, body: shown });
  });

  it('with journal.bodies false, contains no headers and bodies', async () => {
    const { mock, ask } = await start({ journal: { bodies: false } });
    await ask('POST', APPLICATIONS, { body: '[{"name": "Desk"}]' });
    expect(last(mock)).toMatchObject({ status: 200, path: APPLICATIONS });
    expect(last(mock)).not.toHaveProperty('request');
    expect(last(mock)).not.toHaveProperty('response');
  });
});

it.each([
  [{ bodies: 'no' }, 'journal.bodies'],
  [{ body: false }, 'journal.body'],
  [5, 'journal'],
])('createMock rejects the option journal %j', (journal, path) => {
  expect(() => createMock({ journal: journal as never })).toThrow(new RegExp(`^${path}: `));
});

describe('The wall time of a journal entry', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2030, 0, 1) }));
  afterEach(() => void vi.useRealTimers());

  it('is the time of the machine, beside the time of the mock', async () => {
    const mock = createMock({ scenario: readingRoom });
    await mock.fetch(BRIEFS);
    vi.setSystemTime(Date.UTC(2030, 0, 1, 12));
    mock.clock.advance({ days: 1 });
    await mock.fetch(BRIEFS);
    expect(mock.requests.all().map(({ at, wall_time }) => [at, wall_time])).toEqual([
      ['2026-03-04T09:00:00.000Z', '2030-01-01T00:00:00.000Z'],
      ['2026-03-05T09:00:00.000Z', '2030-01-01T12:00:00.000Z'],
    ]);
  });

  it('and the time of the mock select requests, including the ends of the range', async () => {
    const mock = createMock({ scenario: readingRoom });
    for (let hour = 0; hour < 4; hour++) {
      vi.setSystemTime(Date.UTC(2030, 0, 1, hour));
      await mock.fetch(`${BRIEFS}?n=${hour}`);
      mock.clock.advance({ days: 1 });
    }
    const select = (filter: object) => mock.requests.all(filter).map(({ query }) => query.n);
    expect(select({ since: '2026-03-06T09:00:00Z' })).toEqual(['2', '3']);
    expect(select({ since: '2026-03-05T09:00:00Z', until: '2026-03-06T10:00:00+01:00' })).toEqual(['1', '2']);
    expect(select({ wall_since: '2030-01-01T01:00:00Z', wall_until: '2030-01-01T02:00:00Z' })).toEqual(['1', '2']);
    expect(mock.requests.count({ wall_until: '2030-01-01T02:00:00Z' })).toBe(3);
  });
});

describe('The field entry of the journal', () => {
  it('is unique across sessions, forks and resets, while the request ids repeat', async () => {
    const mock = createMock({ scenario: readingRoom });
    const other = mock.sessions.create('other');
    const seen: Pick<JournalEntry, 'id' | 'entry'>[] = [];
    const visit = async (one: Mock) => {
      await one.fetch(BRIEFS);
      seen.push(last(one));
    };
    await visit(mock);
    await visit(other);
    mock.reset();
    await visit(mock);
    await visit(mock.fork());
    mock.requests.clear();
    await visit(mock);
    expect(seen.map(({ entry }) => entry)).toEqual([1, 2, 3, 4, 5]);
    expect(new Set(seen.map(({ id }) => id)).size).toBe(2);
  });

  it('counts no requests that the mock sends to itself, for examples and for the report', async () => {
    const mock = createMock({ scenario: readingRoom });
    await mock.fetch(BRIEFS);
    await mock.openapi('public-api');
    for (const email of ['one@acme.example', 'two@acme.example'])
      mock.data.user.create({ fname: 'A', lname: 'B', email });
    await mock.fetch(BRIEFS);
    expect(mock.requests.report().repeated).toHaveLength(1);
    await mock.fetch(BRIEFS);
    expect(mock.requests.all().map(({ entry }) => entry)).toEqual([1, 2, 3]);
  });
});

describeControl('GET /__mock/requests', (open) => {
  const visited = async () => {
    const api = await open();
    for (const n of [1, 2, 3]) await api.ann.get(`/brief?n=${n}`);
    await api.ann.get('/brief/oak-insider');
    await api.ben.get('/brief/morning');
    await api.mock.fetch(APPLICATIONS, post('[{"name": "Desk"}]'));
    const entries = api.mock.requests.all();
    const list = async (query: string) => (await api.send<List>('GET', `${REQUESTS}?${query}`)).json;
    return { ...api, entries, list, first: entries[0]?.entry as number };
  };

  it.each<[query: string, filter: object, indexes: number[]]>([
    ['', {}, [0, 1, 2, 3, 4, 5]],
    ['method=get&status=200', { method: 'get', status: 200 }, [0, 1, 2, 4]],
    ['status=403', { status: 403 }, [3]],
    ['path=/public-api/v1/brief/:slug', { path: '/public-api/v1/brief/:slug' }, [3, 4]],
    ['path=/user-data/*', { path: '/user-data/*' }, [5]],
    ['email=BEN@reader.example', { email: 'BEN@reader.example' }, [4]],
    ['since=2026-03-04T09:00:01Z', { since: '2026-03-04T09:00:01Z' }, []],
    ['limit=2', { limit: 2 }, [4, 5]],
    ['limit=2&status=200', { limit: 2, status: 200 }, [4, 5]],
  ])('selects requests by %j', async (query, filter, indexes) => {
    const { mock, entries, list } = await visited();
    const expected = indexes.map((i) => entries[i]);
    expect((await list(query)).data).toEqual(expected);
    expect(mock.requests.all(filter)).toEqual(expected);
  });

  it('answers pages, from the newest to the oldest, with the number of all matches', async () => {
    const { entries, list, first } = await visited();
    const latest = await list('limit=4');
    expect(latest).toEqual({ data: entries.slice(2), total: 6, dropped: 0, ended: false });
    expect((await list(`limit=4&before=${latest.data[0]?.entry}`)).data).toEqual(entries.slice(0, 2));
    expect((await list(`after=${first + 3}`)).data).toEqual(entries.slice(4));
  });

  it.each([
    ['status=many', 'status', /integer/],
    ['status=600', 'status', /must be an integer from 200 to 599, or 0 for a broken connection/],
    ['method=foo', 'method', /must be one of GET, .* but is "foo"/],
    ['limit=0', 'limit', /above 0/],
    ['limit=-1', 'limit', /integer/],
    ['path=brief', 'path', /start with/],
    ['since=yesterday', 'since', /ISO 8601/],
    ['stat=200', 'stat', /has method, path, status, email, since, until, .*limit/],
  ])('with the query %s gets 400', async (query, field, message) => {
    const { send } = await open();
    const { status, json } = await send<ControlFailure>('GET', `${REQUESTS}?${query}`);
    expect([status, json.error.code]).toEqual([400, 'malformed_data']);
    expect(json.error.issues).toEqual([{ path: field, message: expect.stringMatching(message) }]);
  });

  it('says how many requests were dropped, and a count is complete only without dropped ones', async () => {
    const { mock, send } = await open();
    const count = async () => (await send('POST', `${REQUESTS}/count`, { body: { status: 401 } })).json;
    for (let n = 0; n < 1000; n++) await mock.fetch(BRIEFS);
    expect(await count()).toEqual({ count: 1000, complete: true });
    for (let n = 0; n < 7; n++) await mock.fetch(BRIEFS);
    const { json } = await send<List>('GET', `${REQUESTS}?limit=1`);
    expect([json.total, json.dropped, mock.requests.dropped]).toEqual([1000, 7, 7]);
    expect((await send<List>('GET', `${REQUESTS}/unmatched`)).json.dropped).toBe(7);
    expect(await count()).toEqual({ count: 1000, complete: false });
    expect((await send<List>('DELETE', REQUESTS)).json).toMatchObject({ total: 1000, dropped: 7 });
    expect((await send<List>('GET', REQUESTS)).json.dropped).toBe(0);
  });

  it('/<id> answers a request by its request id or its entry', async () => {
    const { mock, entries, send } = await visited();
    const wanted = entries[3] as JournalEntry;
    for (const id of [wanted.id, wanted.entry]) {
      expect((await send('GET', `${REQUESTS}/${id}`)).json).toEqual({ data: wanted });
      expect(mock.requests.get(id)).toEqual(wanted);
    }
    expect(mock.requests.get(String(wanted.entry))).toEqual(wanted);
    for (const id of ['0', 'nothing', '13105d15-3a46-4f32-a824-000000000000', '']) {
      if (id !== '') expect((await send('GET', `${REQUESTS}/${id}`)).status).toBe(404);
      expect(() => mock.requests.get(id)).toThrow(MockError);
    }
  });
});

describe('The content of a journal', () => {
  it('is bounded: beyond 512 KiB the oldest requests lose their bodies and headers, and stay in the list', async () => {
    const mock = createMock({ scenario: office });
    for (let n = 0; n < 100; n++) {
      await mock.fetch(APPLICATIONS, post(JSON.stringify([{ name: `${n}${'x'.repeat(10_000)}` }])));
    }
    const entries = mock.requests.all();
    expect(entries).toHaveLength(100);
    const kept = entries.filter(({ request }) => request !== undefined);
    expect(kept.length).toBeGreaterThan(15);
    expect(JSON.stringify(entries).length).toBeLessThan(2 ** 19 + 100 * 500);
    expect(kept).toEqual(entries.slice(-kept.length));
  });

  it('of more than 1000 requests belongs to the right request', async () => {
    const mock = createMock({ scenario: office });
    for (let n = 0; n < 1500; n++) await mock.fetch('/user-data/v1/nothing', { headers: { 'x-number': `${n}` } });
    const kept = mock.requests.all().filter(({ request }) => request !== undefined);
    expect(kept.length).toBeGreaterThan(200);
    const numbers = kept.map(({ request }) => Number(request?.headers['x-number']));
    expect(numbers).toEqual(Array.from(kept, (_, i) => 1500 - kept.length + i));
  });
});
