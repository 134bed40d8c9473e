import { createMock, type FaultRule, type Mock, MockError } from 'briefs-mock';
import { describe, expect, it } from 'vitest';
import { describeApi } from '../support/deliveries.js';
import { askThrough } from '../support/plain-requests.js';
import { readingRoom } from '../support/reading-room.js';
import { upload } from '../support/upload.js';

const LIST = '/public-api/v1/brief';
const APPLICATION = '/user-data/v1/application';
const USERS = '/user-data/v1/user';

describeApi('match in a fault rule', (open, delivery) => {
  const start = async () => {
    const api = await open();
    return { ...api, ask: askThrough(delivery, api) };
  };

  it('X14: headers: the names are case-insensitive, in the values, * stands for any characters', async () => {
    const { mock, ask } = await start();
    mock.faults.add({ match: { headers: { 'X-Feature': 'beta*' } }, status: 503 });
    const statusWith = async (headers: Record<string, string>) => (await ask('GET', LIST, { headers })).status;
    expect(await statusWith({ 'x-feature': 'beta-2' })).toBe(503);
    expect(await statusWith({ 'x-feature': 'beta' })).toBe(503);
    expect(await statusWith({ 'x-feature': 'alpha beta' })).toBe(200);
    expect(await statusWith({})).toBe(200);
  });

  it('X14: query: one of the values of each parameter matches', async () => {
    const { mock, ask } = await start();
    mock.faults.add({ match: { query: { page: '2', email: '*' } }, status: 503 });
    expect((await ask('GET', `${LIST}?email=a%40b.example&page=1&page=2`)).status).toBe(503);
    expect((await ask('GET', `${LIST}?email=&page=2`)).status).toBe(503);
    expect((await ask('GET', `${LIST}?page=2`)).status).toBe(200);
    expect((await ask('GET', `${LIST}?email=a&page=22`)).status).toBe(200);
  });

  it('X14: caller: the e-mail of the user of the token, case-insensitive', async () => {
    const { mock, ask } = await start();
    mock.faults.add({ match: { caller: 'ANN@*.Example' }, status: 503 });
    const statusOf = async (path: string, token: string) =>
      (await ask('GET', path, { headers: { authorization: `Bearer ${token}` } })).status;
    expect(await statusOf(LIST, 'ann-token')).toBe(503);
    expect(await statusOf(LIST, 'ben-token')).toBe(200);
    expect(await statusOf(LIST, 'nobody')).toBe(401);
    // The other APIs have no users as callers.
    expect(await statusOf(USERS, 'ann-token')).toBe(200);
    expect(await statusOf('/public-api/v1/nothing', 'ann-token')).toBe(503);
    const { email } = mock.data.user.create({ fname: 'Dora', lname: 'Day', email: 'Dora@Reader.example' });
    mock.faults.add({ match: { caller: 'dora@reader.example' }, status: 502 });
    expect([email, await statusOf(LIST, mock.tokenFor(email))]).toEqual(['Dora@Reader.example', 502]);
  });

  it('X14: body: texts, other values, items of arrays and nested fields', async () => {
    const { mock, ask } = await start();
    const statusOf = async (body: unknown) =>
      (await ask('POST', '/user-data/v1/application', { body: typeof body === 'string' ? body : JSON.stringify(body) }))
        .status;
    mock.faults.add({ match: { body: { '*.name': 'Bad*' } }, status: 503 });
    mock.faults.add({ match: { body: { '1.description': null } }, status: 502 });
    mock.faults.add({ match: { body: { name: 'single', 'meta.tags.0': 7, 'meta.on': true } }, status: 504 });
    expect(await statusOf([{ name: 'Good' }, { name: 'Bad one' }])).toBe(503);
    expect(await statusOf([{ name: 'G1' }, { name: 'G2', description: null }])).toBe(502);
    expect(await statusOf({ name: 'single', meta: { tags: [7], on: true } })).toBe(504);
    expect(await statusOf({ name: 'single', meta: { tags: ['7'], on: true } })).not.toBe(504);
    expect(await statusOf([{ name: 'G3' }])).toBe(200);
    expect(await statusOf('no JSON')).toBe(400);
    expect(await statusOf('')).toBe(400);
  });

  it('X14: body: * alone is any value that is there', async () => {
    const { mock, ask } = await start();
    const rule = mock.faults.add({ match: { body: { 'meta.on': '*' } }, status: 503 });
    const values = ['', 'yes', 1, true, false, null, {}, []];
    for (const on of values) await ask('POST', APPLICATION, { body: JSON.stringify({ meta: { on } }) });
    await ask('POST', APPLICATION, { body: '{"meta":{"off":1}}' });
    expect(mock.faults.all()).toEqual([{ ...rule, hits: values.length }]);
  });

  it.each([{ length: 0 }, { '__proto__.length': 0 }, { 'constructor.name': '*' }])(
    'X14: body: neither the length of a list nor what it inherits is a field: %j',
    async (body) => {
      const { mock, ask } = await start();
      mock.faults.add({ match: { body }, status: 503 });
      expect((await ask('POST', APPLICATION, { body: '[]' })).status).toBe(200);
    },
  );

  it('X14: body: null has no fields', async () => {
    const { mock, ask } = await start();
    mock.faults.add({ match: { body: { 'meta.on': true } }, status: 503 });
    mock.faults.add({ match: { body: { '*.*': true } }, status: 503 });
    for (const body of ['null', '{"meta":null}']) {
      expect((await ask('POST', APPLICATION, { body })).status).toBe(400);
    }
  });

  it('X14: a body that a rule has read still reaches the route, whether or not the rule applies', async () => {
    const { mock, ask } = await start();
    mock.faults.add({ match: { body: { '0.name': 'New' } }, malformed: true });
    const answer = await ask('POST', '/user-data/v1/application', { body: '[{"name":"New"}]' });
    await expect(answer.json()).rejects.toThrow(SyntaxError);
    const other = await ask('POST', '/user-data/v1/application', { body: '[{"name":"Other"}]' });
    expect(other.status).toBe(200);
    expect(mock.data.application.findMany({ where: { name: { in: ['New', 'Other'] } } })).toHaveLength(2);
  });

  it('X14: all conditions must hold, and hits counts only requests that meet them', async () => {
    const { mock, ask } = await start();
    const match = { caller: 'ann@reader.example', query: { page: '1' }, headers: { 'x-a': '1' } };
    mock.faults.add({ path: LIST, match, status: 503 });
    await ask('GET', `${LIST}?page=1`);
    await ask('GET', LIST, { headers: { 'x-a': '1' } });
    expect(mock.faults.all()[0]?.hits).toBe(0);
    expect((await ask('GET', `${LIST}?page=1`, { headers: { 'x-a': '1' } })).status).toBe(503);
    expect(mock.faults.all()).toEqual([{ id: 1, path: LIST, match, status: 503, hits: 1 }]);
  });
});

describe('A fault rule that matches the body', () => {
  it('is compared when the body has arrived', async () => {
    const mock = createMock({ scenario: readingRoom });
    const one = mock.sessions.create('one');
    one.faults.add({ match: { body: { '0.name': 'A' } }, status: 503 });
    expect((await upload(mock.fetch, APPLICATION, () => {})).status).toBe(503);
    expect((await upload(mock.fetch, APPLICATION, () => one.faults.clear())).status).toBe(200);
  });

  it('a session that ends while its body arrives gets 409, and nothing is written', async () => {
    const mock = createMock({ scenario: readingRoom });
    const one = mock.sessions.create('one');
    one.faults.add({ match: { body: { '0.name': 'other' } }, status: 503 });
    const answer = await upload(mock.fetch, APPLICATION, () => mock.sessions.end('one'));
    expect(answer.status).toBe(409);
    expect(one.data.application.count()).toBe(1);
  });

  it('does not apply to a route that reads no body', async () => {
    const mock = createMock({ scenario: readingRoom });
    mock.faults.add({ match: { body: { a: 1 } }, status: 503 });
    for (const path of [`${LIST}/morning/unknown`, `${LIST}/morning/articles/1/bookmark`]) {
      const request = new Request(`http://localhost${path}`, { method: 'POST', body: '{"a":1}' });
      expect((await mock.fetch(request)).status).not.toBe(503);
      expect(request.bodyUsed).toBe(false);
    }
  });
});

describe('Fault rules and requests with a body', () => {
  /** Starts a request; `finish` sends its body. */
  function start(mock: Mock, name: string) {
    let finish = () => {};
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        finish = () => {
          controller.enqueue(new TextEncoder().encode(JSON.stringify([{ name }])));
          controller.close();
        };
      },
    });
    const answer = mock.fetch(APPLICATION, { method: 'POST', body, duplex: 'half' } as RequestInit);
    return { finish: () => finish(), status: answer.then(({ status }) => status) };
  }

  it('apply to requests in the order in which the requests are executed: that of the ends of their bodies', async () => {
    const mock = createMock({ scenario: readingRoom });
    mock.faults.add({ path: APPLICATION, skip: 1, status: [502, 503] });
    const requests = ['first', 'second', 'third'].map((name) => start(mock, name));
    const statuses: number[] = [];
    for (const request of requests.reverse()) {
      request.finish();
      statuses.push(await request.status);
    }
    expect(statuses).toEqual([200, 502, 503]);
    expect(mock.requests.all().map(({ status, revision }) => [status, revision])).toEqual([
      [200, 1],
      [502, 1],
      [503, 1],
    ]);
    expect(mock.data.application.findMany({ where: { name: { in: ['first', 'second', 'third'] } } })).toMatchObject([
      { name: 'third' },
    ]);
  });

  it('apply as they are when the body has arrived', async () => {
    const mock = createMock({ scenario: readingRoom });
    const [early, late] = [start(mock, 'early'), start(mock, 'late')];
    mock.faults.add({ path: APPLICATION, status: 503 });
    early.finish();
    expect(await early.status).toBe(503);
    mock.faults.clear();
    late.finish();
    expect(await late.status).toBe(200);
  });

  it.each([
    ['too large', JSON.stringify('x'.repeat(2 ** 20)), 413],
    ['not JSON', 'no JSON', 400],
  ])('a body that is %s meets no condition; rules without such a condition apply', async (_, body, status) => {
    const mock = createMock({ scenario: readingRoom });
    const send = async () => (await mock.fetch(APPLICATION, { method: 'POST', body })).status;
    mock.faults.add({ match: { body: { '*': '*' } }, status: 502 });
    expect(await send()).toBe(status);
    mock.faults.add({ status: 503 });
    expect(await send()).toBe(503);
  });
});

describe('mock.faults.add() with an invalid match', () => {
  it.each<[match: object, path: string, message: string]>([
    [{}, 'match', 'must have at least one of headers, query, caller, body'],
    [{ headers: {} }, 'match.headers', 'must name 1 to 20 headers'],
    [{ query: {} }, 'match.query', 'must name 1 to 20 parameters'],
    [{ body: {} }, 'match.body', 'must name 1 to 20 fields'],
    [{ header: { a: 'b' } }, 'match.header', 'is unknown; allowed: headers, query, caller, body'],
    [{ headers: { 'a b': 'c' } }, 'match.headers.a b', 'is not the name of a header'],
    [{ query: { a: 1 } }, 'match.query.a', 'must be a string, but is 1'],
    [{ body: { a: {} } }, 'match.body.a', 'must be a text, a number, true, false or null'],
    [{ body: { '': 1 } }, 'match.body.', 'must be the path of a field, such as email or 0.email or *.email'],
    [{ body: { 'a.': 1 } }, 'match.body.a.', 'must be the path of a field, such as email or 0.email or *.email'],
    [{ body: { 'a..b': 1 } }, 'match.body.a..b', 'must be the path of a field, such as email or 0.email or *.email'],
  ])('%j throws an error whose issue names the field', (match, path, message) => {
    const mock = createMock();
    let thrown: unknown;
    try {
      mock.faults.add({ match, status: 503 } as FaultRule);
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(MockError);
    expect((thrown as MockError).issues).toContainEqual({ path, message });
    expect(mock.faults.all()).toEqual([]);
  });
});
