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

/** A turn of the event loop: the body has arrived, and a slice or two of many are done. */
const oneTurn = () => new Promise((resolve) => setImmediate(resolve));

describe('Expected requests', () => {
  const named = (count: number) => Object.fromEntries(list(count, (n) => [`key-${n}`, 'x']));

  it('have at most 1,000 values, in all queries, headers and bodies together', async () => {
    const mock = createMock();
    const message = 'has 1001 values in query, headers and body; the limit is 1000';
    expect(() => mock.requests.verify({ query: named(1001) })).toThrow(message);
    expect(() => mock.requests.verify({ body: { deep: list(999, () => [1]) } })).toThrow('the limit is 1000');
    expect(() => mock.requests.verify({ inOrder: [{ query: named(500) }, { body: named(500) }] })).toThrow(message);
    const answer = await send(mock, 'POST', '/__mock/requests/verify', { query: named(1_001) });
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

  it.each(['headers', 'query', 'body'])('name at most 20 %s', (kind) => {
    const { faults } = createMock();
    const rule = (count: number) => {
      const values = Object.fromEntries(list(count, (n) => [`x-${n}`, 'x']));
      return { path: USERS, status: 503, match: { [kind]: values } };
    };
    expect(() => faults.add(rule(21))).toThrow(`match.${kind}: must name 1 to 20 `);
    expect(faults.add(rule(20)).id).toBe(1);
  });

  it('look at exactly 20,000 values, of which the body itself and each list in it is one', async () => {
    const mock = createMock();
    /** Ten lists, with a number of texts in all of them together. */
    const body = (count: number) => {
      const texts = list(count, (n) => (n === count - 1 ? 'last' : ''));
      return list(10, (n) => texts.slice(n * 2_000, n * 2_000 + 2_000));
    };
    mock.faults.add({ path: USERS, status: 503, match: { body: { '*.*': 'last' } } });
    expect((await send(mock, 'POST', USERS, body(19_989))).status).toBe(503);
    expect((await send(mock, 'POST', USERS, body(19_990))).status).not.toBe(503);
  });

  it('look at no values once their rule is used up', async () => {
    const mock = createMock();
    const body = list(10, () => list(1_700, (n) => (n === 1_699 ? 'last' : '')));
    mock.faults.add({ path: USERS, status: 502, times: 1, match: { body: { '9.*': 'last' } } });
    mock.faults.add({ path: USERS, status: 504, match: { body: { '*.*': 'none' } } });
    mock.faults.add({ path: USERS, status: 503, match: { body: { '9.*': 'last' } } });
    expect((await send(mock, 'POST', USERS, body)).status).toBe(502);
    expect((await send(mock, 'POST', USERS, body)).status).toBe(503);
  });

  it('look at 20,000 values of a body with *, and take what is beyond for absent', async () => {
    const mock = createMock();
    const body = (count: number) => {
      const parts = list(count, (n) => ({ e: n === count - 1 ? 'last' : '' }));
      return { some: list(count / 100, (n) => Object.fromEntries(parts.slice(n * 100, n * 100 + 100).entries())) };
    };
    mock.faults.add({ path: USERS, status: 503, match: { body: { 'some.*.*.e': 'last' } } });
    expect((await send(mock, 'POST', USERS, body(9_900))).status).toBe(503);
    expect((await send(mock, 'POST', USERS, body(10_000))).status).not.toBe(503);
    for (let i = 0; i < 60; i++) mock.faults.add({ path: USERS, status: 503, match: { body: { 'some.*.*.k': 'x' } } });
    expect((await send(mock, 'POST', USERS, body(9_000))).status).toBe(503);
  });
});

describe('A call for several sessions', () => {
  const path = '/__mock/data/application?sessions=worker-*';
  const open = (count: number) => {
    const mock = createMock();
    for (const n of list(count, (n) => n)) mock.sessions.create(`worker-${n}`);
    return mock;
  };
  const sizes = (mock: Mock) => mock.sessions.list().map(({ id }) => mock.sessions.get(id).data.application.count());

  it('has at most 16 MiB of rows for all of them together, or changes nothing', async () => {
    const mock = open(40);
    const row = (length: number) => [{ name: 'x'.repeat(length) }];
    const refused = await send(mock, 'POST', path, row(500_000));
    expect(refused).toMatchObject({ status: 413, body: { error: { code: 'payload_too_large' } } });
    expect(refused.body.error.message).toBe(
      'The body has 500013 characters for each of the 40 sessions that match "worker-*", which is 20 MiB; the limit is 16 MiB. Send fewer rows, or name fewer sessions',
    );
    expect(sizes(mock)).toEqual(Array(40).fill(0));
    expect((await send(mock, 'POST', path, row(1_000))).status).toBe(200);
  });

  it('writes at most 100,000 rows in all of them together', async () => {
    const mock = open(200);
    const rows = (count: number) => list(count, (n) => ({ name: `Application ${n}` }));
    const refused = await send(mock, 'POST', path, rows(501));
    expect(refused).toMatchObject({ status: 413, body: { error: { code: 'payload_too_large' } } });
    expect(refused.body.error.message).toContain('which is 100200 rows; the limit is 100000');
    const made = await send(mock, 'POST', '/__mock/make/application?sessions=worker-*&count=501', {});
    expect(made.body.error.message).toBe(
      'The call would create 501 records in each of the 200 sessions, which is 100200 records; the limit is 100000. Create fewer, or name fewer sessions',
    );
    expect(sizes(mock)).toEqual(Array(200).fill(0));
    expect((await send(mock, 'POST', path, rows(2))).status).toBe(200);
  });

  it('lists the answers of the first 20, and of fewer if they are long', async () => {
    const mock = open(25);
    const named = async (rows: unknown) => {
      const { body } = await send(mock, 'POST', path, rows);
      return { sessions: body.data.map(({ session }: { session: string }) => session), total: body.total };
    };
    expect(await named({ name: 'A' })).toEqual({ sessions: list(20, (n) => `worker-${n}`), total: 25 });
    expect(await named({ name: `B${'x'.repeat(400_000)}` })).toEqual({
      sessions: list(3, (n) => `worker-${n}`),
      total: 25,
    });
  });
});

describe('While a call for many sessions is handled', () => {
  const rows = list(100, (n) => ({ fname: 'F', lname: 'L', email: `user${n}@reader.example` }));
  /** A call that takes several slices, the first of which has reached `worker-0`. */
  const start = () => {
    const mock = createMock();
    for (const n of list(300, (n) => n)) mock.sessions.create(`worker-${n}`);
    let isAnswered = false;
    const answer = send(mock, 'POST', '/__mock/data/user?sessions=worker-*', rows).finally(() => {
      isAnswered = true;
    });
    return { mock, first: mock.sessions.get('worker-0'), answer, isAnswered: () => isAnswered };
  };
  const user = (email: string) => ({ fname: 'Ann', lname: 'Arden', email });
  const counts = (mock: Mock) => new Set(mock.sessions.list().map(({ id }) => mock.sessions.get(id).data.user.count()));

  it('others are answered, and what they change stays', async () => {
    const { mock, first, answer, isAnswered } = start();
    await oneTurn();
    const created = await first.fetch('/__mock/data/user', {
      method: 'POST',
      body: JSON.stringify(user('ann@a.example')),
    });
    mock.sessions.end('worker-1');
    const added = mock.sessions.create('worker-300');
    expect([created.status, isAnswered(), first.data.user.count()]).toEqual([200, false, 1]);
    expect(await answer).toMatchObject({ status: 200, body: { total: 300 } });
    expect(first.data.user.count()).toBe(101);
    expect(added.data.user.count()).toBe(100);
    expect(counts(mock)).toEqual(new Set([100, 101]));
    expect(first.history.list().map(({ cause }) => cause)).toEqual(
      Array(2).fill({ kind: 'control', method: 'POST', path: '/__mock/data/user' }),
    );
  });

  it('a change by which a session comes to reject it leaves all of them as they were', async () => {
    const { mock, first, answer, isAnswered } = start();
    await oneTurn();
    expect(isAnswered()).toBe(false);
    first.data.user.create(user('user5@reader.example'));
    const { status, body } = await answer;
    expect([status, body.error.message]).toEqual([409, expect.stringMatching(/^session "worker-0": 5\.email: /)]);
    expect(counts(mock)).toEqual(new Set([0, 1]));
  });
});

describe('While a snapshot is restored', () => {
  /** A restore in `session`, whose body has arrived, and of which the first slice is done. */
  const start = async (session: string, records: number) => {
    const mock = createMock();
    const rows = list(records, (n) => ({ name: `A${n}` }));
    for (const row of rows) mock.data.application.create(row);
    const snapshot = JSON.parse(JSON.stringify(mock.snapshot()));
    mock.reset();
    for (const n of list(3, (n) => n)) mock.sessions.create(`worker-${n}`);
    let isAnswered = false;
    const answer = send(mock, 'POST', `/__mock/restore?sessions=${session}`, snapshot).finally(() => {
      isAnswered = true;
    });
    const single = send(mock, 'POST', '/__mock/s/worker-1/__mock/restore', snapshot);
    await oneTurn();
    expect(isAnswered).toBe(false);
    return { mock, answer, single };
  };

  it('others are answered, and all sessions change at once', async () => {
    const { mock, answer, single } = await start('worker-*', 20_000);
    const counts = () => mock.sessions.list().map(({ id }) => mock.sessions.get(id).data.application.count());
    expect((await mock.fetch(USERS)).status).toBe(200);
    expect(counts()).toEqual([0, 0, 0]);
    expect(await answer).toMatchObject({ status: 200, body: { total: 3 } });
    expect(counts()).toEqual([20_000, 20_000, 20_000]);
    expect((await single).status).toBe(200);
  });

  it('its session can end: it gets 409, and changes nothing', async () => {
    const { mock, answer, single } = await start('worker-0', 60_000);
    mock.sessions.end('worker-1');
    const message =
      'The session "worker-1" ended before the request was handled, so nothing was changed; send the request again';
    expect(await single).toMatchObject({ status: 409, body: { error: { code: 'conflict', message } } });
    expect(await answer).toMatchObject({ status: 200, body: { total: 1 } });
    expect(mock.sessions.get('worker-2').data.application.count()).toBe(0);
  });
});
