import { request } from 'node:http';
import { createMock, defineRoute, defineScenario, type Mock, replay, type Snapshot, type Trace } from 'briefs-mock';
import { newsroom } from 'briefs-mock/seeds';
import { createServer } from 'briefs-mock/server';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { describeControl } from '../support/deliveries.js';
import { readingRoom } from '../support/reading-room.js';
import { gate } from '../support/replicas.js';

const scenarios = [readingRoom];
const LIST = '/public-api/v1/brief';
const BOOKMARK = '/public-api/v1/bookmark/morning/1-104';
const json = { 'content-type': 'application/json' };
const ann = { authorization: 'Bearer ann-token' };

const create = (options = {}) => createMock({ scenario: readingRoom, ...options });
const throughFile = (trace: Trace): Trace => JSON.parse(JSON.stringify(trace));
const requestsOf = ({ entries }: Trace) => entries.filter((entry) => entry.kind === 'request');

describe('A trace', () => {
  it('tells where the session began, every request with its answer, every change, and the end', async () => {
    const mock = create({ seed: 7 });
    await mock.fetch(BOOKMARK, { method: 'POST', headers: ann });
    mock.clock.advance({ days: 1 });
    mock.faults.add({ status: 503, times: 1 });
    mock.snapshots.keep('later');
    const trace = mock.trace();
    const { start, end, entries, ...rest } = trace;
    expect(rest).toMatchObject({
      format: 'briefs-mock/trace',
      version: 1,
      scenario: 'reading-room',
      seed: 7,
      dropped: 0,
    });
    expect(rest.behavior).toEqual(mock.behavior);
    expect(start).toMatchObject({ clock: { now: '2026-03-04T09:00:00.000Z', frozen: true }, requests: 0, revision: 0 });
    expect([start.baseline, start.snapshot]).toEqual([undefined, undefined]);
    expect(entries).toMatchObject([
      {
        entry: 1,
        kind: 'request',
        method: 'POST',
        path: BOOKMARK,
        headers: ann,
        answer: { status: 200, body: { data: [{ email: 'ann@reader.example' }] } },
        revision: 1,
      },
      { entry: 2, kind: 'call', call: 'clock.advance', revision: 2, changes: { tables: {}, clock: {} } },
      { entry: 3, kind: 'call', call: 'faults.add', faults: { rules: [{ id: 1, rule: { status: 503 } }] } },
      { entry: 4, kind: 'call', call: 'snapshots.keep', kept: ['later'] },
    ]);
    expect(end).toMatchObject({ fingerprint: mock.fingerprint(), requests: 1, revision: 2 });
  });

  it.each([
    ['a read', 'GET', { times: 1 }],
    ['a write that a rule rejects', 'DELETE', { times: 1 }],
    ['a read that a rule leaves out', 'GET', { skip: 1 }],
  ])('counts what fault rules do to control calls: %s', async (_, method, counted) => {
    const mock = create();
    mock.faults.add({ path: '/*', status: 503, ...counted });
    for (const [sent, path] of [
      [method, '/__mock/clock'],
      ['GET', LIST],
      ['GET', LIST],
    ] as const) {
      await mock.fetch(path, { method: sent, headers: ann });
    }
    const trace = throughFile(mock.trace());
    expect(trace.entries[1]).toMatchObject({ kind: 'control', method, path: '/__mock/clock', faults: { last_id: 1 } });
    const { differences, mock: replayed } = await replay(trace, { scenarios });
    expect([differences, replayed.faults.all()]).toEqual([[], mock.faults.all()]);
  });

  it('of a request whose method fetch refuses replays', async () => {
    const mock = create();
    const server = await createServer(mock, { port: 0 }).listen();
    onTestFinished(() => server.close());
    await new Promise((resolve, reject) => {
      const sent = request(server.url + LIST, { method: 'TRACE', headers: ann }, (answer) => {
        answer.resume().on('end', resolve);
      });
      sent.on('error', reject).end();
    });
    await mock.fetch(BOOKMARK, { method: 'POST', headers: ann });
    const trace = mock.trace();
    expect(requestsOf(trace)).toMatchObject([
      { method: 'TRACE', answer: { status: 405 } },
      { answer: { status: 200 } },
    ]);
    expect(await replay(trace, { scenarios })).toMatchObject({ requests: 2, differences: [], fingerprint: undefined });
    const end = await mock.fetch('/__mock/trace/end', { method: 'POST', headers: json, body: JSON.stringify(trace) });
    expect(await end.json()).toMatchObject({ fingerprint: mock.fingerprint() });
  });

  it('is replayed with a list of scenarios, or rejected', async () => {
    for (const [wrong, message] of [
      [readingRoom, 'scenarios: must be an array, but is {'],
      [null, 'scenarios: must be an array, but is null'],
      [['reading-room'], 'scenarios.0: must be a scenario, created with defineScenario, but is "reading-room"'],
    ] as const) {
      const refused = { code: 'malformed_data', message: expect.stringContaining(message) };
      await expect(replay(create().trace(), { scenarios: wrong as never })).rejects.toMatchObject(refused);
    }
  });

  it('starts with a snapshot of the baseline if the scenario gives another one', async () => {
    const changed = create();
    changed.data.client.create({ name: 'Late', short_name: 'l', display_name: 'L', type: 'company' });
    const snapshot = changed.snapshot();
    expect(createMock({ snapshot }).trace().start.baseline).toEqual(snapshot);
    expect(create({ snapshot: create().snapshot() }).trace().start.baseline).toBeUndefined();
  });

  describe.each([
    ['the state of its scenario', false],
    ['a snapshot of a running clock', true],
  ])('of a mock that starts from %s', (_, hasSnapshot) => {
    it.each([undefined, { frozen: false }, { frozen: true }, '2026-06-01T00:00:00Z', 'now' as const])(
      'has its option clock, here %j, which applies to other scenarios and seeds',
      async (clock) => {
        const other = defineScenario({ ...readingRoom, name: 'other', clock: '2027-05-05T10:00:00Z' });
        const running = create({ clock: { frozen: false } });
        running.clock.advance({ days: 1 });
        const options = { scenarios: [other], clock, ...(hasSnapshot && { snapshot: running.snapshot() }) };
        const mock = create(options);
        const replayed = await replay(throughFile(mock.trace()), { scenarios: [readingRoom, other] });
        expect(replayed).toMatchObject({ differences: [], fingerprint: undefined });
        const { now: replayedTime } = mock.trace().start.clock;
        for (const baseline of [{ seed: 2 }, { scenario: 'other' }]) {
          const [ours, theirs] = [mock, replayed.mock].map((one) => {
            one.reset(baseline);
            return { minute: one.clock.toString().slice(0, 16), frozen: one.clock.frozen };
          });
          if (clock !== 'now') expect(theirs).toEqual(ours);
          else expect(theirs).toEqual({ minute: replayedTime.slice(0, 16), frozen: ours?.frozen });
        }
      },
    );
  });

  it('keeps the tokens of the mock, and no other token, cookie or header that no answer depends on', async () => {
    const mock = create();
    const foreign = { authorization: 'Bearer of.another.system', cookie: 'session=private', 'x-api-key': 'private' };
    await mock.fetch(LIST, { headers: { ...ann, 'x-api-key': 'private' } });
    await mock.fetch(LIST, { headers: foreign });
    await mock.fetch('/user-data/v1/client', { headers: foreign });
    const trace = mock.trace();
    expect(requestsOf(trace).map(({ headers }) => headers)).toEqual([ann, { authorization: 'Bearer [hidden]' }, {}]);
    expect(JSON.stringify(trace)).not.toMatch(/private|another/);
    expect((await replay(throughFile(trace), { scenarios })).differences).toEqual([]);
  });

  it('P2: of a mock that accepts JWTs keeps their claims and hides their signature', async () => {
    const mock = create({ behavior: { tokens: 'jwt' } });
    const claims = btoa(JSON.stringify({ email: 'ann@reader.example' }));
    const response = await mock.fetch(LIST, { headers: { authorization: `Bearer e30.${claims}.secret-signature` } });
    expect(response.status).toBe(200);
    expect(requestsOf(mock.trace())[0]?.headers).toEqual({ authorization: `Bearer e30.${claims}.[hidden]` });
    expect((await replay(throughFile(mock.trace()), { scenarios })).differences).toEqual([]);
  });

  it.each(['sk_live_secret', 'first.secret', 'e30..iv.secret.tag', `e30.${btoa('7')}.secret`])(
    'P2: of a mock that accepts JWTs has nothing of the token %s, which is not one',
    async (token) => {
      const mock = create({ behavior: { tokens: 'jwt' } });
      expect((await mock.fetch(LIST, { headers: { authorization: `Bearer ${token}` } })).status).toBe(401);
      expect(requestsOf(mock.trace())[0]?.headers).toEqual({ authorization: 'Bearer [hidden]' });
      expect((await replay(throughFile(mock.trace()), { scenarios })).differences).toEqual([]);
    },
  );

  it.each([
    ['header', { headers: { 'X-Mock-Session': 'other' } }, { 'x-mock-session': 'one' }],
    ['cookie', { headers: { Cookie: 'a=b' } }, { cookie: 'mock_session=one' }],
  ])(
    'of a session replays in one session, also if a fault rule compares the %s that names it',
    async (_, match, named) => {
      const mock = create();
      const session = mock.sessions.create('one');
      session.faults.add({ match, status: 500 });
      await mock.fetch(BOOKMARK, { method: 'POST', headers: { ...ann, ...named } });
      const trace = throughFile(session.trace());
      expect(requestsOf(trace)[0]?.headers).toMatchObject(named);
      const replayed = await replay(trace, { scenarios });
      expect(replayed).toMatchObject({ differences: [], fingerprint: undefined });
      expect(replayed.mock.sessions.list()).toEqual([]);
    },
  );

  it.each([undefined, 'https://api.example/base'])('has the root below a session; base URL: %s', async (baseUrl) => {
    const mock = create({ baseUrl });
    const session = mock.sessions.create('one');
    for (const path of ['/__mock/s/one', '/__mock/s/one/']) await mock.fetch((baseUrl ?? '') + path);
    const trace = throughFile(session.trace());
    expect(requestsOf(trace).map(({ path }) => path)).toEqual(['/', '/']);
    expect((await replay(trace, { scenarios, baseUrl })).differences).toEqual([]);
  });

  it.each([true, false])('repeats a request without a content type; it is required: %s', async (requireContentType) => {
    const mock = create({ behavior: { requireContentType } });
    mock.faults.add({ match: { headers: { 'Content-Type': 'text/plain;charset=UTF-8' } }, status: 500 });
    const body = new TextEncoder().encode('[{"name":"n"}]');
    await mock.fetch('/user-data/v1/package', { method: 'POST', body });
    const trace = throughFile(mock.trace());
    expect(requestsOf(trace)[0]).toMatchObject({ headers: {}, answer: { status: requireContentType ? 415 : 200 } });
    expect(await replay(trace, { scenarios })).toMatchObject({ differences: [], fingerprint: undefined });
  });

  it.each([
    ['later that day', 1, {}],
    ['another day', 48, {}],
    ['another day, with another seed', 48, { seed: 7 }],
  ])("has the state that a reset goes back to, with clock: 'now': %s", async (_, hours, baseline) => {
    vi.useFakeTimers({ now: Date.parse('2026-03-04T09:00:00Z'), toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const mock = createMock({ scenario: newsroom, clock: { now: 'now', frozen: true } });
    vi.setSystemTime(Date.now() + hours * 3_600_000);
    mock.reset(baseline);
    const replayed = await replay(throughFile(mock.trace()), { scenarios: [newsroom] });
    expect(replayed.fingerprint).toBeUndefined();
    expect(replayed.mock.changes()).toEqual(mock.changes());
    replayed.mock.reset();
    expect(replayed.mock.fingerprint()).toBe(mock.fingerprint());
  });

  it('keeps the headers that fault rules compare', async () => {
    const mock = create();
    mock.faults.add({ match: { headers: { 'X-Device': 'phone' } }, status: 500 });
    await mock.fetch(LIST, { headers: { ...ann, 'x-device': 'phone' } });
    const trace = throughFile(mock.trace());
    expect(requestsOf(trace)[0]?.headers).toEqual({ ...ann, 'x-device': 'phone' });
    expect((await replay(trace, { scenarios })).differences).toEqual([]);
  });

  it('counts the random numbers that a rule draws: none without a probability and a range of delays', async () => {
    const mock = create();
    mock.faults.add({ delay_ms: 0 });
    mock.faults.add({ probability: 1, delay_ms: 0 });
    mock.faults.add({ probability: 0.5, delay_ms: 0 });
    await mock.fetch(LIST, { headers: ann });
    mock.faults.remove(1);
    const last = mock.trace().entries.at(-1);
    expect(last).toMatchObject({ faults: { rules: [{ hits: 1, draws: 0 }, { draws: 1 }] } });
  });

  it('has at most 100 fault rules', async () => {
    const mock = create();
    for (let n = 0; n < 100; n++) mock.faults.add({ path: LIST, status: 503 });
    mock.clock.advance({ days: 1 });
    const trace = throughFile(mock.trace());
    const { mock: again } = await replay(trace, { scenarios });
    expect(again.faults.all()).toEqual(mock.faults.all());
    const rules = mock.faults.all().map(({ id, hits, ...rule }) => ({ id, rule, hits, skipped: 0, draws: 0 }));
    trace.start.faults = { last_id: 101, rules: [...rules, { ...rules[0], id: 101 } as (typeof rules)[number]] };
    await expect(replay(trace, { scenarios })).rejects.toThrow('start.faults.rules: must be an array of at most 100');
  });

  it('drops the oldest entries beyond its limit, and starts with a snapshot of the state after them', async () => {
    const mock = create();
    mock.faults.add({ path: '/public-api/*', status: 503, times: 3 });
    mock.data.client.create({ name: 'a', short_name: 'a', display_name: 'x'.repeat(900_000), type: 'company' });
    for (let i = 0; i < 11; i++) {
      await mock.fetch('/user-data/v1/client');
      await mock.fetch(LIST, { headers: ann });
      mock.data.client.create({ name: `c${i}`, short_name: `c${i}`, display_name: 'C', type: 'company' });
    }
    const trace = throughFile(mock.trace());
    expect(trace.dropped).toBeGreaterThan(0);
    expect(trace.entries[0]?.entry).toBe(trace.dropped + 1);
    expect(trace.start.snapshot?.tables.client.length).toBeGreaterThan(1);
    const { differences, fingerprint, mock: again } = await replay(trace, { scenarios });
    expect([differences, fingerprint]).toEqual([[], undefined]);
    expect(again.faults.all()).toEqual(mock.faults.all());
    expect(again.revision).toBe(mock.revision);
  });

  it('drops the oldest entries also if what is long is in the headers of requests', async () => {
    const mock = create();
    for (let i = 0; i < 1200; i++) {
      await mock.fetch('/user-data/v1/client', { headers: { 'x-pad': `${i}`.padEnd(15_000, 'x') } });
    }
    const { dropped, entries } = mock.trace();
    expect(dropped).toBeGreaterThan(0);
    expect(entries.length).toBeGreaterThan(300);
  });

  it('drops the oldest entries also if what is long is a state that they went back to', () => {
    const mock = createMock({ scenario: newsroom });
    for (let seed = 1; seed <= 20; seed++) mock.reset({ seed });
    const { dropped, entries } = mock.trace();
    expect(dropped).toBeGreaterThan(0);
    expect(entries.length).toBeGreaterThan(3);
  });

  it('is not shortened by a file that is restored before each test', () => {
    const mock = createMock({ scenario: newsroom });
    const file = JSON.stringify(createMock({ scenario: newsroom, seed: 2 }).snapshot());
    for (let test = 0; test < 20; test++) {
      mock.restore(JSON.parse(file));
      mock.data.client.create({ name: 'C', short_name: 'c', display_name: 'C', type: 'company' });
    }
    mock.restore(JSON.parse(file));
    expect(mock.trace().dropped).toBe(0);
    expect(JSON.stringify(mock.snapshot())).toBe(file);
  });

  it.each([
    ['a reset', (mock: Mock) => mock.reset()],
    [
      'a clear of the journal',
      (mock: Mock) => {
        mock.requests.clear();
        mock.faults.clear();
      },
    ],
  ])('is not shortened by requests that were in flight at %s', async (_, clear) => {
    const mock = create();
    for (let i = 0; i < 10; i++) {
      mock.faults.add({ path: '/user-data/v1/client', hold: true });
      const answers = Array.from({ length: 100 }, () => mock.fetch(`/user-data/v1/client?x=${'x'.repeat(12_000)}`));
      clear(mock);
      await Promise.all(answers);
    }
    expect(mock.trace().entries.length).toBeGreaterThan(400);
  });

  it('is not shortened because of sessions that have ended', () => {
    const mock = create();
    const changes = (session: typeof mock, count: number) => {
      for (let i = 0; i < count; i++) session.clock.advance({ seconds: 1 });
    };
    // All of them together are above the limit of all sessions.
    for (let i = 0; i < 18; i++) {
      changes(mock.sessions.create('worker'), 1000);
      mock.sessions.end('worker');
    }
    changes(mock, 600);
    expect(mock.trace().dropped).toBe(0);
    expect(mock.history.list()[0]?.revision).toBe(1);
  });

  it('of a session starts with that session, which may have branched off', async () => {
    const mock = create();
    mock.data.client.deleteMany({ where: {} });
    const branch = mock.sessions.create('branch', { at: mock.revision });
    await mock.fetch(`/__mock/s/branch${BOOKMARK}?x=%2F`, { method: 'POST', headers: ann });
    const trace = throughFile(branch.trace());
    expect(requestsOf(trace).map(({ path }) => path)).toEqual([`${BOOKMARK}?x=%2F`]);
    expect((await replay(trace, { scenarios })).mock.fingerprint()).toBe(branch.fingerprint());
  });

  it('is refused by a mock without history', () => {
    expect(() => create({ history: false }).trace()).toThrow('This mock keeps no history');
  });
});

describe('A replay', () => {
  it('finds the answers and the end that differ', async () => {
    const mock = create();
    await mock.fetch(LIST, { headers: ann });
    mock.data.bookmark.deleteMany({ where: {} });
    await mock.fetch(LIST, { headers: ann });
    const trace = throughFile(mock.trace());
    const [, second] = requestsOf(trace);
    if (second !== undefined) second.answer.status = 201;
    const { differences, fingerprint, requests } = await replay(
      { ...trace, end: { ...trace.end, fingerprint: 'other' } },
      { scenarios },
    );
    expect(requests).toBe(2);
    expect(differences).toMatchObject([
      { number: 2, request: second, expected: { status: 201 }, actual: { status: 200 } },
    ]);
    expect(fingerprint).toEqual({ expected: 'other', actual: mock.fingerprint() });
  });

  it('stops after a number of requests, and the mock goes on from there', async () => {
    const mock = create();
    mock.faults.add({ path: LIST, status: 503, times: 2 });
    await mock.fetch(LIST, { headers: ann });
    await mock.fetch(BOOKMARK, { method: 'POST', headers: ann });
    mock.faults.clear();
    const trace = throughFile(mock.trace());
    const { mock: again } = await replay(trace, { scenarios, until: 1 });
    expect(again.data.bookmark.count()).toBe(0);
    expect(again.faults.all()).toMatchObject([{ hits: 1 }]);
    expect((await again.fetch(LIST, { headers: ann })).status).toBe(503);
    expect((await again.fetch(LIST, { headers: ann })).status).toBe(200);
  });

  it.each(['the mock was reset', 'a snapshot was restored'])(
    'has the requests in its journal since %s',
    async (what) => {
      const mock = create();
      const snapshot = mock.snapshot();
      const journaled = async () => {
        const { mock: replayed } = await replay(throughFile(mock.trace()), { scenarios });
        return replayed.requests.all().map(({ path }) => path);
      };
      await mock.fetch(LIST, { headers: ann });
      await mock.fetch(`${LIST}/morning`, { headers: ann });
      if (what === 'the mock was reset') mock.reset();
      else mock.restore(snapshot);
      expect(await journaled()).toEqual([]);
      const slow = new Request('http://localhost/user-data/v1/client', {
        ...{ method: 'POST', headers: json, duplex: 'half' },
        body: new ReadableStream({
          async start(controller) {
            await mock.fetch(BOOKMARK, { method: 'POST', headers: ann });
            controller.enqueue(new TextEncoder().encode('[]'));
            controller.close();
          },
        }),
      });
      await mock.fetch(slow);
      await mock.fetch(LIST, { headers: ann });
      const paths = mock.requests.all().map(({ path }) => path);
      expect(paths).toHaveLength(3);
      expect(await journaled()).toEqual(paths);
    },
  );

  it('waits for no delay and holds no answer back', async () => {
    const mock = create();
    mock.faults.add({ path: LIST, hold: true });
    const held = mock.fetch(LIST, { headers: ann });
    const trace = throughFile(mock.trace());
    expect((await replay(trace, { scenarios })).differences).toEqual([]);
    mock.faults.release();
    await held;
  });

  describe('has the request of an own route that waits where its handler was called', () => {
    /** A mock with a route that counts the clients, reads the clock, and waits until it may go on. */
    function waitingMock() {
      const { open, isOpen } = gate();
      const count = defineRoute({
        method: 'GET',
        path: '/count',
        handle: async (_, { data, clock }) => {
          const read = { clients: data.client.count(), now: clock.toString() };
          await isOpen;
          return read;
        },
      });
      const mock = create({ routes: [count] });
      const repeat = () => replay(throughFile(mock.trace()), { scenarios, routes: [count] });
      return { mock, open, repeat };
    }
    const addClient = (mock: Mock, name: string) =>
      mock.data.client.create({ name, short_name: name, display_name: name, type: 'company' });
    const called = ({ entries }: Trace) => entries.map((entry) => (entry.kind === 'request' ? entry.path : entry.call));

    it('among others that wait, while records and clock change', async () => {
      const { mock, open, repeat } = waitingMock();
      const first = mock.fetch('/count?one');
      const second = mock.fetch('/count?two');
      addClient(mock, 'x');
      mock.clock.advance({ days: 1 });
      const third = mock.fetch('/count?three');
      await mock.fetch(LIST, { headers: ann });
      open();
      await Promise.all([first, second, third]);
      const calls = ['data.client.create', 'clock.advance'];
      expect(called(mock.trace())).toEqual(['/count?one', '/count?two', ...calls, '/count?three', LIST]);
      expect(await repeat()).toMatchObject({ differences: [], fingerprint: undefined });
    });

    it('before a reset, so that the journal of the replay has what follows', async () => {
      const { mock, open, repeat } = waitingMock();
      await mock.fetch(LIST, { headers: ann });
      const waiting = mock.fetch('/count?one');
      mock.reset();
      await mock.fetch(LIST, { headers: ann });
      open();
      await waiting;
      await mock.fetch(`${LIST}/morning`, { headers: ann });
      const { mock: replayed } = await repeat();
      const paths = mock.requests.all().map(({ path }) => path);
      expect(paths).toEqual([LIST, `${LIST}/morning`]);
      expect(replayed.requests.all().map(({ path }) => path)).toEqual(paths);
    });

    it('but not if the trace starts after that', async () => {
      const { mock, open, repeat } = waitingMock();
      const waiting = mock.fetch('/count?one');
      await mock.fetch('/__mock/trace', { method: 'DELETE' });
      await mock.fetch(LIST, { headers: ann });
      open();
      await waiting;
      expect(called(mock.trace())).toEqual([LIST]);
      expect(mock.requests.all().map(({ path }) => path)).toEqual([LIST, '/count']);
      expect(await repeat()).toMatchObject({ requests: 1, differences: [], fingerprint: undefined });
    });

    it('also if the log has gone on to its next part', async () => {
      const { mock, open, repeat } = waitingMock();
      const waiting = mock.fetch('/count?one');
      for (let i = 0; i < 1200; i++) await mock.fetch(LIST, { headers: ann });
      const last = mock.fetch('/count?two');
      addClient(mock, 'x');
      open();
      await Promise.all([waiting, last]);
      const { entries, dropped } = mock.trace();
      expect([dropped, entries.length]).toEqual([0, 1203]);
      expect(called(mock.trace()).indexOf('/count?one')).toBe(0);
      expect(await repeat()).toMatchObject({ requests: 1202, differences: [], fingerprint: undefined });
    });
  });

  it('starts with the kept snapshots of all names', async () => {
    const mock = create();
    mock.snapshots.keep('__proto__');
    await mock.fetch('/__mock/trace', { method: 'DELETE' });
    mock.snapshots.restore('__proto__');
    const { mock: replayed } = await replay(throughFile(mock.trace()), { scenarios });
    expect(replayed.snapshots.list()).toEqual(mock.snapshots.list());
  });

  it('repeats bodies that could not be read', async () => {
    const mock = create();
    const url = '/user-data/v1/client';
    const large = JSON.stringify([{ name: 'x'.repeat(1024 * 1024) }]);
    await mock.fetch(url, { method: 'POST', headers: json, body: large });
    await mock.fetch(url, { method: 'POST', headers: json, body: new Uint8Array([0xff, 0xfe]) });
    await mock.fetch(url, { method: 'POST', headers: { ...json, 'content-encoding': 'gzip' }, body: '[]' });
    await mock.fetch(url, { method: 'POST', headers: json, body: '[ {"__proto__": {}} ]' });
    const trace = throughFile(mock.trace());
    expect(requestsOf(trace).map(({ answer }) => answer.status)).toEqual([413, 400, 415, 400]);
    expect((await replay(trace, { scenarios })).differences).toEqual([]);
  });

  it.each([
    ['no trace', { format: 'x' }, 'trace.format: must be "briefs-mock/trace"'],
    ['a trace of another version', { format: 'briefs-mock/trace', version: 2 }, 'trace.version'],
    ['no object', null, 'trace: must be an object'],
  ])('rejects %s', async (_, input, message) => {
    await expect(replay(input)).rejects.toThrow(message);
  });

  it('repeats that of a mock without a scenario', async () => {
    const mock = createMock();
    mock.data.client.create({ name: 'Acme', short_name: 'acme', display_name: 'Acme', type: 'company' });
    await mock.fetch('/user-data/v1/client');
    expect(await replay(mock.trace())).toMatchObject({ requests: 1, differences: [], fingerprint: undefined });
  });

  it('rejects an unknown scenario, one with other records, and calls that do not fit', async () => {
    const mock = create();
    mock.data.client.deleteMany({ where: {} });
    const trace = throughFile(mock.trace());
    await expect(replay(trace)).rejects.toThrow(
      'began from the scenario "reading-room", which is unknown; known: none',
    );
    const other = { ...trace, start: { ...trace.start, fingerprint: 'other' } };
    await expect(replay(other, { scenarios })).rejects.toThrow(
      'has other records than the one that the trace began from',
    );
    const again = trace.entries.map((entry) => ({ ...entry, entry: entry.entry + trace.entries.length }));
    const twice = { ...trace, entries: [...trace.entries, ...again] };
    await expect(replay(twice, { scenarios })).rejects.toThrow('Entry 2 of the trace does not fit the replayed state');
    await expect(replay(trace, { scenarios, until: 0 })).rejects.toThrow('until');
    const unknown = { scenarios, persist: true } as never;
    await expect(replay(trace, unknown)).rejects.toThrow('replay has no option persist; it has until, scenarios,');
  });
});

describeControl('/__mock/trace and /__mock/requests.har', (open) => {
  it('return the trace of the session, start it from scratch, and return the journal as HAR', async () => {
    const { mock, send, ann: reader } = await open();
    await reader.get('/brief');
    const { json: trace } = await send<Trace>('GET', '/__mock/trace');
    expect({ ...trace, end: { ...trace.end, wall_time: '' } }).toEqual(
      throughFile({ ...mock.trace(), end: { ...mock.trace().end, wall_time: '' } }),
    );
    const { json: har } = await send<{ log: { version: string; entries: object[] } }>('GET', '/__mock/requests.har');
    expect(har.log.version).toBe('1.2');
    expect(har.log.entries).toMatchObject([
      {
        request: { method: 'GET', url: expect.stringMatching(/^http.*\/public-api\/v1\/brief$/) },
        response: { status: 200 },
      },
    ]);
    expect((await send('DELETE', '/__mock/trace')).json).toEqual({ data: { entries: 1 } });
    expect(mock.trace().entries).toEqual([]);
    expect((await send<Trace>('GET', '/__mock/trace')).json.start.requests).toBe(1);
  });

  it('have the path of a request as it was sent', async () => {
    const { send, ann: reader } = await open();
    const path = '/brief/bo%40acme.example/a%2Fb%25c%20%C3%A9';
    await reader.get(path);
    const { json: trace } = await send<Trace>('GET', '/__mock/trace');
    const { json: har } = await send<{ log: { entries: { request: { url: string } }[] } }>(
      'GET',
      '/__mock/requests.har',
    );
    expect(trace.entries[0]).toMatchObject({ path: `/public-api/v1${path}` });
    expect(har.log.entries[0]?.request.url).toMatch(new RegExp(`/public-api/v1${path}$`));
  });

  it('answer the state where a trace ends, or after some of its requests, and change nothing', async () => {
    const { mock, send, ann: reader } = await open();
    const before = await mock.fingerprint();
    await reader.post('/bookmark/morning/1-104');
    const marked = await mock.fingerprint();
    await reader.get('/brief');
    const { json: trace } = await send<Trace>('GET', '/__mock/trace');
    await send('POST', '/__mock/reset');

    const end = await send<Snapshot>('POST', '/__mock/trace/end', { body: trace });
    expect(await mock.fingerprint()).toBe(before);
    expect((await send('POST', '/__mock/restore', { body: end.json })).status).toBe(200);
    expect(await mock.fingerprint()).toBe(marked);
    const handedOver = { format: 'briefs-mock/handover', version: 1, trace };
    expect((await send<Snapshot>('POST', '/__mock/trace/end?until=1', { body: handedOver })).json).toEqual(end.json);

    const refused = await send('POST', '/__mock/trace/end?until=3', { body: trace });
    expect([refused.status, refused.json]).toMatchObject([
      400,
      { error: { message: expect.stringContaining('until') } },
    ]);
    expect((await send('POST', '/__mock/trace/end', { body: end.json })).json).toMatchObject({
      error: { code: 'malformed_data', message: expect.stringContaining('this is a snapshot, not a trace') },
    });
  });
});
