import { createMock, defineScenario } from 'briefs-mock';
import { describe, expect, it } from 'vitest';
import type { ControlFailure } from '../support/bodies.js';
import { describeControl } from '../support/deliveries.js';
import { readingRoom } from '../support/reading-room.js';

const LIST = '/public-api/v1/brief';

interface Broadcast<Answer = unknown> {
  data: { session: string | null; answer: Answer }[];
  total: number;
}

describeControl('?sessions= of control calls', (open) => {
  const start = async () => {
    const api = await open();
    const { sessions } = api.mock;
    const [one, two, other] = [sessions.create('worker-1'), sessions.create('worker-2'), sessions.create('visitor')];
    return { ...api, one, two, other };
  };

  it('all adds a fault rule to the default session and to every other one', async () => {
    const { mock, one, two, other, send } = await start();
    const rule = { path: LIST, status: 503 };
    const { status, json } = await send<Broadcast>('POST', '/__mock/faults?sessions=all', { body: rule });
    expect(status).toBe(200);
    const answer = { data: { id: 1, ...rule, hits: 0 } };
    expect(json).toEqual({
      data: [null, 'worker-1', 'worker-2', 'visitor'].map((session) => ({ session, answer })),
      total: 4,
    });
    for (const each of [mock, one, two, other]) expect((await each.fetch(LIST)).status).toBe(503);
    expect((await send<Broadcast>('DELETE', '/__mock/faults?sessions=all')).json.total).toBe(4);
    for (const each of [mock, one, two, other]) expect(each.faults.all()).toEqual([]);
  });

  it('a pattern reaches the named sessions that match it', async () => {
    const { mock, one, two, other, send } = await start();
    const body = { fname: 'Bo', lname: 'Ek', email: 'bo@reader.example' };
    const { json } = await send<Broadcast>('POST', '/__mock/data/user?sessions=worker-*', { body });
    expect(json.data.map(({ session }) => session)).toEqual(['worker-1', 'worker-2']);
    expect([mock, one, two, other].map(({ data }) => data.user.count())).toEqual([4, 5, 5, 4]);
    await send('PATCH', '/__mock/data/user/5?sessions=worker-1', { body: { fname: 'Bea' } });
    expect([one, two].map(({ data }) => data.user.getAll().at(-1)?.fname)).toEqual(['Bea', 'Bo']);
    await send('DELETE', '/__mock/data/user/5?sessions=*-2');
    expect([mock, one, two, other].map(({ data }) => data.user.count())).toEqual([4, 5, 4, 4]);
  });

  it.each<[method: string, path: string, body: object | undefined]>([
    ['POST', '/__mock/reset', { seed: 9 }],
    ['PUT', '/__mock/clock', { now: '2027-01-01T00:00:00Z' }],
    ['DELETE', '/__mock/clock', undefined],
    ['PUT', '/__mock/snapshots/a', undefined],
    ['POST', '/__mock/snapshots/kept/restore', undefined],
    ['DELETE', '/__mock/snapshots/kept', undefined],
    ['POST', '/__mock/tokens', { email: 'ann@reader.example' }],
    ['DELETE', '/__mock/requests', undefined],
    ['DELETE', '/__mock/faults/1', undefined],
  ])('%s %s does the same in each session as a call to it', async (method, path, body) => {
    const prepared = async () => {
      const api = await start();
      for (const each of [api.one, api.two]) {
        each.snapshots.keep('kept');
        each.clock.advance({ days: 1 });
        each.faults.add({ delay_ms: 0 });
        await each.fetch(LIST);
      }
      return api;
    };
    const { one, two, send } = await prepared();
    const { json } = await send<Broadcast>(method, `${path}?sessions=worker-*`, { body });
    const expected = await prepared();
    const answers: Broadcast['data'] = [];
    for (const session of ['worker-1', 'worker-2']) {
      const headers = { 'x-mock-session': session };
      const answer = await expected.send(method, path, { headers, body });
      answers.push({ session, answer: answer.json });
    }
    const timeless = (value: unknown) =>
      JSON.parse(JSON.stringify(value).replace(/"(duration_ms|entry|wall_time)":[^,}]+/g, '"x":0'));
    expect(timeless(json.data)).toEqual(timeless(answers));
    expect(one.fingerprint()).toBe(expected.one.fingerprint());
    expect(two.fingerprint()).toBe(expected.two.fingerprint());
  });

  it('a snapshot is restored in all of them', async () => {
    const { mock, one, two, send } = await start();
    one.data.brief.create({ name: 'Extra' });
    const { json } = await send<Broadcast>('POST', '/__mock/restore?sessions=all', { body: one.snapshot() });
    expect(json.total).toBe(4);
    expect(two.fingerprint()).toBe(one.fingerprint());
    expect(mock.fingerprint()).toBe(one.fingerprint());
  });

  it.each<[string, string, object | undefined, number, string]>([
    ['POST', '/__mock/data/user', { fname: 'Bo', lname: 'Ek', email: 'taken@reader.example' }, 409, 'email'],
    ['POST', '/__mock/snapshots/only-one/restore', undefined, 404, 'only-one'],
    ['DELETE', '/__mock/data/brief/only-one', undefined, 404, 'only-one'],
    ['POST', '/__mock/reset', { scenario: 'nothing-like-it' }, 404, 'nothing-like-it'],
  ])('%s %s: if one session rejects it, nothing changes in any', async (method, path, body, status, reason) => {
    const { mock, one, two, send } = await start();
    one.snapshots.keep('only-one');
    one.data.brief.create({ id: 'only-one', name: 'Only' });
    two.data.user.create({ fname: 'A', lname: 'B', email: 'taken@reader.example' });
    one.faults.add({ path: '/public-api/v1/bookmark/brief', status: 503 });
    await one.fetch(LIST);
    const stateOf = (each: typeof one) => [each.fingerprint(), each.faults.all(), each.requests.all()];
    const before = [mock, one, two].map(stateOf);
    const answer = await send<ControlFailure>(method, `${path}?sessions=worker-*`, { body });
    expect(answer.status).toBe(status);
    expect(answer.json.error.message).toContain(reason);
    expect(answer.json.error.message).toMatch(/^session "worker-[12]": /);
    expect([mock, one, two].map(stateOf)).toEqual(before);
  });

  it('sessions overrides the session that the request names, and creates none', async () => {
    const { mock, other, send } = await start();
    const headers = { 'x-mock-session': 'new' };
    await send('POST', '/__mock/faults?sessions=visitor', { headers, body: { status: 503 } });
    expect(other.faults.all()).toHaveLength(1);
    expect(mock.sessions.list().map(({ id }) => id)).not.toContain('new');
  });

  it('a pattern without a match gets 404, an invalid one 400', async () => {
    const { send } = await start();
    const of = async (sessions: string) => {
      const { status, json } = await send<ControlFailure>('POST', `/__mock/reset?sessions=${sessions}`);
      return [status, json.error.message];
    };
    expect(await of('nobody-*')).toEqual([
      404,
      'No session matches "nobody-*"; GET /__mock/sessions lists the sessions',
    ]);
    const invalid = 'must be all, or the name of a session, in which * stands for any characters';
    expect(await of('')).toEqual([400, `sessions: ${invalid}`]);
    expect(await of('a,b')).toEqual([400, `sessions: ${invalid}`]);
  });

  it('calls that cannot be sent to several sessions get 400; API requests ignore the parameter', async () => {
    const { send, ann } = await start();
    for (const [method, path] of [
      ['GET', '/__mock/faults'],
      ['POST', '/__mock/sessions'],
      ['GET', '/__mock/health'],
    ] as const) {
      const { status, json } = await send<ControlFailure>(method, `${path}?sessions=all`);
      expect([status, json.error.message]).toEqual([
        400,
        expect.stringMatching(/^sessions: is not a query parameter of this route; it has /),
      ]);
    }
    expect((await ann.get('/brief?sessions=nobody')).status).toBe(200);
  });

  it('DELETE /__mock/sessions ends all sessions, or those that match', async () => {
    const { mock, send } = await start();
    const names = ({ json }: { json: { data: { id: string }[]; total: number } }) => json.data.map(({ id }) => id);
    const path = '/__mock/sessions';
    expect(names(await send('DELETE', `${path}?sessions=worker-*`))).toEqual(['worker-1', 'worker-2']);
    expect(mock.sessions.list().map(({ id }) => id)).toEqual(['visitor']);
    expect(names(await send('DELETE', `${path}?sessions=worker-*`))).toEqual([]);
    expect(names(await send('DELETE', path))).toEqual(['visitor']);
    expect(mock.sessions.list()).toEqual([]);
    expect((await mock.fetch(LIST)).status).toBe(401);
  });
});

describe('Ending all sessions', () => {
  it('keeps their journals and frees the limit of their clients, as ending one does', async () => {
    const mock = createMock({ scenario: readingRoom, sessions: { maxPerClient: 1 } });
    const visit = (id: string, path: string) => {
      const request = new Request(`http://localhost/__mock/s/${id}${path}`);
      return mock.serve(request, { host: '127.0.0.1', addressOf: () => '10.0.0.1' }, { headers: {} });
    };
    await visit('worker-1', LIST);
    expect((await visit('worker-2', LIST)).status).toBe(429);
    mock.sessions.endAll();
    expect((await visit('worker-2', LIST)).status).toBe(401);
    const journal = await mock.fetch('/__mock/s/worker-1/__mock/requests');
    expect(await journal.json()).toMatchObject({ total: 1, ended: true });
  });
});

describe('mock.sessions', () => {
  it('matching() returns the sessions of a pattern as mocks, and endAll() ends them', () => {
    const mock = createMock({ scenario: readingRoom });
    for (const id of ['worker-1', 'worker-2', 'visitor']) mock.sessions.create(id);
    expect(mock.sessions.matching('worker-*').map(({ session }) => session)).toEqual(['worker-1', 'worker-2']);
    expect(mock.sessions.matching('all').map(({ session }) => session)).toEqual([
      null,
      'worker-1',
      'worker-2',
      'visitor',
    ]);
    for (const each of mock.sessions.matching('worker-*')) each.faults.add({ status: 503 });
    expect(mock.sessions.get('worker-2').faults.all()).toHaveLength(1);
    expect(mock.sessions.endAll('worker-*').map(({ id }) => id)).toEqual(['worker-1', 'worker-2']);
    expect(mock.sessions.endAll().map(({ id }) => id)).toEqual(['visitor']);
    expect(() => mock.sessions.matching('a b')).toThrow('sessions: must be all, or the name');
  });

  it('a reset of all sessions to another seed builds the scenario once', async () => {
    let seeded = 0;
    const scenario = defineScenario({
      ...readingRoom,
      seed: (context) => {
        seeded++;
        readingRoom.seed(context);
      },
    });
    const mock = createMock({ scenario });
    for (const id of ['a', 'b', 'c']) mock.sessions.create(id);
    seeded = 0;
    const answer = await mock.fetch('/__mock/reset?sessions=all', { method: 'POST', body: '{"seed":5}' });
    expect(answer.status).toBe(200);
    expect(seeded).toBe(1);
  });
});
