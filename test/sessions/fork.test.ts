import { createMock, type Mock } from 'briefs-mock';
import { describe, expect, it } from 'vitest';
import { readingRoom } from '../support/reading-room.js';
import { everythingOf } from '../support/session-everything.js';

const LIST = '/public-api/v1/brief';
const headers = { authorization: 'Bearer ann-token' };
const bo = { fname: 'Bo', lname: 'Ek', email: 'bo@acme.example' };

const create = () => createMock({ scenario: readingRoom });

describe('mock.fork()', () => {
  /** A mock, or the mock of a session, in which everything has changed since the start. */
  async function used(of: 'mock' | 'session'): Promise<Mock> {
    const mock = of === 'mock' ? create() : create().sessions.create('one');
    mock.data.user.create(bo);
    mock.clock.set('2028-01-01T00:00:00Z');
    mock.faults.add({ path: LIST, status: 503, probability: 0.5 });
    const { id } = mock.faults.add({ abort: true });
    mock.faults.remove(id);
    mock.faults.add({ path: '/public-api/v1/brief/morning', skip: 2, status: 504, times: 1 });
    mock.faults.add({ path: '/public-api/v1/brief/morning', status: [500, 502, 500] });
    mock.snapshots.keep('then');
    for (const path of [LIST, LIST, LIST, `${LIST}/morning`, '/public-api/v1/nothing'])
      await mock.fetch(path, { headers });
    return mock;
  }
  /** Answers to further requests, which depend on random faults, remaining fault hits and the request ids. */
  async function futureOf(mock: Mock): Promise<string[]> {
    const answers: string[] = [];
    for (let n = 0; n < 24; n++) {
      const { status, headers: answered } = await mock.fetch(n % 6 ? LIST : `${LIST}/morning`, { headers });
      answers.push(`${status} ${answered.get('x-request-id')}`);
    }
    return answers;
  }

  it('adds a scenario to itself alone', () => {
    const mock = create();
    const mine = (description: string) => ({ ...readingRoom, name: 'mine', description });
    mock.fork().reset({ scenario: mine('one') });
    expect(mock.scenarios.map(({ name }) => name)).not.toContain('mine');
    mock.reset({ scenario: mine('another') });
    expect(mock.fork().scenarios).toEqual(mock.scenarios);
  });

  it.each(['mock', 'session'] as const)(
    'of a %s copies data, ids, clock, faults, journal and kept snapshots',
    async (of) => {
      const mock = await used(of);
      const fork = mock.fork();
      // The history of the copy starts from scratch.
      const inCopy = (all: ReturnType<typeof everythingOf>) => ({
        ...all,
        requests: all.requests.map((entry) => ({ ...entry, session: null, revision: 0 })),
      });
      expect(everythingOf(fork)).toEqual(inCopy(everythingOf(mock)));
      expect(fork.faults.all().map(({ id, hits }) => [id, hits])).toEqual([
        [1, expect.any(Number)],
        [3, 0],
        [4, 1],
      ]);
      expect(fork.snapshots.get('then').fingerprint).toBe(mock.snapshots.get('then').fingerprint);

      const future = await futureOf(mock);
      expect(await futureOf(fork)).toEqual(future);
      // All statuses occur, so the random fault had an effect.
      expect(new Set(future.map((answer) => answer.slice(0, 3)))).toEqual(new Set(['200', '500', '502', '503', '504']));
      expect(everythingOf(fork).faults).toEqual(everythingOf(mock).faults);
      const next = fork.data.user.create({ ...bo, email: 'second@acme.example' });
      expect(mock.data.user.create({ ...bo, email: 'second@acme.example' })).toEqual(next);
    },
  );

  it.each(['mock', 'session'] as const)('of a %s shares nothing with it afterwards', async (of) => {
    const mock = await used(of);
    const fork = mock.fork();
    const change = async (one: Mock) => {
      one.data.brief.deleteMany({ where: {} });
      one.clock.advance({ days: 1 });
      one.faults.remove(1);
      one.faults.add({ status: 400 });
      one.snapshots.keep('now');
      one.snapshots.remove('then');
      await one.fetch(LIST, { headers });
      one.tokenFor('bo@acme.example');
    };
    const before = everythingOf(mock);
    await change(fork);
    expect(everythingOf(mock)).toEqual(before);
    const ofFork = everythingOf(fork);
    await change(mock);
    mock.requests.clear();
    mock.reset({ seed: 9 });
    expect(everythingOf(fork)).toEqual(ofFork);
    fork.reset();
    expect([fork.seed, fork.data.user.count()]).toEqual([1, 4]);
  });

  it('starts without sessions, and creates its own', () => {
    const mock = create();
    mock.sessions.create('one').data.user.create(bo);
    mock.data.user.create(bo);
    const fork = mock.fork();
    expect(fork.sessions.list()).toEqual([]);
    expect(fork.sessions.create('one').data.user.count()).toBe(4);
    fork.sessions.create('two');
    expect(mock.sessions.list().map(({ id }) => id)).toEqual(['one']);
    expect(mock.sessions.get('one').data.user.count()).toBe(5);
  });

  it('of a session with another baseline starts its sessions from that baseline', () => {
    const mock = create();
    const one = mock.sessions.create('one');
    one.reset({ seed: 4 });
    expect(one.fork().sessions.create('two').seed).toBe(4);
    expect(mock.sessions.create('two').seed).toBe(1);
  });
});
