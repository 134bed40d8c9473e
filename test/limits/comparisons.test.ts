import { createMock, type Mock } from 'briefs-mock';
import { describe, expect, it } from 'vitest';
import { growthOf, stepsOf } from '../support/steps.js';

const USERS = '/user-data/v1/user';
const list = <Value>(size: number, itemOf: (n: number) => Value) => Array.from({ length: size }, (_, n) => itemOf(n));

async function send(mock: Mock, method: string, path: string, body: unknown) {
  const headers = { 'content-type': 'application/json' };
  const answer = await mock.fetch(path, { method, headers, body: JSON.stringify(body) });
  return { status: answer.status, body: await answer.json() };
}

describe('Expected requests', () => {
  const named = (count: number) => Object.fromEntries(list(count, (n) => [`key-${n}`, 'x']));

  it('have at most 1,000 values, in all queries, headers and bodies together', async () => {
    const mock = createMock();
    const message = 'has 1001 values in query, headers and body; the limit is 1000';
    expect(() => mock.requests.verify({ query: named(1001) })).toThrow(message);
    expect(() => mock.requests.verify({ body: { deep: list(999, () => [1]) } })).toThrow('the limit is 1000');
    expect(() => mock.requests.verify({ inOrder: [{ query: named(500) }, { body: named(500) }] })).toThrow(message);
    const answer = await send(mock, 'POST', '/__mock/requests/verify', { query: named(16_000) });
    expect([answer.status, answer.body.error.code]).toEqual([400, 'malformed_data']);
    expect(mock.requests.verify({ query: named(900), atMost: 0 }).count).toBe(0);
  });

  it('cost at most in proportion to their values and to the requests, also if they fail', async () => {
    const mock = createMock();
    for (let i = 0; i < 50; i++) await mock.fetch(`${USERS}?page=${i}`);
    const verify = (size: number) => () => {
      expect(() => mock.requests.verify({ query: named(size) })).toThrow('The closest requests');
    };
    expect(await growthOf(100, async (size) => [await stepsOf(verify(size))])).toBeLessThan(2.5);
  });
});

describe('Conditions of fault rules', () => {
  it('name fields by paths of at most 200 characters', () => {
    const { faults } = createMock();
    const rule = (path: string) => ({ path: USERS, status: 503, match: { body: { [path]: 'x' } } });
    expect(() => faults.add(rule('a'.repeat(201)))).toThrow('the path of a field has at most 200 characters');
    expect(faults.add(rule('a'.repeat(200))).id).toBe(1);
  });

  it('look at 100,000 values of a body with *, and take what is beyond for absent', async () => {
    const mock = createMock();
    const body = (count: number) => ({
      some: Object.fromEntries(list(count, (n) => [`k${n}`, { e: n === count - 1 ? 'last' : '' }])),
    });
    mock.faults.add({ path: USERS, status: 503, match: { body: { 'some.*.e': 'last' } } });
    expect((await send(mock, 'POST', USERS, body(49_000))).status).toBe(503);
    expect((await send(mock, 'POST', USERS, body(51_000))).status).not.toBe(503);
    for (let i = 0; i < 60; i++) mock.faults.add({ path: USERS, status: 503, match: { body: { 'some.*.k': 'x' } } });
    expect((await send(mock, 'POST', USERS, body(40_000))).status).toBe(503);
  });
});

describe('A call for several sessions', () => {
  it('has answers of at most 16 MiB together, or changes nothing', async () => {
    const mock = createMock();
    for (let i = 0; i < 40; i++) mock.sessions.create(`worker-${i}`);
    const path = '/__mock/data/application?sessions=worker-*';
    const row = (length: number) => [{ name: 'x'.repeat(length) }];
    const refused = await send(mock, 'POST', path, row(500_000));
    expect(refused).toMatchObject({ status: 413, body: { error: { code: 'payload_too_large' } } });
    expect(refused.body.error.message).toContain('the limit is 16 MiB, and nothing was changed');
    expect(mock.sessions.list().map(({ id }) => mock.sessions.get(id).data.application.count())).toEqual(
      Array(40).fill(0),
    );
    expect((await send(mock, 'POST', path, row(1_000))).status).toBe(200);
  });

  it('writes at most 100,000 rows in all of them together', async () => {
    const mock = createMock();
    for (let i = 0; i < 200; i++) mock.sessions.create(`worker-${i}`);
    const rows = (count: number) => list(count, (n) => ({ name: `Application ${n}` }));
    const path = '/__mock/data/application?sessions=worker-*';
    const refused = await send(mock, 'POST', path, rows(501));
    expect(refused).toMatchObject({ status: 413, body: { error: { code: 'payload_too_large' } } });
    expect(refused.body.error.message).toContain('which is 100200 rows; the limit is 100000');
    expect(mock.sessions.get('worker-0').data.application.count()).toBe(0);
    expect((await send(mock, 'POST', path, rows(2))).status).toBe(200);
  });
});
