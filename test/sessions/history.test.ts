import {
  createMock,
  defineScenario,
  type HistoryEntry,
  type Mock,
  MockError,
  replay,
  type StateChanges,
} from 'briefs-mock';
import { describe, expect, it, vi } from 'vitest';
import type { ControlFailure } from '../support/bodies.js';
import { describeControl } from '../support/deliveries.js';
import { readingRoom } from '../support/reading-room.js';

const MARK = '/public-api/v1/bookmark/morning/1-104';
const headers = { authorization: 'Bearer ann-token' };

const start = (options = {}) => createMock({ scenario: readingRoom, ...options });
const bookmark = (mock: Mock, method = 'POST') => mock.fetch(MARK, { method, headers });

function refusalOf(call: () => unknown): MockError {
  try {
    call();
  } catch (error) {
    if (error instanceof MockError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}

describe('mock.changes()', () => {
  it('shows what differs from the baseline', async () => {
    const mock = start();
    expect(mock.changes()).toEqual({ tables: {} });
    await bookmark(mock);
    const [created] = mock.data.bookmark.getAll();
    expect(mock.changes()).toEqual({
      tables: { bookmark: [{ key: created?.id, before: null, after: created }] },
      counters: { bookmark: { before: 0, after: 1 } },
    });
    await bookmark(mock, 'DELETE');
    expect(mock.changes().tables).toEqual({});
  });

  it('names the columns of an updated record, and follows a cascade', () => {
    const mock = start();
    const [user] = mock.data.user.getAll();
    mock.data.user.update({ where: { id: { equals: user?.id as number } }, data: { lname: 'Berg' } });
    const after = { ...user, lname: 'Berg' };
    expect(mock.changes().tables.user).toEqual([{ key: user?.id, before: user, after, columns: ['lname'] }]);
    mock.data.user.delete({ where: { id: { equals: user?.id as number } } });
    const { tables } = mock.changes();
    expect(tables.user).toEqual([{ key: user?.id, before: user, after: null }]);
    expect(tables.access_token).toMatchObject([{ after: null }]);
  });

  it.each([4, 40])(
    'shows %i records in the order of the key, each once, in whatever order they were written',
    (count) => {
      const mock = start();
      const users = mock.make.user.many(count);
      const mark = mock.revision;
      const write = (id: number, data: { lname: string }) =>
        mock.data.user.update({ where: { id: { equals: id } }, data });
      for (const { id, lname } of users.toReversed()) {
        write(id, { lname: `New-${id}` });
        if (id % 4 === 0) write(id, { lname });
      }
      const changed = users.filter(({ id }) => id % 4 !== 0);
      expect(mock.changes({ since: mark }).tables.user).toEqual(
        changed.map((user) => ({
          key: user.id,
          before: user,
          after: { ...user, lname: `New-${user.id}` },
          columns: ['lname'],
        })),
      );
    },
  );

  it('shows the clock, the scenario and the seed beside the tables', () => {
    const mock = start();
    mock.clock.advance({ days: 1 });
    const { now } = mock.clock.reading();
    expect(mock.changes().clock).toEqual({
      before: { now: '2026-03-04T09:00:00.000Z', frozen: true },
      after: { now, frozen: true },
    });
    const mark = mock.revision;
    mock.reset({ seed: 9 });
    expect(mock.changes({ since: mark })).toMatchObject({ seed: { before: 1, after: 9 }, clock: { before: { now } } });
  });

  it('since a revision, also until another one, shows what changed between them', async () => {
    const mock = start();
    mock.data.application.create({ name: 'first' });
    const mark = mock.revision;
    mock.data.application.create({ name: 'second' });
    mock.data.application.create({ name: 'third' });
    const namesOf = ({ tables }: StateChanges) => tables.application?.map(({ after }) => after?.name);
    expect(namesOf(mock.changes({ since: mark }))).toEqual(['second', 'third']);
    expect(namesOf(mock.changes({ since: mark, until: mark + 1 }))).toEqual(['second']);
  });

  it('since a request id shows what that request changed', async () => {
    const mock = start();
    mock.data.application.create({ name: 'before' });
    const id = (await bookmark(mock)).headers.get('x-request-id') as string;
    mock.data.application.create({ name: 'after' });
    expect(Object.keys(mock.changes({ since: id }).tables)).toEqual(['bookmark']);
    const message = 'until: cannot be combined with the id of a request, which selects what that request changed';
    expect(refusalOf(() => mock.changes({ since: id, until: 1 }))).toMatchObject({ code: 'malformed_data', message });
  });

  it.each([
    [{ since: 3 }, 'There is no revision 3; the session keeps the revisions 0 to 1'],
    [{ since: -1 }, 'There is no revision -1; the session keeps the revisions 0 to 1'],
    [{ since: 0, until: 0.5 }, 'There is no revision 0.5; the session keeps the revisions 0 to 1'],
    [
      { since: 'nonsense' },
      'There is no revision of the request "nonsense": it is unknown, it changed nothing, it was sent before the last reset or restore, or its revision is no longer kept; the session keeps the revisions 0 to 1',
    ],
  ])('%j is rejected with the revisions that are kept', (options, message) => {
    const mock = start();
    mock.data.application.create({ name: 'first' });
    expect(refusalOf(() => mock.changes(options))).toMatchObject({ code: 'not_found', message });
  });

  it('since a request id means the latest request, because ids start again after a reset', async () => {
    const mock = start();
    const put = (lname: string) =>
      mock.fetch('/user-data/v1/user/1', { method: 'PUT', body: JSON.stringify({ lname }) });
    const first = await put('First');
    mock.reset();
    const second = await put('Second');
    const id = second.headers.get('x-request-id') as string;
    expect(first.headers.get('x-request-id')).toBe(id);
    expect(mock.changes({ since: id }).tables.user).toMatchObject([{ after: { lname: 'Second' } }]);
  });

  it.each([
    ['a reset', (mock: Mock) => mock.reset()],
    ['a restore', (mock: Mock) => void mock.restore(mock.snapshot())],
    [
      'a reset that changes nothing',
      (mock: Mock) => {
        mock.rewind(0);
        mock.reset();
      },
    ],
    [
      'a reset that is replayed',
      async (mock: Mock) => {
        mock.reset();
        await mock.fetch('/public-api/v1/brief');
        return (await replay(mock.trace(), { scenarios: [readingRoom] })).mock;
      },
    ],
  ])('X12: after %s, a request id does not mean an earlier request, for a rewind either', async (_, restart) => {
    const first = start();
    const id = (await bookmark(first)).headers.get('x-request-id') as string;
    const mock = (await restart(first)) ?? first;
    const { revision } = mock;
    if (mock.requests.all().length === 0) await mock.fetch('/public-api/v1/brief');
    expect(mock.requests.get(id)).toMatchObject({ method: 'GET', changed: false });
    expect(refusalOf(() => mock.changes({ since: id })).message).toContain('was sent before the last reset or restore');
    const rewound = await mock.fetch('/__mock/rewind', { method: 'POST', body: JSON.stringify({ before: id }) });
    expect([rewound.status, mock.revision]).toEqual([404, revision]);
  });

  it('costs as much with 10,000 users as with 1,000', () => {
    const crowd = (users: number) =>
      defineScenario({
        name: 'crowd',
        description: 'Many users',
        clock: '2026-03-04T09:00:00Z',
        personas: [],
        seed: ({ data }) => {
          for (let n = 1; n <= users; n++) data.user.create({ fname: 'F', lname: 'L', email: `user${n}@a.example` });
        },
      });
    const comparisons = [1_000, 10_000].map((users) => {
      const mock = createMock({ scenario: crowd(users) });
      // This many writes are no longer kept, so trees are compared.
      for (let n = 1; n <= 70; n++) {
        const id = 90 * (1 + (n % 10));
        mock.data.user.update({ where: { id: { equals: id } }, data: { lname: `Berg-${n}` } });
      }
      // The trees compare records that are not in a shared node by it.
      const compared = vi.spyOn(Object, 'is');
      expect(mock.changes().tables.user).toHaveLength(10);
      const { length } = compared.mock.calls;
      compared.mockRestore();
      return length;
    });
    const [few = 0, many = 0] = comparisons;
    expect(few).toBeGreaterThanOrEqual(10);
    expect(many).toBeLessThanOrEqual(few * 1.1);
    expect(few).toBeLessThan(700);
  });
});

describe('mock.history', () => {
  it('lists every change with its cause, newest last', async () => {
    const mock = start();
    const id = (await bookmark(mock)).headers.get('x-request-id') as string;
    await mock.fetch('/public-api/v1/brief', { headers });
    mock.data.application.create({ name: 'first' });
    mock.make.publishedBrief();
    mock.clock.advance({ seconds: 5 });
    await mock.fetch('/__mock/data/application', { method: 'POST', body: '{"name":"second"}' });
    mock.tokenFor('ann@reader.example', { expiresIn: 60 });
    await mock.fetch('/__mock/reset', { method: 'POST' });
    mock.rewind(2);
    const at = '2026-03-04T09:00:00.000Z';
    const later = '2026-03-04T09:00:05.000Z';
    const created = (count: number) => ({ created: count, updated: 0, removed: 0 });
    const entries = mock.history.list();
    expect(entries.map(({ revision }) => revision)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(entries.slice(0, 6).map(({ revision, ...entry }) => entry)).toEqual([
      { at, cause: { kind: 'request', id, method: 'POST', path: MARK }, tables: { bookmark: created(1) } },
      { at, cause: { kind: 'call', call: 'data.application.create' }, tables: { application: created(1) } },
      {
        at,
        cause: { kind: 'call', call: 'make.publishedBrief' },
        tables: { brief: created(1), brief_document: created(1), article: created(3) },
      },
      { at: later, cause: { kind: 'call', call: 'clock.advance' }, tables: {} },
      {
        at: later,
        cause: { kind: 'control', method: 'POST', path: '/__mock/data/application' },
        tables: { application: created(1) },
      },
      { at: later, cause: { kind: 'call', call: 'tokenFor' }, tables: { access_token: created(1) } },
    ]);
    expect(entries.slice(6).map(({ cause }) => cause)).toEqual([
      { kind: 'control', method: 'POST', path: '/__mock/reset' },
      { kind: 'call', call: 'rewind' },
    ]);
  });

  it('and the journal lead to each other', async () => {
    const mock = start();
    await mock.fetch('/public-api/v1/brief', { headers });
    await bookmark(mock);
    await mock.fetch('/public-api/v1/brief', { headers });
    await bookmark(mock, 'DELETE');
    await bookmark(mock, 'DELETE');
    const requests = mock.requests.all();
    expect(requests.map(({ revision, changed }) => [revision, changed])).toEqual([
      [0, false],
      [1, true],
      [1, false],
      [2, true],
      [2, false],
    ]);
    const causes = mock.history.list().map(({ cause }) => cause.kind === 'request' && cause.id);
    expect(causes).toEqual(requests.filter(({ changed }) => changed).map(({ id }) => id));
    const without = start({ history: false });
    await bookmark(without);
    expect(without.requests.all()).toMatchObject([{ revision: 0, changed: true }]);
  });

  it('has no entry for reads, rejected writes and writes that were undone', async () => {
    const mock = start();
    await mock.fetch('/public-api/v1/brief', { headers });
    await mock.fetch(MARK, { method: 'DELETE', headers });
    await mock.fetch('/user-data/v1/application', { method: 'POST', body: '[{"name":"a"},{"name":"a"}]' });
    expect(() => mock.data.application.create({ name: 5 as never })).toThrow(MockError);
    const twin = { fname: 'A', lname: 'B', email: mock.data.user.getAll()[0]?.email ?? '' };
    expect(() => mock.data.user.create(twin)).toThrow('already taken');
    expect(() => mock.make.brief.many(2, { slug: 'same' })).toThrow(MockError);
    expect([mock.revision, mock.history.list()]).toEqual([0, []]);
  });

  it('is listed in pages, from the newest to older ones', () => {
    const mock = start();
    for (let n = 1; n <= 5; n++) mock.data.application.create({ name: `a${n}` });
    const numbers = (page: object) => mock.history.list(page).map(({ revision }) => revision);
    expect(numbers({ limit: 2 })).toEqual([4, 5]);
    expect(numbers({ limit: 2, before: 4 })).toEqual([2, 3]);
    expect(numbers({ before: 1 })).toEqual([]);
    expect(numbers({ before: 99 })).toEqual([1, 2, 3, 4, 5]);
    expect(refusalOf(() => mock.history.list({ limit: 0 })).message).toContain('limit');
  });

  it('keeps as many revisions as history.limit says, and names those that it keeps', () => {
    const mock = start({ history: { limit: 3 } });
    for (let n = 1; n <= 5; n++) mock.data.application.create({ name: `a${n}` });
    expect(mock.history.list().map(({ revision }) => revision)).toEqual([3, 4, 5]);
    expect(mock.changes({ since: 2 }).tables.application).toHaveLength(3);
    const { code, message } = refusalOf(() => mock.rewind(1));
    expect([code, message]).toEqual([
      'not_found',
      'Revision 1 is no longer kept; the session keeps the revisions 2 to 5',
    ]);
    mock.rewind(2);
    expect(mock.data.application.count()).toBe(3);
  });

  it('does not exist with history: false; changes() still compares with the baseline', () => {
    const mock = start({ history: false });
    mock.data.application.create({ name: 'first' });
    expect(Object.keys(mock.changes().tables)).toEqual(['application']);
    for (const call of [
      () => mock.revision,
      () => mock.history,
      () => mock.rewind(0),
      () => mock.changes({ since: 0 }),
    ]) {
      expect(refusalOf(call).message).toBe('This mock keeps no history; create it with history.limit above 0');
    }
  });

  it.each([0, -1, 1.5, '5', 100_001])('history.limit may not be %j', (limit) => {
    expect(refusalOf(() => start({ history: { limit } })).message).toContain('history.limit');
  });
});

describe('A branch', () => {
  it('starts from a past moment and changes nothing else', async () => {
    const mock = start();
    await bookmark(mock);
    const branch = mock.fork({ at: 0 });
    expect([branch.revision, branch.data.bookmark.count(), mock.data.bookmark.count()]).toEqual([0, 0, 1]);
    branch.data.application.create({ name: 'in the branch' });
    expect([branch.revision, mock.revision]).toEqual([1, 1]);
    branch.reset();
    expect(branch.fingerprint()).toBe(mock.fork({ at: 0 }).fingerprint());
  });

  it('can be a session, from the default session or from another one', () => {
    const mock = start();
    mock.data.application.create({ name: 'first' });
    mock.data.application.create({ name: 'second' });
    const one = mock.sessions.create('one', { at: 1 });
    expect(one.data.application.count()).toBe(mock.data.application.count() - 1);
    one.data.application.create({ name: 'third' });
    const copy = mock.sessions.create('copy', { from: 'one' });
    expect(copy.fingerprint()).toBe(one.fingerprint());
    expect(mock.sessions.create('past', { from: 'one', at: 0 }).fingerprint()).toBe(mock.fork({ at: 1 }).fingerprint());
    expect(refusalOf(() => mock.sessions.create('x', { from: 'nobody' }))).toMatchObject({ code: 'not_found' });
    expect(refusalOf(() => mock.sessions.create('x', { at: 99 }))).toMatchObject({ code: 'not_found' });
    expect(mock.sessions.list().map(({ id }) => id)).toEqual(['one', 'copy', 'past']);
  });
});

describeControl('History over HTTP', (open) => {
  interface Changes {
    data: StateChanges;
  }

  it('shows changes and history, rewinds, and branches', async () => {
    const { mock, send, ann } = await open();
    const { headers } = await ann.post('/bookmark/morning/1-104');
    const id = headers.get('x-request-id') as string;
    await send('POST', '/__mock/data/application', { body: { name: 'first' } });
    expect((await send<Changes>('GET', '/__mock/changes')).json).toEqual({
      data: JSON.parse(JSON.stringify(mock.changes())),
    });
    expect(Object.keys((await send<Changes>('GET', '/__mock/changes?since=1')).json.data.tables)).toEqual([
      'application',
    ]);
    expect(Object.keys((await send<Changes>('GET', `/__mock/changes?since=${id}`)).json.data.tables)).toEqual([
      'bookmark',
    ]);
    const { json } = await send<{ data: HistoryEntry[]; total: number }>('GET', '/__mock/history?limit=1');
    expect(json).toEqual({ data: mock.history.list({ limit: 1 }), total: 2 });
    const earlier = await send<{ data: HistoryEntry[]; total: number }>('GET', '/__mock/history?limit=1&before=2');
    expect(earlier.json).toMatchObject({ data: [{ revision: 1 }], total: 1 });
    expect((await send<{ revision: number }>('GET', '/__mock/health')).json.revision).toBe(2);

    expect((await send('POST', '/__mock/rewind', { body: { before: id } })).json).toMatchObject({ revision: 3 });
    expect([mock.data.bookmark.count(), mock.revision]).toEqual([0, 3]);
    expect((await send('POST', '/__mock/rewind', { body: { revision: 1 } })).json).toMatchObject({ revision: 4 });
    expect(mock.data.bookmark.count()).toBe(1);
    await send('POST', '/__mock/sessions', { body: { id: 'past', at: 0 } });
    expect(mock.sessions.get('past').data.bookmark.count()).toBe(0);
  });

  it.each([
    ['GET', '/__mock/changes?since=9', undefined, 404, 'There is no revision 9'],
    ['GET', '/__mock/changes?until=-1', undefined, 400, 'until: must be an integer of 0 or more'],
    ['GET', '/__mock/history?limit=x', undefined, 400, 'limit'],
    ['POST', '/__mock/rewind', {}, 400, 'matches none of the allowed forms'],
    ['POST', '/__mock/rewind', { revision: 9 }, 404, 'There is no revision 9'],
    ['POST', '/__mock/sessions', { id: '' }, 400, 'id: must be a name'],
    ['POST', '/__mock/sessions', { id: 'y', from: '' }, 400, 'from: must be a name'],
    ['POST', '/__mock/sessions', { from: 'nobody' }, 404, 'There is no session "nobody"'],
  ])('%s %s %j gets an error that says what is wrong', async (method, path, body, status, message) => {
    const { send } = await open();
    const answer = await send<ControlFailure>(method, path, body && { body });
    expect(answer.status).toBe(status);
    expect(answer.json.error.message).toContain(message);
  });
});
