import { createMock, type MockOptions } from 'briefs-mock';
import { baselineAfter, isNew, junitOf, readHar, Traffic } from 'briefs-mock/conform';
import { newsroom } from 'briefs-mock/seeds';
import { describe, expect, it } from 'vitest';
import { changeBody, compare, findingsIn, type HarEntry, Recorder } from '../support/recording.js';

const USERS = '/user-data/v1/user';
const CLIENTS = '/user-data/v1/client';
const alice = { authorization: 'Bearer alice-token' };

function record(options: MockOptions = {}): Recorder {
  return new Recorder(createMock({ scenario: newsroom, ...options }));
}

const dataOf = ({ response }: HarEntry) => JSON.parse(response.content.text ?? '').data;
const newClient = (name: string) => ({ name, short_name: name, display_name: name, type: 'company' });
const newUser = (name: string) => ({ fname: name, lname: name, email: `${name}@free.example` });

describe('the report of a recording', () => {
  it('has answers alone: anything else is rejected', () => {
    const traffic = new Traffic({ against: 'recording.har', at: '2026-03-04T00:00:00Z' });
    expect(() => traffic.add({} as never)).toThrow('exchange.method: is required');
  });

  it('has a result for each route and check, and agrees with answers of a mock', async () => {
    const recorder = record();
    await recorder.send('GET', '/public-api/v1/brief', undefined, alice);
    await recorder.send('GET', CLIENTS);
    await recorder.send('GET', CLIENTS);
    await recorder.send('GET', `${CLIENTS}/999`);
    const { results, requests, ...report } = compare(recorder.entries);
    expect(results.map(({ id, outcome, missing }) => [id, outcome, missing])).toEqual([
      ['public-api/brief/GET/form', 'agrees', undefined],
      ['user-data/client/GET/:id/form', 'agrees', undefined],
      ['user-data/client/GET/:id/records', 'could not tell', 'an earlier answer that shows the same records'],
      ['user-data/client/GET/form', 'agrees', undefined],
      ['user-data/client/GET/records', 'agrees', undefined],
    ]);
    expect(requests).toBe(4);
    expect(report).toMatchObject({ against: 'recording.har', problems: [], unusable: false });
  });

  it('groups a difference of several answers, with the number of answers and the first place', async () => {
    const recorder = record();
    for (let i = 0; i < 3; i++) {
      const entry = await recorder.send('GET', CLIENTS);
      if (i > 0)
        changeBody(entry, ({ data }) => data.slice(1).map((client: object) => Object.assign(client, { x: i })));
    }
    expect(findingsIn(compare(recorder.entries)).filter(({ id }) => id.endsWith('form'))).toEqual([
      {
        id: 'user-data/client/GET/form',
        where: '200 data[].x: is unknown',
        problem: expect.stringMatching(/^is unknown; allowed: id, name, /),
        count: 2,
        first: {
          entry: 2,
          at: '2026-03-04T00:00:00.010Z',
          request: `GET ${CLIENTS}`,
          status: 200,
          path: 'data[1].x',
        },
      },
    ]);
  });

  it('lists every difference of a long list', async () => {
    const recorder = record();
    const entry = await recorder.send('GET', CLIENTS);
    changeBody(entry, (json) => {
      json.data = Array.from({ length: 300 }, (_, i) => ({
        ...json.data[0],
        id: i + 1,
        x: 1,
        name: i === 299 ? 5 : 'A',
      }));
    });
    expect(findingsIn(compare(recorder.entries)).map(({ where, first }) => [where, first.path])).toEqual([
      ['200 data[].x: is unknown', 'data[0].x'],
      ['200 data[].name: must be a string', 'data[299].name'],
    ]);
  });

  it('contains no token of the requests, nor does a line', async () => {
    const recorder = record();
    const entry = await recorder.send('GET', '/public-api/v1/brief', undefined, { authorization: 'Bearer t0p-s3cret' });
    changeBody(entry, (json) => Object.assign(json, { data: 't0p-s3cret', 't0p-s3cret': 1 }));
    const lines: unknown[] = [];
    const report = compare(recorder.entries, { onFinding: (finding) => lines.push(finding) });
    expect(lines.length).toBe(2);
    expect(JSON.stringify([report, lines, junitOf(report)])).not.toContain('t0p-s3cret');
  });

  it.each([
    ['a long token', 'authorization', `Bearer ${'s3cret'.repeat(100)}`, 's3cret'.repeat(100)],
    ['a password', 'authorization', 'Basic s3cret-s3cret==', 's3cret-s3cret=='],
    ['a key', 'x-api-key', 's3cret-s3cret', 's3cret-s3cret'],
    ['one of several cookies', 'cookie', 'theme=dark; sid=s3cret-s3cret; lang=de', 'sid=s3cret-s3cret'],
  ])('contains nothing of %s that was sent', async (_, name, value, echoed) => {
    const recorder = record();
    const entry = await recorder.send('GET', CLIENTS, undefined, { [name]: value });
    changeBody(entry, (json) => Object.assign(json, { data: `${echoed} may not` }));
    const report = compare(recorder.entries);
    expect(findingsIn(report)).toHaveLength(1);
    expect(JSON.stringify(report)).not.toContain('s3cret');
  });

  it('is compared with a baseline: only other differences are new', async () => {
    const recorder = record();
    const entry = await recorder.send('GET', CLIENTS);
    changeBody(entry, ({ data }) => Object.assign(data[0], { x: 1, y: 2 }));
    const baseline = baselineAfter(compare(recorder.entries));
    expect(baseline.differences).toEqual({
      'user-data/client/GET/form': {
        since: '2026-03-04',
        where: ['200 data[].x: is unknown', '200 data[].y: is unknown'],
      },
    });
    const news = (entries: readonly HarEntry[]) => compare(entries, { baseline }).results.filter(isNew).length;
    expect(news(recorder.entries)).toBe(0);
    changeBody(entry, ({ data }) => delete data[0].y);
    expect(news(recorder.entries)).toBe(0);
    changeBody(entry, ({ data }) => Object.assign(data[0], { z: 3 }));
    expect(news(recorder.entries)).toBe(1);
    const later = compare(recorder.entries, { baseline, at: '2026-05-01T09:00:00.000Z' });
    expect(baselineAfter(later, baseline).differences['user-data/client/GET/form']?.since).toBe('2026-03-04');
  });

  it('in JUnit XML fails for new differences', async () => {
    const recorder = record();
    changeBody(await recorder.send('GET', CLIENTS), ({ data }) => delete data[0].name);
    const xml = junitOf(compare(recorder.entries));
    expect(xml).toContain('classname="user-data.client"');
    expect(xml).toContain('<failure message="data[0].name is required">');
    expect(xml).toContain('tests="2" failures="1" errors="0" skipped="1"');
  });
});

describe('an answer is compared with the route', () => {
  const one = async (change: (entry: HarEntry) => void, path = CLIENTS, method = 'GET', options: MockOptions = {}) => {
    const recorder = record(options);
    change(await recorder.send(method, path));
    return compare(recorder.entries);
  };
  const wheres = (report: ReturnType<typeof compare>) => findingsIn(report).map(({ where }) => where);

  it('by the status, also of a failure', async () => {
    const teapot = await one(({ response }) => Object.assign(response, { status: 418 }));
    expect(findingsIn(teapot)[0]).toMatchObject({
      problem: expect.stringMatching(/^must be one of 200, 400.*, but is 418$/),
    });
    const failure = await one(
      (entry) => changeBody(entry, (json) => Object.assign(json.error, { code: 1 })),
      `${CLIENTS}/9999`,
    );
    expect(wheres(failure)).toEqual([expect.stringMatching(/^404 error\.code: must be /)]);
  });

  it('by the content type, which may have parameters', async () => {
    const withType = (value: string) => one(({ response }) => (response.headers = [{ name: 'Content-Type', value }]));
    expect(wheres(await withType('application/json; charset=utf-8'))).toEqual([]);
    expect(wheres(await withType('text/plain'))).toEqual(['200 content-type: must be application/json']);
  });

  it('D11: with the key of the switch apostropheKey', async () => {
    const path = '/user-preference/v1/generic-preference';
    for (const apostropheKey of ['off', 'on', 'both'] as const) {
      for (const actual of ['off', 'on', 'both'] as const) {
        const recorder = record({ behavior: { apostropheKey: actual } });
        await recorder.send('GET', path);
        const found = findingsIn(compare(recorder.entries, { behavior: { apostropheKey } }));
        expect(found.length > 0, `${actual} where ${apostropheKey} is expected`).toBe(actual !== apostropheKey);
        for (const { where } of found)
          expect(where).toMatch(/^200 data\[\]\.preference_value'?: is (required|unknown)$/);
      }
    }
  });

  it('a request without a route differs if it succeeds, and agrees if the server has no such route either', async () => {
    const path = '/user-data/v1/clients/7/users';
    expect(wheres(await one(() => {}, path))).toEqual([]);
    expect(findingsIn(await one(({ response }) => Object.assign(response, { status: 200 }), path))).toMatchObject([
      { id: 'user-data/unknown/form', where: '200 GET /user-data/v1/clients/:id/users: is not a route of the mock' },
    ]);
    const patched = await one(({ response }) => Object.assign(response, { status: 200 }), `${CLIENTS}/1`, 'PATCH');
    expect(findingsIn(patched)).toMatchObject([
      { problem: 'is not a route of the mock; the nearest route is PUT /user-data/v1/client/:id' },
    ]);
  });

  it.each([
    [
      'at any origin, below any path, with a query and a slash',
      'http://10.0.0.1:8080/app/api/public-api/v1/brief/?page=1',
    ],
    ['below the path of a gateway with the same name', 'https://gateway.example/public-api/public-api/v1/brief'],
    ['in a session of a mock', 'https://mock.example/__mock/s/worker-1/public-api/v1/brief'],
  ])('%s', async (_, url) => {
    const recorder = record();
    const entry = await recorder.send('GET', '/public-api/v1/brief', undefined, alice);
    entry.request.url = url;
    expect(compare(recorder.entries).results).toMatchObject([{ id: 'public-api/brief/GET/form', outcome: 'agrees' }]);
  });

  it.each([
    ['another site', 'GET', 'https://fonts.example/v1/css?family=public-api'],
    ['a page of the application', 'GET', 'https://app.example/user-data/settings'],
    ['the control API', 'POST', 'https://mock.example/__mock/reset'],
    ['a web socket', 'GET', 'wss://api.example/user-data/v1/client'],
    ['a page of an extension', 'GET', 'chrome-extension://abc/user-data/v1/client'],
    ['a preflight', 'OPTIONS', 'https://api.example/user-data/v1/client'],
  ])('not those of %s', async (_, method, url) => {
    const recorder = record();
    Object.assign((await recorder.send('GET', CLIENTS)).request, { method, url });
    expect(compare(recorder.entries)).toMatchObject({ requests: 0, results: [] });
  });
});

describe('answers are compared with those before them', () => {
  const problemsIn = (recorder: Recorder, options = {}) =>
    findingsIn(compare(recorder.entries, options)).map(({ id, problem }) => `${id}: ${problem}`);
  /** Answers a request as an earlier one. */
  const repeat = (entry: HarEntry, earlier: HarEntry) =>
    Object.assign(entry, { response: structuredClone(earlier.response) });

  it('a list contains what was created', async () => {
    const recorder = record();
    const list = await recorder.send('GET', CLIENTS);
    await recorder.send('POST', CLIENTS, [newClient('Conform')]);
    repeat(await recorder.send('GET', CLIENTS), list);
    expect(problemsIn(recorder)).toEqual([
      expect.stringMatching(
        /^user-data\/client\/GET\/records: must contain every record that exists: \d+ of POST .* \(entry 2\) is missing$/,
      ),
    ]);
  });

  it.each<[string, (entry: HarEntry) => void]>([
    ['in its fields', (list) => changeBody(list, (json) => Object.assign(json, { next: `${CLIENTS}?page=2` }))],
    [
      'in the header Link',
      ({ response }) => response.headers.push({ name: 'Link', value: `<${CLIENTS}?page=2>; rel="next"` }),
    ],
  ])('a list that says that it goes on need not contain what was created: %s', async (_, change) => {
    const recorder = record();
    const list = await recorder.send('GET', CLIENTS);
    await recorder.send('POST', CLIENTS, [newClient('Conform')]);
    const page = repeat(await recorder.send('GET', CLIENTS), list);
    change(page);
    expect(problemsIn(recorder).filter((problem) => !problem.includes('is unknown'))).toEqual([]);
    // What the page does not show is still known.
    repeat(await recorder.send('GET', CLIENTS), list);
    expect(problemsIn(recorder)).toContainEqual(expect.stringContaining('(entry 2) is missing'));
  });

  it('a list shows records as the answer that created them', async () => {
    const recorder = record();
    await recorder.send('POST', CLIENTS, [newClient('Conform')]);
    changeBody(await recorder.send('GET', CLIENTS), ({ data }) => Object.assign(data.at(-1), { type: 'person' }));
    expect(problemsIn(recorder)).toEqual([
      'user-data/client/GET/records: must be as it was shown before, but is "person"; it was "company" in POST /user-data/v1/client (entry 1)',
    ]);
  });

  it('a value may have its keys in another order', async () => {
    const recorder = record();
    await recorder.send('PUT', '/user-data/v1/user-preference/1', { preference_value: { a: 1, b: 2 } });
    changeBody(await recorder.send('GET', '/user-data/v1/user-preference'), ({ data }) =>
      Object.assign(data[0], { preference_value: { b: 2, a: 1 } }),
    );
    expect(problemsIn(recorder)).toEqual([]);
  });

  it('a deleted record is gone, for each method', async () => {
    const recorder = record();
    const created = await recorder.send('POST', USERS, [newUser('conform')]);
    const path = `${USERS}/${dataOf(created)[0].id}`;
    const list = await recorder.send('GET', USERS);
    await recorder.send('DELETE', path);
    for (const method of ['GET', 'PUT', 'DELETE']) repeat(await recorder.send(method, path, {}), created);
    repeat(await recorder.send('GET', USERS), list);
    const gone = `must be gone, because it was deleted: DELETE ${path} (entry 3)`;
    const found = findingsIn(compare(recorder.entries)).filter(({ id }) => id.endsWith('records'));
    expect(found.map(({ id, problem }) => [id, problem]).sort()).toEqual(
      ['DELETE/:id', 'GET/:id', 'GET', 'PUT/:id'].map((route) => [`user-data/user/${route}/records`, gone]),
    );
  });

  it('what refers to a deleted record is gone too', async () => {
    const recorder = record();
    const relations = '/user-data/v1/application-user';
    const before = await recorder.send('GET', relations);
    const { id, user_id } = dataOf(before)[0];
    await recorder.send('DELETE', `${USERS}/${user_id}`);
    repeat(await recorder.send('GET', relations), before);
    expect(findingsIn(compare(recorder.entries))).toMatchObject([
      {
        id: 'user-data/application-user/GET/records',
        where: '200 data[]: must be gone, because it was deleted',
        problem: expect.stringContaining(`DELETE ${USERS}/${user_id} (entry 2)`),
      },
    ]);
    expect(id).toBeGreaterThan(0);
  });

  it.each([
    ['in another case', (email: string) => email.toUpperCase()],
    ['that has changed since', (email: string) => `new-${email}`],
  ])('what refers to a deleted record by an e-mail %s is gone too', async (_, change) => {
    const recorder = record();
    const preferences = '/user-data/v1/user-preference';
    const [{ id, email }] = dataOf(await recorder.send('GET', USERS));
    const before = dataOf(await recorder.send('GET', preferences)).length;
    await recorder.send('PUT', `${USERS}/${id}`, { email: change(email) });
    await recorder.send('DELETE', `${USERS}/${id}`);
    expect(dataOf(await recorder.send('GET', preferences)).length).toBeLessThan(before);
    expect(problemsIn(recorder)).toEqual([]);
  });

  it('a second record with a unique value gets 409', async () => {
    const recorder = record();
    const first = await recorder.send('POST', USERS, [newUser('conform')]);
    const second = await recorder.send('POST', USERS, [newUser('other')]);
    changeBody(second, ({ data }) => Object.assign(data[0], { email: dataOf(first)[0].email.toUpperCase() }));
    expect(problemsIn(recorder)).toEqual([
      'user-data/user/POST/records: must be 409 for a second record with the same email, because POST /user-data/v1/user (entry 1) shows a record with the same email',
    ]);
  });

  it('a record that exists is not answered with 404', async () => {
    const recorder = record();
    const { id } = dataOf(await recorder.send('GET', CLIENTS))[0];
    const missing = await recorder.send('GET', `${CLIENTS}/9999`);
    missing.request.url = missing.request.url.replace('9999', id);
    expect(problemsIn(recorder)).toEqual([
      'user-data/client/GET/:id/records: must not be 404 for a record that exists; see GET /user-data/v1/client (entry 1)',
    ]);
  });

  it.each(['01', '1e0', '1.0'])('X10: %s is not the id of a record that exists', async (odd) => {
    const recorder = record();
    await recorder.send('GET', CLIENTS);
    await recorder.send('GET', `${CLIENTS}/${odd}`);
    await recorder.send('GET', CLIENTS);
    expect(problemsIn(recorder)).toEqual([]);
  });

  it('D7: a deleted client stays in lists, and is hidden with hideDeleted', async () => {
    for (const hideDeleted of [false, true]) {
      const behavior = { hideDeleted };
      const recorder = record({ behavior });
      const [{ id }] = dataOf(await recorder.send('POST', CLIENTS, [newClient('Conform')]));
      await recorder.send('DELETE', `${CLIENTS}/${id}`);
      await recorder.send('GET', CLIENTS);
      await recorder.send('GET', `${CLIENTS}/${id}`);
      expect(problemsIn(recorder, { behavior })).toEqual([]);
      expect(problemsIn(recorder, { behavior: { hideDeleted: !hideDeleted } }).length > 0).toBe(hideDeleted);
    }
  });

  it.each<[string, (entries: HarEntry[]) => void]>([
    ['the answer came from a cache', ([, , list]) => Object.assign(list as HarEntry, { _fromCache: 'disk' })],
    [
      'the list was requested while the record was created',
      ([, , list]) => Object.assign(list as HarEntry, { startedDateTime: '2026-03-04T00:00:00.011Z' }),
    ],
    [
      'the servers are not the same',
      ([, , list]) => Object.assign((list as HarEntry).request, { url: `https://other.example${CLIENTS}` }),
    ],
  ])('nothing is concluded if %s', async (_, change) => {
    const recorder = record();
    const list = await recorder.send('GET', CLIENTS);
    await recorder.send('POST', CLIENTS, [newClient('Conform')]);
    repeat(await recorder.send('GET', CLIENTS), list);
    change(recorder.entries);
    expect(findingsIn(compare(recorder.entries)).filter(({ id }) => id.endsWith('records'))).toEqual([]);
  });

  // Playwright records -1 for a request without an answer.
  it.each([0, -1, 500])(
    'after a write with the status %i, nothing is concluded from what was known before',
    async (status) => {
      const recorder = record();
      const list = await recorder.send('GET', CLIENTS);
      await recorder.send('POST', CLIENTS, [newClient('Conform')]);
      const failed = await recorder.send('DELETE', `${CLIENTS}/1`);
      Object.assign(failed.response, { status, headers: [], content: { size: 0 } });
      repeat(await recorder.send('GET', CLIENTS), list);
      const differing = findingsIn(compare(recorder.entries)).map(({ id }) => id);
      expect(differing).toEqual(status === 500 ? ['user-data/client/DELETE/:id/form'] : []);
    },
  );
});

describe('readHar', () => {
  const entryWith = async (content: object, headers?: object[]): Promise<HarEntry[]> => {
    const recorder = record();
    const entry = await recorder.send('GET', CLIENTS);
    Object.assign(entry.response, { content, ...(headers && { headers }) });
    return recorder.entries;
  };
  const outcomeOf = (entries: readonly HarEntry[]) => compare(entries).results.map(({ outcome }) => outcome)[0];
  const text = JSON.stringify({ status_code: 200, request_id: crypto.randomUUID(), data: [] });

  it('reads 304 as an answer without a body', async () => {
    const entries = await entryWith({ size: 0 });
    for (const { response } of entries) response.status = 304;
    expect(outcomeOf(entries)).toBe('could not tell');
  });

  it.each<[string, object, string]>([
    ['text', { size: text.length, text }, 'agrees'],
    ['base64', { size: text.length, text: btoa(text), encoding: 'base64' }, 'agrees'],
    ['text whose size was not recorded', { text }, 'agrees'],
    ['no text although there was a body', { size: 900 }, 'could not tell'],
    ['no text and no size', {}, 'could not tell'],
    ['text that was cut off', { size: 900, text: text.slice(0, 20) }, 'could not tell'],
    ['text that was cut off, without a size', { size: -1, text: text.slice(0, 20) }, 'could not tell'],
    ['an empty body', { size: 0 }, 'differs'],
    ['text that is not JSON', { size: 4, text: 'oops' }, 'differs'],
  ])('reads a body that was recorded as %s', async (_, content, outcome) => {
    expect(outcomeOf(await entryWith(content))).toBe(outcome);
  });

  it('reads decoded text although its header says that it was compressed', async () => {
    const headers = [
      { name: 'Content-Encoding', value: 'gzip' },
      { name: 'content-type', value: 'application/json' },
    ];
    expect(outcomeOf(await entryWith({ size: text.length, text }, headers))).toBe('agrees');
  });

  it('keeps the order of requests that follow each other within a millisecond', async () => {
    const recorder = record();
    await recorder.send('GET', CLIENTS);
    await recorder.send('DELETE', `${USERS}/1`);
    await recorder.send('GET', USERS);
    const [, remove, list] = recorder.entries;
    Object.assign(remove as HarEntry, { startedDateTime: '2026-03-04T00:00:01.010Z', time: 0.9 });
    Object.assign(list as HarEntry, { startedDateTime: '2026-03-04T00:00:01.010Z', time: 0.05 });
    expect(readHar({ log: { version: '1.2', entries: recorder.entries } }).map(({ entry }) => entry)).toEqual([
      1, 2, 3,
    ]);
  });

  it('orders requests by the time of their answers, and keeps the numbers of their entries', async () => {
    const recorder = record();
    await recorder.send('GET', CLIENTS);
    await recorder.send('GET', USERS);
    const [first] = recorder.entries as [HarEntry];
    first.time = 100;
    const exchanges = readHar({ log: { entries: recorder.entries } });
    expect(exchanges.map(({ entry }) => entry)).toEqual([2, 1]);
  });

  it.each<[string, unknown, string]>([
    ['no object', [], 'har'],
    ['no log', {}, 'har.log: is required'],
    ['an entry without a request', { log: { entries: [{}] } }, 'har.log.entries.0.request: is required'],
    ['a time that is none', { log: { entries: [{ startedDateTime: 'now' }] } }, 'har.log.entries.0.startedDateTime: '],
  ])('rejects %s', (_, har, message) => {
    expect(() => readHar(har)).toThrow(message);
  });

  it('does not check the entries of other sites', async () => {
    const entries = await entryWith({ size: 2, text: '{}' });
    const request = { method: 'GET', url: 'https://x.test/', headers: [] };
    const odd = { startedDateTime: 'now', request, response: { status: null } };
    expect(readHar({ log: { entries: [odd, ...entries] } })).toMatchObject([{ entry: 2 }]);
  });

  it('rejects base64 that is none', async () => {
    const entries = await entryWith({ size: 4, text: '???', encoding: 'base64' });
    expect(() => readHar({ log: { entries } })).toThrow('har.log.entries.0.response.content.text: must be base64');
  });
});

it('Traffic rejects unknown options', () => {
  expect(() => new Traffic({ against: 'a', at: '', server: 'b' } as never)).toThrow('server');
});
