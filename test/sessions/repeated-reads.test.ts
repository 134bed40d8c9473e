import { createMock, type Mock } from 'briefs-mock';
import * as fc from 'fast-check';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { readingRoom } from '../support/reading-room.js';
import { operation } from '../support/session-operations.js';
import { answerOf, Memory, Mocks, transportOf } from '../support/session-worlds.js';
import { runs } from '../support/state-runs.js';
import { office } from '../support/user-data-office.js';

vi.setConfig({ testTimeout: 600_000 });

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 2, 4) });
  onTestFinished(() => void vi.useRealTimers());
});

const ann = { authorization: 'Bearer ann-token' };
const BRIEFS = '/public-api/v1/brief';
const USER = '/user-data/v1/user/1';

const openRoom = () => createMock({ scenario: readingRoom });
const ask = async (mock: Mock, path: string, headers: Record<string, string> = ann) => {
  const response = await mock.fetch(path, { headers });
  return { status: response.status, id: response.headers.get('x-request-id'), body: await response.json() };
};

/** The number of records that the mock looks at for an answer. */
async function visitsFor(mock: Mock, path: string, headers = ann): Promise<number> {
  const before = mock.recordsRead;
  await mock.fetch(path, { headers });
  return mock.recordsRead - before;
}

describe('A repeated read', () => {
  it('never gets an answer of a state that was undone', async () => {
    const mock = createMock({ scenario: office });
    const [path, answers] = ['/user-data/v1/application', [] as Promise<unknown>[]];
    const ghosts = () =>
      mock.make.application.many(2, (i) => {
        if (i === 0) return { name: 'Ghost' };
        answers.push(ask(mock, path));
        throw new Error('stop');
      });
    expect(ghosts).toThrow('stop');
    mock.make.application({ name: 'Real' });
    answers.push(ask(mock, path));
    const names = JSON.stringify(await Promise.all(answers));
    expect([names.includes('Ghost'), names.includes('Real')]).toEqual([false, true]);
  });

  it.each([BRIEFS, '/public-api/v1/brief/steel-wire', USER, '/user-preference/v1/application'])(
    'of %s gets the same answer, for which no record is looked at',
    async (path) => {
      const mock = createMock({ scenario: path === BRIEFS || path.includes('steel') ? readingRoom : office });
      const first = await ask(mock, path);
      const before = mock.recordsRead;
      const second = await ask(mock, path);
      expect(mock.recordsRead).toBe(before);
      expect(first.status).toBe(200);
      const ofId = (body: object) => ({ ...body, request_id: undefined });
      expect(ofId(second.body)).toEqual(ofId(first.body));
    },
  );

  it('X2, X12: gets a new request id, in the header and in the envelope', async () => {
    const mock = createMock({ scenario: office });
    const answers = [await ask(mock, USER), await ask(mock, USER), await ask(mock, USER)];
    expect(new Set(answers.map(({ id }) => id)).size).toBe(3);
    for (const { id, body } of answers) expect(body.request_id).toBe(id);
  });

  it('leaves a request id unchanged if it is part of the data', async () => {
    const mock = openRoom();
    // The id that the second request from now will get.
    const fork = mock.fork();
    await ask(fork, BRIEFS);
    const { id } = await ask(fork, BRIEFS);
    mock.data.brief.create({ id: 'b9', name: id as string, is_public: true });
    const first = await ask(mock, BRIEFS);
    const second = await ask(mock, BRIEFS);
    expect(second.id).toBe(id);
    expect(second.body).toEqual(first.body);
    expect(JSON.stringify((await ask(mock, BRIEFS)).body)).toContain(id);
  });

  it('is journaled each time', async () => {
    const mock = openRoom();
    const ids = [(await ask(mock, BRIEFS)).id, (await ask(mock, BRIEFS)).id];
    expect(mock.requests.all().map(({ id, status, route }) => ({ id, status, route }))).toEqual(
      ids.map((id) => ({ id, status: 200, route: BRIEFS })),
    );
  });

  it('gets the answer of a matching fault rule', async () => {
    const mock = openRoom();
    await ask(mock, BRIEFS);
    mock.faults.add({ path: BRIEFS, status: 503, times: 1 });
    expect((await ask(mock, BRIEFS)).status).toBe(503);
    expect((await ask(mock, BRIEFS)).status).toBe(200);
  });

  it('is journaled without the fault rule that an earlier request met', async () => {
    const mock = openRoom();
    mock.faults.add({ path: BRIEFS, headers: { 'x-region': 'eu' } });
    await ask(mock, BRIEFS);
    mock.faults.clear();
    await ask(mock, BRIEFS);
    expect(mock.requests.all().map(({ faults }) => faults)).toEqual([[1], []]);
  });

  it('is cached separately for each token and each query', async () => {
    const mock = openRoom();
    const slugs = async (token: string) =>
      (await ask(mock, BRIEFS, { authorization: `Bearer ${token}` })).body.data.map(
        (brief: { slug: string }) => brief.slug,
      );
    await slugs('noor-token');
    expect(await slugs('ann-token')).toContain('steel-wire');
    expect(await slugs('noor-token')).not.toContain('steel-wire');
    expect((await ask(mock, BRIEFS, {})).status).toBe(401);
    const users = createMock({ scenario: office });
    const [{ email } = { email: '' }] = users.data.user.getAll();
    const page = async (query: string) =>
      (await ask(users, `/user-data/v1/brief-entitlement?email=${encodeURIComponent(email)}&${query}`)).body.data;
    expect(await page('size=1&page=1')).not.toEqual(await page('size=1&page=2'));
  });

  it('is not cached if the answer depends on the header X-REQUEST-FROM', async () => {
    const mock = createMock({ scenario: office, behavior: { requestFrom: ['portal'] } });
    const path = '/user-data/v1/user-brief/filter?email=ann@acme.example';
    const named = await ask(mock, path, { 'x-request-from': 'portal' });
    expect(named.status).toBe(200);
    expect(named.body.data).toHaveLength(2);
    expect((await ask(mock, path, {})).status).toBe(400);
    expect((await ask(mock, path, { 'x-request-from': 'other' })).status).toBe(403);
  });

  it('is cached separately for each session', async () => {
    const mock = openRoom();
    await ask(mock, BRIEFS);
    const other = mock.sessions.create('other');
    other.data.brief.update({ where: { slug: { equals: 'steel-wire' } }, data: { name: 'Tin Wire' } });
    const inOther = { ...ann, 'x-mock-session': 'other' };
    expect(JSON.stringify((await ask(mock, BRIEFS, inOther)).body)).toContain('Tin Wire');
    expect(JSON.stringify((await ask(mock, BRIEFS)).body)).not.toContain('Tin Wire');
  });

  it.each<[string, (mock: Mock) => void]>([
    ['a record is created', ({ data }) => void data.brief.create({ name: 'Acorn', is_public: true })],
    ['a record is deleted', ({ data }) => void data.brief.delete({ where: { slug: { equals: 'morning' } } })],
    ['the clock is changed', ({ clock }) => clock.advance({ days: 1 })],
    ['a reset', (mock) => mock.reset({ seed: 9 })],
    ['a restore', (mock) => mock.restore(mock.snapshot())],
  ])('is not answered from the cache after %s', async (_, change) => {
    const mock = openRoom();
    await ask(mock, BRIEFS);
    expect(await visitsFor(mock, BRIEFS)).toBe(0);
    change(mock);
    expect(await visitsFor(mock, BRIEFS)).toBeGreaterThan(0);
  });

  it('P1: gets 401 after its token has expired on a running clock', async () => {
    const mock = openRoom();
    mock.clock.unfreeze();
    const expires_at = mock.clock.seconds + 10;
    mock.data.access_token.create({ token: 'short', email: 'ann@reader.example', expires_at });
    const headers = { authorization: 'Bearer short' };
    expect((await ask(mock, BRIEFS, headers)).status).toBe(200);
    expect((await ask(mock, BRIEFS, headers)).status).toBe(200);
    vi.setSystemTime(Date.now() + 11_000);
    expect((await ask(mock, BRIEFS, headers)).status).toBe(401);
  });

  it('is not answered from the cache after 1000 other reads: the cache is bounded', async () => {
    const mock = openRoom();
    await ask(mock, BRIEFS);
    for (let i = 0; i < 1000; i++) await ask(mock, `${BRIEFS}?n=${i}`);
    expect(await visitsFor(mock, BRIEFS)).toBeGreaterThan(0);
  });
});

describe('The cache of reads', () => {
  const reads = [
    { method: 'GET', path: BRIEFS, headers: ann },
    { method: 'GET', path: '/public-api/v1/brief/steel-wire', headers: ann },
    { method: 'GET', path: '/public-api/v1/bookmark/brief', headers: ann },
    ...['user', 'client', 'preference', 'brief-entitlement?email=ann@acme.example'].map((resource) => ({
      method: 'GET',
      path: `/user-data/v1/${resource}`,
    })),
    { method: 'GET', path: '/user-preference/v1/preference' },
  ];

  it('does not change answers: a mock answers like its fork, which starts with an empty cache', async () => {
    const mocks = new Mocks();
    const seen = new Map<number, number>();
    await fc.assert(
      fc.asyncProperty(fc.array(operation, { minLength: 15, maxLength: 30, size: 'max' }), async (taken) => {
        const mock = mocks.fresh('remembering');
        const memory = new Memory();
        for (const one of taken) {
          const sent = memory.fill(one);
          memory.note(sent, (await answerOf(transportOf(mock), sent)).text);
          for (const read of [...reads, one]) {
            const asked = memory.fill(read);
            const copy = mock.fork();
            const [expected, found] = [
              await answerOf(transportOf(copy), asked),
              await answerOf(transportOf(mock), asked),
            ];
            expect(found.summary).toBe(expected.summary);
            const status = Number(found.summary.slice(0, 3));
            seen.set(status, (seen.get(status) ?? 0) + 1);
          }
        }
      }),
      runs('cached reads', 8),
    );
    expect(seen.get(200)).toBeGreaterThan(100);
  });
});
