import { createMock, defineScenario, type JournalEntry, MockError, replay } from 'briefs-mock';
import { afterEach, beforeEach, describe, expect, it, type MockInstance, onTestFinished, vi } from 'vitest';
import { readingRoom } from '../support/reading-room.js';

const headers = { authorization: 'Bearer ann-token' };
const LIST = '/public-api/v1/brief';
const MARK = '/public-api/v1/bookmark/morning/1-104';

const create = () => createMock({ scenario: readingRoom });
const bo = { fname: 'Bo', lname: 'Ek', email: 'bo@acme.example' };

/** Waits for the changes so far to be reported. */
const reported = () => Promise.resolve();

describe("mock.on('request')", () => {
  it('calls the listener with the journal entry of each API request, rejected or not', async () => {
    const mock = create();
    const seen: JournalEntry[] = [];
    mock.on('request', (entry) => seen.push(entry));
    await mock.fetch(LIST, { headers });
    await mock.fetch(LIST, { headers });
    await mock.fetch(`${LIST}/unknown`);
    await mock.fetch('/user-data/v1/nothing');
    mock.faults.add({ path: LIST, abort: true });
    await mock.fetch(LIST, { headers }).catch(() => {});
    await mock.fetch('/__mock/health');
    expect(seen.map(({ status }) => status)).toEqual([200, 200, 401, 404, 0]);
    expect(seen).toEqual(mock.requests.all());
  });

  it('reports requests beyond the length of the journal', async () => {
    const mock = create();
    const ids = new Set<string>();
    mock.on('request', ({ id }) => ids.add(id));
    for (let i = 0; i < 1010; i++) await mock.fetch(LIST, { headers });
    expect(ids.size).toBe(1010);
    expect(mock.requests.all()).toHaveLength(1000);
  });

  it('reports a request that was in flight when the journal was cleared, which does not list it', async () => {
    const mock = createMock({ scenario: readingRoom, delay: 1 });
    const seen: JournalEntry[] = [];
    mock.on('request', (entry) => seen.push(entry));
    const answer = mock.fetch(LIST, { headers });
    mock.requests.clear();
    await answer;
    expect(seen).toMatchObject([{ path: LIST, status: 200, entry: 1 }]);
    expect(mock.requests.all()).toEqual([]);
    await mock.fetch(LIST, { headers });
    expect(mock.requests.all()).toMatchObject([{ entry: 2 }]);
  });

  it('reports the requests of its own session only, and none of a fork', async () => {
    const mock = create();
    const one = mock.sessions.create('one');
    const seen: [string, string | null][] = [];
    mock.on('request', ({ session }) => seen.push(['mock', session]));
    one.on('request', ({ session }) => seen.push(['one', session]));
    await mock.fetch(LIST, { headers });
    await mock.fetch(`/__mock/s/one${LIST}`, { headers });
    await mock.fork().fetch(LIST, { headers });
    expect(seen).toEqual([
      ['mock', null],
      ['one', 'one'],
    ]);
  });
});

describe("mock.on('held')", () => {
  it('calls the listener when an answer is held back; request follows when it is sent', async () => {
    const mock = create();
    mock.faults.add({ path: LIST, hold: true, times: 1 });
    const seen: [string, boolean | undefined][] = [];
    mock.on('held', ({ held }) => seen.push(['held', held]));
    mock.on('request', ({ held }) => seen.push(['request', held]));
    const waiting = mock.fetch(LIST, { headers });
    expect(seen).toEqual([['held', true]]);
    mock.faults.release();
    await waiting;
    expect(seen).toEqual([
      ['held', true],
      ['request', undefined],
    ]);
  });
});

describe("mock.on('revision')", () => {
  it('calls the listener with the entry of each change in the history, before the request is answered', async () => {
    const mock = create();
    const seen: unknown[] = [];
    mock.on('revision', (entry) => seen.push(entry));
    mock.on('request', ({ revision }) => seen.push(revision));
    await mock.fetch(LIST, { headers });
    await mock.fetch(MARK, { method: 'POST', headers });
    mock.data.user.create(bo);
    mock.clock.advance({ days: 1 });
    mock.reset();
    expect((await mock.fetch('/__mock/data/user', { method: 'POST', body: '{}' })).status).toBe(400);
    const [first, ...others] = mock.history.list();
    expect(others).toHaveLength(3);
    expect(seen).toEqual([0, first, 1, ...others]);
  });

  it('also reports changes that the history does not keep, and nothing without a history', () => {
    const seen: number[] = [];
    for (const history of [{ limit: 1 }, false] as const) {
      const mock = createMock({ scenario: readingRoom, history });
      mock.on('revision', ({ revision }) => seen.push(revision));
      mock.data.user.create(bo);
      mock.data.user.deleteMany({ where: {} });
    }
    expect(seen).toEqual([1, 2]);
  });
});

describe("mock.on('steered')", () => {
  it('reports fault rules, stored snapshots and the emptied journal, each once for the code that is running', async () => {
    const mock = create();
    const seen: string[] = [];
    mock.on('steered', ({ what }) => seen.push(what));
    mock.faults.add({ status: 503 });
    mock.faults.apply('flaky');
    mock.snapshots.keep('one');
    mock.snapshots.keep('two');
    mock.requests.clear();
    expect(seen).toEqual([]);
    await reported();
    expect(seen).toEqual(['faults', 'snapshots', 'journal']);
    mock.faults.remove(1);
    mock.snapshots.restore('one');
    await reported();
    expect(seen.slice(3)).toEqual(['faults', 'journal']);
  });

  it('reports nothing of requests, reads, rejected calls, and other sessions', async () => {
    const mock = create();
    mock.faults.add({ path: LIST, status: 503, times: 1 });
    await reported();
    const listener = vi.fn();
    mock.on('steered', listener);
    await mock.fetch(LIST, { headers });
    await mock.fetch(MARK, { method: 'POST', headers });
    mock.data.user.create(bo);
    expect(() => mock.faults.remove(7)).toThrow();
    expect(() => mock.snapshots.keep('a b')).toThrow();
    await mock.fetch('/__mock/faults?sessions=none', { method: 'DELETE' });
    mock.sessions.create('one').faults.add({ status: 500 });
    mock.fork().requests.clear();
    await reported();
    expect(listener).not.toHaveBeenCalled();
  });
});

describe("mock.on('sessions')", () => {
  it('reports created and ended sessions of the mock, in each of them, once for the code that is running', async () => {
    const mock = create();
    const one = mock.sessions.create('one');
    const seen: string[] = [];
    for (const [name, session] of [
      ['mock', mock],
      ['one', one],
      ['fork', mock.fork()],
    ] as const) {
      session.on('sessions', () => seen.push(`${name} ${mock.sessions.list().length}`));
    }
    mock.sessions.create('two');
    mock.sessions.create('three');
    await reported();
    expect(seen).toEqual(['mock 3', 'one 3']);
    mock.sessions.endAll();
    await reported();
    expect(seen.slice(2)).toEqual(['mock 0', 'one 0']);
  });
});

describe("mock.on('change')", () => {
  const cases: [string, (mock: ReturnType<typeof create>) => unknown][] = [
    ['a write of an API', (mock) => mock.fetch(MARK, { method: 'POST', headers })],
    [
      'several writes of mock.data',
      (mock) => [mock.data.user.create(bo), mock.data.bookmark.deleteMany({ where: {} })],
    ],
    ['a factory', (mock) => mock.make.user()],
    ['a control call', (mock) => mock.fetch('/__mock/data/user', { method: 'POST', body: JSON.stringify(bo) })],
    ['an issued token', (mock) => mock.tokenFor('ann@reader.example', { expiresIn: 60 })],
    ['a change of the clock', (mock) => mock.clock.advance({ days: 1 })],
    ['the control call for the clock', (mock) => mock.fetch('/__mock/clock', { method: 'DELETE' })],
    ['a reset', (mock) => mock.reset()],
    ['a restored snapshot', (mock) => mock.restore(mock.snapshot())],
  ];
  it.each(cases)('calls the listener once after %s', async (_, change) => {
    const mock = create();
    const listener = vi.fn();
    mock.on('change', listener);
    await change(mock);
    await reported();
    expect(listener.mock.calls).toEqual([[undefined]]);
  });

  const nothings: [string, (mock: ReturnType<typeof create>) => unknown][] = [
    ['a read', (mock) => mock.fetch(LIST, { headers })],
    ['a rejected write', (mock) => mock.fetch(`${LIST}/unknown`, { method: 'POST', headers })],
    [
      'a write that is undone',
      (mock) => mock.fetch('/user-data/v1/user', { method: 'POST', body: JSON.stringify([bo, bo]) }),
    ],
    [
      'a rejected change of the clock',
      (mock) => mock.fetch('/__mock/clock', { method: 'PUT', body: '{"now": "soon"}' }),
    ],
    ['a snapshot', (mock) => mock.snapshot()],
    ['a write to another session', (mock) => mock.sessions.create('one').data.user.create(bo)],
    ['a write to a fork', (mock) => mock.fork().data.user.create(bo)],
  ];
  it.each(nothings)('does not call the listener after %s', async (_, happen) => {
    const mock = create();
    const listener = vi.fn();
    mock.on('change', listener);
    await happen(mock);
    await reported();
    expect(listener).not.toHaveBeenCalled();
  });

  it('calls the listener although a test has replaced all timers', async () => {
    vi.useFakeTimers({ toFake: ['queueMicrotask', 'setTimeout', 'setImmediate'] });
    onTestFinished(() => void vi.useRealTimers());
    const mock = create();
    const listener = vi.fn();
    mock.on('change', listener);
    mock.data.user.create(bo);
    await reported();
    expect(listener).toHaveBeenCalledTimes(1);
  });

  it('the listener sees the state after the change', async () => {
    const mock = create();
    const counts: number[] = [];
    const before = mock.data.user.count();
    mock.on('change', () => counts.push(mock.data.user.count()));
    mock.data.user.create(bo);
    await reported();
    mock.reset();
    await reported();
    expect(counts).toEqual([before + 1, before]);
  });
});

describe("mock.on('reset')", () => {
  it('calls the listener after a reset and after a restored snapshot, by method or control call', async () => {
    const mock = create();
    mock.data.user.create(bo);
    const snapshot = mock.snapshot();
    mock.snapshots.keep('bo');
    const users: number[] = [];
    mock.on('reset', () => users.push(mock.data.user.count()));
    const [seeded, withBo] = [mock.data.user.count() - 1, mock.data.user.count()];
    mock.reset();
    mock.restore(snapshot);
    mock.snapshots.restore('bo');
    await mock.fetch('/__mock/reset', { method: 'POST' });
    await mock.fetch('/__mock/restore', { method: 'POST', body: JSON.stringify(snapshot) });
    mock.resetClock();
    expect(users).toEqual([seeded, withBo, withBo, seeded, withBo]);
  });

  it('a listener can add records to the seeded state', async () => {
    const mock = create();
    mock.on('reset', () => mock.data.user.create(bo));
    mock.reset();
    await mock.fetch('/__mock/reset', { method: 'POST' });
    expect(mock.data.user.count({ where: { email: { equals: bo.email } } })).toBe(1);
  });

  it('what a listener adds follows the reset in the events, the history and the trace', async () => {
    const mock = create();
    mock.data.brief.create({ name: 'Evening', slug: 'evening' });
    const reported: unknown[] = [];
    mock.on('revision', ({ revision, cause }) => reported.push([revision, cause.kind === 'call' && cause.call]));
    mock.on('reset', () => mock.data.user.create(bo));
    mock.reset();
    const inOrder = [
      [2, 'reset'],
      [3, 'data.user.create'],
    ];
    const trace = mock.trace();
    expect(reported).toEqual(inOrder);
    expect(trace.entries.slice(1).map((entry) => [entry.revision, entry.kind === 'call' && entry.call])).toEqual(
      inOrder,
    );
    expect((await replay(trace, { scenarios: [readingRoom] })).fingerprint).toBeUndefined();
  });
});

describe('mock.on', () => {
  it('returns a function that removes the listener, once for each call', async () => {
    const mock = create();
    const listener = vi.fn();
    const [first, second] = [mock.on('reset', listener), mock.on('reset', listener)];
    mock.reset();
    expect(listener).toHaveBeenCalledTimes(2);
    first();
    first();
    mock.reset();
    expect(listener).toHaveBeenCalledTimes(3);
    second();
    mock.reset();
    expect(listener).toHaveBeenCalledTimes(3);
  });

  it('does not call a listener that an earlier one has removed', () => {
    const mock = create();
    const listener = vi.fn();
    mock.on('reset', () => remove());
    const remove = mock.on('reset', listener);
    mock.reset();
    expect(listener).not.toHaveBeenCalled();
  });

  it.each([
    [
      'an unknown event',
      ['reqest', () => {}],
      'There is no event "reqest"; the events are request, held, change, revision, reset, steered, sessions',
    ],
    ['a missing listener', ['reset'], 'on: the listener of reset must be a function, but is undefined'],
  ])('rejects %s', (_, args, message) => {
    const mock = create();
    const call = () => mock.on(...(args as Parameters<typeof mock.on>));
    expect(call).toThrow(MockError);
    expect(call).toThrow(message);
  });
});

describe('A listener that fails', () => {
  let printed: MockInstance;
  beforeEach(() => {
    printed = vi.spyOn(console, 'error').mockImplementation(() => {});
  });
  afterEach(() => printed.mockRestore());

  it.each<[string, () => unknown]>([
    [
      'throws',
      () => {
        throw new Error('no such panel');
      },
    ],
    ['rejects', () => Promise.reject(new Error('no such panel'))],
  ])('that %s neither breaks an answer nor other listeners, and is printed', async (_, fail) => {
    const mock = create();
    const others: string[] = [];
    for (const event of ['request', 'change', 'reset'] as const) {
      mock.on(event, fail);
      mock.on(event, () => others.push(event));
    }
    expect((await mock.fetch(MARK, { method: 'POST', headers })).status).toBe(200);
    await reported();
    mock.reset();
    expect(mock.data.bookmark.count()).toBe(0);
    await reported();
    // A rejected promise is noticed one step later.
    await reported();
    expect(others.sort()).toEqual(['change', 'change', 'request', 'reset']);
    expect(printed.mock.calls.map(([message]) => message).sort()).toEqual([
      'briefs-mock: a listener of "change" failed:',
      'briefs-mock: a listener of "change" failed:',
      'briefs-mock: a listener of "request" failed:',
      'briefs-mock: a listener of "reset" failed:',
    ]);
  });
});

describe('mock.reset', () => {
  const attic = defineScenario({
    name: 'attic',
    description: 'One user',
    clock: '2020-01-01T00:00:00Z',
    personas: [],
    seed: ({ data }) => {
      data.user.create(bo);
    },
  });

  it('accepts a scenario as well as its name, and later resets keep it', async () => {
    const mock = create();
    mock.reset({ scenario: attic });
    expect([mock.scenario, mock.data.user.count()]).toEqual(['attic', 1]);
    mock.data.user.deleteMany({ where: {} });
    mock.reset();
    expect([mock.scenario, mock.data.user.count()]).toEqual(['attic', 1]);
    mock.reset({ scenario: readingRoom, seed: 3 });
    expect([mock.scenario, mock.seed]).toEqual([readingRoom.name, 3]);
    mock.reset({ scenario: 'attic' });
    expect(mock.scenarios.map(({ name }) => name)).toEqual([readingRoom.name, 'attic']);
  });

  it('does not keep a scenario that it could not reset to', () => {
    const mock = create();
    const broken = { ...attic, seed: () => void expect.fail('no records') };
    expect(() => mock.reset({ scenario: broken })).toThrow('no records');
    expect(() => mock.reset({ scenario: attic, seed: -1 })).toThrow('seed');
    expect(mock.scenarios).toEqual([readingRoom]);
    mock.reset({ scenario: attic });
    expect(() => mock.reset({ scenario: broken })).toThrow('two scenarios have the name attic');
    expect(() => mock.reset({ scenario: attic, seed: -1 })).toThrow('seed');
    expect(mock.scenarios).toEqual([readingRoom, attic]);
  });

  it.each([
    [
      'an object that is not a scenario',
      { name: 'attic' },
      'scenario: must be a scenario, created with defineScenario',
    ],
    [
      'another scenario of a known name',
      { ...attic, name: readingRoom.name },
      'two scenarios have the name reading-room',
    ],
  ])('rejects %s, and changes nothing', (_, scenario, message) => {
    const mock = create();
    const before = mock.fingerprint();
    expect(() => mock.reset({ scenario: scenario as typeof attic })).toThrow(message);
    expect(mock.fingerprint()).toBe(before);
  });
});
