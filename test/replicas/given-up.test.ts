import { createMock } from 'briefs-mock';
import { createServer } from 'briefs-mock/server';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Outbox } from '../../src/replicas/outbox.js';
import { StoreHealth } from '../../src/replicas/store-health.js';
import { eventually } from '../support/eventually.js';
import { MemoryStore } from '../support/memory-log.js';
import { controlTime, gate, startReplica } from '../support/replicas.js';
import { office } from '../support/user-data-office.js';
import { visitorAt } from '../support/visitors.js';

const options = { scenario: office };
const json = { 'content-type': 'application/json' };
const users = '/user-data/v1/user';
const post = (body: unknown) => ({ method: 'POST', headers: json, body: JSON.stringify(body) });

describe('When the store cannot be used for more than five seconds', () => {
  it.each([0, 1])('a client that leaves %i s after that began is known to have left when it ends', async (seconds) => {
    const store = new MemoryStore();
    const { mock, problems } = await startReplica(store, options);
    await mock.fetch('/__mock/faults', post({ path: users, hold: true }));
    const client = new AbortController();
    const held = mock.fetch(users, { signal: client.signal });
    await eventually(() => expect(mock.faults.held()).toHaveLength(1));
    const pass = controlTime();
    // The server stops waiting for a timer that this test does not control.
    await mock.fetch('/__mock/requests');
    store.isAway = true;
    await pass(seconds);
    client.abort();
    const left = expect(held).rejects.toThrow();
    await pass(7);
    store.isAway = false;
    await pass(1);
    await left;
    expect(problems).toContain('the store can be used again');
    expect(mock.faults.held()).toEqual([]);
  });

  it('the end of a session that was answered with 503 does not happen later', async () => {
    const store = new MemoryStore();
    const mock = createMock(options);
    const problems: string[] = [];
    const onProblem = (message: string) => problems.push(message);
    const server = createServer(mock, { port: 0, visitors: true, store: store.connect(), onProblem });
    await server.listen();
    onTestFinished(() => server.close());
    const { send, id } = visitorAt(server.url);
    await send('DELETE', `${users}/1`);
    const sessions = mock.sessions.list();
    expect(sessions).toMatchObject([{ id: id() }]);
    const pass = controlTime();
    store.isAway = true;
    await pass(1);
    let isAnswered = false;
    const ending = send('POST', '/__mock/demo/start-again').finally(() => {
      isAnswered = true;
    });
    while (!isAnswered) await pass(1);
    expect(await ending).toMatchObject({ status: 503 });
    store.isAway = false;
    await pass(1);
    expect(problems).toContain('the store can be used again');
    expect(mock.sessions.list()).toEqual(sessions);
  });
});

describe('A request that was given up', () => {
  it('is not appended again with a header that a fault rule compares now', async () => {
    const store = new MemoryStore();
    const one = await startReplica(store, options);
    const { open, isOpen } = gate();
    const other = await startReplica(store, options, (log) => ({
      ...log,
      exchange: async (position, batch) => {
        if (batch !== undefined) await isOpen;
        return log.exchange(position, batch);
      },
    }));
    const pass = controlTime();
    const refused = other.mock.fetch(users, { headers: { cookie: 'sid=1' } });
    await pass(1);
    const rule = { path: users, status: 418, match: { headers: { cookie: '*sid=1*' } } };
    const added = one.mock.fetch('/__mock/faults', post(rule));
    await pass(6);
    expect([(await added).status, (await refused).status]).toEqual([200, 503]);
    open();
    await pass(1);
    expect(store.history.flatMap(({ commands }) => commands)).toHaveLength(2);
  });
});

describe('A batch that the store refuses', () => {
  const sent = (isRefused: boolean[]) => {
    const outbox = new Outbox('a', new StoreHealth(() => {}), () => {});
    const answer = outbox.submit({ ends: 'one' }).catch((error) => error.message);
    for (const isOne of isRefused) {
      outbox.next();
      if (isOne) outbox.noteRefusal();
      outbox.retry();
    }
    outbox.giveUp();
    return answer;
  };

  it('has changed nothing', async () => {
    expect(await sent([true, true])).toContain('nothing was changed');
  });

  it.each([[[false]], [[false, true]], [[true, false]]])(
    'may have been applied if it was not refused each time: %j',
    async (isRefused) => {
      expect(await sent(isRefused)).toContain('it is not known');
    },
  );
});

describe('A server that fell behind', () => {
  it('says that it does not know the answer to a request that is in a checkpoint, and goes on', async () => {
    const store = new MemoryStore();
    const one = await startReplica(store, options);
    const { open, isOpen } = gate();
    let isSlow = false;
    const other = await startReplica(store, options, (log) => ({
      ...log,
      exchange: async (position, batch) => {
        const batches = await log.exchange(position, batch);
        if (!isSlow || batch === undefined) return batches;
        await isOpen;
        throw new Error('the connection was lost');
      },
    }));
    // Time stands still: on a slow machine the request would be given up first.
    const pass = controlTime();
    isSlow = true;
    const lost = other.mock.fetch(users);
    await eventually(() => expect(store.history).toHaveLength(1));
    for (let n = 0; n < 60; n++) await one.mock.fetch(users);
    expect(store.batches.length).toBeLessThan(60);
    isSlow = false;
    open();
    await pass(1);
    const answer = await lost;
    expect([answer.status, (await answer.json()).error.message]).toEqual([
      503,
      expect.stringContaining('this server fell behind, and it is not known whether the request was applied'),
    ]);
    expect((await other.mock.fetch(users)).status).toBe(200);
    expect(other.mock.requests.count()).toBe(62);
  });
});
