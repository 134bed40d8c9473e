import type { Mock } from 'briefs-mock';
import { describe, expect, it } from 'vitest';
import { eventually } from '../support/eventually.js';
import { MemoryStore } from '../support/memory-log.js';
import { gate, startReplica } from '../support/replicas.js';
import { office } from '../support/user-data-office.js';

const options = { scenario: office };
const json = { 'content-type': 'application/json' };
const users = '/user-data/v1/user';

/** Expects the same answer to a control call in a session from both mocks, and returns it. */
async function expectSame(one: Mock, other: Mock, path: string, session?: string): Promise<string> {
  const headers: HeadersInit = session === undefined ? {} : { 'x-mock-session': session };
  const answerOf = async (mock: Mock) => (await mock.fetch(`/__mock/${path}`, { headers })).text();
  const expected = await answerOf(one);
  expect(await answerOf(other)).toBe(expected);
  return expected;
}

describe('A checkpoint', () => {
  it('is written in pieces, between which requests are answered, and is that of its moment', async () => {
    const store = new MemoryStore();
    const sizes: number[] = [];
    let onPiece = async () => {};
    const { mock, server } = await startReplica(store, options, (log) => ({
      ...log,
      checkpointEvery: 500,
      saveCheckpoint: async ({ position, pieces }) => {
        const written: string[] = [];
        for (const piece of pieces) {
          written.push(piece);
          sizes.push(piece.length);
          await onPiece();
        }
        await log.saveCheckpoint({ position, pieces: written });
      },
    }));
    const write = async (n: number) => {
      const headers = { ...json, 'x-mock-session': `s${n % 50}` };
      const body = JSON.stringify({ fname: 'x'.repeat(200), lname: 'Ek', email: `${n}@acme.example` });
      expect((await mock.fetch(users, { method: 'POST', headers, body })).status).toBe(200);
    };
    let answered = 0;
    onPiece = () => write(1000 + answered++);
    for (let n = 0; n < 400; n++) await write(n);
    // A restored state counts by its records.
    const state = await (await mock.fetch('/__mock/snapshot', { headers: { 'x-mock-session': 's1' } })).text();
    const restore = async (into: Mock) => {
      const headers = { ...json, 'x-mock-session': 's2' };
      expect((await into.fetch('/__mock/restore', { method: 'POST', headers, body: state })).status).toBe(200);
    };
    await restore(mock);
    for (let n = 400; n < 500; n++) await write(n);
    await expect.poll(() => store.checkpoint).toBeDefined();
    // Each request between two pieces was answered before the checkpoint was complete.
    expect(sizes.length).toBeGreaterThan(5);
    expect(answered).toBe(sizes.length);
    expect(Math.max(...sizes)).toBeLessThan(256 * 1024);

    const late = await startReplica(store, options);
    for (const path of ['health?fingerprint', 'requests', 'history', 'trace', 'snapshot']) {
      await expectSame(mock, late.mock, path, 's1');
    }
    const figuresOf = async ({ url }: typeof server) => {
      const metrics = await (await fetch(`${url}/__mock/metrics`)).text();
      return metrics.match(/^briefs_mock_(history_bytes|store_requests_total) .*$/gm);
    };
    // Each executes the last request of the other a moment later.
    const compare = async () => expect(await figuresOf(late.server)).toEqual(await figuresOf(server));
    await eventually(compare);
    await restore(late.mock);
    await eventually(compare);
  });

  it('leads to the same numbers of requests, also if a replica has answered more before it', async () => {
    const store = new MemoryStore();
    const { mock } = await startReplica(store, options, (log) => ({ ...log, checkpointEvery: 2 }));
    const describe = async () => expect((await mock.fetch('/__mock/openapi/user-data.json')).status).toBe(200);
    await describe();
    for (let n = 0; n < 2; n++) await mock.fetch(users);
    await expect.poll(() => store.checkpoint).toBeDefined();
    const late = await startReplica(store, options);
    await describe();
    await mock.fetch(users);
    await expectSame(mock, late.mock, 'requests');
  });

  it('is not written while an answer is held back, which only its replica can send, but afterwards', async () => {
    const store = new MemoryStore();
    const { mock } = await startReplica(store, options, (log) => ({ ...log, checkpointEvery: 2 }));
    await mock.fetch('/__mock/faults', {
      method: 'POST',
      headers: json,
      body: JSON.stringify({ path: users, hold: true, times: 1 }),
    });
    const held = mock.fetch(users);
    for (let n = 0; n < 6; n++) expect((await mock.fetch('/user-data/v1/client')).status).toBe(200);
    expect(store.checkpoint).toBeUndefined();
    await mock.fetch('/__mock/faults/release', { method: 'POST' });
    expect((await held).status).toBe(200);
    for (let n = 0; n < 2; n++) await mock.fetch('/user-data/v1/client');
    await expect.poll(() => store.checkpoint).toBeDefined();
  });

  it('has the fault rules, snapshots and request ids of the default session', async () => {
    const store = new MemoryStore();
    const one = await startReplica(store, options, (log) => ({ ...log, checkpointEvery: 4 }));
    const rule = { path: users, status: 503, times: 2 };
    const added = await one.mock.fetch('/__mock/faults', { method: 'POST', headers: json, body: JSON.stringify(rule) });
    expect((await one.mock.fetch(users)).status).toBe(503);
    await one.mock.fetch('/__mock/snapshots/kept', { method: 'PUT' });
    await one.mock.fetch('/user-data/v1/client');
    await expect.poll(() => store.checkpoint).toBeDefined();
    const late = await startReplica(store, options);
    const listed = await late.mock.fetch('/__mock/faults');
    expect(listed.headers.get('x-request-id')).not.toBe(added.headers.get('x-request-id'));
    for (const { mock } of [late, one]) await mock.fetch(users);
    for (const path of ['faults', 'snapshots', 'requests', 'snapshot']) {
      await expectSame(one.mock, late.mock, path);
    }
    // Its two uses are over.
    expect((await late.mock.fetch(users)).status).toBe(200);
  });

  it('tells a server that starts later of ended sessions, cleared journals, and how many sessions clients have begun', async () => {
    const store = new MemoryStore();
    const settings = { ...options, sessions: { max: 3, newPerMinute: 5 } };
    const one = await startReplica(store, settings, (log) => ({ ...log, checkpointEvery: 8 }));
    const ask = (server: typeof one.server, session: string, path = users, method = 'GET') =>
      fetch(server.url + path, { method, headers: { 'x-mock-session': session } });
    for (const session of ['a', 'b', 'c', 'd', 'd', 'd']) expect((await ask(one.server, session)).status).toBe(200);
    expect((await ask(one.server, 'd', '/__mock/requests', 'DELETE')).status).toBe(200);
    await ask(one.server, 'd', `${users}/1`);
    await expect.poll(() => store.checkpoint).toBeDefined();

    const { mock, server } = await startReplica(store, settings);
    for (const [session, paths] of [
      ['a', [users]],
      ['d', [`${users}/1`]],
    ] as const) {
      const { data } = JSON.parse(await expectSame(one.mock, mock, 'requests', session));
      expect(data.map(({ path }: { path: string }) => path)).toEqual(paths);
    }
    const lost = await ask(server, 'a');
    expect([lost.status, lost.headers.get('x-mock-session-lost')]).toEqual([
      200,
      'the limit of 3 sessions was reached',
    ]);
    expect((await ask(server, 'e')).status).toBe(429);
  });

  it('is written once every five commands, one after the other', async () => {
    const saved: string[] = [];
    const { open: finish, isOpen: finished } = gate();
    const { mock } = await startReplica(new MemoryStore(), options, (log) => ({
      ...log,
      checkpointEvery: 5,
      saveCheckpoint: async ({ position }) => {
        saved.push(position);
        if (saved.length === 2) await finished;
      },
    }));
    const ask = async (times: number) => {
      for (let n = 0; n < times; n++) expect((await mock.fetch(users)).status).toBe(200);
    };
    await ask(9);
    expect(saved).toHaveLength(1);
    await ask(12);
    expect(saved).toHaveLength(2);
    finish();
    await ask(3);
    expect(saved).toHaveLength(3);
  });

  it('that the store does not keep is reported, and stops nothing', async () => {
    const store = new MemoryStore();
    const failing = () => Promise.reject(new Error('there is no room'));
    const { mock, problems } = await startReplica(store, options, (log) => ({
      ...log,
      checkpointEvery: 2,
      saveCheckpoint: failing,
    }));
    for (let n = 0; n < 3; n++) expect((await mock.fetch(users)).status).toBe(200);
    expect(problems[0]).toBe('the store has not saved a checkpoint: there is no room; there will be another one later');
  });
});
