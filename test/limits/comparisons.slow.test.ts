import { createMock, type Mock } from 'briefs-mock';
import { describe, expect, it, vi } from 'vitest';
import { growthOf, stepsOf } from '../support/steps.js';

const USERS = '/user-data/v1/user';
const list = <Value>(size: number, itemOf: (n: number) => Value) => Array.from({ length: size }, (_, n) => itemOf(n));

async function send(mock: Mock, method: string, path: string, body: unknown) {
  const headers = { 'content-type': 'application/json' };
  const answer = await mock.fetch(path, { method, headers, body: JSON.stringify(body) });
  return { status: answer.status, body: await answer.json() };
}

/** Holds the request that `start` sends where it first lets others have their turn, until the test calls `goOn`. */
async function heldAtFirstPause<Answer>(start: () => Promise<Answer>) {
  let answer: Promise<Answer> | undefined;
  const goOn = await new Promise<() => void>((resolve, reject) => {
    class HeldChannel extends MessageChannel {
      constructor() {
        super();
        vi.unstubAllGlobals();
        const { port2 } = this;
        const postMessage = port2.postMessage.bind(port2);
        port2.postMessage = (message: unknown) => resolve(() => postMessage(message));
      }
    }
    vi.stubGlobal('MessageChannel', HeldChannel);
    answer = start();
    answer.then(() => reject(new Error('The request was answered without a pause')), reject);
  });
  return { answer, goOn };
}

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
  /** A call of which the first slice is done, which has reached `worker-0`. */
  const start = async () => {
    const mock = createMock();
    for (const n of list(300, (n) => n)) mock.sessions.create(`worker-${n}`);
    const held = await heldAtFirstPause(() => send(mock, 'POST', '/__mock/data/user?sessions=worker-*', rows));
    return { mock, first: mock.sessions.get('worker-0'), ...held };
  };
  const user = (email: string) => ({ fname: 'Ann', lname: 'Arden', email });
  const counts = (mock: Mock) => new Set(mock.sessions.list().map(({ id }) => mock.sessions.get(id).data.user.count()));

  it('others are answered, and what they change stays', async () => {
    const { mock, first, answer, goOn } = await start();
    const created = await first.fetch('/__mock/data/user', {
      method: 'POST',
      body: JSON.stringify(user('ann@a.example')),
    });
    mock.sessions.end('worker-1');
    const added = mock.sessions.create('worker-300');
    expect([created.status, first.data.user.count()]).toEqual([200, 1]);
    goOn();
    expect(await answer).toMatchObject({ status: 200, body: { total: 300 } });
    expect(first.data.user.count()).toBe(101);
    expect(added.data.user.count()).toBe(100);
    expect(counts(mock)).toEqual(new Set([100, 101]));
    expect(first.history.list().map(({ cause }) => cause)).toEqual(
      Array(2).fill({ kind: 'control', method: 'POST', path: '/__mock/data/user' }),
    );
  });

  it('a change by which a session comes to reject it leaves all of them as they were', async () => {
    const { mock, first, answer, goOn } = await start();
    first.data.user.create(user('user5@reader.example'));
    goOn();
    expect(await answer).toMatchObject({
      status: 409,
      body: { error: { message: expect.stringMatching(/^session "worker-0": 5\.email: /) } },
    });
    expect(counts(mock)).toEqual(new Set([0, 1]));
  });
});

describe('While a snapshot is restored', () => {
  const RECORDS = 20_000;
  /** A restore at `path`, whose body has arrived, and of which the first slice is done. */
  const start = async (path: string) => {
    const mock = createMock();
    for (const n of list(RECORDS, (n) => n)) mock.data.application.create({ name: `A${n}` });
    const snapshot = JSON.parse(JSON.stringify(mock.snapshot()));
    mock.reset();
    for (const n of list(3, (n) => n)) mock.sessions.create(`worker-${n}`);
    return { mock, snapshot, ...(await heldAtFirstPause(() => send(mock, 'POST', path, snapshot))) };
  };

  it('others are answered, and all sessions change at once', async () => {
    const { mock, snapshot, answer, goOn } = await start('/__mock/restore?sessions=worker-*');
    const counts = () => list(3, (n) => mock.sessions.get(`worker-${n}`).data.application.count());
    expect((await mock.fetch(USERS)).status).toBe(200);
    expect((await send(mock, 'POST', '/__mock/s/worker-1/__mock/restore', snapshot)).status).toBe(200);
    expect(counts()).toEqual([0, RECORDS, 0]);
    goOn();
    expect(await answer).toMatchObject({ status: 200, body: { total: 3 } });
    expect(counts()).toEqual([RECORDS, RECORDS, RECORDS]);
  });

  it('its session can end: it gets 409, and changes nothing', async () => {
    const { mock, answer, goOn } = await start('/__mock/s/worker-1/__mock/restore');
    mock.sessions.end('worker-1');
    goOn();
    const message =
      'The session "worker-1" ended before the request was handled, so nothing was changed; send the request again';
    expect(await answer).toMatchObject({ status: 409, body: { error: { code: 'conflict', message } } });
    expect(mock.sessions.list().map(({ id }) => id)).toEqual(['worker-0', 'worker-2']);
  });
});
