import { defineRoute, defineScenario, type Mock } from 'briefs-mock';
import { describe, expect, it } from 'vitest';
import { MemoryStore } from '../support/memory-log.js';
import { gate, startReplica } from '../support/replicas.js';
import { office } from '../support/user-data-office.js';

const json = { 'content-type': 'application/json' };

const other = defineScenario({
  name: 'other',
  description: 'No records',
  clock: '2026-03-04T09:00:00Z',
  personas: [],
  seed: () => {},
});

/** Every call of a mock that changes something other replicas must see, by its name. */
const calls: Readonly<Record<string, (mock: Mock) => unknown>> = {
  'data.user.create': ({ data }) => data.user.create({ fname: 'Bo', lname: 'Ek', email: 'bo@acme.example' }),
  'data.user.delete': ({ data }) => data.user.delete({ where: { id: { equals: 1 } } }),
  'make.user': ({ make }) => make.user(),
  tokenFor: (mock) => mock.tokenFor(mock.data.user.getAll()[0]?.email as string, { expiresIn: 60 }),
  'clock.set': ({ clock }) => clock.set('2027-01-01T00:00:00Z'),
  'clock.advance': ({ clock }) => clock.advance({ days: 1 }),
  'clock.freeze': ({ clock }) => clock.freeze(),
  'clock.unfreeze': ({ clock }) => clock.unfreeze(),
  resetClock: (mock) => mock.resetClock(),
  reset: (mock) => mock.reset(),
  'reset with a scenario': (mock) => mock.reset({ scenario: other }),
  restore: (mock) => mock.restore(mock.snapshot()),
  rewind: (mock) => mock.rewind(0),
  'snapshots.keep': ({ snapshots }) => snapshots.keep('b'),
  'snapshots.restore': ({ snapshots }) => snapshots.restore('a'),
  'snapshots.remove': ({ snapshots }) => snapshots.remove('a'),
  'faults.add': ({ faults }) => faults.add({ status: 500 }),
  'faults.remove': ({ faults }) => faults.remove(1),
  'faults.clear': ({ faults }) => faults.clear(),
  'faults.release': ({ faults }) => faults.release(),
  'faults.apply': ({ faults }) => faults.apply('flaky'),
  'faults.withdraw': ({ faults }) => faults.withdraw('flaky'),
  'requests.clear': ({ requests }) => requests.clear(),
  'sessions.create': ({ sessions }) => sessions.create('b'),
  'sessions.end': ({ sessions }) => sessions.end('a'),
  'sessions.endAll': ({ sessions }) => sessions.endAll(),
};

/** What the calls could change. */
function stateOf(mock: Mock) {
  const { faults, requests, snapshots, history, sessions } = mock;
  const names = mock.scenarios.map(({ name }) => name);
  const ids = sessions.list().map(({ id }) => id);
  return [faults.all(), requests.all(), snapshots.list(), history.list(), names, ids, mock.fingerprint()];
}

async function startPrepared() {
  const { mock } = await startReplica(new MemoryStore(), { scenario: office });
  await mock.fetch('/user-data/v1/user');
  await mock.fetch('/__mock/faults', {
    method: 'POST',
    headers: json,
    body: '{"path": "/user-data/*", "delay_ms": 1}',
  });
  await mock.fetch('/__mock/snapshots/a', { method: 'PUT' });
  await mock.fetch('/__mock/sessions', { method: 'POST', headers: json, body: '{"id": "a"}' });
  return mock;
}

describe('A mock that is a replica', () => {
  it('rejects every call in the process that changes something, and names what to do', async () => {
    const mock = await startPrepared();
    const before = stateOf(mock);
    for (const [name, call] of Object.entries(calls)) {
      expect(() => call(mock), name).toThrow(/one of several replicas.*change it by requests/);
    }
    const inSession = mock.sessions.get('a');
    for (const name of ['faults.clear', 'requests.clear', 'reset']) {
      expect(() => calls[name]?.(inSession), name).toThrow(/one of several replicas/);
    }
    expect(stateOf(mock)).toEqual(before);
  });

  it('rejects them also while the handler of an own GET waits', async () => {
    const [called, due] = [gate(), gate()];
    const handle = async () => {
      called.open();
      await due.isOpen;
      return 'done';
    };
    const routes = [defineRoute({ method: 'GET', path: '/own/late', handle })];
    const { mock } = await startReplica(new MemoryStore(), { scenario: office, routes });
    const late = mock.fetch('/own/late');
    await called.isOpen;
    expect(() => mock.make.user()).toThrow(/one of several replicas/);
    due.open();
    expect(await (await late).json()).toBe('done');
  });

  it('sends the requests of the mock of a session to this session of all replicas', async () => {
    const store = new MemoryStore();
    const [one, late] = [
      await startReplica(store, { scenario: office }),
      await startReplica(store, { scenario: office }),
    ];
    await one.mock.fetch('/__mock/sessions', { method: 'POST', headers: json, body: '{"id": "a"}' });
    const before = one.mock.data.user.count();
    const body = JSON.stringify({ fname: 'Bo', lname: 'Ek', email: 'bo@acme.example' });
    const created = await one.mock.sessions
      .get('a')
      .fetch('/user-data/v1/user', { method: 'POST', headers: json, body });
    expect(created.status).toBe(200);
    // So that it has read the log.
    await late.mock.fetch('/user-data/v1/client');
    for (const { mock } of [one, late]) {
      expect([mock.data.user.count(), mock.sessions.get('a').data.user.count()]).toEqual([before, before + 1]);
    }
  });

  it('allows the calls in a copy, which no other replica sees', async () => {
    const copy = (await startPrepared()).fork();
    expect(copy.faults.clear()).toHaveLength(1);
    expect(copy.requests.clear()).toHaveLength(1);
    expect(() => copy.reset()).not.toThrow();
  });
});
