import { createMock, type Mock, MockError } from 'briefs-mock';
import { createHandlers } from 'briefs-mock/handlers';
import { createServer } from 'briefs-mock/server';
import { setupServer } from 'msw/node';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readingRoom } from '../support/reading-room.js';
import { everythingOf } from '../support/session-everything.js';
import { stopMachine } from '../support/session-machine.js';

const LIST = '/public-api/v1/brief';
const MARK = '/public-api/v1/bookmark/morning/1-104';
const headers = { authorization: 'Bearer ann-token' };
const bo = { fname: 'Bo', lname: 'Ek', email: 'bo@acme.example' };

const create = (options = {}) => createMock({ scenario: readingRoom, ...options });
const mark = async (mock: Mock) => (await mock.fetch(MARK, { method: 'POST', headers })).status;
const ids = (mock: Mock) => mock.sessions.list().map(({ id }) => id);

function codeOf(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    expect(error).toBeInstanceOf(MockError);
    return (error as MockError).code;
  }
  return 'nothing was thrown';
}

describe('mock.sessions', () => {
  it('creates, gets, lists and ends sessions', () => {
    const mock = create();
    const one = mock.sessions.create('one');
    const unnamed = mock.sessions.create();
    expect(one.session).toBe('one');
    expect(unnamed.session).toMatch(/^[0-9a-f-]{36}$/);
    expect(ids(mock)).toEqual(['one', unnamed.session]);
    expect(mock.sessions.get('one').session).toBe('one');
    expect(mock.sessions.end('one')).toMatchObject({ id: 'one', scenario: 'reading-room', seed: 1, requests: 0 });
    expect(ids(mock)).toEqual([unnamed.session]);
  });

  it('rejects invalid names, taken ids and unknown ids', () => {
    const { sessions } = create();
    sessions.create('one');
    expect(codeOf(() => sessions.create('one'))).toBe('conflict');
    for (const id of ['', '.', '..', 'a b', 'a/b', 'é', 'a'.repeat(65), 5, null, {}]) {
      expect(codeOf(() => sessions.create(id as string))).toBe('malformed_data');
      expect(codeOf(() => sessions.get(id as string))).toBe('malformed_data');
      expect(codeOf(() => sessions.end(id as string))).toBe('malformed_data');
    }
    for (const id of ['two', '__proto__', 'constructor']) {
      expect(codeOf(() => sessions.get(id))).toBe('not_found');
      expect(codeOf(() => sessions.end(id))).toBe('not_found');
    }
    expect(sessions.list().map(({ id }) => id)).toEqual(['one']);
  });

  it('is the same for the mocks of all sessions', () => {
    const mock = create();
    const one = mock.sessions.create('one');
    const two = one.sessions.create('two');
    expect(ids(two)).toEqual(['one', 'two']);
    two.sessions.end('one');
    expect(ids(mock)).toEqual(['two']);
  });
});

describe('The mock of a session', () => {
  it('can do everything a mock can do, and acts on its session alone', async () => {
    const mock = create();
    const [one, other] = [mock.sessions.create('one'), mock.sessions.create('other')];
    const before = [everythingOf(mock), everythingOf(other)];
    const start = one.snapshot();

    one.data.user.create(bo);
    expect(one.data.user.findFirst({ where: { email: { equals: bo.email } } })?.id).toBe(5);
    expect(one.tokenFor(bo.email)).toMatch(/./);
    one.clock.set('2028-01-01T00:00:00Z');
    one.clock.advance({ days: 1 });
    one.faults.add({ path: '/public-api/v1/brief', status: 503 });
    expect((await one.fetch(LIST, { headers })).status).toBe(503);
    expect(one.requests.all()).toMatchObject([{ status: 503, session: 'one' }]);
    one.snapshots.keep('later');
    expect(one.snapshots.get('later').fingerprint).toBe(one.fingerprint());
    expect([everythingOf(mock), everythingOf(other)]).toEqual(before);

    one.resetClock();
    expect(one.clock.toString()).toBe('2026-03-04T09:00:00.000Z');
    one.restore(start);
    expect(one.fingerprint()).toBe(start.fingerprint);
    one.snapshots.restore('later');
    expect(one.data.user.count()).toBe(5);
    one.reset({ seed: 6 });
    expect([one.seed, mock.seed, other.seed]).toEqual([6, 1, 1]);
    expect([everythingOf(mock), everythingOf(other)]).toEqual(before);
    expect(() => mock.tokenFor(bo.email)).toThrow('There is no user');
  });

  it('has the id of its session in `session`, which is null elsewhere', () => {
    const mock = create();
    const one = mock.sessions.create('one');
    expect([mock.session, one.session, mock.fork().session, one.fork().session]).toEqual([null, 'one', null, null]);
  });

  it('shares its state with requests that name the session', async () => {
    const mock = create();
    await mock.fetch(`/__mock/s/one${MARK}`, { method: 'POST', headers });
    const [first, second] = [mock.sessions.get('one'), mock.sessions.get('one')];
    expect(first.data.bookmark.count()).toBe(1);
    first.data.bookmark.deleteMany({ where: {} });
    expect(second.data.bookmark.count()).toBe(0);
    second.faults.add({ status: 418 });
    expect((await mock.fetch(LIST, { headers: { ...headers, 'x-mock-session': 'one' } })).status).toBe(418);
    expect((await mock.fetch(LIST, { headers })).status).toBe(200);
  });

  it('answers requests that name another session in that session', async () => {
    const mock = create();
    const one = mock.sessions.create('one');
    expect(await mark(one)).toBe(200);
    await one.fetch(MARK, { method: 'POST', headers: { ...headers, 'x-mock-session': 'two' } });
    await one.fetch(`/__mock/s/three${MARK}`, { method: 'POST', headers });
    expect(mock.sessions.list().map(({ id, requests }) => [id, requests])).toEqual([
      ['one', 1],
      ['two', 1],
      ['three', 1],
    ]);
    expect(mock.requests.count()).toBe(0);
  });

  it('can be passed to createHandlers', async () => {
    const mock = create();
    const server = setupServer(...createHandlers(mock.sessions.create('one')));
    server.listen({ onUnhandledRequest: 'error' });
    onTestFinished(() => server.close());
    expect((await fetch(`http://api.example${MARK}`, { method: 'POST', headers })).status).toBe(200);
    expect([mock.data.bookmark.count(), mock.sessions.get('one').data.bookmark.count()]).toEqual([0, 1]);
  });

  it('can be passed to createServer', async () => {
    const mock = create();
    const server = await createServer(mock.sessions.create('one'), { port: 0 }).listen();
    onTestFinished(() => server.close());
    expect((await fetch(server.url + MARK, { method: 'POST', headers })).status).toBe(200);
    expect((await (await fetch(`${server.url}/__mock/sessions/one`)).json()).data.requests).toBe(1);
    expect([mock.data.bookmark.count(), mock.sessions.get('one').data.bookmark.count()]).toEqual([0, 1]);
  });

  it.each<[string, (mock: Mock, pass: (seconds: number) => void) => unknown]>([
    ['by sessions.end', (mock) => mock.sessions.end('one')],
    ['over HTTP', (mock) => mock.fetch('/__mock/sessions/one', { method: 'DELETE' })],
    ['at the limit', (mock) => [1, 2].map(() => mock.sessions.create())],
    ['by the idle timeout', (_, pass) => pass(11)],
  ])('still works after the session has ended %s, apart from a new session with its id', async (_, end) => {
    const pass = stopMachine();
    const mock = create({ sessions: { max: 2, idleSeconds: 10 } });
    const one = mock.sessions.create('one');
    await mark(one);
    await end(mock, pass);
    expect(ids(mock)).not.toContain('one');

    expect(one.session).toBe('one');
    expect(one.data.bookmark.count()).toBe(1);
    expect((await one.fetch(MARK, { method: 'DELETE', headers })).status).toBe(200);
    expect(one.requests.all()).toMatchObject([{ session: 'one' }, { session: 'one' }]);
    one.reset({ seed: 2 });
    one.data.user.create(bo);
    expect(ids(mock)).not.toContain('one');

    await mock.fetch(`/__mock/s/one${LIST}`, { headers });
    const again = mock.sessions.get('one');
    expect([again.seed, again.data.user.count(), again.requests.count()]).toEqual([1, 4, 1]);
    await mark(one);
    expect([again.data.bookmark.count(), again.requests.count()]).toEqual([0, 1]);
    expect([one.data.bookmark.count(), one.data.user.count()]).toEqual([1, 5]);
  });
});
