import { createMock, type Mock, replay, type Trace } from 'briefs-mock';
import { newsroom } from 'briefs-mock/seeds';
import { describe, expect, it } from 'vitest';
import { describeControl } from '../support/deliveries.js';

const scenarios = [newsroom];
const USER = '/user-data/v1/user';
const json = { 'content-type': 'application/json' };
const alice = { headers: { authorization: 'Bearer alice-token' } };
const plain = (trace: Trace): Trace => JSON.parse(JSON.stringify(trace));

describe('A trace without secrets', () => {
  it('is not one with them because the option is misspelled', () => {
    expect(() => createMock().trace({ redacted: true } as object)).toThrow(
      'trace has no option redacted; it has redact',
    );
  });

  it.each([{ redact: 1 }, { compact: 'yes' }])(
    'is not made with an option that is neither true nor false: %j',
    (options) => {
      expect(() => createMock().trace(options as object)).toThrow(/^(redact|compact): must be true or false, but is /);
    },
  );

  it('hides what the journal hides, keeps the rest, and is replayed without what has lost something', async () => {
    const mock = createMock({ scenario: newsroom });
    await mock.fetch('/public-api/v1/brief', alice);
    await mock.fetch('/public-api/v1/brief?access_token=hush-1&brief=x', alice);
    await mock.fetch(USER, { method: 'POST', headers: json, body: '{"fname": "Bo", "password": "hush-2"}' });
    expect(JSON.stringify(mock.trace())).toMatch(/hush-1.*hush-2/);
    const trace = mock.trace({ redact: true });
    expect(JSON.stringify(trace)).not.toContain('hush');
    expect(trace.entries).toMatchObject([
      { headers: { authorization: 'Bearer alice-token' } },
      { path: '/public-api/v1/brief?access_token=%5Bhidden%5D&brief=x', redacted: 'request' },
      { redacted: 'request' },
    ]);
    expect(trace.entries[0]).toEqual(mock.trace().entries[0]);
    const { requests, differences, redacted, fingerprint } = await replay(plain(trace), { scenarios });
    expect({ requests, differences, redacted, fingerprint }).toEqual({
      requests: 1,
      differences: [],
      redacted: { requests: 2 },
      fingerprint: undefined,
    });
  });

  it('hides them in JSON that is written with spaces, under any name', async () => {
    const mock = createMock({ scenario: newsroom });
    const body = '{"fname": "Bo", "user password!": "hush-1", "p\\u0061ssword": "hush-2", "token[0]":\n  ["hush-3"]}';
    await mock.fetch(`${USER}/1`, { method: 'PUT', headers: json, body });
    expect(mock.trace().entries).toMatchObject([{ text: body }]);
    const [entry] = mock.trace({ redact: true }).entries;
    expect(JSON.stringify(entry)).not.toContain('hush');
    expect(entry).toMatchObject({ redacted: 'request', text: expect.stringContaining('"fname":"Bo"') });
  });

  it('hides the values of parameters whose names are escaped', async () => {
    const mock = createMock({ scenario: newsroom });
    const query = new URLSearchParams({ 'card[pin]': 'hush-1', 'filter[name]': 'x', 'auth[pass word]': 'hush-2' });
    await mock.fetch(`/public-api/v1/brief?${query}`, alice);
    const [entry] = mock.trace({ redact: true }).entries;
    const path = '/public-api/v1/brief?card%5Bpin%5D=%5Bhidden%5D&filter%5Bname%5D=x&auth%5Bpass+word%5D=%5Bhidden%5D';
    expect(entry).toMatchObject({ path, redacted: 'request' });
  });

  it('hides the values of fields of a form whose names are escaped', async () => {
    const mock = createMock({ scenario: newsroom });
    const body = 'user%5Bpassword%5D=hush-1,hush-2&x=1';
    await mock.fetch(USER, { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' }, body });
    const [entry] = mock.trace({ redact: true }).entries;
    expect(entry).toMatchObject({ text: 'user%5Bpassword%5D=[hidden]&x=1', redacted: 'request' });
  });

  it('is replayed up to a request that has lost something and wrote, because what follows depends on it', async () => {
    const mock = createMock({ scenario: newsroom });
    await mock.fetch('/public-api/v1/brief', alice);
    const body = JSON.stringify([{ fname: 'Bo', lname: 'Ek', email: 'bo@acme.example' }]);
    await mock.fetch(`${USER}?token=hush`, { method: 'POST', headers: json, body });
    await mock.fetch(USER);
    const trace = plain(mock.trace({ redact: true }));
    expect(trace.entries[1]).toMatchObject({ redacted: 'request', revision: 1 });
    const { requests, differences, redacted } = await replay(trace, { scenarios });
    expect({ requests, differences, redacted }).toEqual({
      requests: 1,
      differences: [],
      redacted: { requests: 1, stoppedBefore: 2 },
    });
  });
});

describe('A request that a fault rule may have counted', () => {
  const secret = `${USER}/?token=hush`;
  it.each<[Parameters<Mock['faults']['add']>[0], requests: number, stoppedBefore?: number]>([
    [{ path: '/user-data/*', status: 503, times: 1 }, 0, 1],
    [{ path: USER, skip: 1, status: 503 }, 0, 1],
    [{ path: USER, probability: 0.5, status: 503 }, 0, 1],
    [{ method: 'GET', status: [200, 503] }, 0, 1],
    [{ path: USER, status: 503 }, 1],
    [{ path: '/user-data/v1/client', status: 503, times: 1 }, 1],
    [{ method: 'POST', status: 503, times: 1 }, 1],
  ])('ends the replay if the answers after it depend on that: %j', async (rule, requests, stoppedBefore) => {
    const mock = createMock({ scenario: newsroom });
    mock.faults.add(rule);
    for (const path of [secret, USER]) await mock.fetch(path);
    const replayed = await replay(plain(mock.trace({ redact: true })), { scenarios });
    expect(replayed).toMatchObject({ requests, differences: [] });
    expect(replayed.redacted?.stoppedBefore).toBe(stoppedBefore);
  });

  it.each([
    ['/user-data/v1/us%65r?token=abc', '/user-data/v1/user'],
    ['/v1/brief/energy-today?token=abc', '/public-api/*'],
  ])('ends the replay before a request that is spelled otherwise than the rule: %s', async (path, rule) => {
    const mock = createMock({ scenario: newsroom });
    mock.faults.add({ path: rule, status: 503, times: 1 });
    for (const one of [path, rule.replace('*', 'v1/brief')]) await mock.fetch(one);
    const replayed = await replay(plain(mock.trace({ redact: true })), { scenarios });
    expect(replayed).toMatchObject({ requests: 0, differences: [], redacted: { requests: 1, stoppedBefore: 1 } });
  });

  it('ends no replay after the rule is used up and others have been added', async () => {
    const mock = createMock({ scenario: newsroom });
    mock.faults.add({ path: USER, status: 503, times: 1 });
    await mock.fetch(USER);
    mock.faults.add({ path: '/public-api/*', delay_ms: 1 });
    for (const path of [secret, USER]) await mock.fetch(path);
    const replayed = await replay(plain(mock.trace({ redact: true })), { scenarios });
    expect(replayed).toMatchObject({ requests: 2, differences: [], redacted: { requests: 1 } });
  });
});

describe('A trace without the secrets of fault rules', () => {
  it('hides them wherever there are rules, and keeps the rest', async () => {
    const mock = createMock({ scenario: newsroom });
    mock.faults.add({
      path: '/public-api/v1/brief',
      match: { headers: { 'X-Api-Key': 'hush-key' }, query: { token: 'hush-query' }, body: { 'a.pin': 4711 } },
      headers: { 'set-cookie': 'sid=hush-cookie', 'X-Auth-Token': 'hush-header', 'x-colour': 'blue' },
      answers: [{ status: 500, body: { password: 'hush-body', code: 'teapot' }, headers: { Cookie: 'hush-answer' } }],
    });
    const trace = plain(mock.trace({ redact: true }));
    expect(JSON.stringify(mock.trace())).toMatch(/hush.*4711/);
    expect(JSON.stringify(trace)).not.toMatch(/hush|4711/);
    const hidden = '[hidden]';
    const visible = {
      path: '/public-api/v1/brief',
      match: { headers: { 'X-Api-Key': hidden }, query: { token: hidden }, body: { 'a.pin': hidden } },
      headers: { 'set-cookie': hidden, 'X-Auth-Token': hidden, 'x-colour': 'blue' },
      answers: [{ status: 500, body: { password: hidden, code: 'teapot' }, headers: { Cookie: hidden } }],
    };
    expect(trace.entries).toMatchObject([{ faults: { rules: [{ rule: visible }] } }]);
    expect(mock.fork().trace({ redact: true }).start.faults.rules).toMatchObject([{ rule: visible }]);
    expect(await replay(trace, { scenarios })).toMatchObject({ requests: 0, differences: [] });
  });

  it('is replayed without the requests that fulfilled a condition with a secret', async () => {
    const mock = createMock({ scenario: newsroom });
    const key = { headers: { 'x-api-key': 'hush' } };
    mock.faults.add({ match: key, status: 503 });
    await mock.fetch(USER, key);
    await mock.fetch(USER, { headers: { 'x-api-key': 'other' } });
    await mock.fetch(USER);
    const { requests, differences, redacted } = await replay(plain(mock.trace({ redact: true })), { scenarios });
    expect({ requests, differences, redacted }).toEqual({ requests: 1, differences: [], redacted: { requests: 2 } });
  });

  it('has no tokens while a rule compares the header Authorization', async () => {
    const mock = createMock({ scenario: newsroom });
    await mock.fetch('/public-api/v1/brief', alice);
    mock.faults.add({ match: { headers: { Authorization: 'Bearer alice-token' } }, status: 503 });
    await mock.fetch('/public-api/v1/brief', alice);
    mock.faults.clear();
    await mock.fetch('/public-api/v1/brief', alice);
    const trace = plain(mock.trace({ redact: true }));
    expect(trace.entries.map((entry) => (entry.kind === 'request' ? entry.headers : entry.kind))).toEqual([
      { authorization: 'Bearer alice-token' },
      'call',
      { authorization: '[hidden]' },
      'call',
      { authorization: 'Bearer alice-token' },
    ]);
    expect(JSON.stringify(trace.entries[1])).not.toContain('alice-token');
    expect(await replay(trace, { scenarios })).toMatchObject({
      requests: 2,
      differences: [],
      redacted: { requests: 1 },
    });
  });

  it.each([false, true])(
    'is replayed with the status of an answer whose rule had a secret; compact: %s',
    async (compact) => {
      const mock = createMock({ scenario: newsroom });
      mock.faults.add({ status: 500, body: { password: 'hush', text: 'x'.repeat(300) }, times: 1 });
      mock.faults.add({ status: 500, body: { password: 'hush' }, malformed: true });
      for (let i = 0; i < 2; i++) await mock.fetch(USER);
      const trace = plain(mock.trace({ redact: true, compact }));
      expect(trace.entries.slice(2)).toMatchObject([{ redacted: 'answer' }, { redacted: 'answer' }]);
      expect(await replay(trace, { scenarios })).toMatchObject({ requests: 2, differences: [] });
    },
  );
});

describe('The service token', () => {
  const [right, wrong] = ['Bearer hush', 'Bearer shh'].map((authorization) => ({ headers: { authorization } }));

  async function guarded() {
    const mock = createMock({ scenario: newsroom, behavior: { serviceToken: 'hush' } });
    for (const init of [right, wrong, {}]) await mock.fetch(USER, init);
    return mock;
  }

  it('is hidden in a trace, which is replayed all the same, also where there is another one', async () => {
    const trace = plain((await guarded()).trace());
    expect(JSON.stringify(trace)).not.toMatch(/hush|shh/);
    expect(trace.behavior).toMatchObject({ serviceToken: '[hidden]' });
    expect(trace.entries).toMatchObject([{ answer: { status: 200 } }, { answer: { status: 401 } }, { headers: {} }]);
    for (const behavior of [{}, { serviceToken: 'other' }]) {
      expect(await replay(trace, { scenarios, behavior })).toMatchObject({ requests: 3, differences: [] });
    }
    const without = await replay(trace, { scenarios, behavior: { serviceToken: null } });
    expect(without.differences.map(({ number }) => number)).toEqual([2, 3]);
  });

  it('is a variable in the curl command of a request, and hidden in a test that is written', async () => {
    const mock = await guarded();
    const { data } = await (await mock.fetch('/__mock/requests/1/curl')).json();
    expect(data.command).toContain(`'authorization: Bearer '"\${SECRET1:?}"`);
    const { data: written } = await (await mock.fetch('/__mock/trace/test')).json();
    expect(written.code).not.toMatch(/hush|shh/);
    expect(written.code).toContain("behavior: { serviceToken: '[hidden]' }");
  });

  it('of a trace that has it in clear is read as it is', async () => {
    const trace = plain((await guarded()).trace());
    trace.behavior = { ...trace.behavior, serviceToken: 'hush' };
    const [first, second] = trace.entries.map((entry) => (entry.kind === 'request' ? entry.headers : {}));
    Object.assign(first ?? {}, right?.headers);
    Object.assign(second ?? {}, { authorization: 'Bearer [hidden]' });
    expect((await replay(trace, { scenarios })).differences).toEqual([]);
  });
});

describeControl('GET /__mock/trace?redact', (open) => {
  it('answers the trace without secrets', async () => {
    const { send } = await open();
    await send('GET', '/public-api/v1/brief?token=hush', { token: 'ann-token' });
    expect((await send('GET', '/__mock/trace')).text).toContain('hush');
    const { status, text } = await send('GET', '/__mock/trace?redact');
    expect([status, text.includes('hush')]).toEqual([200, false]);
  });
});
