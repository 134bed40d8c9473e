import { createMock, type Mock, type SessionOptions } from 'briefs-mock';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { readingRoom } from '../support/reading-room.js';
import { stopMachine } from '../support/session-machine.js';

const create = (sessions?: SessionOptions) => createMock({ scenario: readingRoom, ...(sessions && { sessions }) });
const ids = (mock: Mock) => mock.sessions.list().map(({ id }) => id);
const visit = async (mock: Mock, id: string, path = '/public-api/v1/brief') =>
  (await mock.fetch(path, { headers: { 'x-mock-session': id, authorization: 'Bearer ann-token' } })).status;
/** Leaves a trace in a session: one more user than it begins with. */
const mark = async (mock: Mock, id: string) => {
  const body = JSON.stringify({ fname: 'Bo', lname: 'Ek', email: 'bo@acme.example' });
  expect((await mock.fetch(`/__mock/s/${id}/__mock/data/user`, { method: 'POST', body })).status).toBe(200);
};
const users = (mock: Mock, id: string) => mock.sessions.get(id).data.user.count();

describe('Sessions: at the cap', () => {
  it('one more ends the one that was idle longest', async () => {
    const mock = create({ max: 3 });
    for (const id of ['a', 'b', 'c']) await mark(mock, id);
    expect(ids(mock)).toEqual(['a', 'b', 'c']);
    expect(await visit(mock, 'd')).toBe(200);
    expect(ids(mock)).toEqual(['b', 'c', 'd']);
    expect(['b', 'c', 'd'].map((id) => users(mock, id))).toEqual([5, 5, 4]);
    expect(await visit(mock, 'a')).toBe(200);
    expect(ids(mock)).toEqual(['c', 'd', 'a']);
    expect(users(mock, 'a')).toBe(4);
  });

  it.each<[string, (mock: Mock) => unknown]>([
    ['a request to an API', (mock) => visit(mock, 'a')],
    ['a request that is refused', (mock) => visit(mock, 'a', '/public-api/v1/nothing')],
    ['a request to the control API', (mock) => visit(mock, 'a', '/__mock/clock')],
    ['a request by its path', (mock) => mock.fetch('/__mock/s/a/__mock/clock')],
    ['a request by its cookie', (mock) => mock.fetch('/__mock/clock', { headers: { cookie: 'mock_session=a' } })],
    ['a request through its mock', (mock) => mock.sessions.get('a').fetch('/public-api/v1/brief')],
  ])('%s is use', async (_, use) => {
    const mock = create({ max: 3 });
    for (const id of ['a', 'b', 'c']) await mark(mock, id);
    await use(mock);
    expect(ids(mock)).toEqual(['b', 'c', 'a']);
    mock.sessions.create('d');
    expect(ids(mock)).toEqual(['c', 'a', 'd']);
    expect(users(mock, 'a')).toBe(5);
  });

  it.each<[string, (mock: Mock) => unknown]>([
    ['to list', (mock) => mock.sessions.list()],
    ['to get its mock', (mock) => mock.sessions.get('a').data.user.count()],
    ['to read it over HTTP', (mock) => mock.fetch('/__mock/sessions/a')],
    ['to be refused as another of its id', (mock) => expect(() => mock.sessions.create('a')).toThrow('already')],
    [
      'a preflight',
      (mock) =>
        mock.fetch('/__mock/s/a/public-api/v1/brief', {
          method: 'OPTIONS',
          headers: { origin: 'https://app.example' },
        }),
    ],
  ])('%s is no use', async (_, look) => {
    const mock = create({ max: 3 });
    for (const id of ['a', 'b', 'c']) await mark(mock, id);
    await look(mock);
    expect(ids(mock)).toEqual(['a', 'b', 'c']);
  });

  it('of one alone, each new one takes the place', async () => {
    const mock = create({ max: 1 });
    for (const id of ['a', 'b', 'a', 'a', 'c']) await visit(mock, id);
    expect(ids(mock)).toEqual(['c']);
    mock.sessions.create();
    expect(ids(mock)).not.toContain('c');
    expect(mock.sessions.list()).toHaveLength(1);
  });

  it('is a thousand, where nothing else is said', async () => {
    const mock = create();
    for (let n = 0; n <= 1000; n++) mock.sessions.create(`s${n}`);
    expect(mock.sessions.list()).toHaveLength(1000);
    expect(ids(mock)[0]).toBe('s1');
  });

  it('what is no name and what is refused end none', async () => {
    const mock = create({ max: 1 });
    await mark(mock, 'a');
    expect(await visit(mock, 'no name')).toBe(400);
    expect(() => mock.sessions.create('no name')).toThrow('is not a name');
    expect(() => mock.sessions.create('a')).toThrow('already');
    expect(ids(mock)).toEqual(['a']);
    expect(users(mock, 'a')).toBe(5);
  });
});

describe('Sessions: idleness', () => {
  it('ends one after that many seconds without a request, by the machine’s time', async () => {
    const pass = stopMachine();
    const mock = create({ idleSeconds: 60 });
    await mark(mock, 'a');
    mock.clock.advance({ days: 100 });
    pass(30);
    await mark(mock, 'b');
    expect(mock.sessions.list().map(({ id, idle_seconds }) => [id, idle_seconds])).toEqual([
      ['a', 30],
      ['b', 0],
    ]);
    pass(30);
    expect(ids(mock)).toEqual(['a', 'b']);
    pass(0.001);
    expect(ids(mock)).toEqual(['b']);
    expect(() => mock.sessions.get('a')).toThrow('There is no session "a"');
    expect(await visit(mock, 'a')).toBe(200);
    expect(users(mock, 'a')).toBe(4);
  });

  it.each<[string, (mock: Mock) => unknown]>([
    ['a request that names it', (mock) => visit(mock, 'a')],
    ['a request through its mock', (mock) => mock.sessions.get('a').fetch('/__mock/clock')],
  ])('begins anew with %s', async (_, use) => {
    const pass = stopMachine();
    const mock = create({ idleSeconds: 60 });
    await mark(mock, 'a');
    for (let n = 0; n < 5; n++) {
      pass(59);
      await use(mock);
    }
    pass(60);
    expect(users(mock, 'a')).toBe(5);
    expect(mock.sessions.list()).toMatchObject([{ id: 'a', idle_seconds: 60 }]);
  });

  it('is an hour, where nothing else is said', async () => {
    const pass = stopMachine();
    const mock = create();
    await visit(mock, 'a');
    pass(3600);
    expect(ids(mock)).toEqual(['a']);
    pass(1);
    expect(ids(mock)).toEqual([]);
  });

  it('is seen wherever sessions are: in health, lists, and when one is made or named', async () => {
    const pass = stopMachine();
    const health = async (mock: Mock) => (await (await mock.fetch('/__mock/health')).json()).sessions;
    const looks: ((mock: Mock) => unknown)[] = [
      async (mock) => expect(await health(mock)).toBe(0),
      (mock) => expect(mock.sessions.list()).toEqual([]),
      async (mock) => expect((await mock.fetch('/__mock/sessions/a')).status).toBe(404),
      (mock) => expect(() => mock.sessions.end('a')).toThrow('There is no session'),
      (mock) => expect(mock.sessions.create('a').data.user.count()).toBe(4),
      async (mock) => expect((await (await mock.fetch('/__mock/s/a/__mock/data')).json()).data.user).toBe(4),
    ];
    for (const look of looks) {
      const mock = create({ idleSeconds: 10 });
      await mark(mock, 'a');
      pass(11);
      await look(mock);
    }
  });

  it('a list is of one moment, however long it takes to make', () => {
    let now = 0;
    const machine = vi.spyOn(performance, 'now').mockImplementation(() => now);
    onTestFinished(() => machine.mockRestore());
    const mock = create({ idleSeconds: 10 });
    for (const id of ['a', 'b', 'c']) mock.sessions.create(id);
    now = 9_700;
    machine.mockImplementation(() => {
      now += 200;
      return now;
    });
    expect(ids(mock)).toEqual(['a', 'b', 'c']);
    expect(ids(mock)).toEqual([]);
  });

  it('the default state never ends', async () => {
    const pass = stopMachine();
    const mock = create({ idleSeconds: 1, max: 1 });
    mock.data.user.create({ fname: 'Bo', lname: 'Ek', email: 'bo@acme.example' });
    pass(1_000_000);
    for (const id of ['a', 'b', 'c']) await visit(mock, id);
    expect(mock.data.user.count()).toBe(5);
  });

  it('where sessions are strict, one that has ended is unknown', async () => {
    const pass = stopMachine();
    const mock = create({ idleSeconds: 10, strict: true });
    mock.sessions.create('a');
    pass(11);
    expect(await visit(mock, 'a')).toBe(400);
  });
});
