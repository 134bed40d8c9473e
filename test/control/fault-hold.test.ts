import { getEventListeners } from 'node:events';
import { createMock, defineRoute, type FaultRule, type JournalEntry, type Mock } from 'briefs-mock';
import { createServer } from 'briefs-mock/server';
import { describe, expect, it, onTestFinished } from 'vitest';
import { describeApi, describeControl } from '../support/deliveries.js';
import { askThrough } from '../support/plain-requests.js';
import { readingRoom } from '../support/reading-room.js';
import { stopMachine } from '../support/session-machine.js';

const LIST = '/public-api/v1/brief';
const MARK = '/public-api/v1/bookmark/morning/1-104';
const APPLICATION = '/user-data/v1/application';
const headers = { authorization: 'Bearer ann-token' };

const create = () => createMock({ scenario: readingRoom });
const heldBy = (mock: Mock) => mock.faults.all().map(({ held }) => held);
const statuses = (mock: Mock) => mock.requests.all().map(({ status, held = false }) => [status, held]);
/** Waits until a mock holds back a number of answers. */
const untilHeld = (mock: Mock, count: number) => expect.poll(() => heldBy(mock)).toEqual([count]);

describeApi('hold in a fault rule', (open, delivery) => {
  const start = async () => {
    const api = await open();
    return { ...api, ask: askThrough(delivery, api) };
  };

  it('X14: the request is executed at once, and its answer is held back until it is released', async () => {
    const { mock, ask } = await start();
    const rule = mock.faults.add({ path: MARK, hold: true });
    expect(rule).toEqual({ id: 1, path: MARK, hold: true, hits: 0, held: 0 });
    const answer = ask('POST', MARK);
    await untilHeld(mock, 1);
    expect(mock.revision).toBe(1);
    expect((await ask('GET', LIST)).status).toBe(200);
    expect(mock.faults.release(rule.id)).toBe(1);
    expect((await answer).status).toBe(200);
    expect(mock.faults.all()).toEqual([{ ...rule, hits: 1 }]);
  });

  it.each<[FaultRule, number]>([
    [{ status: 503 }, 503],
    [{ status: 200, body: { own: true } }, 200],
    [{ answers: [{ status: 429, retry_after: 3 }, { status: 200 }] }, 429],
    [{ malformed: true }, 200],
    [{ headers: { 'x-own': '1' } }, 200],
  ])('X14: with %j, the answer of the rule is held back', async (effect, status) => {
    const { mock, ask } = await start();
    const plain = mock.fork();
    plain.faults.add({ path: LIST, ...effect });
    const expected = await plain.fetch(LIST, { headers });
    mock.faults.add({ path: LIST, ...effect, hold: true });
    const answer = ask('GET', LIST);
    await untilHeld(mock, 1);
    expect(mock.requests.all()).toMatchObject([{ status, held: true }]);
    mock.faults.release();
    const actual = await answer;
    expect(actual.status).toBe(status);
    for (const name of ['x-own', 'retry-after']) expect(actual.headers.get(name)).toBe(expected.headers.get(name));
    expect(await actual.text()).toBe(await expected.text());
  });

  it('X14: with abort, the connection is broken when the answer is released', async () => {
    const { mock, ask } = await start();
    mock.faults.add({ path: LIST, abort: true, hold: true });
    const answer = ask('GET', LIST).then(
      () => 'answered',
      () => 'broken',
    );
    await untilHeld(mock, 1);
    expect(statuses(mock)).toEqual([[0, true]]);
    mock.faults.release();
    expect(await answer).toBe('broken');
    expect(mock.requests.all()).toMatchObject([{ status: 0, reason: 'A fault rule broke the connection' }]);
  });

  it('X14: the answer to a second request can arrive first', async () => {
    const { mock, ask } = await start();
    mock.faults.add({ path: LIST, hold: true, times: 1 });
    const order: string[] = [];
    const first = ask('GET', LIST).then(() => order.push('first'));
    await untilHeld(mock, 1);
    await ask('GET', LIST).then(() => order.push('second'));
    mock.faults.release();
    await first;
    expect(order).toEqual(['second', 'first']);
  });

  it('X14: an aborted request is forgotten', async () => {
    const { mock, ask } = await start();
    mock.faults.add({ path: LIST, hold: true });
    const controller = new AbortController();
    const reason = new Error('left the page');
    const answer = ask('GET', LIST, { signal: controller.signal });
    await untilHeld(mock, 1);
    controller.abort(reason);
    await expect(answer).rejects.toBe(reason);
    await untilHeld(mock, 0);
    expect(mock.faults.release()).toBe(0);
    await expect.poll(() => statuses(mock)).toEqual([[200, false]]);
    expect(mock.requests.all()).toMatchObject([
      { reason: 'The client aborted the request while its answer was held back', faults: [1] },
    ]);
  });
});

describe('mock.faults.release()', () => {
  /** Two rules that hold back two answers each. */
  function holding() {
    const mock = create();
    mock.faults.add({ path: LIST, hold: true });
    mock.faults.add({ path: APPLICATION, hold: true });
    const answered: number[] = [];
    mock.on('request', ({ entry }) => answered.push(entry));
    const answers = [LIST, APPLICATION, LIST, APPLICATION].map((path) => mock.fetch(path, { headers }));
    expect(heldBy(mock)).toEqual([2, 2]);
    return { mock, answered, all: Promise.all(answers) };
  }

  it('releases the answers of one rule, in the order of their requests', async () => {
    const { mock, answered, all } = holding();
    expect(mock.faults.release(2)).toBe(2);
    expect(heldBy(mock)).toEqual([2, 0]);
    mock.faults.release(1);
    await all;
    expect(answered).toEqual([2, 4, 1, 3]);
  });

  it('releases the answers of all rules without an id, and the rules hold back further answers', async () => {
    const { mock, answered, all } = holding();
    expect(mock.faults.release()).toBe(4);
    await all;
    expect(answered).toEqual([1, 2, 3, 4]);
    const again = mock.fetch(LIST, { headers });
    expect(heldBy(mock)).toEqual([1, 0]);
    expect(mock.faults.release()).toBe(1);
    await again;
  });

  it('throws for a rule that does not exist', () => {
    expect(() => create().faults.release(7)).toThrow('There is no fault rule 7');
  });

  const ends: [string, (mock: Mock) => unknown, journaled: number][] = [
    ['removing the rule', (mock) => mock.faults.remove(1), 1],
    ['removing all rules', (mock) => mock.faults.clear(), 1],
    ['a reset', (mock) => mock.reset(), 0],
    ['a restore', (mock) => mock.restore(mock.snapshot()), 0],
    ['the end of the session', (mock) => mock.fetch('/__mock/sessions/one', { method: 'DELETE' }), 1],
  ];

  it.each(ends)('%s sends the answers as they are', async (_, end, journaled) => {
    const mock = create().sessions.create('one');
    mock.faults.add({ path: MARK, hold: true });
    const answer = mock.fetch(MARK, { method: 'POST', headers });
    expect(heldBy(mock)).toEqual([1]);
    await end(mock);
    expect((await answer).status).toBe(200);
    expect(statuses(mock)).toEqual(Array.from({ length: journaled }, () => [200, false]));
  });

  it.each(ends)('X14: %s sends the answer of an own route that has not answered yet', async (_, end) => {
    let answerNow = () => {};
    const handle = () => new Promise((resolve) => (answerNow = () => resolve({ late: true })));
    const route = defineRoute({ method: 'GET', path: '/later', handle });
    const mock = createMock({ scenario: readingRoom, routes: [route] }).sessions.create('one');
    mock.faults.add({ path: '/later', hold: true });
    const answer = mock.fetch('/later');
    expect(heldBy(mock)).toEqual([1]);
    await end(mock);
    // After a reset, a new rule has the id of the one that is gone.
    const { held } = mock.faults.all()[0] ?? mock.faults.add({ path: LIST, hold: true });
    expect(held).toBe(0);
    answerNow();
    expect((await answer).status).toBe(200);
    expect(mock.faults.held()).toEqual([]);
  });

  it('X14: a rule that a handler removes holds back no answer of it', async () => {
    const handle = () => mock.faults.clear().length;
    const route = defineRoute({ method: 'GET', path: '/now', handle });
    const mock = createMock({ scenario: readingRoom, routes: [route] });
    mock.faults.add({ path: '/now', hold: true });
    expect(await (await mock.fetch('/now')).json()).toBe(1);
    expect(mock.faults.held()).toEqual([]);
  });

  it('remove and clear return the rules with the answers that they held back', () => {
    const mock = create();
    for (const remove of [() => [mock.faults.remove(1)], () => mock.faults.clear()]) {
      mock.reset();
      mock.faults.add({ path: LIST, hold: true });
      void mock.fetch(LIST, { headers });
      expect(remove()).toMatchObject([{ hits: 1, held: 1 }]);
    }
  });

  it('sends an answer without the delays of other rules and of the mock', async () => {
    const mock = createMock({ scenario: readingRoom, delay: 600_000 });
    mock.faults.add({ delay_ms: 600_000 });
    mock.faults.add({ path: LIST, hold: true });
    const answer = mock.fetch(LIST, { headers });
    mock.faults.release();
    expect((await answer).status).toBe(200);
    expect(mock.requests.all()).toMatchObject([{ faults: [1, 2] }]);
  });

  it('a copy of a session holds back no answers, and its journal omits those requests', async () => {
    const mock = create();
    mock.faults.add({ path: LIST, hold: true });
    const answer = mock.fetch(LIST, { headers });
    const fork = mock.fork();
    expect(fork.faults.all()).toEqual([{ id: 1, path: LIST, hold: true, hits: 1, held: 0 }]);
    expect(fork.requests.all()).toEqual([]);
    expect(fork.faults.release()).toBe(0);
    fork.reset();
    expect(heldBy(mock)).toEqual([1]);
    mock.faults.release();
    await answer;
  });

  it('a session holds back at most 1,000 answers; further ones are sent', async () => {
    const mock = create();
    mock.faults.add({ path: LIST, hold: true });
    const answers = Array.from({ length: 1000 }, () => mock.fetch(LIST, { headers }));
    expect((await mock.fetch(LIST, { headers })).status).toBe(200);
    expect(mock.requests.all().at(-1)?.reason).toBe(
      'The answer was not held back, because too many answers are held back already',
    );
    expect(mock.faults.release()).toBe(1000);
    await Promise.all(answers);
  });
});

describe('mock.faults.held()', () => {
  it('X14: shows the text of an answer that a rule has cut off', async () => {
    const mock = create();
    mock.faults.add({ path: LIST, hold: true, malformed: true });
    const answer = mock.fetch(LIST, { headers });
    const [held] = mock.faults.held();
    mock.faults.release();
    const text = await (await answer).text();
    expect(() => JSON.parse(text)).toThrow(SyntaxError);
    expect(held).toMatchObject({ status: 200, body: text });
  });

  it('X14: lists no control calls, whose answers are released with the others', async () => {
    const mock = create();
    mock.faults.add({ path: '/__mock/health', hold: true });
    const answer = mock.fetch('/__mock/health');
    await untilHeld(mock, 1);
    expect(mock.faults.held()).toEqual([]);
    expect(mock.faults.release()).toBe(1);
    expect((await answer).status).toBe(200);
  });
});

describe('The signal of a request whose answer is held back', () => {
  it('X14: aborted by a listener of `held`, it releases the answer at once', async () => {
    const mock = create();
    mock.faults.add({ path: LIST, hold: true });
    const controller = new AbortController();
    mock.on('held', () => controller.abort(new Error('left the page')));
    await expect(mock.fetch(LIST, { headers, signal: controller.signal })).rejects.toThrow('left the page');
    expect([heldBy(mock), mock.faults.held(), mock.faults.release()]).toEqual([[0], [], 0]);
  });

  it('X14: is not listened to after the answer was sent', async () => {
    const mock = create();
    mock.faults.add({ path: LIST, hold: true });
    const request = new Request(`http://localhost${LIST}`, { headers });
    const listeners = () => getEventListeners(request.signal, 'abort').length;
    const answer = mock.fetch(request);
    // The rule listens, and mock.fetch.
    expect([heldBy(mock), listeners()]).toEqual([[1], 2]);
    mock.faults.release();
    await answer;
    expect(listeners()).toBe(0);
  });
});

describe('The journal and held answers', () => {
  it('lists a request while its answer is held back, and then completes the same entry', async () => {
    const pass = stopMachine();
    const mock = create();
    const seen: JournalEntry[] = [];
    mock.on('request', (entry) => seen.push(entry));
    mock.faults.add({ path: MARK, hold: true });
    const answer = mock.fetch(MARK, { method: 'POST', headers });
    const [held] = mock.requests.all();
    expect(held).toMatchObject({ held: true, status: 200, revision: 1, changed: true, duration_ms: 0, faults: [1] });
    expect(held?.response?.body).toMatchObject({ data: expect.anything() });
    await mock.fetch(LIST, { headers });
    expect(seen.map(({ path }) => path)).toEqual([LIST]);
    pass(2);
    mock.clock.advance({ seconds: 5 });
    mock.faults.release();
    await answer;
    const [finished, other] = mock.requests.all();
    const { held: _, ...rest } = held as JournalEntry;
    expect(finished).toEqual({
      ...rest,
      duration_ms: 2000,
      at: mock.clock.toString(),
      wall_time: expect.any(String),
    });
    expect(finished).toEqual(mock.requests.get(rest.id));
    expect(seen).toEqual([other, finished]);
  });

  it('a request that was dropped from the journal while its answer was held back is answered', async () => {
    const mock = create();
    mock.faults.add({ path: MARK, hold: true });
    const answer = mock.fetch(MARK, { method: 'POST', headers });
    for (let n = 0; n < 1000; n++) await mock.fetch(LIST, { headers });
    const before = mock.requests.all();
    mock.faults.release();
    expect((await answer).status).toBe(200);
    expect(mock.requests.all()).toEqual(before);
  });
});

describe('A server with held answers', () => {
  it('sends them when it stops, before the drain time has passed, and holds back no further ones', async () => {
    const mock = create();
    const server = await createServer(mock, { port: 0, drain: 86_400 }).listen();
    const one = mock.sessions.create('one');
    for (const each of [mock, one]) each.faults.add({ path: LIST, hold: true });
    const answers = [LIST, `/__mock/s/one${LIST}`].map((path) => fetch(server.url + path, { headers }));
    await untilHeld(mock, 1);
    await untilHeld(one, 1);
    const closed = server.close();
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200]);
    await closed;
  });

  it('forgets the request of a client that disconnects', async () => {
    const mock = create();
    const server = await createServer(mock, { port: 0 }).listen();
    onTestFinished(() => server.close());
    mock.faults.add({ path: APPLICATION, hold: true });
    const controller = new AbortController();
    const body = '[{"name":"A"}]';
    const answer = fetch(server.url + APPLICATION, { method: 'POST', body, signal: controller.signal });
    await untilHeld(mock, 1);
    controller.abort();
    await expect(answer).rejects.toThrow();
    await untilHeld(mock, 0);
    expect(mock.data.application.count()).toBe(2);
  });
});

describeControl('POST /__mock/faults/release', (open, delivery) => {
  it('X14: releases the answers of all rules, or of one, also when a rule matches the whole control API', async () => {
    const api = await open();
    const { mock, send } = api;
    const ask = askThrough(delivery, api);
    await send('POST', '/__mock/faults', { body: { path: LIST, hold: true } });
    await send('POST', '/__mock/faults', { body: { path: '/__mock/*', status: 503 } });
    const first = ask('GET', LIST);
    await expect.poll(() => heldBy(mock)).toEqual([1, undefined]);
    expect((await send('GET', '/__mock/faults')).json).toMatchObject({ data: [{ held: 1 }, { id: 2 }] });
    expect((await send('POST', '/__mock/faults/1/release')).json).toEqual({ released: 1 });
    const second = ask('GET', LIST);
    await expect.poll(() => heldBy(mock)).toEqual([1, undefined]);
    expect((await send('POST', '/__mock/faults/release')).json).toEqual({ released: 1 });
    expect((await send('POST', '/__mock/faults/7/release')).status).toBe(404);
    expect([(await first).status, (await second).status]).toEqual([200, 200]);
  });

  it('several sessions: each answers the number of its released answers', async () => {
    const { mock, send } = await open();
    const sessions = ['a', 'b'].map((id) => mock.sessions.create(id));
    for (const session of sessions) session.faults.add({ path: LIST, hold: true });
    const answers = sessions.map((session) => session.fetch(LIST, { headers }));
    for (const path of ['/__mock/faults/release', '/__mock/faults/1/release']) {
      const { json } = await send('POST', `${path}?sessions=*`);
      const released = path.endsWith('1/release') ? 0 : 1;
      expect(json).toMatchObject({ data: [{ answer: { released } }, { answer: { released } }], total: 2 });
    }
    await Promise.all(answers);
  });
});

it.each<[FaultRule, string, string]>([
  [{ hold: false as true }, 'hold', 'must be true, or be left out, but is false'],
  [
    { hold: true, delay_ms: 1 },
    'delay_ms',
    'cannot be combined with hold; a held answer is sent as soon as it is released',
  ],
])('mock.faults.add(%j) throws', (rule, path, message) => {
  expect(() => create().faults.add(rule)).toThrow(expect.objectContaining({ issues: [{ path, message }] }));
});
