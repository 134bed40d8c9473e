import { createMock } from 'briefs-mock';
import { describe, expect, it } from 'vitest';
import { describeApi } from '../support/deliveries.js';
import { issuesOf } from '../support/fault-issues.js';
import { askThrough } from '../support/plain-requests.js';
import { readingRoom } from '../support/reading-room.js';

const LIST = '/public-api/v1/brief';

describeApi('Fault rules with several answers', (open, delivery) => {
  const start = async () => {
    const api = await open();
    const ask = askThrough(delivery, api);
    const statuses = async (count: number) => {
      const answers: number[] = [];
      for (let i = 0; i < count; i++) answers.push((await ask('GET', LIST)).status);
      return answers;
    };
    return { ...api, ask, statuses };
  };

  it('X14: skip leaves out the first matching requests; probability and times count the others', async () => {
    const { mock, ask, statuses } = await start();
    mock.faults.add({ path: LIST, skip: 2, times: 1, status: 503 });
    await ask('GET', '/user-data/v1/user');
    expect(await statuses(4)).toEqual([200, 200, 503, 200]);
    expect(mock.faults.all()).toEqual([{ id: 1, path: LIST, skip: 2, times: 1, status: 503, hits: 1, skipped: 2 }]);
  });

  it('X14: a list of statuses answers in turn, 200 answers normally, and then the rule is used up', async () => {
    const { mock, ask, statuses } = await start();
    const plain = await (await ask('GET', LIST)).text();
    mock.faults.add({ path: LIST, status: [503, 200, 429], retry_after: 2 });
    const first = await ask('GET', LIST);
    expect([first.status, first.headers.get('retry-after')]).toEqual([503, '2']);
    const second = await ask('GET', LIST);
    expect([second.status, await second.text(), second.headers.get('retry-after')]).toEqual([200, plain, null]);
    expect(await statuses(2)).toEqual([429, 200]);
    expect(mock.faults.all()[0]).toEqual({ id: 1, path: LIST, status: [503, 200, 429], retry_after: 2, hits: 3 });
  });

  it('X14: an answer in a list that is normal keeps later rules from applying', async () => {
    const { mock, statuses } = await start();
    mock.faults.add({ path: LIST, status: [401, 200] });
    mock.faults.add({ path: LIST, status: 503 });
    expect(await statuses(3)).toEqual([401, 200, 503]);
  });

  it('X14: times repeats the list', async () => {
    const { mock, statuses } = await start();
    mock.faults.add({ path: LIST, status: [503, 200], times: 5 });
    expect(await statuses(7)).toEqual([503, 200, 503, 200, 503, 200, 200]);
  });

  it('X14: answers give each answer its status, body and headers', async () => {
    const { mock, ask } = await start();
    mock.faults.add({
      path: LIST,
      headers: { 'X-Rule': 'all', 'X-Which': 'rule' },
      answers: [
        { status: 503, retry_after: 3, headers: { 'x-which': 'first' } },
        { status: 200, body: { ok: 1 } },
        { body: [] },
        { status: 204 },
        { status: 200, retry_after: 5, headers: { 'x-which': 'last' } },
      ],
    });
    const got: unknown[] = [];
    for (let i = 0; i < 6; i++) {
      const answer = await ask('GET', LIST);
      const { headers } = answer;
      const fields = ['retry-after', 'x-rule', 'x-which'].map((name) => headers.get(name));
      got.push([answer.status, ...fields, (await answer.text()).length < 20]);
    }
    expect(got).toEqual([
      [503, '3', 'all', 'first', false],
      [200, null, 'all', 'rule', true],
      [200, null, 'all', 'rule', true],
      [204, null, 'all', 'rule', true],
      [200, '5', 'all', 'last', false],
      [200, null, null, null, false],
    ]);
  });

  it('X14: headers are set on the answer of the rule, or on the real answer', async () => {
    const { mock, ask } = await start();
    mock.faults.add({ path: LIST, times: 1, headers: { 'Content-Type': 'text/html', 'Cache-Control': 'no-store' } });
    const real = await ask('GET', LIST);
    expect([real.status, real.headers.get('content-type'), real.headers.get('cache-control')]).toEqual([
      200,
      'text/html',
      'no-store',
    ]);
    mock.faults.add({ path: LIST, status: 429, headers: { 'X-RateLimit-Remaining': '0' }, retry_after: 1 });
    const limited = await ask('GET', LIST);
    expect([limited.status, limited.headers.get('x-ratelimit-remaining'), limited.headers.get('retry-after')]).toEqual([
      429,
      '0',
      '1',
    ]);
  });
});

it('X14: a copy of a mock continues where the rule is', async () => {
  const mock = createMock({ scenario: readingRoom });
  mock.faults.add({ status: [503, 502, 501], skip: 1 });
  const path = '/user-data/v1/user';
  for (let i = 0; i < 2; i++) await mock.fetch(path);
  const fork = mock.fork();
  expect((await mock.fetch(path)).status).toBe(502);
  expect((await fork.fetch(path)).status).toBe(502);
});

describe('mock.faults.add() with an invalid list or header', () => {
  it.each<[rule: object, path: string, message: string]>([
    [{ status: [] }, 'status', 'must be an array of at least 1 item, but is []'],
    [{ status: [503, 600] }, 'status.1', 'must be an integer from 200 to 599, but is 600'],
    [{ status: [503, 201] }, 'status.1', 'is 201, which requires a body; use answers'],
    [{ status: [503], body: {} }, 'body', 'cannot be combined with a list of statuses; use answers'],
    [{ answers: [] }, 'answers', 'must be an array of at least 1 item, but is []'],
    [{ answers: [{}] }, 'answers.0', 'must have a status or a body'],
    [
      { answers: [{ status: 204, body: 1 }] },
      'answers.0.body',
      'cannot be combined with status 204, whose answers have no body',
    ],
    [
      { answers: [{ status: 201 }] },
      'answers.0.body',
      'is required with status 201; only a status of 400 or more has a default body',
    ],
    [{ answers: [{ status: 503 }], status: 503 }, 'status', 'cannot be combined with answers'],
    [{ answers: [{ status: 503 }], body: 1 }, 'body', 'cannot be combined with answers'],
    [{ answers: [{ status: 503 }], retry_after: 1 }, 'retry_after', 'cannot be combined with answers'],
    [{ answers: [{ status: 503 }], abort: true }, 'answers', 'cannot be combined with abort, which sends no answer'],
    [{ abort: true, headers: { a: 'b' } }, 'headers', 'cannot be combined with abort, which sends no answer'],
    [{ status: 503, headers: { 'a b': 'c' } }, 'headers.a b', 'is not the name of a header'],
    [{ status: 503, headers: { a: 'b\nc' } }, 'headers.a', 'must be printable ASCII characters'],
    [{ status: 503, headers: { a: 'b\x7f' } }, 'headers.a', 'must be printable ASCII characters'],
    [
      { status: 503, headers: { 'Content-Length': '1' } },
      'headers.Content-Length',
      'cannot be set, because it describes how the answer is sent',
    ],
    [
      { status: 503, headers: { 'Proxy-Connection': 'close' } },
      'headers.Proxy-Connection',
      'cannot be set, because it describes how the answer is sent',
    ],
    [
      { status: 503, headers: { 'X-Request-Id': '1' } },
      'headers.X-Request-Id',
      'cannot be set, because it describes how the answer is sent',
    ],
    [{ status: 503, skip: -1 }, 'skip', 'must be an integer of 0 or more, but is -1'],
  ])('%j throws an error whose issue names the field', (rule, path, message) => {
    expect(issuesOf(rule)).toContainEqual({ path, message });
  });
});
