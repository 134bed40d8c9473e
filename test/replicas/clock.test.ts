import { createMock, defineScenario, type Mock, type MockOptions } from 'briefs-mock';
import { createServer } from 'briefs-mock/server';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { eventually } from '../support/eventually.js';
import { MemoryStore } from '../support/memory-log.js';

const HOUR = 3_600_000;
const json = { 'content-type': 'application/json' };
const users = '/user-data/v1/user';

/** Its records depend on the day. */
const today = defineScenario({
  name: 'today',
  description: 'A user who has the day as a name',
  clock: '2026-03-04T09:00:00Z',
  personas: [],
  seed: ({ data, now }) => {
    data.user.create({ fname: now.toISOString().slice(0, 10), lname: 'Ek', email: 'ek@acme.example' });
  },
});

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 2, 4, 9) });
  onTestFinished(() => void vi.useRealTimers());
});

interface StartOptions {
  hoursOff?: number;
  visitors?: boolean;
  clock?: MockOptions['clock'];
  history?: false;
  prepare?: (mock: Mock) => void;
}

/** A server on a machine whose time is now, or some hours off. It takes some time to start. */
async function start(
  store: MemoryStore,
  { hoursOff = 0, visitors = false, clock = 'now', history, prepare = () => {} }: StartOptions = {},
) {
  vi.setSystemTime(store.now + hoursOff * HOUR);
  const mock = createMock({ scenario: today, clock, ...(history === false && { history }) });
  vi.setSystemTime(Date.now() + 7);
  prepare(mock);
  vi.setSystemTime(Date.now() + 5);
  const options = { port: 0, store: store.connect(10), visitors, control: { token: 'c0ntrol' } };
  const server = await createServer(mock, options).listen();
  onTestFinished(() => server.close());
  return async (path: string, request: RequestInit = {}) => {
    vi.setSystemTime(store.now + hoursOff * HOUR);
    return (await fetch(server.url + path, request)).text();
  };
}

type Ask = Awaited<ReturnType<typeof start>>;

const control = { headers: { authorization: 'Bearer c0ntrol' } };
/** The first day of the records of a server. */
const dayOf = async (ask: Ask, headers = {}) => JSON.parse(await ask(users, { headers })).data[0].fname;
const day = (time: number) => new Date(time).toISOString().slice(0, 10);

/** What two servers must answer alike. */
async function viewOf(ask: Ask, ...more: string[]) {
  const paths = ['clock', 'health?fingerprint', 'changes', 'requests', 'sessions', 'snapshot', ...more];
  return Promise.all(paths.map((path) => ask(`/__mock/${path}`, control)));
}

describe('Replicas with a running clock', () => {
  it('have the time of the store, however wrong the times of their machines are', async () => {
    const store = new MemoryStore();
    const [one, other] = [await start(store), await start(store, { hoursOff: -30 })];
    for (const ask of [one, other]) {
      store.now += HOUR;
      const { now } = JSON.parse(await ask('/__mock/clock', control));
      expect(now).toBe(new Date(store.now).toISOString());
    }
    expect(await viewOf(one, 'history')).toEqual(await viewOf(other, 'history'));
  });

  it('start from the day of the log, even if they are started on a later day', async () => {
    const store = new MemoryStore();
    const began = store.now;
    const one = await start(store);
    await one(users);
    store.now += 24 * HOUR;
    const other = await start(store);
    expect(await viewOf(other, 'history')).toEqual(await viewOf(one, 'history'));
    expect(await dayOf(other)).toBe(day(began));
  });

  it('start from the present day after a reset, even if they are started from a checkpoint', async () => {
    const store = new MemoryStore();
    const one = await start(store);
    store.now += 24 * HOUR;
    const reset = store.now;
    await one('/__mock/reset', { method: 'POST', ...control });
    for (let i = 0; i < 20; i++) await one(users);
    expect(store.checkpoint).toBeDefined();
    store.now += 24 * HOUR;
    const other = await start(store, { hoursOff: 1 });
    expect(await viewOf(other, 'history')).toEqual(await viewOf(one, 'history'));
    expect(await dayOf(other)).toBe(day(reset));
    await other('/__mock/reset', { method: 'POST', ...control });
    expect(await viewOf(other, 'history')).toEqual(await viewOf(one, 'history'));
    expect(await dayOf(one)).toBe(day(store.now));
  });

  it.each<[string, StartOptions]>([
    ['that of a setting', { clock: { now: '2026-05-06T07:00:00Z', frozen: false } }],
    [
      'that of a mock that was changed before',
      { prepare: (mock) => void mock.data.user.delete({ where: { id: { equals: 1 } } }) },
    ],
    ['one that was set before', { prepare: ({ clock }) => clock.set('2030-01-01T00:00:00Z') }],
    ['one that was set before, without a history', { history: false, prepare: ({ clock }) => clock.set(0) }],
    [
      'that of a session that was changed before',
      { prepare: ({ sessions }) => sessions.create('a').clock.advance({ days: 1 }) },
    ],
  ])('have the same time, also %s', async (_, options) => {
    const store = new MemoryStore();
    const one = await start(store, options);
    await one(users);
    store.now += HOUR;
    const other = await start(store, { ...options, hoursOff: 1 });
    expect(await viewOf(other)).toEqual(await viewOf(one));
  });

  it('do not go back when the store comes back empty', async () => {
    const store = new MemoryStore();
    const ask = await start(store);
    store.now += 30 * HOUR;
    await ask(users);
    store.empty();
    await eventually(async () => expect(JSON.parse(await ask('/__mock/requests', control)).data).toEqual([]));
    const { now } = JSON.parse(await ask('/__mock/clock', control));
    expect(now).toBe(new Date(store.now).toISOString());
    expect(await dayOf(ask)).toBe(day(store.now));
  });

  it('show a new visitor of a demo the present day, and one who has written the day of that', async () => {
    const store = new MemoryStore();
    store.now += 23.75 * HOUR;
    const demo = { visitors: true };
    const one = await start(store, demo);
    const visit = { cookie: 'mock_session=AAAAAAAAAAAAAAAAAAAAAA' };
    const bo = JSON.stringify({ fname: 'Bo', lname: 'Ek', email: 'bo@acme.example' });
    await one(users, { method: 'POST', headers: { ...json, ...visit }, body: bo });
    const written = store.now;
    // Before the session ends because it is idle.
    store.now += HOUR / 2;
    const other = await start(store, demo);
    for (const ask of [one, other]) {
      expect(await dayOf(ask)).toBe(day(store.now));
      expect(await dayOf(ask, visit)).toBe(day(written));
    }
    expect(await viewOf(other, 'history')).toEqual(await viewOf(one, 'history'));
  });
});
