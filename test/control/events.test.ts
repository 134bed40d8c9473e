import { createMock, type JournalEntry, type Mock, type MockOptions } from 'briefs-mock';
import { createFetchHandler } from 'briefs-mock/fetch';
import { createHandlers } from 'briefs-mock/handlers';
import { createServer, type ServerOptions } from 'briefs-mock/server';
import { setupServer } from 'msw/node';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { describeControl, type Open } from '../support/deliveries.js';
import { EventReader, type SentEvent } from '../support/event-reader.js';
import { connectTo } from '../support/raw-http.js';
import { readingRoom } from '../support/reading-room.js';
import type { Delivery } from '../support/transports.js';

const EVENTS = '/__mock/events';
const LIST = '/public-api/v1/brief';
const MARK = '/public-api/v1/bookmark/morning/1-104';
const headers = { authorization: 'Bearer ann-token' };
const bo = { fname: 'Bo', lname: 'Ek', email: 'bo@acme.example' };

const create = (options: MockOptions = {}) => createMock({ scenario: readingRoom, ...options });

/** Follows a mock in the process. */
async function follow(mock: Mock, init?: RequestInit): Promise<EventReader> {
  const response = await mock.fetch(EVENTS, init);
  expect(response.status).toBe(200);
  const reader = new EventReader(response);
  onTestFinished(() => reader.close().catch(() => {}));
  return reader;
}

/** Opens a mock through a delivery, with a function that follows it and one that sends a request of Ann. */
async function place(open: Open, delivery: Delivery, options?: MockOptions) {
  const { mock, url } = await open(options);
  const transport = delivery === 'fetch' ? mock.fetch : fetch;
  const ask = (path: string, init: RequestInit = {}) =>
    transport(url + path, { ...init, headers: { ...headers, ...(init.headers as Record<string, string>) } });
  const followAt = async (path = EVENTS, init?: RequestInit) => {
    const reader = new EventReader(await ask(path, init));
    onTestFinished(() => reader.close().catch(() => {}));
    return reader;
  };
  return { mock, ask, follow: followAt };
}

const since = (id: string | undefined) => ({ headers: { 'last-event-id': id as string } });

/** The revision and the entry in an id, after the log. */
const countsOf = (id: string | undefined) => id?.replace(/^\d+\./, '');

/** The id with which a client starts. */
const startId = async (reader: EventReader) => (await reader.block())?.replace('id: ', '') as string;

/** The events so far: what comes before those that a new session causes. */
async function sofar(mock: Mock, reader: EventReader): Promise<SentEvent[]> {
  // What is reported after the code that is running.
  await Promise.resolve();
  mock.sessions.create();
  return (await reader.until('sessions')).slice(0, -1);
}

const named = (events: readonly SentEvent[]) =>
  events.map(({ event, data }) => (event === 'steered' ? `steered ${data.what}` : event));

const brief = ({ request: _, response: __, ...entry }: JournalEntry) => entry;

/** Whether somebody listens to requests: the journal entry of a request is created only for listeners. */
async function isHeard(mock: Mock): Promise<boolean> {
  let reads = 0;
  const headers = new (class extends Headers {
    override [Symbol.iterator]() {
      reads++;
      return super[Symbol.iterator]();
    }
  })();
  await mock.serve(new Request('http://localhost/nothing'), { host: '127.0.0.1' }, { headers });
  return reads > 0;
}

describeControl('GET /__mock/events', (open, delivery) => {
  it('answers a stream that no cache keeps and no proxy holds back, and starts with the current id', async () => {
    const { mock, ask, follow } = await place(open, delivery);
    mock.data.user.create(bo);
    await ask(LIST);
    const reader = await follow();
    const { status, headers } = reader.response;
    expect(status).toBe(200);
    expect([...headers].filter(([name]) => /^(content-type|cache-control|x-.*)$/.test(name))).toEqual([
      ['cache-control', 'no-store'],
      ['content-type', 'text/event-stream'],
      ['x-accel-buffering', 'no'],
    ]);
    expect(await reader.block()).toMatch(new RegExp(`^id: \\d+\\.1\\.${mock.requests.all()[0]?.entry}$`));
  });

  it('answers HEAD with the headers only, and nobody listens', async () => {
    const { mock, ask } = await place(open, delivery);
    const response = await ask(EVENTS, { method: 'HEAD' });
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
    expect(await response.text()).toBe('');
    expect(await isHeard(mock)).toBe(false);
  });

  it('sends each API request, as in the journal without headers and bodies', async () => {
    const { mock, ask, follow } = await place(open, delivery);
    const reader = await follow();
    await ask(LIST);
    await ask(`${LIST}/unknown`);
    await ask('/user-data/v1/nothing');
    await ask('/__mock/health');
    mock.faults.add({ path: LIST, abort: true });
    await ask(LIST).catch(() => {});
    const events = (await sofar(mock, reader)).filter(({ event }) => event === 'request');
    expect(events.map(({ data }) => data)).toEqual(mock.requests.all().map(brief));
    expect(events.map(({ data }) => data.status)).toEqual([200, 404, 404, 0]);
    expect(events.map(({ id }) => countsOf(id))).toEqual(events.map(({ data }) => `0.${data.entry}`));
  });

  it('sends a request whose answer is held back at once, and again when it is answered', async () => {
    const { mock, ask, follow } = await place(open, delivery);
    mock.faults.add({ path: LIST, hold: true, times: 1 });
    const reader = await follow();
    const held = ask(LIST);
    const [first] = await reader.until('request');
    expect(first?.data).toMatchObject({ held: true, status: 200, path: LIST });
    await ask(LIST);
    mock.faults.release();
    await held;
    const [second, again] = await sofar(mock, reader);
    expect(again?.data).toEqual(brief(mock.requests.all()[0] as JournalEntry));
    expect(again?.data).toMatchObject({ entry: first?.data.entry });
    // Until the answer is sent, ids do not pass the request.
    expect([first, second, again].map((event) => countsOf(event?.id))).toEqual([
      '0.0',
      '0.0',
      `0.${second?.data.entry}`,
    ]);
  });

  it('sends each change, as in the history, before the request that caused it', async () => {
    const { mock, ask, follow } = await place(open, delivery);
    const reader = await follow();
    await ask(MARK, { method: 'POST' });
    mock.data.user.create(bo);
    mock.clock.advance({ days: 1 });
    await ask('/__mock/clock', { method: 'DELETE' });
    await ask('/__mock/tokens', { method: 'POST', body: JSON.stringify({ email: bo.email }) });
    const events = await sofar(mock, reader);
    expect(named(events)).toEqual(['change', 'request', 'change', 'change', 'change', 'change']);
    const changes = events.filter(({ event }) => event === 'change');
    expect(changes.map(({ data }) => data)).toEqual(mock.history.list());
    const entry = mock.requests.all()[0]?.entry;
    expect(events.map(({ id }) => countsOf(id))).toEqual([
      '1.0',
      `1.${entry}`,
      `2.${entry}`,
      `3.${entry}`,
      `4.${entry}`,
      `5.${entry}`,
    ]);
  });

  it.each([
    ['a reset', { kind: 'control', method: 'POST', path: '/__mock/reset' }, '/__mock/reset'],
    [
      'a restored snapshot',
      { kind: 'control', method: 'POST', path: '/__mock/snapshots/a/restore' },
      '/__mock/snapshots/a/restore',
    ],
  ])('says of %s that the state was changed and the journal emptied; the revisions go on', async (_, cause, path) => {
    const { mock, ask, follow } = await place(open, delivery);
    mock.snapshots.keep('a');
    mock.data.user.create(bo);
    await ask(LIST);
    const reader = await follow();
    await ask(path, { method: 'POST' });
    const events = await sofar(mock, reader);
    expect(named(events)).toEqual(['change', 'steered faults', 'steered journal']);
    expect(events[0]).toMatchObject({
      data: { revision: 2, cause, tables: { user: { removed: path.includes('reset') ? 1 : 1 } } },
    });
    expect(countsOf(events.at(-1)?.id)).toBe('2.0');
  });

  const steps: [string, string, (mock: Mock) => unknown][] = [
    ['an added fault rule', 'faults', (mock) => mock.faults.add({ status: 503 })],
    ['a removed fault rule', 'faults', (mock) => mock.faults.remove(1)],
    ['an applied fault profile', 'faults', (mock) => mock.faults.apply('flaky')],
    ['a withdrawn fault profile', 'faults', (mock) => mock.faults.withdraw('flaky')],
    ['a stored snapshot', 'snapshots', (mock) => mock.snapshots.keep('b')],
    ['a deleted snapshot', 'snapshots', (mock) => mock.snapshots.remove('a')],
    ['an emptied journal', 'journal', (mock) => mock.requests.clear()],
    [
      'fault rules by a control call',
      'faults',
      (mock) => mock.fetch('/__mock/faults?sessions=all', { method: 'DELETE' }),
    ],
    ['a snapshot by a control call', 'snapshots', (mock) => mock.fetch('/__mock/snapshots/c', { method: 'PUT' })],
    ['the journal by a control call', 'journal', (mock) => mock.fetch('/__mock/requests', { method: 'DELETE' })],
  ];
  it.each(steps)('says once of %s that this is to be read again', async (_, what, step) => {
    const { mock, follow } = await place(open, delivery);
    mock.faults.add({ status: 500 });
    if (what !== 'faults' || step.toString().includes('withdraw')) mock.faults.apply('flaky');
    mock.snapshots.keep('a');
    const reader = await follow();
    await step(mock);
    expect(named(await sofar(mock, reader))).toEqual([`steered ${what}`]);
  });

  it('says of created and ended sessions that the list of sessions changed', async () => {
    const { mock, ask, follow } = await place(open, delivery, { sessions: { max: 2 } });
    const reader = await follow();
    const sessions = async (act: () => unknown) => {
      await act();
      return named(await reader.until('sessions'));
    };
    expect(await sessions(() => mock.sessions.create('a'))).toEqual(['sessions']);
    expect(await sessions(() => ask(`/__mock/s/b${LIST}`))).toEqual(['sessions']);
    expect(await sessions(() => ask(`/__mock/s/c${LIST}`))).toEqual(['sessions']);
    expect(await sessions(() => ask('/__mock/sessions/c', { method: 'DELETE' }))).toEqual(['sessions']);
    expect(await sessions(() => mock.sessions.endAll())).toEqual(['sessions']);
    const later = performance.now() + 3_700_000;
    mock.sessions.create('d');
    await reader.until('sessions');
    const machine = vi.spyOn(performance, 'now').mockReturnValue(later);
    onTestFinished(() => machine.mockRestore());
    expect(await sessions(() => mock.sessions.list())).toEqual(['sessions']);
  });

  it('sends what happens in its own session only', async () => {
    const { mock, ask, follow } = await place(open, delivery);
    const one = mock.sessions.create('one');
    const [reader, other] = [await follow(), await follow(`/__mock/s/one${EVENTS}`)];
    await ask(LIST);
    await ask(`/__mock/s/one${MARK}`, { method: 'POST' });
    one.faults.add({ status: 503 });
    expect(named(await sofar(mock, reader))).toEqual(['request']);
    expect(named(await other.until('sessions'))).toEqual(['change', 'request', 'steered faults', 'sessions']);
  });

  it.each<[string, (mock: Mock) => unknown]>([
    ['is ended', (mock) => mock.sessions.end('one')],
    ['is ended by a pattern', (mock) => mock.sessions.endAll('o*')],
    ['is ended by a control call', (mock) => mock.fetch('/__mock/sessions', { method: 'DELETE' })],
    ['gives way to another one', (mock) => mock.sessions.create('two')],
  ])('ends when its session %s, after what happened before', async (_, end) => {
    const { mock, ask, follow } = await place(open, delivery, { sessions: { max: 1 } });
    mock.sessions.create('one');
    const reader = await follow(`/__mock/s/one${EVENTS}`);
    const one = mock.sessions.get('one');
    await ask(`/__mock/s/one${LIST}`);
    await end(mock);
    expect(named(await reader.rest())).toEqual(['request', 'sessions']);
    expect(await isHeard(one)).toBe(false);
  });

  it('gets 404 for an unknown session and for one that has ended, and creates none', async () => {
    const { mock, ask } = await place(open, delivery);
    mock.sessions.create('gone');
    mock.sessions.end('gone');
    for (const id of ['unknown', 'gone']) {
      const response = await ask(EVENTS, { headers: { 'x-mock-session': id } });
      expect([response.status, (await response.json()).error.code]).toEqual([404, 'not_found']);
    }
    expect(mock.sessions.list()).toEqual([]);
  });

  it('changes nothing: no journal, ids, trace, state or idle time', async () => {
    const { mock, ask, follow } = await place(open, delivery);
    for (const id of ['one', 'two']) mock.sessions.create(id);
    const idOf = async () => (await ask('/__mock/s/one/__mock/clock')).headers.get('x-request-id');
    const twin = create();
    twin.sessions.create('one');
    const one = mock.sessions.get('one');
    const before = [one.fingerprint(), one.revision, one.requests.all(), one.trace().entries, one.trace().start];
    const order = mock.sessions.list().map(({ id }) => id);
    const reader = await follow(`/__mock/s/one${EVENTS}`);
    await reader.block();
    await reader.close();
    await ask(`/__mock/s/one${EVENTS}`, { method: 'HEAD' });
    expect(mock.sessions.list().map(({ id }) => id)).toEqual(order);
    expect([one.fingerprint(), one.revision, one.requests.all(), one.trace().entries, one.trace().start]).toEqual(
      before,
    );
    expect(await idOf()).toBe((await twin.fetch('/__mock/s/one/__mock/clock')).headers.get('x-request-id'));
  });

  it('is affected by no delay and no fault rule', async () => {
    const { mock, ask, follow } = await place(open, delivery, { delay: 600_000 });
    expect(() => mock.faults.add({ path: EVENTS, status: 503 })).toThrow(/no fault rule applies/);
    mock.faults.add({ path: '/__mock/*', abort: true });
    const reader = await follow();
    expect(countsOf(await startId(reader))).toBe('0.0');
    expect((await ask(EVENTS, { method: 'HEAD' })).status).toBe(200);
  });
});

describeControl('GET /__mock/events with Last-Event-ID', (open, delivery) => {
  it('sends what happened since: changes and requests, and what may have changed', async () => {
    const { mock, ask, follow } = await place(open, delivery);
    const reader = await follow();
    await ask(LIST);
    mock.data.user.create(bo);
    const last = (await reader.until('change')).at(-1);
    await reader.close();
    mock.data.user.deleteMany({ where: {} });
    await ask('/user-data/v1/user');
    await ask(MARK, { method: 'POST' });
    const again = await follow(EVENTS, since(last?.id));
    const events = await again.until('sessions');
    expect(named(events)).toEqual(['change', 'request', 'request', 'steered faults', 'steered snapshots', 'sessions']);
    expect(events[0]?.data).toEqual(mock.history.list().at(-1));
    expect(events.slice(1, 3).map(({ data }) => data)).toEqual(mock.requests.all().slice(1).map(brief));
    const newest = mock.requests.all().at(-1)?.entry;
    expect(countsOf(events.at(-1)?.id)).toBe(`2.${newest}`);
    await ask(LIST);
    expect((await again.until('request')).at(-1)?.data.entry).toBeGreaterThan(newest as number);
  });

  it('can be continued at each of the events that are sent again', async () => {
    const { mock, ask } = await place(open, delivery);
    const start = await startId(await follow(mock));
    for (let n = 0; n < 3; n++) {
      mock.data.user.create({ ...bo, email: `bo-${n}@acme.example` });
      await ask(LIST);
    }
    const repeated = async (id: string) => {
      const reader = await follow(mock, since(id));
      return (await reader.until('steered')).slice(0, -1);
    };
    const all = await repeated(start);
    expect(named(all)).toEqual(['change', 'change', 'change', 'request', 'request', 'request']);
    for (const [i, { id }] of all.entries()) expect(await repeated(id)).toEqual(all.slice(i + 1));
  });

  it('sends a request again that was held back then, and has been answered since', async () => {
    const { mock, ask, follow } = await place(open, delivery);
    mock.faults.add({ path: LIST, hold: true, times: 1 });
    const reader = await follow();
    const held = ask(LIST);
    await reader.until('request');
    await ask(LIST);
    const last = (await reader.until('request')).at(-1);
    await reader.close();
    mock.faults.release();
    await held;
    const events = (await (await follow(EVENTS, since(last?.id))).until('steered')).slice(0, -1);
    expect(events.map(({ data }) => data)).toEqual(mock.requests.all().map(brief));
  });

  it('says that the journal was emptied in the meantime', async () => {
    const { mock, ask, follow } = await place(open, delivery);
    const reader = await follow();
    await ask(LIST);
    const last = (await reader.until('request')).at(-1);
    mock.requests.clear();
    const emptied = ['steered journal', 'steered faults', 'steered snapshots', 'sessions'];
    expect(named(await (await follow(EVENTS, since(last?.id))).until('sessions'))).toEqual(emptied);
    await ask(LIST);
    const [cleared, request, ...rest] = await (await follow(EVENTS, since(last?.id))).until('sessions');
    expect(named([cleared, ...rest] as SentEvent[])).toEqual(emptied);
    expect(request?.data).toEqual(brief(mock.requests.all()[0] as JournalEntry));
  });

  it.each<[string, MockOptions, string, (mock: Mock) => unknown]>([
    [
      'revisions that are no longer kept',
      { history: { limit: 2 } },
      '0.0',
      (mock) => [1, 2, 3].map(() => mock.make.user()),
    ],
    ['a revision that does not exist, as after a restart of the server', {}, '4.0', (mock) => mock.make.user()],
    ['a request that does not exist, as after a restart of the server', {}, '0.40', (mock) => mock.fetch(LIST)],
    [
      'requests that were dropped from the journal',
      {},
      '0.0',
      async (mock) => {
        for (let n = 0; n < 1001; n++) await mock.fetch(LIST);
      },
    ],
    ['a mock without a history', { history: false }, '0.0', () => {}],
  ])('says that events were lost for %s', async (_, options, counts, act) => {
    const { mock, follow } = await place(open, delivery, options);
    const [log] = (await startId(await follow())).split('.');
    await act(mock);
    const reader = await follow(EVENTS, since(`${log}.${counts}`));
    const newest = mock.requests.all().at(-1)?.entry ?? 0;
    const revision = options.history === false ? 0 : mock.revision;
    expect(await sofar(mock, reader)).toEqual([{ event: 'missed', id: `${log}.${revision}.${newest}`, data: {} }]);
  });

  it.each(['0', '0.0', '1.1'])('says that events were lost for %j, an id without a log', async (id) => {
    const { mock, ask, follow } = await place(open, delivery);
    mock.data.user.create(bo);
    await ask(LIST);
    expect(named(await sofar(mock, await follow(EVENTS, since(id))))).toEqual(['missed']);
  });

  it.each(['x', '-1', '1.', '.1', '1.2.3.4', '1e3', '0x1', '1,2', '9'.repeat(16)])('gets 400 for %j', async (id) => {
    const { mock, ask } = await place(open, delivery);
    const response = await ask(EVENTS, since(id));
    expect(response.status).toBe(400);
    expect((await response.json()).error).toMatchObject({
      code: 'malformed_data',
      issues: [
        {
          path: 'Last-Event-ID',
          message: 'must be the id of an event: <log>.<revision>.<entry>, such as 1772614800000.12.40',
        },
      ],
    });
    expect(await isHeard(mock)).toBe(false);
  });
});

describe('GET /__mock/events with the Last-Event-ID of another log', () => {
  afterEach(() => void vi.useRealTimers());

  /** The id of the newest event after a change and a request. */
  async function act(mock: Mock, path = EVENTS): Promise<string | undefined> {
    const response = await mock.fetch(path);
    const reader = new EventReader(response);
    await mock.fetch(path.replace(EVENTS, '/__mock/data/user'), { method: 'POST', body: JSON.stringify(bo) });
    await mock.fetch(path.replace(EVENTS, LIST), { headers });
    const last = (await reader.until('request')).at(-1);
    await reader.close();
    return last?.id;
  }

  it('says that events were lost after a restart, although the numbers are the same', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const id = await act(create());
    vi.advanceTimersByTime(1);
    const next = create();
    const own = await act(next);
    expect(countsOf(own)).toBe(countsOf(id));
    expect(named(await sofar(next, await follow(next, since(id))))).toEqual(['missed']);
    expect(named(await (await follow(next, since(own))).until('sessions'))).not.toContain('missed');
  });

  it('says that events were lost in a session with the name of one that has ended', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const mock = create();
    const path = `/__mock/s/one${EVENTS}`;
    mock.sessions.create('one');
    const id = await act(mock, path);
    mock.sessions.end('one');
    vi.advanceTimersByTime(1);
    mock.sessions.create('one');
    await act(mock, path);
    await act(mock, path);
    const reader = new EventReader(await mock.fetch(path, since(id)));
    onTestFinished(() => reader.close().catch(() => {}));
    expect((await reader.next())?.event).toBe('missed');
  });
});

describe('GET /__mock/events of a mock without a history', () => {
  it('says of a change that events were lost', async () => {
    const mock = create({ history: false });
    const reader = await follow(mock);
    mock.data.user.create(bo);
    mock.data.bookmark.deleteMany({ where: {} });
    expect(named(await sofar(mock, reader))).toEqual(['missed']);
  });
});

describe('A client of GET /__mock/events that reads slowly', () => {
  it('gets at most 1,000 waiting events', async () => {
    const mock = create();
    const reader = await follow(mock);
    for (let n = 0; n < 1000; n++) await mock.fetch(LIST);
    const events = await sofar(mock, reader);
    expect(events).toHaveLength(1000);
    expect(new Set(named(events))).toEqual(new Set(['request']));
  });

  it('gets one event instead of more, and then what follows', async () => {
    const mock = create();
    const reader = await follow(mock);
    for (let n = 0; n < 1002; n++) await mock.fetch(LIST);
    const entries = mock.requests.all().map(({ entry }) => entry);
    const events = await sofar(mock, reader);
    expect(named(events)).toEqual(['missed', 'request', 'request']);
    expect(countsOf(events[0]?.id)).toBe(`0.${entries.at(-2)}`);
    expect(events.slice(1).map(({ data }) => data.entry)).toEqual(entries.slice(-2));
  });
});

describe('A client of GET /__mock/events that is gone', () => {
  it('nobody listened before it came, and somebody while it is there', async () => {
    const mock = create();
    expect(await isHeard(mock)).toBe(false);
    await follow(mock);
    expect(await isHeard(mock)).toBe(true);
  });

  it('by cancelling the body, leaves no listener', async () => {
    const mock = create();
    const reader = await follow(mock);
    await reader.close();
    expect(await isHeard(mock)).toBe(false);
  });

  it('by aborting mock.fetch, gets the reason, and leaves no listener', async () => {
    const mock = create();
    const abort = new AbortController();
    const reader = await follow(mock, { signal: abort.signal });
    await reader.block();
    const next = reader.block();
    abort.abort(new Error('closed'));
    await expect(next).rejects.toThrow('closed');
    expect(await isHeard(mock)).toBe(false);
  });

  it('before it is answered, leaves no listener', async () => {
    const mock = create();
    const request = new Request(`http://localhost${EVENTS}`, { signal: AbortSignal.abort(new Error('closed')) });
    const response = await mock.serve(request);
    await expect(response.text()).rejects.toThrow('closed');
    expect(await isHeard(mock)).toBe(false);
  });

  it('by closing its connection, leaves no listener and prints nothing', async () => {
    const printed = vi.spyOn(console, 'error').mockImplementation(() => {});
    onTestFinished(() => printed.mockRestore());
    const mock = create();
    const server = await createServer(mock, { port: 0 }).listen();
    onTestFinished(() => server.close());
    const connection = await connectTo(server.url);
    connection.write(`GET ${EVENTS} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
    await connection.received('id: ');
    expect(await isHeard(mock)).toBe(true);
    connection.hangUp();
    await expect.poll(() => isHeard(mock)).toBe(false);
    expect(printed).not.toHaveBeenCalled();
  });
});

describe('The heartbeat of GET /__mock/events', () => {
  afterEach(() => void vi.useRealTimers());

  it('is a comment after each 15 seconds, whatever the clock of the mock does', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const mock = create();
    const reader = await follow(mock);
    await reader.block();
    mock.clock.advance({ days: 1 });
    vi.advanceTimersByTime(15_000);
    vi.advanceTimersByTime(15_000);
    expect(await reader.next()).toMatchObject({ event: 'change' });
    mock.requests.clear();
    vi.advanceTimersByTime(15_000);
    expect(await reader.block()).toBe(':');
    expect(vi.getTimerCount()).toBe(1);
    await reader.close();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('does not keep the process alive', async () => {
    const timers = vi.spyOn(globalThis, 'setInterval');
    onTestFinished(() => timers.mockRestore());
    await follow(create());
    expect(timers.mock.results.map(({ value }) => value.hasRef())).toEqual([false]);
  });
});

describe('GET /__mock/events of a server', () => {
  async function start(options: ServerOptions = {}) {
    const mock = create();
    const server = await createServer(mock, { port: 0, ...options }).listen();
    onTestFinished(() => server.close());
    const statusOf = async (given: Record<string, string> = {}) => {
      const response = await fetch(server.url + EVENTS, { headers: given });
      await response.body?.cancel();
      return response.status;
    };
    return { mock, server, statusOf };
  }

  it('needs the control token if there is one', async () => {
    const { mock, statusOf } = await start({ control: { token: 's3cret' } });
    expect(await statusOf()).toBe(401);
    expect(await isHeard(mock)).toBe(false);
    expect(await statusOf({ authorization: 'Bearer s3cret' })).toBe(200);
  });

  it('gets 403 from pages of another origin and with a foreign host, and 404 without a control API', async () => {
    const { mock, server, statusOf } = await start();
    expect(await statusOf({ origin: 'https://evil.example' })).toBe(403);
    const connection = await connectTo(server.url);
    connection.write(`GET ${EVENTS} HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n`);
    expect(await connection.ended()).toMatch(/^HTTP\/1.1 403 /);
    expect(await isHeard(mock)).toBe(false);
    expect(await (await start({ control: false })).statusOf()).toBe(404);
  });

  it('ends at once when the server stops, and does not hold it up', async () => {
    // Without the end, close() would wait for a day.
    const { mock, server } = await start({ drain: 86_400 });
    const paths = [EVENTS, `${EVENTS}/`, `/__mock/s/one${EVENTS}`];
    mock.sessions.create('one');
    const readers = await Promise.all(paths.map(async (path) => new EventReader(await fetch(server.url + path))));
    await mock.fetch(LIST);
    const closed = server.close();
    const [first, ...others] = await Promise.all(readers.map((reader) => reader.rest()));
    expect(named(first as SentEvent[])).toEqual(['request']);
    expect(others.map(named)).toEqual([['request'], []]);
    await closed;
    expect(await isHeard(mock)).toBe(false);
  });

  it('does not hold up the server if its client reads nothing', async () => {
    const { mock, server } = await start({ drain: 86_400 });
    const connection = await connectTo(server.url);
    connection.write(`GET ${EVENTS} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
    await connection.received('id: ');
    connection.pause();
    // More than the buffers of the operating system take.
    for (let n = 0; n < 1000; n++) await mock.fetch(`${LIST}?${'x'.repeat(14_000)}`);
    await server.close();
    expect(await isHeard(mock)).toBe(false);
  });
});

describe('GET /__mock/events of other deliveries', () => {
  it('through createFetchHandler, with the control token', async () => {
    const mock = create();
    const handler = createFetchHandler(mock, { mount: '/api', control: { token: 's3cret' } });
    const ask = (given: Record<string, string>, signal: AbortSignal | null = null) =>
      handler(new Request(`https://app.example/api${EVENTS}`, { headers: given, signal }));
    expect((await ask({})).status).toBe(401);
    const abort = new AbortController();
    const reader = new EventReader(await ask({ authorization: 'Bearer s3cret' }, abort.signal));
    await mock.fetch(LIST);
    expect(named(await sofar(mock, reader))).toEqual(['request']);
    abort.abort();
    expect(await isHeard(mock)).toBe(false);
  });

  it('through MSW handlers that answer the control API', async () => {
    const mock = create();
    const server = setupServer(...createHandlers(mock, { baseUrl: 'https://api.example.com', control: true }));
    server.listen({ onUnhandledRequest: 'error' });
    onTestFinished(() => server.close());
    const abort = new AbortController();
    const response = await fetch(`https://api.example.com${EVENTS}`, { signal: abort.signal });
    const reader = new EventReader(response);
    await fetch(`https://api.example.com${LIST}`, { headers });
    expect(named(await sofar(mock, reader))).toEqual(['request']);
    abort.abort();
    expect(await isHeard(mock)).toBe(false);
  });
});
