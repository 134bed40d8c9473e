import { createMock, defineActor, type Mock, type SessionOptions } from 'briefs-mock';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { readingRoom } from '../support/reading-room.js';
import { stopMachine } from '../support/session-machine.js';

const create = (sessions?: SessionOptions) => createMock({ scenario: readingRoom, ...(sessions && { sessions }) });
const ids = (mock: Mock) => mock.sessions.list().map(({ id }) => id);
const visit = async (mock: Mock, id: string, path = '/public-api/v1/brief') =>
  (await mock.fetch(path, { headers: { 'x-mock-session': id, authorization: 'Bearer ann-token' } })).status;
/** Creates one more user in a session, to recognize it by. */
const mark = async (mock: Mock, id: string) => {
  const body = JSON.stringify({ fname: 'Bo', lname: 'Ek', email: 'bo@acme.example' });
  expect((await mock.fetch(`/__mock/s/${id}/__mock/data/user`, { method: 'POST', body })).status).toBe(200);
};
const users = (mock: Mock, id: string) => mock.sessions.get(id).data.user.count();

describe('Sessions: at the limit', () => {
  it('a new session ends the one that was idle longest', async () => {
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
    ['an API request', (mock) => visit(mock, 'a')],
    ['a rejected request', (mock) => visit(mock, 'a', '/public-api/v1/nothing')],
    ['a control call', (mock) => visit(mock, 'a', '/__mock/clock')],
    ['a request that names it in the path', (mock) => mock.fetch('/__mock/s/a/__mock/clock')],
    [
      'a request that names it in a cookie',
      (mock) => mock.fetch('/__mock/clock', { headers: { cookie: 'mock_session=a' } }),
    ],
    ['a request through its mock', (mock) => mock.sessions.get('a').fetch('/public-api/v1/brief')],
  ])('%s counts as use of a session', async (_, use) => {
    const mock = create({ max: 3 });
    for (const id of ['a', 'b', 'c']) await mark(mock, id);
    await use(mock);
    expect(ids(mock)).toEqual(['b', 'c', 'a']);
    mock.sessions.create('d');
    expect(ids(mock)).toEqual(['c', 'a', 'd']);
    expect(users(mock, 'a')).toBe(5);
  });

  it.each<[string, (mock: Mock) => unknown]>([
    ['listing sessions', (mock) => mock.sessions.list()],
    ['getting its mock', (mock) => mock.sessions.get('a').data.user.count()],
    ['reading it over HTTP', (mock) => mock.fetch('/__mock/sessions/a')],
    ['trying to create another one with its id', (mock) => expect(() => mock.sessions.create('a')).toThrow('already')],
    [
      'a preflight',
      (mock) =>
        mock.fetch('/__mock/s/a/public-api/v1/brief', {
          method: 'OPTIONS',
          headers: { origin: 'https://app.example' },
        }),
    ],
  ])('%s does not count as use of a session', async (_, look) => {
    const mock = create({ max: 3 });
    for (const id of ['a', 'b', 'c']) await mark(mock, id);
    await look(mock);
    expect(ids(mock)).toEqual(['a', 'b', 'c']);
  });

  it('a request of an actor does not count as use of a session', () => {
    const read = defineActor({
      name: 'ann',
      rhythm: { from: '10:00' },
      act: ({ send }) => void send('GET /v1/brief/x'),
    });
    const mock = createMock({ scenario: { ...readingRoom, actors: [read] }, life: 'calm' });
    for (const id of ['a', 'b']) mock.sessions.create(id);
    mock.sessions.get('a').clock.advance({ days: 1 });
    expect(mock.sessions.get('a').requests.all()).toMatchObject([{ actor: 'ann' }]);
    expect(ids(mock)).toEqual(['a', 'b']);
  });

  it('each new session replaces the last one if max is 1', async () => {
    const mock = create({ max: 1 });
    for (const id of ['a', 'b', 'a', 'a', 'c']) await visit(mock, id);
    expect(ids(mock)).toEqual(['c']);
    mock.sessions.create();
    expect(ids(mock)).not.toContain('c');
    expect(mock.sessions.list()).toHaveLength(1);
  });

  it('the limit is 1000 sessions by default', async () => {
    const mock = create();
    for (let n = 0; n <= 1000; n++) mock.sessions.create(`s${n}`);
    expect(mock.sessions.list()).toHaveLength(1000);
    expect(ids(mock)[0]).toBe('s1');
  });

  it('an invalid name and a taken id end no session', async () => {
    const mock = create({ max: 1 });
    await mark(mock, 'a');
    expect(await visit(mock, 'no name')).toBe(400);
    expect(() => mock.sessions.create('no name')).toThrow('must be a name');
    expect(() => mock.sessions.create('a')).toThrow('already');
    expect(ids(mock)).toEqual(['a']);
    expect(users(mock, 'a')).toBe(5);
  });
});

describe('Sessions: the idle timeout', () => {
  it('is looked at before sessions are found by a pattern', async () => {
    const pass = stopMachine();
    const mock = create({ idleSeconds: 60 });
    await visit(mock, 'a');
    pass(61);
    expect(mock.sessions.matching('*')).toEqual([]);
    await visit(mock, 'a');
    pass(61);
    expect(mock.sessions.endAll()).toEqual([]);
  });

  it('ends a session after idleSeconds without a request, in real time', async () => {
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
  ])('starts again with %s', async (_, use) => {
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

  it('is an hour by default', async () => {
    const pass = stopMachine();
    const mock = create();
    await visit(mock, 'a');
    pass(3600);
    expect(ids(mock)).toEqual(['a']);
    pass(1);
    expect(ids(mock)).toEqual([]);
  });

  it('is applied by health, by lists, and when a session is read, ended, created or named', async () => {
    const pass = stopMachine();
    const health = async (mock: Mock) => (await (await mock.fetch('/__mock/health')).json()).sessions;
    const looks: ((mock: Mock) => unknown)[] = [
      async (mock) => expect(await health(mock)).toBe(0),
      (mock) => expect(mock.sessions.list()).toEqual([]),
      async (mock) => expect((await mock.fetch('/__mock/sessions/a')).status).toBe(404),
      (mock) => expect(() => mock.sessions.end('a')).toThrow('There is no session'),
      (mock) => expect(mock.sessions.create('a').data.user.count()).toBe(4),
      async (mock) => expect((await mock.fetch('/__mock/s/a/__mock/data')).status).toBe(404),
    ];
    for (const look of looks) {
      const mock = create({ idleSeconds: 10 });
      await mark(mock, 'a');
      pass(11);
      await look(mock);
    }
  });

  it('is applied to a list at one point in time, however long the list takes', () => {
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

  it('does not apply to the default state, and neither does the limit', async () => {
    const pass = stopMachine();
    const mock = create({ idleSeconds: 1, max: 1 });
    mock.data.user.create({ fname: 'Bo', lname: 'Ek', email: 'bo@acme.example' });
    pass(1_000_000);
    for (const id of ['a', 'b', 'c']) await visit(mock, id);
    expect(mock.data.user.count()).toBe(5);
  });

  it('ends a strict session, so that naming it gets 400', async () => {
    const pass = stopMachine();
    const mock = create({ idleSeconds: 10, strict: true });
    mock.sessions.create('a');
    pass(11);
    expect(await visit(mock, 'a')).toBe(400);
  });
});
