import { createMock, type Snapshot, type StateChanges } from 'briefs-mock';
import { describe, expect, it } from 'vitest';
import type { ControlFailure } from '../support/bodies.js';
import { describeControl } from '../support/deliveries.js';
import { readingRoom } from '../support/reading-room.js';

const START = '2026-03-04T09:00:00.000Z';
const summary = { scenario: readingRoom.name, seed: 1, clock: START };

/** The JSON of a snapshot, after an edit. */
const edited = (snapshot: Snapshot, edit: (json: ReturnType<typeof plain>) => void) => {
  const json = plain(snapshot);
  edit(json);
  return json;
};
// biome-ignore lint/suspicious/noExplicitAny: the tests make it invalid on purpose.
const plain = (snapshot: Snapshot | StateChanges): any => JSON.parse(JSON.stringify(snapshot));

describeControl('GET /__mock/snapshot and POST /__mock/restore', (open) => {
  it('save and restore the whole state, like mock.snapshot() and mock.restore()', async () => {
    const { mock, ann, send } = await open();
    await ann.post('/bookmark/morning/1-104');
    mock.clock.advance({ hours: 1 });
    const { json } = await send<Snapshot>('GET', '/__mock/snapshot');
    expect(json).toEqual(plain(mock.snapshot()));
    await send('POST', '/__mock/reset');
    const restored = await send('POST', '/__mock/restore', { body: json });
    expect(restored.json).toEqual({ ...summary, clock: '2026-03-04T10:00:00.000Z' });
    expect(mock.fingerprint()).toBe(json.fingerprint);
    expect(mock.data.bookmark.count()).toBe(1);
  });

  it('a snapshot of one mock can be restored in another mock', async () => {
    const { mock, ann, send } = await open();
    await ann.post('/bookmark/morning/1-104');
    const other = createMock({ snapshot: plain(mock.snapshot()) });
    expect(other.fingerprint()).toBe(mock.fingerprint());
    other.data.bookmark.deleteMany({ where: {} });
    other.reset();
    expect(other.fingerprint()).toBe(mock.fingerprint());
    expect((await send('POST', '/__mock/restore', { body: other.snapshot() })).status).toBe(200);
  });

  it('X20: a restore does not change the baseline, to which a reset returns', async () => {
    const { mock, ann, send } = await open();
    const seeded = mock.fingerprint();
    await ann.post('/bookmark/morning/1-104');
    await send('POST', '/__mock/restore', { body: mock.snapshot() });
    await send('POST', '/__mock/reset');
    expect(mock.fingerprint()).toBe(seeded);
  });

  it('restore accepts a body over 1 MiB, the limit of other routes', async () => {
    const { mock, send } = await open();
    for (let i = 0; i < 200; i++) {
      mock.data.article.create({ brief_gid: '1-102', gid: `long_${i}`, title: `Long ${i}`, snippet: 'x'.repeat(8000) });
    }
    const body = JSON.stringify(mock.snapshot());
    expect(body.length).toBeGreaterThan(2 ** 20);
    expect((await send('POST', '/__mock/restore', { body })).status).toBe(200);
    expect((await send('POST', '/__mock/data/user', { body })).status).toBe(413);
  });

  it.each<[what: string, edit: (json: ReturnType<typeof plain>) => void, place: string, message: string]>([
    ['an unknown format', (json) => Object.assign(json, { format: 'other', version: 9 }), 'format', ''],
    ['an unknown version', (json) => Object.assign(json, { version: 2 }), 'version', ''],
    ['no tables', (json) => delete json.tables, 'tables', 'is required'],
    ['a missing table', (json) => delete json.tables.article, 'tables.article', 'is required'],
    [
      'an unknown table',
      (json) => Object.assign(json.tables, { articles: [] }),
      'tables.articles',
      'is unknown; allowed: client, user, ',
    ],
    ['an invalid value', (json) => Object.assign(json.tables.user[1], { fname: 5 }), 'tables.user.1.fname', ''],
    [
      'an unknown column',
      (json) => Object.assign(json.tables.user[0], { age: 5 }),
      'tables.user.0.age',
      'is unknown; allowed: id, sf_id, ',
    ],
    [
      'a broken reference',
      (json) => Object.assign(json.tables.user[2], { client_id: 77 }),
      'tables.user.2.client_id',
      'no client has id 77',
    ],
    ['a duplicate key', (json) => json.tables.brief.push(json.tables.brief[0]), 'tables.brief.7.id', ''],
    [
      'a wrong fingerprint',
      (json) => Object.assign(json.tables.user[3], { fname: 'Eve' }),
      'fingerprint',
      'but the contents have',
    ],
  ])('a snapshot with %s gets 400 with the path of the error, and changes nothing', async (_, edit, place, message) => {
    const { mock, ann, send } = await open();
    await ann.post('/bookmark/morning/1-104');
    mock.faults.add({ status: 503, path: '/user-data/v1/user' });
    const before = mock.fingerprint();
    const { status, json } = await send<ControlFailure>('POST', '/__mock/restore', {
      body: edited(mock.snapshot(), edit),
    });
    expect(status).toBe(400);
    expect(json.error.issues?.map(({ path }) => path)).toContain(place);
    expect(json.error.message).toContain(message);
    expect(mock.fingerprint()).toBe(before);
    expect(mock.faults.all()).toHaveLength(1);
    expect(mock.requests.all()).toHaveLength(1);
  });

  it.each([undefined, [], 'text', 5, null, {}])('restore with the body %j gets 400', async (body) => {
    const { mock, send } = await open();
    const before = mock.fingerprint();
    expect((await send('POST', '/__mock/restore', { body })).status).toBe(400);
    expect(mock.fingerprint()).toBe(before);
  });
});

describeControl('A snapshot that was edited by hand', (open) => {
  const renamed = (mock: { snapshot(): Snapshot }) =>
    edited(mock.snapshot(), ({ tables }) => Object.assign(tables.user[3], { fname: 'Eve' }));

  it('is restored with ?edited, and the refusal without it names each way', async () => {
    const { mock, send } = await open();
    const body = renamed(mock);
    const refused = await send<ControlFailure>('POST', '/__mock/restore', { body });
    expect(refused.status).toBe(400);
    for (const way of ['--edited', '{ edited: true }', '?edited=true']) {
      expect(refused.json.error.message).toContain(way);
    }
    expect((await send('POST', '/__mock/restore?edited=true', { body })).json).toEqual(summary);
    expect(mock.data.user.findFirst({ where: { id: { equals: 4 } } })).toMatchObject({ fname: 'Eve' });
    expect((await send('POST', '/__mock/restore?edited=no', { body })).status).toBe(400);
  });

  it('is still validated', async () => {
    const { mock, send } = await open();
    const body = edited(mock.snapshot(), ({ tables }) => Object.assign(tables.user[1], { fname: 5 }));
    const { status, json } = await send<ControlFailure>('POST', '/__mock/restore?edited', { body });
    expect(status).toBe(400);
    expect(json.error.issues?.map(({ path }) => path)).toEqual(['tables.user.1.fname']);
  });

  it('is compared with the present state or a named snapshot before it is restored', async () => {
    const { mock, send } = await open();
    const body = renamed(mock);
    const before = mock.snapshot().tables.user[3]?.fname;
    const compare = (query: string, json: unknown = body) =>
      send<{ data: StateChanges }>('POST', `/__mock/changes${query}`, { body: json });
    const changed = [{ key: 4, before: { fname: before }, after: { fname: 'Eve' }, columns: ['fname'] }];
    expect((await compare('?edited')).json).toMatchObject({ data: { tables: { user: changed } } });
    mock.snapshots.keep('start');
    mock.data.user.update({ where: { id: { equals: 4 } }, data: { fname: 'Other' } });
    expect((await compare('?edited&with=start')).json).toMatchObject({ data: { tables: { user: changed } } });
    expect((await compare('')).status).toBe(400);
    expect((await compare('?with=none', mock.snapshot())).status).toBe(404);
    expect((await compare('', mock.snapshot())).json).toEqual({ data: { tables: {} } });
  });
});

describeControl('A snapshot over HTTP', (open) => {
  it('has one record per line, as snapshot files have', async () => {
    const { mock, send } = await open();
    mock.snapshots.keep('start');
    for (const path of ['/__mock/snapshot', '/__mock/snapshots/start']) {
      const { text } = await send('GET', path);
      const lines = text.split('\n').map((line) => line.trim().replace(/,$/, ''));
      for (const rows of Object.values(mock.snapshot().tables)) {
        for (const row of rows) expect(lines).toContain(JSON.stringify(row));
      }
      expect(JSON.stringify(JSON.parse(text))).toBe(JSON.stringify(mock.snapshot()));
    }
  });
});

describeControl('Named snapshots', (open) => {
  it('are saved, listed, shown, restored and removed', async () => {
    const { mock, ann, send } = await open();
    const kept = await send('PUT', '/__mock/snapshots/before');
    expect(kept.json).toEqual({ data: { name: 'before', ...summary } });
    const seeded = plain(mock.snapshot());
    await ann.post('/bookmark/morning/1-104');
    mock.snapshots.keep('after');
    const names = ['before', 'after'].map((name) => ({ name, ...summary }));
    expect((await send('GET', '/__mock/snapshots')).json).toEqual({ data: names, total: 2 });
    expect(mock.snapshots.list()).toEqual(names);
    expect((await send('GET', '/__mock/snapshots/before')).json).toEqual(seeded);
    expect((await send('POST', '/__mock/snapshots/before/restore')).json).toEqual(summary);
    expect(mock.data.bookmark.count()).toBe(0);
    mock.snapshots.restore('after');
    expect(mock.data.bookmark.count()).toBe(1);
    expect((await send('DELETE', '/__mock/snapshots/before')).json).toEqual({ data: names[0] });
    expect(mock.snapshots.list()).toEqual([names[1]]);
    for (const [method, path] of [
      ['GET', 'before'],
      ['DELETE', 'before'],
      ['POST', 'before/restore'],
    ] as const) {
      const { status, json } = await send<ControlFailure>(method, `/__mock/snapshots/${path}`);
      expect([status, json.error.message]).toEqual([404, 'There is no snapshot "before"']);
    }
  });

  it('saving under a used name replaces the snapshot', async () => {
    const { mock, ann, send } = await open();
    await send('PUT', '/__mock/snapshots/one');
    await ann.post('/bookmark/morning/1-104');
    await send('PUT', '/__mock/snapshots/one');
    await send('POST', '/__mock/reset');
    await send('POST', '/__mock/snapshots/one/restore');
    expect(mock.data.bookmark.count()).toBe(1);
    expect(mock.snapshots.list()).toHaveLength(1);
  });

  it('X20: a reset, a restore and later writes do not change them', async () => {
    const { mock, send } = await open();
    const before = mock.snapshot();
    await send('PUT', '/__mock/snapshots/kept');
    mock.data.user.deleteMany({ where: {} });
    await send('POST', '/__mock/reset');
    await send('POST', '/__mock/restore', { body: before });
    expect((await send('GET', '/__mock/snapshots/kept')).json).toEqual(plain(before));
  });

  it.each(['a', 'A-b_c.9', '...', 'x'.repeat(64), '__proto__', 'constructor', 'toString'])(
    'can have the name %s',
    async (name) => {
      const { mock, send } = await open();
      expect((await send('PUT', `/__mock/snapshots/${name}`)).json).toEqual({ data: { name, ...summary } });
      expect((await send('POST', `/__mock/snapshots/${name}/restore`)).status).toBe(200);
      expect(mock.snapshots.remove(name).name).toBe(name);
      expect(({} as Record<string, unknown>).name).toBeUndefined();
    },
  );

  it.each(['x'.repeat(65), 'a%20b', 'a%2Fb', '..%2Fetc%2Fpasswd', '%2e%2e%2f', 'caf%C3%A9', '%00', 'a:b', '~'])(
    'the invalid name %s gets 400',
    async (name) => {
      const { mock, send } = await open();
      for (const [method, path] of [
        ['PUT', name],
        ['GET', name],
        ['DELETE', name],
        ['POST', `${name}/restore`],
      ] as const) {
        const { status, json } = await send<ControlFailure>(method, `/__mock/snapshots/${path}`);
        expect([method, status]).toEqual([method, 400]);
        expect(json.error.message).toContain('1 to 64 letters, digits');
        expect(json.error.issues?.map((issue) => issue.path)).toEqual(['name']);
      }
      expect(mock.snapshots.list()).toEqual([]);
    },
  );

  it('saving a snapshot beyond 100 gets 413, and replacing one still works', async () => {
    const { mock, send } = await open();
    for (let i = 0; i < 100; i++) mock.snapshots.keep(`s${i}`);
    expect((await send('PUT', '/__mock/snapshots/s100')).status).toBe(413);
    expect((await send('PUT', '/__mock/snapshots/s7')).status).toBe(200);
  });
});

describe('createMock with a snapshot', () => {
  it('starts from the state and the clock of the snapshot, or from the clock that is given', () => {
    const mock = createMock({ scenario: readingRoom });
    mock.clock.advance({ days: 2 });
    const snapshot = plain(mock.snapshot());
    expect(createMock({ snapshot }).clock.toString()).toBe('2026-03-06T09:00:00.000Z');
    const later = createMock({ snapshot, clock: '2027-01-01T00:00:00Z' });
    expect(later.clock.toString()).toBe('2027-01-01T00:00:00.000Z');
    later.clock.advance({ days: 1 });
    later.reset();
    expect(later.clock.toString()).toBe('2027-01-01T00:00:00.000Z');
  });

  it('throws for an invalid snapshot', () => {
    expect(() => createMock({ snapshot: {} as never })).toThrow(
      /The snapshot cannot be restored: format: is required$/,
    );
  });
});

describeControl('GET /__mock/snapshots/:name/changes', (open) => {
  it('answers what differs from the present state, and between two snapshots, like mock.snapshots.changes()', async () => {
    const { mock, ann, send } = await open();
    const changes = async (path: string) =>
      (await send<{ data: StateChanges }>('GET', `/__mock/snapshots/${path}`)).json.data;
    mock.snapshots.keep('first');
    expect(await changes('first/changes')).toEqual({ tables: {} });
    const before = mock.data.user.findFirst({ where: { id: { equals: 4 } } });
    const after = mock.data.user.update({ where: { id: { equals: 4 } }, data: { lname: 'Berg' } });
    mock.snapshots.keep('second');
    await ann.post('/bookmark/morning/1-104');
    mock.clock.advance({ hours: 1 });

    const renamed = { tables: { user: [{ key: 4, before, after, columns: ['lname'] }] } };
    expect(await changes('first/changes?with=second')).toEqual(renamed);
    expect(mock.snapshots.changes('first', 'second')).toEqual(renamed);
    const back = await changes('second/changes?with=first');
    expect(back.tables.user).toEqual([{ key: 4, before: after, after: before, columns: ['lname'] }]);
    const present = await changes('first/changes');
    expect(Object.keys(present.tables)).toEqual(['user', 'bookmark']);
    expect(present).toMatchObject({ clock: { before: { now: START }, after: { now: '2026-03-04T10:00:00.000Z' } } });
    expect(present).toEqual(plain(mock.snapshots.changes('first')));
    // A reset keeps the snapshots.
    mock.reset();
    expect(mock.snapshots.changes('first')).toEqual({ tables: {} });
  });

  it.each([
    ['firs/changes', 404, 'There is no snapshot "firs"; did you mean first?'],
    ['first/changes?with=x', 404, 'There is no snapshot "x"'],
    ['first/changes?with=', 400, 'with: '],
    ['a%20b/changes', 400, 'name: '],
  ])('%s gets %i', async (path, status, message) => {
    const { mock, send } = await open();
    mock.snapshots.keep('first');
    const answer = await send<ControlFailure>('GET', `/__mock/snapshots/${path}`);
    expect(answer.status).toBe(status);
    expect(answer.json.error.message).toContain(message);
  });
});
