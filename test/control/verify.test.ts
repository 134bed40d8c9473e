import { createMock, type Expectation, type Mock, MockError } from 'briefs-mock';
import { describe, expect, it } from 'vitest';
import type { ControlFailure } from '../support/bodies.js';
import { describeControl } from '../support/deliveries.js';
import { office } from '../support/user-data-office.js';

const VERIFY = '/__mock/requests/verify';
const APPLICATION = '/user-data/v1/application';

/** A mock with four requests. */
async function visited(): Promise<Mock> {
  const mock = createMock({ scenario: office });
  const headers = { 'content-type': 'application/json', 'X-Team': 'desk', authorization: 'Bearer s3cret' };
  const post = (body: unknown) => mock.fetch(APPLICATION, { method: 'POST', headers, body: JSON.stringify(body) });
  await mock.fetch(`${APPLICATION}?page=2&tag=a&tag=b`);
  await post([{ name: 'Wire Room' }]);
  await post([{ name: 'Wire Room' }]);
  await mock.fetch('/user-data/v1/user');
  return mock;
}

/** The message of the error. */
async function failureOf(expected: Expectation): Promise<string> {
  const mock = await visited();
  try {
    mock.requests.verify(expected);
  } catch (error) {
    expect(error).toBeInstanceOf(MockError);
    expect((error as MockError).code).toBe('conflict');
    return (error as MockError).message;
  }
  throw new Error('was met');
}

describe('mock.requests.verify', () => {
  it.each<Expectation>([
    { method: 'x'.repeat(40_000) },
    { email: `${'x'.repeat(40_000)}@acme.example` },
    { body: { ['x'.repeat(40_000)]: 1 } },
    { path: `/user-data/v1/user/${'x'.repeat(2000)}` },
    { path: '/user-data/v1/*', status: 200 },
  ])('has a short message, however long the texts are', async (expected) => {
    const mock = createMock({ scenario: office });
    for (let n = 0; n < 3; n++) await mock.fetch(`/user-data/v1/${'y'.repeat(10_000)}`, { method: 'POST', body: '{}' });
    expect(() => mock.requests.verify(expected)).toThrow(/^[\s\S]{100,3000}$/);
  });

  it.each<[Expectation, count: number]>([
    [{}, 4],
    [{ method: 'post' }, 2],
    [{ method: 'POST', times: 2 }, 2],
    [{ method: 'POST', atLeast: 1, atMost: 2 }, 2],
    [{ method: 'DELETE', times: 0 }, 0],
    [{ method: 'DELETE', atMost: 1 }, 0],
    [{ path: '/user-data/*', status: 200 }, 3],
    [{ query: { page: '2' } }, 1],
    [{ query: { tag: ['a', 'b'] } }, 1],
    [{ headers: { 'x-team': 'desk' } }, 2],
    [{ headers: { 'X-Team': 'desk', Authorization: '[hidden]' } }, 2],
    [{ body: [{ name: 'Wire Room' }], status: 200 }, 1],
    [{ body: [{}] }, 2],
    [{ inOrder: [{ method: 'GET' }, { method: 'POST' }, { method: 'POST' }, { method: 'GET' }] }, 4],
    [{ inOrder: [{ status: 409 }, { path: '/user-data/v1/user' }] }, 2],
  ])('is met by %j, which matches %i requests', async (expected, count) => {
    const mock = await visited();
    expect(mock.requests.verify(expected)).toEqual({ count, complete: true });
  });

  it.each<[Expectation, message: string]>([
    [
      { method: 'POST', path: APPLICATION, status: 201 },
      `Expected at least 1 request POST ${APPLICATION} with status 201, but found 0. The closest requests:
  requests.3: POST ${APPLICATION} 409: status is 409, not 201
  requests.2: POST ${APPLICATION} 200: status is 200, not 201
  requests.1: GET ${APPLICATION} 200: method is GET, not POST; status is 200, not 201`,
    ],
    [
      { method: 'POST', times: 1 },
      `Expected exactly 1 request POST, but found 2. The requests:
  requests.2: POST ${APPLICATION} 200
  requests.3: POST ${APPLICATION} 409`,
    ],
    [
      {
        path: APPLICATION,
        body: [{ name: 'Office', id: 3 }],
        query: { page: '1' },
        headers: { 'x-team': 'x', accept: 'y' },
      },
      `requests.3: POST ${APPLICATION} 409: query.page is missing; headers.x-team is "desk", not "x"; headers.accept is missing; body.0.name is "Wire Room", not "Office"; body.0.id is missing`,
    ],
    [{ method: 'POST', body: [] }, 'body has the length 1, not 0'],
    [
      { body: [{ name: 'Office' }] },
      `closest requests:\n  requests.3: POST ${APPLICATION} 409: body.0.name is "Wire Room"`,
    ],
    [{ body: [{ name: 'Office', id: 3 }] }, `requests.2: POST ${APPLICATION} 200: body.0.name is "Wire Room"`],
    [
      { query: { tag: 'b' } },
      `closest requests:\n  requests.1: GET ${APPLICATION} 200: query.tag is ["a","b"], not "b"; expect all values of a repeated parameter, as an array`,
    ],
    [{ method: 'POST', body: { name: 'x' } }, 'body is [{"name":"Wire Room"}], not {"name":"x"}'],
    [
      { headers: { authorization: 'Bearer s3cret' } },
      'headers.authorization is hidden in the journal; expect "[hidden]"',
    ],
    [
      { path: '/user-data/v1/client' },
      'requests.4: GET /user-data/v1/user 200: path is /user-data/v1/user, not /user-data/v1/client',
    ],
    [{ email: 'ann@acme.example', path: APPLICATION }, 'email is unknown, not ann@acme.example'],
    [{ method: 'GET', atLeast: 3, atMost: 5 }, 'Expected 3 to 5 requests GET, but found 2'],
    [
      {
        inOrder: [
          { method: 'POST', status: 200 },
          { method: 'GET', path: APPLICATION },
        ],
      },
      `Expected GET ${APPLICATION} after request 2 as number 2 in order, but found none; request 1 matches, but came before. The closest requests:
  requests.3: POST ${APPLICATION} 409: method is POST, not GET`,
    ],
  ])('is not met by %j: the error lists the closest requests and how they differ', async (expected, message) => {
    expect(await failureOf(expected)).toContain(message);
  });

  it('says if there are no requests, if they were dropped, or if their bodies are not kept', async () => {
    const mock = createMock({ scenario: office, journal: { bodies: false } });
    const verify = (expected: Expectation) => () => mock.requests.verify(expected);
    expect(verify({})).toThrow('Expected at least 1 request, but found 0; there are no requests to compare');
    expect(verify({ inOrder: [{}, { method: 'GET' }] })).toThrow('Expected any request as number 1 in order');
    await mock.fetch(APPLICATION, { method: 'POST', body: '[]' });
    expect(verify({ body: [] })).toThrow('the journal does not have its headers and body');
    for (let n = 0; n < 1001; n++) await mock.fetch('/user-data/v1/user');
    expect(verify({ path: APPLICATION })).toThrow('but found 0; 2 older requests are no longer in the journal');
    expect(mock.requests.verify({ atLeast: 1000 })).toEqual({ count: 1000, complete: false });
  });

  it.each([null, undefined, 5])('names what takes an object: %j is none', (value) => {
    const { requests, faults } = createMock({ scenario: office });
    const message = `takes an object, not ${value}`;
    expect(() => requests.verify(value as never)).toThrow(`requests.verify ${message}`);
    expect(() => faults.add(value as never)).toThrow(`faults.add ${message}`);
    expect(() => requests.all((value ?? null) as never)).toThrow('requests.all takes an object, not ');
    expect(() => requests.count((value ?? null) as never)).toThrow('requests.count takes an object, not ');
    expect(() => faults.release(null as never)).toThrow('faults.release takes an object, not null');
  });

  it('names a request that came too early', async () => {
    const inOrder = [{ path: '/user-data/v1/user' }, { method: 'POST', status: 409 }];
    expect(await failureOf({ inOrder })).toContain('but found none; request 3 matches, but came before');
  });

  it('finds a request with a method that no route answers once it was sent', async () => {
    const mock = createMock({ scenario: office });
    const expected = { method: 'propfind', times: 1 };
    expect(() => mock.requests.verify(expected)).toThrow(
      'method: must be one of GET, HEAD, POST, PUT, PATCH, DELETE, or the method of a request in the journal, but is "propfind"',
    );
    await mock.fetch(APPLICATION, { method: 'PROPFIND' });
    expect(mock.requests.verify(expected).count).toBe(1);
    mock.faults.add({ abort: true });
    await mock.fetch(APPLICATION).catch(() => {});
    expect(mock.requests.count({ status: 0 })).toBe(1);
  });

  it('has nothing to compare if the last request is not the last one in order', async () => {
    const expected = { inOrder: [{ path: '/user-data/v1/user' }, { method: 'DELETE' }] };
    expect(await failureOf(expected)).toBe(
      'Expected DELETE after request 4 as number 2 in order, but found none; there are no requests to compare',
    );
  });

  it.each<[Expectation, path: string]>([
    [{ times: 1, atLeast: 1 }, 'times'],
    [{ atLeast: 2, atMost: 1 }, 'atLeast'],
    [{ times: -1 }, 'times'],
    [{ inOrder: [{}] }, 'inOrder'],
    [{ inOrder: [{}, {}], method: 'GET' }, 'inOrder'],
    [{ inOrder: [{}, { times: 1 } as never] }, 'inOrder.1.times'],
    [{ headers: { a: 1 } as never }, 'headers.a'],
    [{ path: 'x' }, 'path'],
    [{ method: 'DELTE', times: 0 }, 'method'],
    [{ inOrder: [{}, { method: 'DELTE' }] }, 'inOrder.1.method'],
    [{ status: 999, times: 0 }, 'status'],
    [{ status: 1, times: 0 }, 'status'],
    [{ sattus: 200 } as never, 'sattus'],
  ])('rejects the expectation %j with an issue for %s', async (expected, path) => {
    const mock = createMock({ scenario: office });
    expect(() => mock.requests.verify(expected)).toThrow(
      expect.objectContaining({ code: 'malformed_data', issues: [expect.objectContaining({ path })] }),
    );
  });
});

describeControl(`POST ${VERIFY}`, (open) => {
  it('answers 200 with the count, or 409 with the closest requests', async () => {
    const { mock, ann, send } = await open();
    await ann.get('/brief');
    const met = await send('POST', VERIFY, { body: { path: '/public-api/v1/brief' } });
    expect([met.status, met.json]).toEqual([200, { count: 1, complete: true }]);
    const expected = { path: '/public-api/v1/brief', times: 2 };
    const { status, json } = await send<ControlFailure>('POST', VERIFY, { body: expected });
    expect([status, json.error.code]).toEqual([409, 'conflict']);
    const [entry] = mock.requests.all();
    expect(json.error.issues).toEqual([{ path: `requests.${entry?.entry}`, message: 'GET /public-api/v1/brief 200' }]);
    expect(json.error.message).toContain(
      'Expected exactly 2 requests /public-api/v1/brief, but found 1. The closest requests:',
    );
    expect((await send('POST', VERIFY, { body: { tims: 1 } })).status).toBe(400);
  });
});
