import { describe, expect, it } from 'vitest';
import { eventually } from '../support/eventually.js';
import { MemoryStore } from '../support/memory-log.js';
import { startReplica } from '../support/replicas.js';
import { office } from '../support/user-data-office.js';

const options = { scenario: office };
const json = { 'content-type': 'application/json' };
const users = '/user-data/v1/user';

describe('A batch', () => {
  it('has at most 200 commands', async () => {
    const store = new MemoryStore();
    const { mock } = await startReplica(store, options);
    const statuses = await Promise.all(Array.from({ length: 450 }, async () => (await mock.fetch(users)).status));
    expect(new Set(statuses)).toEqual(new Set([200]));
    const sizes = store.history.map(({ commands }) => commands.length);
    expect(Math.max(...sizes)).toBe(200);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(450);
  });

  it('has bodies of at most 1 MiB, or a single one that is larger', async () => {
    const store = new MemoryStore();
    const { mock } = await startReplica(store, options);
    const post = (path: string, length: number) =>
      mock.fetch(path, { method: 'POST', headers: json, body: JSON.stringify({ fname: 'x'.repeat(length) }) });
    const small = Array.from({ length: 5 }, () => post(users, 400_000));
    const large = post('/__mock/restore', 1_500_000);
    for (const { status } of await Promise.all([...small, large])) expect(status).toBe(400);
    const batches = store.history.map(({ bodies }) => bodies.map(({ length }) => length));
    expect(batches.flat()).toHaveLength(6);
    for (const bodies of batches) {
      expect(bodies.length === 1 || bodies.reduce((sum, length) => sum + length, 0) <= 1024 * 1024).toBe(true);
    }
    expect(Math.max(...batches.map(({ length }) => length))).toBe(2);
  });
});

describe('A server that reads the log', () => {
  it('has read all of it when it has started, however long it is', async () => {
    const store = new MemoryStore();
    const one = await startReplica(store, options, (log) => ({ ...log, checkpointEvery: 10_000 }));
    for (let n = 0; n < 450; n++) await one.mock.fetch(users);
    expect(store.batches.length).toBeGreaterThan(400);
    const late = await startReplica(store, options);
    expect(late.mock.requests.count()).toBe(450);
  });

  it('gives up if the start of the log is lost again and again, but not if it was found in between', async () => {
    let answers = 0;
    const losing = (every: number) => (log: ReturnType<MemoryStore['connect']>) => ({
      ...log,
      exchange: async (...parts: Parameters<typeof log.exchange>) =>
        ++answers % every === 0 ? undefined : log.exchange(...parts),
    });
    await expect(startReplica(new MemoryStore(), options, losing(1))).rejects.toThrow(
      'it has lost the beginning of the log; delete its keys to start again',
    );
    answers = 0;
    const { mock, problems } = await startReplica(new MemoryStore(), options, losing(3));
    for (let n = 0; n < 10; n++) expect((await mock.fetch(users)).status).toBe(200);
    expect(problems.filter((problem) => problem.includes('lost or dropped')).length).toBeGreaterThan(3);
  });

  it('sends an answer that is held back if the store comes back empty', async () => {
    const store = new MemoryStore();
    const { mock } = await startReplica(store, options);
    const rule = JSON.stringify({ path: users, hold: true });
    await mock.fetch('/__mock/faults', { method: 'POST', headers: json, body: rule });
    const held = mock.fetch(users);
    await eventually(() => expect(mock.faults.held()).toHaveLength(1));
    store.empty();
    expect((await held).status).toBe(200);
    expect((await mock.fetch(users)).status).toBe(200);
  });
});
