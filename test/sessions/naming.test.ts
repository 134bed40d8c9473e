import { describe, expect, it } from 'vitest';
import { describeApi } from '../support/deliveries.js';
import { type Naming, openPlace, visitsIn } from '../support/session-visits.js';

const LIST = '/public-api/v1/brief';
const MARK = '/public-api/v1/bookmark/morning/1-104';

/** Valid ids that look unusual. */
const unusual = [
  ...['a', 'A', '0', '-', '_', '...', '.a', 'worker-1.test_2', 'z'.repeat(64)],
  ...['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'null', 'undefined', 'sessions', 's', '__mock'],
];

describeApi('Sessions: naming a session', (_, delivery) => {
  it.each<[string, Naming]>([
    ['path', { prefix: 'one' }],
    ['header', { header: 'one' }],
    ['cookie', { cookie: 'mock_session=one' }],
  ])('the %s can name the session', async (_, naming) => {
    const { mock, visit } = await openPlace(delivery);
    expect((await visit(MARK, naming, { method: 'POST' })).status).toBe(200);
    expect((await visit('/public-api/v1/bookmark/brief', naming)).json.data).toHaveLength(1);
    expect((await visit('/public-api/v1/bookmark/brief')).json.data).toHaveLength(0);
    expect(visitsIn(mock)).toEqual({ one: 2, 'no session': 1 });
    expect(mock.data.bookmark.count()).toBe(0);
  });

  it.each<[string, Naming]>([
    ['the path over the header', { prefix: 'one', header: 'two' }],
    ['the path over the cookie', { prefix: 'one', cookie: 'mock_session=two' }],
    ['the header over the cookie', { header: 'one', cookie: 'mock_session=two' }],
    ['the path over both', { prefix: 'one', header: 'two', cookie: 'mock_session=three' }],
    ['the path over an invalid header', { prefix: 'one', header: 'no name' }],
    ['the header over an invalid cookie', { header: 'one', cookie: 'mock_session=..' }],
  ])('a request that names two sessions prefers %s', async (_, naming) => {
    const { mock, visit } = await openPlace(delivery);
    expect((await visit(LIST, naming)).status).toBe(200);
    expect(visitsIn(mock)).toEqual({ one: 1, 'no session': 0 });
  });

  it.each([
    ['theme=dark; mock_session=one; lang=en', 'one'],
    ['mock_session=one;lang=en', 'one'],
    ['theme=dark;mock_session=one', 'one'],
    ['  mock_session = one  ', 'one'],
    ['mock_session="one"', 'one'],
    ['mock_session=%6Fne', 'one'],
    ['mock_session=one; mock_session=two', 'one'],
    ['a=mock_session=two; mock_session=one', 'one'],
    ['mock_session=a.b-c_d', 'a.b-c_d'],
    ['my_mock_session=two; xmock_session=two; mock_session_=two; MOCK_SESSION=two', null],
    ['a=";mock_sessions=two', null],
    ['mock_session', null],
  ])('the cookies %j name the session %j', async (cookie, id) => {
    const { mock, visit } = await openPlace(delivery);
    expect((await visit(LIST, { cookie })).status).toBe(200);
    expect(visitsIn(mock)).toEqual(id === null ? { 'no session': 1 } : { [id]: 1, 'no session': 0 });
  });

  it('unusual ids are valid, and ids are case-sensitive', async () => {
    const { mock, visit } = await openPlace(delivery);
    for (const id of unusual) {
      expect((await visit(MARK, { prefix: id }, { method: 'POST' })).status, id).toBe(200);
      expect((await visit(MARK, { header: id }, { method: 'DELETE' })).status, id).toBe(200);
      expect((await visit(LIST, { cookie: `mock_session=${id}` })).status, id).toBe(200);
    }
    expect(Object.entries(visitsIn(mock)).sort()).toEqual([...unusual.map((id) => [id, 3]), ['no session', 0]].sort());
    expect(mock.sessions.list().map(({ id }) => id)).toEqual(unusual);
  });

  it('an id in the path may be percent-encoded', async () => {
    const { mock, visit } = await openPlace(delivery);
    for (const prefix of ['a.b', '%61.b', 'a%2Eb', '%61%2e%62'])
      expect((await visit(LIST, { prefix })).status).toBe(200);
    expect(visitsIn(mock)).toEqual({ 'a.b': 4, 'no session': 0 });
  });

  it('a trailing slash makes no difference', async () => {
    const { mock, visit } = await openPlace(delivery);
    expect((await visit(`${LIST}/`, { prefix: 'one' })).status).toBe(200);
    expect((await visit(`${LIST}/morning/?a=1`, { prefix: 'one' })).status).toBe(200);
    expect(visitsIn(mock)).toEqual({ one: 2, 'no session': 0 });
    const [entry] = mock.sessions.get('one').requests.all();
    expect(entry).toMatchObject({ path: LIST, route: LIST, session: 'one' });
  });

  it('errors name the path without the prefix of the session', async () => {
    const { mock, visit } = await openPlace(delivery);
    const { status, json } = await visit('/public-api/v1/briefs', { prefix: 'one' });
    expect(status).toBe(404);
    expect(json.error[0].message).toBe(
      'There is no route GET /public-api/v1/briefs; the nearest route is GET /public-api/v1/brief',
    );
    const { headers } = await visit(LIST, { prefix: 'one' }, { method: 'PUT' });
    expect(headers.get('allow')).toBe('GET, HEAD, OPTIONS');
    expect(visitsIn(mock)).toEqual({ one: 2, 'no session': 0 });
  });

  it('P17: the short form of a path works with the prefix of a session', async () => {
    const { mock, visit } = await openPlace(delivery);
    expect((await visit('/v1/brief/morning', { prefix: 'one' })).json.data.slug).toBe('morning');
    expect(visitsIn(mock)).toEqual({ one: 1, 'no session': 0 });
  });

  it('X25: CORS allows the session header, and a preflight creates no session', async () => {
    const { mock, visit } = await openPlace(delivery);
    const before = mock.fingerprint();
    const asks = {
      origin: 'https://app.example',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization,x-mock-session',
    };
    for (const naming of [{}, { prefix: 'one' }, { header: 'one' }, { cookie: 'mock_session=one' }]) {
      const { status, headers } = await visit(MARK, naming, { method: 'OPTIONS', headers: asks });
      expect(status).toBe(204);
      expect(headers.get('access-control-allow-origin')).toBe('https://app.example');
      expect(headers.get('access-control-allow-credentials')).toBe('true');
      expect(headers.get('access-control-allow-headers')?.split(',')).toContain('x-mock-session');
    }
    expect(visitsIn(mock)).toEqual({ 'no session': 0 });
    expect(mock.fingerprint()).toBe(before);

    const headers = { origin: 'https://app.example' };
    const marked = await visit(MARK, { header: 'one' }, { method: 'POST', headers });
    expect(marked.headers.get('access-control-allow-origin')).toBe('https://app.example');
    expect(visitsIn(mock)).toEqual({ one: 1, 'no session': 0 });
  });

  it('path, header and cookie work below a base URL that has a path', async () => {
    const { mock, visit } = await openPlace(delivery, { baseUrl: 'https://api.example.com/base/path' });
    expect((await visit(MARK, { prefix: 'one' }, { method: 'POST' })).status).toBe(200);
    expect((await visit(LIST, { header: 'one' })).status).toBe(200);
    expect((await visit(LIST, { cookie: 'mock_session=two' })).status).toBe(200);
    expect(visitsIn(mock)).toEqual({ one: 2, two: 1, 'no session': 0 });
    expect(mock.sessions.get('one').requests.all()[0]?.path).toBe(MARK);
  });

  it('X12: each session has the same sequence of request ids', async () => {
    const { visit } = await openPlace(delivery);
    const ids: (string | null)[] = [];
    for (const naming of [{}, { prefix: 'one' }, { header: 'two' }, { prefix: 'one' }, { header: 'two' }, {}]) {
      ids.push((await visit(LIST, naming)).headers.get('x-request-id'));
    }
    const [first, second] = [ids[0], ids[5]];
    expect(second).not.toBe(first);
    expect(ids).toEqual([first, first, first, second, second, second]);
  });
});

describe('Sessions: the prefix of a session in handlers with a base URL', () => {
  it.each(['http://localhost:5173', 'https://api.example.com/base', 'https://api.example.com/base/'])(
    'names the session below %s',
    async (base) => {
      const { mock } = await openPlace('msw', { baseUrl: base });
      const headers = { authorization: 'Bearer ann-token' };
      const ask = async (path: string) => (await fetch(base.replace(/\/$/, '') + path, { headers })).status;
      expect(await ask(`/__mock/s/one${LIST}`)).toBe(200);
      expect(await ask(`/__mock/s/two${LIST}/morning/1-104`)).toBe(200);
      expect(await ask(`/__mock/s/two/public-api/v1/nothing`)).toBe(404);
      expect(await ask(`/__mock/s/${LIST}`)).toBe(400);
      expect(visitsIn(mock)).toEqual({ one: 1, two: 2, 'no session': 1 });
    },
  );
});
