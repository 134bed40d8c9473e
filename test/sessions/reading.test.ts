import type { JournalEntry } from 'briefs-mock';
import { expect, it, onTestFinished, vi } from 'vitest';
import { describeControl } from '../support/deliveries.js';
import { type Naming, openPlace } from '../support/session-visits.js';

const BRIEFS = '/public-api/v1/brief';
const REQUESTS = '/__mock/requests';
const namings: [string, Naming][] = [
  ['path', { prefix: 'worker-1' }],
  ['header', { header: 'worker-1' }],
  ['cookie', { cookie: 'mock_session=worker-1' }],
];
const reads = ['clock', 'data', 'data/user', 'faults', 'health', 'openapi.json', 'requests', 'scenarios', 'snapshot'];
const pathsOf = (list: { data: JournalEntry[] }) => list.data.map(({ path }) => path);

describeControl('Sessions: control calls that only read', (_, delivery) => {
  it.each(namings)('get 404 with the nearest name if the session in the %s does not exist', async (_, naming) => {
    for (const strict of [false, true]) {
      const { mock, visit } = await openPlace(delivery, { sessions: { strict } });
      expect((await visit('/__mock/clock', naming)).json.error.message).toBe('There is no session "worker-1"');
      for (const id of ['other', 'worker-2']) mock.sessions.create(id);
      for (const read of reads) {
        for (const method of ['GET', 'HEAD']) {
          const { status, json } = await visit(`/__mock/${read}`, naming, { method });
          expect([status, json?.error.message ?? method]).toEqual([
            404,
            method === 'HEAD' ? 'HEAD' : 'There is no session "worker-1"; the nearest name is "worker-2"',
          ]);
        }
      }
      for (const path of [`${REQUESTS}/count`, `${REQUESTS}/verify`, '/__mock/changes', '/__mock/trace/end']) {
        const { status, json } = await visit(path, naming, { method: 'POST', body: '{}' });
        expect([status, json.error.code]).toEqual([404, 'not_found']);
      }
      expect(mock.sessions.list().map(({ id }) => id)).toEqual(['other', 'worker-2']);
    }
  });

  it('GET /__mock/sessions/<id> gets 404 with the nearest name, and an invalid name 400', async () => {
    const { mock, visit } = await openPlace(delivery);
    mock.sessions.create('worker-2');
    const { status, json } = await visit('/__mock/sessions/worker-1');
    expect([status, json.error.message]).toEqual([
      404,
      'There is no session "worker-1"; the nearest name is "worker-2"',
    ]);
    expect((await visit('/__mock/clock', { prefix: 'a%20b' })).status).toBe(400);
  });

  it('create no session either if no route answers them', async () => {
    const { mock, visit } = await openPlace(delivery);
    const statusOf = async (path: string) => (await visit(path, { header: 'one' }, { method: 'POST' })).status;
    expect([await statusOf('/__mock/openapi.json'), await statusOf('/__mock/nothing')]).toEqual([405, 404]);
    expect(mock.sessions.list()).toEqual([]);
  });

  it('of other requests, those to the APIs and those that write still create the session that they name', async () => {
    const { mock, visit } = await openPlace(delivery);
    expect((await visit(BRIEFS, { header: 'one' })).status).toBe(200);
    expect((await visit('/__mock/clock', { header: 'two' }, { method: 'DELETE' })).status).toBe(200);
    expect(mock.sessions.list().map(({ id }) => id)).toEqual(['one', 'two']);
  });
});

describeControl('Sessions: the journal of a session that has ended', (_, delivery) => {
  it.each(namings)('can be read by a request with its name in the %s', async (_, naming) => {
    const { mock, visit } = await openPlace(delivery);
    await visit(BRIEFS, naming);
    await visit('/public-api/v1/nothing', naming);
    const [entry] = mock.sessions.get('worker-1').requests.all();
    mock.sessions.end('worker-1');
    const list = await visit(REQUESTS, naming);
    expect([list.status, list.json.ended, pathsOf(list.json)]).toEqual([200, true, [BRIEFS, '/public-api/v1/nothing']]);
    expect(list.json.data[0]).toEqual(entry);
    expect((await visit(`${REQUESTS}?limit=1`, naming)).json).toMatchObject({ total: 2, data: [{ route: null }] });
    expect((await visit(`${REQUESTS}/unmatched`, naming)).json).toMatchObject({ total: 1, ended: true });
    expect((await visit(`${REQUESTS}/${entry?.entry}`, naming)).json).toEqual({ data: entry });
    const post = { method: 'POST', body: JSON.stringify({ path: BRIEFS }) };
    expect((await visit(`${REQUESTS}/count`, naming, post)).json).toEqual({ count: 1, complete: true });
    expect((await visit(`${REQUESTS}/verify`, naming, post)).json).toEqual({ count: 1, complete: true });
    expect((await visit(`${REQUESTS}.har`, naming)).json.log.entries).toHaveLength(2);
    expect((await visit(`${REQUESTS}/${entry?.entry}/curl`, naming)).json.data.command).toContain(BRIEFS);
    for (const path of ['/__mock/clock', `${REQUESTS}/report`]) {
      const { status, json } = await visit(path, naming);
      expect([status, json.error.message]).toEqual([
        404,
        'There is no session "worker-1": it has ended; GET /__mock/requests in it still answers its journal',
      ]);
    }
    expect(mock.sessions.list()).toEqual([]);
  });

  it('is that of the new session if there is one with the same name', async () => {
    const { mock, visit } = await openPlace(delivery);
    const naming = { header: 'one' };
    await visit(`${BRIEFS}?n=1`, naming);
    mock.sessions.end('one');
    await visit('/user-data/v1/user', naming);
    expect((await visit(REQUESTS, naming)).json).toMatchObject({ total: 1, ended: false });
    mock.sessions.end('one');
    const { json } = await visit(REQUESTS, naming);
    expect([json.ended, pathsOf(json)]).toEqual([true, ['/user-data/v1/user']]);
  });

  it('is kept for the last 20 sessions that ended, also because they were idle or too many', async () => {
    const { mock, visit } = await openPlace(delivery, { sessions: { max: 2, idleSeconds: 3600 } });
    const statusOf = async (header: string) => (await visit(REQUESTS, { header })).status;
    for (let n = 1; n <= 23; n++) await visit(BRIEFS, { header: `s${n}` });
    // 21 have ended, s22 and s23 have not.
    expect([await statusOf('s1'), await statusOf('s2'), await statusOf('s21')]).toEqual([404, 200, 200]);
    const later = performance.now() + 3_700_000;
    const machine = vi.spyOn(performance, 'now').mockReturnValue(later);
    onTestFinished(() => machine.mockRestore());
    expect(mock.sessions.list()).toEqual([]);
    expect((await visit(REQUESTS, { header: 's23' })).json).toMatchObject({ total: 1, ended: true });
    expect([await statusOf('s3'), await statusOf('s4')]).toEqual([404, 200]);
  });

  it('contains the requests that were in flight at the end', async () => {
    const { mock, visit } = await openPlace(delivery);
    const naming = { header: 'held' };
    const session = mock.sessions.create('held');
    await visit(`${BRIEFS}?n=1`, naming);
    const hold = session.hold(`GET ${BRIEFS}`);
    const answer = visit(`${BRIEFS}?n=2`, naming);
    await hold.arrived();
    mock.sessions.end('held');
    await answer;
    const { json } = await visit(REQUESTS, naming);
    expect([json.ended, json.total, pathsOf(json)]).toEqual([true, 2, [BRIEFS, BRIEFS]]);
  });

  it('is not cleared by a reset of what is left of the session in the process', async () => {
    const { mock, visit } = await openPlace(delivery);
    const session = mock.sessions.create('one');
    await visit(BRIEFS, { header: 'one' });
    mock.sessions.end('one');
    session.reset();
    await session.fetch('/user-data/v1/user');
    const { json } = await visit(REQUESTS, { header: 'one' });
    expect([json.ended, pathsOf(json)]).toEqual([true, [BRIEFS]]);
  });

  it('is kept from the last end of a session of its name', async () => {
    const { mock, visit } = await openPlace(delivery);
    const statusOf = async (header: string) => (await visit(REQUESTS, { header })).status;
    const names = Array.from({ length: 20 }, (_, n) => `s${n}`);
    for (const id of [...names, 's0', 's20']) {
      mock.sessions.create(id);
      mock.sessions.end(id);
    }
    expect([await statusOf('s0'), await statusOf('s1'), await statusOf('s2')]).toEqual([200, 404, 200]);
  });
});
