import { createMock, defineRoute, type Mock, type MockOptions } from 'briefs-mock';
import { createServer } from 'briefs-mock/server';
import { describe, expect, it, onTestFinished } from 'vitest';
import { EventReader } from '../support/event-reader.js';
import { eventually } from '../support/eventually.js';
import { MemoryStore } from '../support/memory-log.js';
import { parseMetrics } from '../support/prometheus.js';
import { connectTo } from '../support/raw-http.js';
import { controlTime, gate, startReplica } from '../support/replicas.js';
import { office } from '../support/user-data-office.js';
import { visitorAt } from '../support/visitors.js';

const options = { scenario: office };
const json = { 'content-type': 'application/json' };
const bo = JSON.stringify({ fname: 'Bo', lname: 'Ek', email: 'bo@acme.example' });
const users = '/user-data/v1/user';
const hold = { method: 'POST', headers: json, body: JSON.stringify({ path: '/user-data/*', hold: true }) };

async function start(count: number, store = new MemoryStore()) {
  const replicas = [];
  for (let i = 0; i < count; i++) replicas.push(await startReplica(store, options));
  return { store, replicas: replicas as [Replica, Replica, ...Replica[]] };
}
type Replica = Awaited<ReturnType<typeof startReplica>>;

const journalOf = async ({ mock }: Replica) => (await (await mock.fetch('/__mock/requests')).json()).data;

describe('Replicas', () => {
  it('release an answer that another replica holds back', async () => {
    const { replicas } = await start(2);
    const [one, other] = replicas;
    await one.mock.fetch('/__mock/faults', hold);
    const held = one.mock.fetch(users);
    await eventually(async () => expect(await journalOf(other)).toMatchObject([{ held: true }]));
    const released = await other.mock.fetch('/__mock/faults/release', { method: 'POST' });
    expect(await released.json()).toEqual({ released: 1 });
    expect((await held).status).toBe(200);
    for (const replica of replicas)
      expect(await journalOf(replica)).toEqual([expect.not.objectContaining({ held: true })]);
  });

  it('know that a client has left whose answer is held back', async () => {
    const { replicas } = await start(2);
    const [one, other] = replicas;
    await one.mock.fetch('/__mock/faults', hold);
    const client = new AbortController();
    const held = one.mock.fetch(users, { signal: client.signal });
    await eventually(async () => expect(await journalOf(other)).toMatchObject([{ held: true }]));
    client.abort();
    await expect(held).rejects.toThrow();
    const reason = 'The client aborted the request while its answer was held back';
    await eventually(async () => expect(await journalOf(other)).toMatchObject([{ reason }]));
    expect(await journalOf(one)).toEqual(await journalOf(other));
  });

  it('share a request whose query or path ends with the path of a probe', async () => {
    const { replicas } = await start(2);
    const [one, other] = replicas;
    const created = await one.mock.fetch(`${users}?from=/__mock/ready`, { method: 'POST', headers: json, body: bo });
    expect(created.status).toBe(200);
    const unknown = '/user-data/v1/__mock/live';
    expect((await one.mock.fetch(unknown)).status).toBe(404);
    expect(await journalOf(other)).toMatchObject([
      { method: 'POST', status: 200 },
      { path: unknown, status: 404 },
    ]);
  });

  it('hold no answer back while their server stops', async () => {
    const { server, mock } = await startReplica(new MemoryStore(), options);
    await mock.fetch('/__mock/faults', hold);
    const client = await connectTo(server.url);
    const length = `Content-Length: ${bo.length}\r\nExpect: 100-continue`;
    client.write(`POST ${users} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${length}\r\n\r\n`);
    await client.received('100 Continue');
    const closed = server.close();
    client.write(bo);
    expect(await client.ended()).toContain('HTTP/1.1 200');
    await closed;
  });

  it('know that a client had left when its request was executed', async () => {
    const { store, replicas } = await start(1);
    const [one] = replicas;
    await one.mock.fetch('/__mock/faults', hold);
    const client = new AbortController();
    const { mock } = await startReplica(store, options, (log) => ({
      ...log,
      exchange: async (position, batch) => {
        const batches = await log.exchange(position, batch);
        if (batch !== undefined && batch.commands.length > 0) client.abort();
        return batches;
      },
    }));
    await expect(mock.fetch(users, { signal: client.signal })).rejects.toThrow();
    const reason = 'The client aborted the request while its answer was held back';
    await eventually(async () => expect(await journalOf(one)).toMatchObject([{ reason }]));
  });

  it('append nothing when a client leaves that has its answer', async () => {
    const { store, replicas } = await start(1);
    const [{ mock }] = replicas;
    await mock.fetch('/__mock/faults', hold);
    const client = new AbortController();
    const held = mock.fetch(users, { signal: client.signal });
    await eventually(async () => expect(await journalOf(replicas[0])).toMatchObject([{ held: true }]));
    await mock.fetch('/__mock/faults/release', { method: 'POST' });
    expect((await held).status).toBe(200);
    const length = store.history.length;
    client.abort();
    await mock.fetch('/__mock/requests');
    expect(store.history.slice(length).flatMap(({ commands }) => commands)).toHaveLength(1);
  });

  it('tell the followers of a session what happens at other replicas', async () => {
    const { replicas } = await start(2);
    const [one, other] = replicas;
    const client = new AbortController();
    const stream = await other.mock.fetch('/__mock/events', { signal: client.signal });
    const events = new EventReader(stream);
    await one.mock.fetch(users, { method: 'POST', headers: json, body: bo });
    const names: string[] = [];
    while (names.length < 2) names.push((await events.next())?.event as string);
    client.abort();
    expect(names).toEqual(['change', 'request']);
  });

  it.each(['', '/__mock/s/one'])('continue the events of a session of another replica, in %j', async (session) => {
    const { store, replicas } = await start(2);
    const path = `${session}/__mock/events`;
    const idFrom = async (mock: Mock) => {
      const reader = new EventReader(await mock.fetch(path));
      const block = await reader.block();
      await reader.close();
      return block?.replace('id: ', '') as string;
    };
    await replicas[0].mock.fetch('/__mock/sessions', { method: 'POST', body: JSON.stringify({ id: 'one' }) });
    const id = await idFrom(replicas[0].mock);
    const late = await startReplica(store, options);
    for (const { mock } of [...replicas, late]) {
      const reader = new EventReader(await mock.fetch(path, { headers: { 'last-event-id': id } }));
      expect((await reader.next())?.event).toBe('steered');
      await reader.close();
    }
  });

  it('execute a batch once that was appended twice', async () => {
    const store = new MemoryStore();
    const { mock } = await startReplica(store, options, (log) => ({
      ...log,
      exchange: async (position, batch) => {
        if (batch !== undefined) await log.exchange(position, batch);
        return log.exchange(position, batch);
      },
    }));
    const before = mock.data.preference_hierarchy.count();
    const label = JSON.stringify([{ label: 'Twice' }]);
    const path = '/user-data/v1/preference-hierarchy';
    expect((await mock.fetch(path, { method: 'POST', headers: json, body: label })).status).toBe(200);
    const numbers = store.history.filter(({ commands }) => commands.length > 0).map(({ number }) => number);
    expect(numbers).toEqual([numbers[0], numbers[0]]);
    await mock.fetch(users);
    expect(mock.data.preference_hierarchy.count()).toBe(before + 1);
  });

  it('answer by themselves after they have stopped, with the state that they had', async () => {
    const { store, replicas } = await start(1);
    const [{ mock, server }] = replicas;
    await mock.fetch(users, { method: 'POST', headers: json, body: bo });
    const before = mock.data.user.count();
    await server.close();
    store.isAway = true;
    const length = store.history.length;
    expect((await mock.fetch(users, { method: 'POST', headers: json, body: bo.replace('bo@', 'bo2@') })).status).toBe(
      200,
    );
    expect(mock.data.user.count()).toBe(before + 1);
    mock.faults.add({ path: '/user-data/*', status: 500 });
    expect((await mock.fetch(users)).status).toBe(500);
    expect(store.history).toHaveLength(length);
  });

  it('lead a visitor of a demo who has started again back to the page', async () => {
    const server = createServer(createMock(options), {
      port: 0,
      visitors: true,
      store: new MemoryStore().connect(),
    });
    await server.listen();
    onTestFinished(() => server.close());
    const { send, id } = visitorAt(server.url);
    await send('GET', users);
    expect(id()).toBeDefined();
    const { status, headers } = await send('POST', '/__mock/demo/start-again?return=/app/');
    expect([status, headers.location]).toEqual([303, '/app/']);
  });

  it('answer a request in the process while their server stops', async () => {
    const saved = gate();
    const { mock, server } = await startReplica(new MemoryStore(), options, (log) => ({
      ...log,
      checkpointEvery: 1,
      saveCheckpoint: () => saved.isOpen,
    }));
    await mock.fetch(users);
    const closed = server.close();
    await eventually(() => expect(() => mock.faults.clear()).not.toThrow());
    expect((await mock.fetch(users)).status).toBe(200);
    saved.open();
    await closed;
  });

  it('let a GET fail whose handler promises an answer and gives none, and go on alike', async () => {
    const route = defineRoute({ method: 'GET', path: '/own/never', handle: () => new Promise(() => {}) });
    const store = new MemoryStore();
    const start = () => startReplica(store, { ...options, routes: [route] });
    const [one, other] = [await start(), await start()];
    const pass = controlTime();
    const never = one.mock.fetch('/own/never');
    while (store.history.length === 0) await new Promise(setImmediate);
    const created = other.mock.fetch(users, { method: 'POST', headers: json, body: bo });
    await pass(3);
    const { error } = await (await never).json();
    expect([error.code, error.message]).toEqual([
      'internal_error',
      expect.stringContaining('The handler of GET /own/never has not answered within 2 seconds'),
    ]);
    expect((await created).status).toBe(200);
    const journal = await journalOf(one);
    expect(journal).toMatchObject([{ status: 500 }, { status: 200 }]);
    expect(await journalOf(other)).toEqual(journal);
  });

  it('keep a session that is idle until the next request that looks for it: reading in the process ends none', async () => {
    const store = new MemoryStore();
    const { mock, server } = await startReplica(store, { ...options, sessions: { idleSeconds: 1 } });
    await mock.fetch('/__mock/sessions', { method: 'POST', headers: json, body: '{"id": "a"}' });
    store.now += 5000;
    await mock.fetch(users);
    expect(mock.sessions.list()).toMatchObject([{ id: 'a', idle_seconds: 5 }]);
    expect((await fetch(`${server.url}/__mock/metrics`)).status).toBe(200);
    expect((await (await mock.fetch('/__mock/sessions')).json()).data).toEqual([]);
    expect(mock.sessions.list()).toEqual([]);
  });

  it('share a store again when their server is started again', async () => {
    const { replicas } = await start(2);
    const [one, other] = replicas;
    await one.server.close();
    await one.server.listen();
    await one.mock.fetch(users, { method: 'POST', headers: json, body: bo });
    await eventually(() => expect(other.mock.data.user.count()).toBe(one.mock.data.user.count()));
  });

  it('delay answers only where they are sent', async () => {
    const { replicas } = await start(2);
    const [one, other] = replicas;
    const rule = { path: '/user-data/*', delay_ms: 2000 };
    await one.mock.fetch('/__mock/faults', { method: 'POST', headers: json, body: JSON.stringify(rule) });
    const pass = controlTime();
    let isAnswered = false;
    const delayed = one.mock.fetch(users).finally(() => {
      isAnswered = true;
    });
    await pass(1);
    expect(await journalOf(other)).toHaveLength(1);
    expect(isAnswered).toBe(false);
    await pass(2);
    expect((await delayed).status).toBe(200);
  });

  it('apply a request once if the connection breaks after it was appended', async () => {
    const { store, replicas } = await start(2);
    const [one, other] = replicas;
    let left = 1;
    store.trouble = () => (left-- > 0 ? 'lost after' : undefined);
    expect((await one.mock.fetch(users, { method: 'POST', headers: json, body: bo })).status).toBe(200);
    expect(
      (await (await other.mock.fetch(`${users}?`)).json()).data.filter(
        ({ fname }: { fname: string }) => fname === 'Bo',
      ),
    ).toHaveLength(1);
  });

  it('follow the log from its start if the store has lost its end, and report it', async () => {
    const { store, replicas } = await start(2);
    const [one, other] = replicas;
    await one.mock.fetch(users, { method: 'POST', headers: json, body: bo });
    await eventually(() => expect(other.mock.data.user.count()).toBe(one.mock.data.user.count()));
    const before = one.mock.data.user.count();
    store.forget(1);
    for (const { mock } of replicas) expect((await (await mock.fetch(users)).json()).data).toHaveLength(before - 1);
    for (const { problems } of replicas) expect(problems.join()).toMatch(/the store has lost/);
  });

  it('start from scratch if the store comes back empty', async () => {
    const { store, replicas } = await start(2);
    const [one, other] = replicas;
    const before = one.mock.fingerprint();
    await one.mock.fetch(users, { method: 'POST', headers: json, body: bo });
    store.empty();
    expect((await (await other.mock.fetch('/__mock/health?fingerprint')).json()).fingerprint).toBe(before);
    await eventually(() => expect(one.mock.fingerprint()).toBe(before));
  });

  it('answer 503 while the store is away, are not ready, and go on when it is back', async () => {
    const { store, replicas } = await start(1);
    const [{ mock, server, problems }] = replicas;
    store.isAway = true;
    await eventually(() => expect(problems.join()).toContain('the store is away'));
    const ready = await fetch(`${server.url}/__mock/ready`);
    expect([ready.status, (await ready.json()).error.issues[0].path]).toEqual([503, 'store']);
    expect((await fetch(`${server.url}/__mock/live`)).status).toBe(200);
    const waiting = mock.fetch(users);
    store.isAway = false;
    expect((await waiting).status).toBe(200);
    expect((await fetch(`${server.url}/__mock/ready`)).status).toBe(200);
  });

  it('append no request later that was given up', async () => {
    const { store, replicas } = await start(1);
    const [{ mock, problems }] = replicas;
    const pass = controlTime();
    store.trouble = () => 'lost before';
    const origin = 'https://app.example';
    const created = mock.fetch(users, { method: 'POST', headers: { ...json, origin }, body: bo });
    await pass(5);
    const { headers } = await created;
    expect((await (await created).json()).error.message).toContain('it is not known whether');
    // X25, so that the page can read why.
    expect(headers.get('access-control-allow-origin')).toBe(origin);
    store.trouble = () => undefined;
    await eventually(() => expect(problems).toContain('the store can be used again'));
    const { data } = await (await mock.fetch(users)).json();
    expect(data).not.toContainEqual(expect.objectContaining({ fname: 'Bo' }));
  });

  it('give up what waits when the store has failed for five seconds, and do not append it later', async () => {
    const { store, replicas } = await start(1);
    const [{ mock, problems }] = replicas;
    const pass = controlTime();
    // The server stops waiting for a timer that this test does not control.
    await mock.fetch('/__mock/requests');
    store.isAway = true;
    await pass(3);
    expect(problems.join()).toContain('the store is away');
    const messages: string[] = [];
    const create = async () => {
      const answer = await mock.fetch(users, { method: 'POST', headers: json, body: bo });
      store.isAway = false;
      messages.push((await answer.json()).error.message);
    };
    const waiting = create();
    await pass(3);
    expect(messages).toEqual([expect.stringContaining('nothing was changed; send the request again later')]);
    await waiting;
    await eventually(() => expect(problems).toContain('the store can be used again'));
    const { data } = await (await mock.fetch(users)).json();
    expect(data).not.toContainEqual(expect.objectContaining({ fname: 'Bo' }));
  });

  it('are not ready as long as the store is full, and say so once', async () => {
    const { store, replicas } = await start(1);
    const [{ mock, server, problems }] = replicas;
    store.isFull = true;
    const waiting = mock.fetch(users);
    await eventually(() => expect(store.rejected).toBeGreaterThan(3));
    expect((await fetch(`${server.url}/__mock/ready`)).status).toBe(503);
    expect(problems).toEqual([expect.stringContaining('the store is full')]);
    store.isFull = false;
    expect((await waiting).status).toBe(200);
    expect((await fetch(`${server.url}/__mock/ready`)).status).toBe(200);
    expect(problems).toEqual([expect.anything(), 'the store can be used again']);
  });

  it.each<[MockOptions, string]>([
    [{ seed: 7 }, 'seed (1 there, 7 here)'],
    [{ persona: 'ann@acme.example' }, 'persona (none there, ann@acme.example here)'],
    [{ persona: '' }, 'persona (none there, nobody here)'],
    [{ life: 'busy' }, 'life (none there, busy here)'],
  ])('reject a server with other settings, and name them: %j', async (other, message) => {
    const { store } = await start(1);
    await expect(startReplica(store, { ...options, ...other })).rejects.toThrow(message);
  });

  it('show in /__mock/metrics how far they are behind the store', async () => {
    const { store, replicas } = await start(2);
    const [one, other] = replicas;
    await one.mock.fetch(users);
    const metricsOf = async ({ server }: Replica) => {
      const metrics = parseMetrics(await (await fetch(`${server.url}/__mock/metrics`)).text());
      const read = (name: string) => metrics.get(`briefs_mock_store_${name}`)?.samples[0]?.value ?? Number.NaN;
      return { lag: read('lag_seconds'), requests: read('requests_total') };
    };
    await eventually(async () => expect((await metricsOf(other)).requests).toBe(1));
    store.isAway = true;
    const { lag } = await metricsOf(one);
    await eventually(async () => expect((await metricsOf(one)).lag).toBeGreaterThan(lag + 0.5));
    store.isAway = false;
    await eventually(async () => expect((await metricsOf(one)).lag).toBeLessThan(lag + 0.5));
  });
});
