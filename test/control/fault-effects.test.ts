import { createMock, type FaultRule } from 'briefs-mock';
import fc from 'fast-check';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { EffectField } from '../../src/faults/fault-rule.js';
import type { Failure } from '../support/bodies.js';
import { describeApi } from '../support/deliveries.js';
import { askThrough } from '../support/plain-requests.js';
import { readingRoom } from '../support/reading-room.js';

const LIST = '/public-api/v1/brief';
const BOOKMARK = '/public-api/v1/bookmark/morning/1-104';

describeApi('Effects of a fault rule', (open, delivery) => {
  const start = async () => {
    const api = await open();
    return { ...api, ask: askThrough(delivery, api) };
  };

  it.each([400, 401, 404, 429, 500, 503, 599])(
    'X14: status %i is answered with an error body in the format of the API',
    async (status) => {
      const { mock, ask } = await start();
      mock.faults.add({ path: LIST, status, times: 1 });
      mock.faults.add({ path: '/user-data/v1/user', status, times: 1 });
      const refused = await ask('GET', LIST);
      expect(refused.status).toBe(status);
      expect((await refused.json()) as Failure).toEqual({
        data: null,
        error: [{ status, code: 'injected_fault', message: `A fault rule answers ${status}` }],
      });
      const enveloped = await (await ask('GET', '/user-data/v1/user')).json();
      expect(enveloped).toMatchObject({ status_code: status, data: null, error: { code: 'injected_fault' } });
      expect((await ask('GET', LIST)).status).toBe(200);
    },
  );

  it('X14: retry_after sets the header Retry-After, in seconds', async () => {
    const { mock, ask } = await start();
    mock.faults.add({ path: LIST, status: 429, retry_after: 7 });
    const answer = await ask('GET', LIST);
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '7']);
  });

  it.each([{ detail: 'Gateway says no' }, [], 'text', 0, null, false])(
    'body is answered in place of the real body: %j',
    async (body) => {
      const { mock, ask } = await start();
      mock.faults.add({ path: LIST, status: 502, body });
      mock.faults.add({ path: '/user-data/v1/user', body });
      const bad = await ask('GET', LIST);
      expect([bad.status, await bad.json()]).toEqual([502, body]);
      expect(bad.headers.get('content-type')).toBe('application/json');
      const good = await ask('GET', '/user-data/v1/user');
      expect([good.status, await good.json()]).toEqual([200, body]);
    },
  );

  it.each([204, 304])('status %i is answered without a body', async (status) => {
    const { mock, ask } = await start();
    mock.faults.add({ path: LIST, status });
    const answer = await ask('GET', LIST);
    expect([answer.status, await answer.text()]).toEqual([status, '']);
  });

  it('abort breaks the connection: fetch rejects with a network error, and nothing is written', async () => {
    const { mock, ask } = await start();
    const before = mock.fingerprint();
    mock.faults.add({ abort: true, times: 2 });
    await expect(ask('POST', BOOKMARK)).rejects.toThrow(TypeError);
    await expect(ask('HEAD', LIST)).rejects.toThrow(TypeError);
    expect(mock.fingerprint()).toBe(before);
    expect((await ask('GET', LIST)).status).toBe(200);
    expect(mock.requests.all().map(({ status, reason }) => [status, reason])).toEqual([
      [0, 'A fault rule broke the connection'],
      [0, 'A fault rule broke the connection'],
      [200, undefined],
    ]);
  });

  it('malformed cuts the body off: it is no longer JSON, and the request is carried out', async () => {
    const { mock, ask } = await start();
    mock.faults.add({ method: 'POST', malformed: true });
    const answer = await ask('POST', BOOKMARK);
    expect(answer.status).toBe(200);
    await expect(answer.json()).rejects.toThrow(SyntaxError);
    expect(mock.data.bookmark.count()).toBe(1);
  });

  it.each(['', 'x'])('malformed does not cut a character in two: %j', async (prefix) => {
    const { mock, ask } = await start();
    mock.faults.add({ method: 'POST', malformed: true });
    const body = JSON.stringify([{ name: prefix + '🗞'.repeat(300) }]);
    const text = await (await ask('POST', '/user-data/v1/application', { body })).text();
    expect(text).toMatch(/🗞…$/u);
  });

  it('a rule with a status answers instead of the route, so nothing is written', async () => {
    const { mock, ask } = await start();
    mock.faults.add({ method: 'POST', path: BOOKMARK, status: 503 });
    expect((await ask('POST', BOOKMARK)).status).toBe(503);
    expect(mock.data.bookmark.count()).toBe(0);
  });

  it('delay_ms does not change the answer or its effect', async () => {
    const { mock, ask } = await start();
    const plain = await (await ask('GET', LIST)).text();
    mock.faults.add({ delay_ms: 3 });
    mock.faults.add({ delay_ms: { min: 1, max: 2 } });
    expect(await (await ask('GET', LIST)).text()).toBe(plain);
    expect((await ask('POST', BOOKMARK)).status).toBe(200);
    expect(mock.data.bookmark.count()).toBe(1);
    expect(mock.faults.all().map(({ hits }) => hits)).toEqual([2, 2]);
  });

  it('HEAD is answered with the status and headers of the rule, without a body', async () => {
    const { mock, ask } = await start();
    mock.faults.add({ path: LIST, status: 503, retry_after: 1 });
    const answer = await ask('HEAD', LIST);
    expect([answer.status, await answer.text(), answer.headers.get('retry-after')]).toEqual([503, '', '1']);
  });

  it('X25: the failure has CORS headers, and a preflight does not match the rule', async () => {
    const { mock, ask } = await start();
    mock.faults.add({ status: 503, retry_after: 3 });
    const headers = { origin: 'https://app.example', 'access-control-request-method': 'POST' };
    expect((await ask('OPTIONS', BOOKMARK, { headers })).status).toBe(204);
    const answer = await ask('POST', BOOKMARK, { headers: { origin: 'https://app.example' } });
    expect(answer.status).toBe(503);
    expect(answer.headers.get('access-control-allow-origin')).toBe('https://app.example');
    expect(answer.headers.get('access-control-expose-headers')).toContain('Retry-After');
  });

  it('X25: the headers of a rule replace those of CORS', async () => {
    const { mock, ask } = await start();
    mock.faults.add({ headers: { 'Access-Control-Allow-Origin': 'https://other.example', Vary: 'Accept' } });
    const { headers } = await ask('GET', LIST, { headers: { origin: 'https://app.example' } });
    expect(headers.get('access-control-allow-origin')).toBe('https://other.example');
    expect(headers.get('access-control-allow-credentials')).toBe('true');
    expect(headers.get('vary')).toBe('Accept, Origin');
  });

  it('the rule applies before the token is checked', async () => {
    const { mock, ask } = await start();
    mock.faults.add({ status: 503 });
    const answer = await ask('GET', LIST, { headers: { authorization: 'Bearer nobody' } });
    expect(answer.status).toBe(503);
  });

  it('the rule also applies to requests that no route matches', async () => {
    const { mock, ask } = await start();
    mock.faults.add({ status: 503 });
    expect((await ask('GET', '/public-api/v1/nothing')).status).toBe(503);
    expect((await ask('DELETE', LIST)).status).toBe(503);
  });
});

/** A value of each effect. A new one does not compile without it. The tests of delays are below. */
const effects: { readonly [Field in Exclude<EffectField, 'delay_ms'>]: FaultRule[Field] } = {
  status: 503,
  body: { own: true },
  answers: [{ status: 503 }],
  headers: { 'x-own': '1' },
  hold: true,
  abort: true,
  malformed: true,
};

it.each(Object.entries(effects))('X14: the effect %s alone changes what becomes of a request', async (field, value) => {
  const mock = createMock({ scenario: readingRoom });
  const outcome = (one: typeof mock) => {
    const held = new Promise((resolve) => one.on('held', () => resolve('held')));
    const answered = one.fetch(LIST, { headers: { authorization: 'Bearer ann-token' } }).then(
      async (answer) => [answer.status, [...answer.headers], await answer.text()],
      () => 'broken',
    );
    return Promise.race([held, answered]);
  };
  const usual = await outcome(mock.fork());
  mock.faults.add({ [field]: value });
  expect(await outcome(mock)).not.toEqual(usual);
  mock.faults.release();
});

it('malformed makes every JSON body unparseable', async () => {
  const allowedBody = fc.jsonValue().filter((body) => !JSON.stringify(body).includes('"__proto__":'));
  const mock = createMock({ scenario: readingRoom });
  await fc.assert(
    fc.asyncProperty(allowedBody, async (body) => {
      mock.faults.clear();
      mock.faults.add({ body: body as never, malformed: true });
      const text = await (await mock.fetch(LIST)).text();
      expect(() => JSON.parse(text)).toThrow(SyntaxError);
    }),
  );
});

it('aborting a request during its delay rejects it with the reason and clears the timer', async () => {
  vi.useFakeTimers();
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const mock = createMock({ scenario: readingRoom });
  mock.faults.add({ delay_ms: 60_000 });
  for (const token of ['ann-token', 'wrong']) {
    const giver = new AbortController();
    const answer = mock.fetch(LIST, { signal: giver.signal, headers: { authorization: `Bearer ${token}` } });
    giver.abort(new Error('too slow'));
    await expect(answer).rejects.toThrow('too slow');
  }
  // The reason for which a request was rejected stays.
  expect(mock.requests.all()).toMatchObject([
    { status: 200, reason: 'The client aborted the request while its answer was delayed' },
    { status: 401, reason: expect.stringContaining('token') },
  ]);
  expect(vi.getTimerCount()).toBe(0);
});

it('the delay of the mock, of rules that only delay and of the rule that answers add up', async () => {
  vi.useFakeTimers();
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const mock = createMock({ scenario: readingRoom, delay: 1000 });
  mock.faults.add({ delay_ms: 200 });
  mock.faults.add({ delay_ms: 30, status: 503 });
  mock.faults.add({ delay_ms: 4000 });
  let status = 0;
  const answered = mock.fetch(LIST).then((answer) => {
    status = answer.status;
  });
  await vi.advanceTimersByTimeAsync(1229);
  expect(status).toBe(0);
  await vi.advanceTimersByTimeAsync(1);
  await answered;
  expect(status).toBe(503);
});

it('rules that only delay add up too, if no rule answers', async () => {
  vi.useFakeTimers();
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const mock = createMock({ scenario: readingRoom });
  mock.faults.add({ delay_ms: 200 });
  mock.faults.add({ delay_ms: 30, probability: 1 });
  let answered = false;
  const answer = mock.fetch(LIST).then(() => {
    answered = true;
  });
  await vi.advanceTimersByTimeAsync(229);
  expect(answered).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  await answer;
});

it('a delay {min, max} is drawn from the seed: it differs between requests, and is the same in another run', async () => {
  vi.useFakeTimers();
  onTestFinished(() => {
    vi.useRealTimers();
  });
  async function delays(): Promise<number[]> {
    const mock = createMock({ scenario: readingRoom });
    mock.faults.add({ delay_ms: { min: 1000, max: 2000 } });
    const taken: number[] = [];
    for (let request = 0; request < 20; request++) {
      const start = Date.now();
      const answer = mock.fetch(LIST);
      await vi.runAllTimersAsync();
      await answer;
      taken.push(Date.now() - start);
    }
    return taken;
  }
  const first = await delays();
  expect(Math.min(...first)).toBeGreaterThanOrEqual(1000);
  expect(Math.max(...first)).toBeLessThanOrEqual(2000);
  expect(new Set(first).size).toBeGreaterThan(15);
  expect(await delays()).toEqual(first);
});

it('the option delay applies to API requests only, and a reset keeps it', async () => {
  vi.useFakeTimers();
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const mock = createMock({ scenario: readingRoom, delay: { min: 10, max: 20 } });
  expect((await mock.fetch('/__mock/reset', { method: 'POST' })).status).toBe(200);
  let answered = 0;
  const all = Promise.all([1, 2, 3].map(() => mock.fetch(LIST).then(() => answered++)));
  await vi.advanceTimersByTimeAsync(9);
  expect(answered).toBe(0);
  await vi.advanceTimersByTimeAsync(11);
  expect(answered).toBe(3);
  await all;
});
