import { createMock, type SessionInfo } from 'briefs-mock';
import { expect, it } from 'vitest';
import type { ControlFailure } from '../support/bodies.js';
import { describeControl } from '../support/deliveries.js';
import { readingRoom } from '../support/reading-room.js';

interface One {
  data: SessionInfo;
}
interface Many {
  data: SessionInfo[];
  total: number;
}

const SESSIONS = '/__mock/sessions';
const inSession = (id: string) => ({ 'x-mock-session': id });
const fresh = (id: string): SessionInfo => ({
  id,
  scenario: readingRoom.name,
  seed: 1,
  clock: '2026-03-04T09:00:00.000Z',
  requests: 0,
  // Tested in ending.test.ts.
  idle_seconds: expect.any(Number),
});
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

describeControl('Sessions: /__mock/sessions', (open) => {
  it('POST with an id creates a session', async () => {
    const { mock, send } = await open();
    const { status, json } = await send<One>('POST', SESSIONS, { body: { id: 'one' } });
    expect(status).toBe(200);
    expect(json).toMatchObject({ data: fresh('one') });
    expect(mock.sessions.list()).toMatchObject([fresh('one')]);
  });

  it.each([undefined, {}])(
    'POST with the body %j creates a session with an id that depends on the seed',
    async (body) => {
      const { send } = await open();
      const ids: string[] = [];
      for (let n = 0; n < 3; n++) ids.push((await send<One>('POST', SESSIONS, { body })).json.data.id);
      expect(new Set(ids).size).toBe(3);
      for (const id of ids) expect(id).toMatch(uuid);
      const other = createMock({ scenario: readingRoom });
      expect([1, 2, 3].map(() => other.sessions.create().session)).toEqual(ids);
      expect(createMock({ scenario: readingRoom, seed: 2 }).sessions.create().session).not.toBe(ids[0]);
      await send('GET', '/public-api/v1/brief', { headers: inSession(ids[1] as string) });
      expect((await send<Many>('GET', SESSIONS)).json.data.map(({ id }) => id)).toEqual([ids[0], ids[2], ids[1]]);
    },
  );

  it('POST without an id skips ids that are taken, and does not reuse the id of an ended session', async () => {
    const { send } = await open();
    const make = async () => (await send<One>('POST', SESSIONS)).json.data.id;
    const expected = createMock({ scenario: readingRoom });
    const [first, second, third] = [1, 2, 3].map(() => expected.sessions.create().session as string);
    await send('POST', SESSIONS, { body: { id: second } });
    expect(await make()).toBe(first);
    await send('DELETE', `${SESSIONS}/${first}`);
    expect(await make()).toBe(third);
  });

  it('POST with a taken id answers 409 and does not change the session', async () => {
    const { mock, send } = await open();
    await send('POST', SESSIONS, { body: { id: 'one' } });
    mock.sessions.get('one').data.bookmark.deleteMany({ where: {} });
    await send('POST', '/public-api/v1/bookmark/morning/1-104', { token: 'ann-token', headers: inSession('two') });
    for (const id of ['one', 'two']) {
      const before = mock.sessions.get(id).fingerprint();
      const { status, json } = await send<ControlFailure>('POST', SESSIONS, { body: { id } });
      expect([status, json.error.code]).toEqual([409, 'conflict']);
      expect(json.error.message).toContain(JSON.stringify(id));
      expect(mock.sessions.get(id).fingerprint()).toBe(before);
    }
  });

  it.each<[unknown, string]>([
    [{ id: '' }, 'id'],
    [{ id: '..' }, 'id'],
    [{ id: 'a b' }, 'id'],
    [{ id: 'é' }, 'id'],
    [{ id: 'a'.repeat(65) }, 'id'],
    [{ id: 5 }, 'id'],
    [{ id: null }, 'id'],
    [{ id: ['a'] }, 'id'],
    [{ name: 'one' }, 'name'],
    [{ id: 'one', scenario: 'empty' }, 'scenario'],
    [['one'], ''],
    ['"one"', ''],
    ['null', ''],
  ])('POST with the body %j answers 400 and creates no session', async (body, path) => {
    const { mock, send } = await open();
    const { status, json } = await send<ControlFailure>('POST', SESSIONS, { body });
    expect([status, json.error.code]).toEqual([400, 'malformed_data']);
    expect(json.error.issues?.map((issue) => issue.path)).toEqual([path]);
    expect(mock.sessions.list()).toEqual([]);
  });

  it('GET lists the sessions, the longest idle first', async () => {
    const { send } = await open();
    expect((await send<Many>('GET', SESSIONS)).json).toEqual({ data: [], total: 0 });
    for (const id of ['one', 'two', 'three']) await send('POST', SESSIONS, { body: { id } });
    await send('GET', '/public-api/v1/brief', { headers: inSession('one') });
    await send('GET', '/__mock/clock', { headers: inSession('one') });
    const { data, total } = (await send<Many>('GET', SESSIONS)).json;
    expect(data).toMatchObject([fresh('two'), fresh('three'), { ...fresh('one'), requests: 1 }]);
    expect(total).toBe(3);
  });

  it('GET by id answers the current state of a session; control calls are not counted as its requests', async () => {
    const { send } = await open();
    const show = async () => (await send<One>('GET', `${SESSIONS}/one`)).json.data;
    await send('POST', SESSIONS, { body: { id: 'one' } });
    expect(await show()).toMatchObject(fresh('one'));
    const headers = inSession('one');
    await send('PUT', '/__mock/clock', { headers, body: { now: '2030-01-01T00:00:00Z' } });
    await send('GET', '/public-api/v1/nothing', { headers });
    expect(await show()).toMatchObject({ ...fresh('one'), clock: '2030-01-01T00:00:00.000Z', requests: 1 });
    await send('POST', '/__mock/reset', { headers, body: { seed: 8 } });
    expect(await show()).toMatchObject({ ...fresh('one'), seed: 8 });
  });

  it.each(['GET', 'DELETE'])('%s answers 404 for an unknown id and 400 for an invalid one', async (method) => {
    const { mock, send } = await open();
    await send('POST', SESSIONS, { body: { id: 'one' } });
    for (const id of ['two', 'One', '__proto__', 'constructor']) {
      const { status, json } = await send<ControlFailure>(method, `${SESSIONS}/${id}`);
      expect([status, json.error.code]).toEqual([404, 'not_found']);
      expect(json.error.message).toContain(JSON.stringify(id));
    }
    for (const id of ['a%20b', 'a%2Fb', '%C3%A9', 'a'.repeat(65)]) {
      const { status, json } = await send<ControlFailure>(method, `${SESSIONS}/${id}`);
      expect([status, json.error.code]).toEqual([400, 'malformed_data']);
    }
    expect(mock.sessions.list()).toHaveLength(1);
  });

  it('DELETE ends a session and answers it; the id then starts from the baseline again', async () => {
    const { mock, send } = await open();
    const headers = inSession('one');
    const token = 'ann-token';
    const mark = () => send('POST', '/public-api/v1/bookmark/morning/1-104', { token, headers });
    const first = (await mark()).headers.get('x-request-id');
    await send('POST', '/__mock/faults', { headers, body: { status: 503, times: 9 } });
    await send('PUT', '/__mock/snapshots/kept', { headers });
    const { status, json } = await send<One>('DELETE', `${SESSIONS}/one`);
    expect(status).toBe(200);
    expect(json.data).toMatchObject({ ...fresh('one'), requests: 1, email: 'ann@reader.example' });
    expect((await send('GET', `${SESSIONS}/one`)).status).toBe(404);
    expect((await send('DELETE', `${SESSIONS}/one`)).status).toBe(404);

    const again = await mark();
    expect([again.status, again.headers.get('x-request-id')]).toEqual([200, first]);
    const one = mock.sessions.get('one');
    expect([one.faults.all(), one.snapshots.list(), one.requests.count()]).toEqual([[], [], 1]);
    expect(one.data.bookmark.getAll().map(({ id }) => id)).toEqual([1]);
  });

  it('DELETE can end the session that the request itself names', async () => {
    const { mock, send } = await open();
    const headers = inSession('one');
    await send('GET', '/public-api/v1/brief', { headers });
    expect((await send('DELETE', `${SESSIONS}/one`, { headers })).status).toBe(200);
    expect(mock.sessions.list()).toEqual([]);
  });

  it('DELETE cannot end the default state: it stays when all others end, and null and default get 404', async () => {
    const { mock, send } = await open();
    mock.faults.add({ status: 503 });
    expect((await send('DELETE', SESSIONS)).json).toEqual({ data: [], total: 0 });
    expect(mock.faults.all()).toHaveLength(1);
    expect((await send('DELETE', `${SESSIONS}/null`)).status).toBe(404);
    expect((await send('DELETE', `${SESSIONS}/default`)).status).toBe(404);
  });

  it('health counts all sessions, whichever session it is called in', async () => {
    const { send } = await open();
    const count = async (headers = {}) =>
      (await send<{ sessions: number }>('GET', '/__mock/health', { headers })).json.sessions;
    expect(await count()).toBe(0);
    await send('POST', SESSIONS, { body: { id: 'one' } });
    expect(await count()).toBe(1);
    await send('DELETE', '/__mock/requests', { headers: inSession('two') });
    expect(await count(inSession('two'))).toBe(2);
    await send('DELETE', `${SESSIONS}/one`);
    expect(await count()).toBe(1);
  });
});
