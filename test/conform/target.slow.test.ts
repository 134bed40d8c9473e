import { createMock } from 'briefs-mock';
import { type ConformOptions, conform, type Ledger, type LedgerEntry, type Report } from 'briefs-mock/conform';
import { newsroom } from 'briefs-mock/seeds';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { Target } from '../../tools/conform/target.js';

const inNewsroom = createMock({ scenario: newsroom });
const READER = 'alice@acme.example';
const tokens = { [READER]: 'alice-token', 'erin@mailbox.example': 'erin-token' };

const html = () => new Response('<!doctype html><title>Log in</title>', { headers: { 'content-type': 'text/html' } });

/** The one problem of a run, whose cases cannot tell. */
async function problemOf(
  fetch: ConformOptions['fetch'],
  options: ConformOptions = {},
): Promise<Report['problems'][number]> {
  const { problems, unusable, results } = await conform({ fetch, tokens, ...options });
  expect(unusable).toBe(true);
  expect(new Set(results.map(({ outcome }) => outcome))).toEqual(new Set(['could not tell']));
  const [problem] = problems;
  if (problem === undefined) throw new Error('no problem is reported');
  return problem;
}

describe('conform reports a server that cannot be compared', () => {
  it.each<[string, (request: Request) => Promise<Response>, object]>([
    [
      'answers HTML',
      async () => html(),
      { kind: 'html', message: expect.stringContaining('HTML instead of JSON (200)') },
    ],
    [
      'redirects to a login page',
      async () => new Response(null, { status: 302, headers: { location: 'https://login.example/' } }),
      { kind: 'redirect', message: expect.stringContaining('redirected to https://login.example/') },
    ],
    [
      'closes connections',
      () => Promise.reject(new TypeError('fetch failed', { cause: { code: 'UND_ERR_SOCKET' } })),
      { kind: 'connection', message: expect.stringContaining('the server closed the connection') },
    ],
    [
      'has no such paths',
      async () => Response.json({ error: 'not found' }, { status: 404 }),
      { kind: 'absent', message: expect.stringContaining('is answered with 404') },
    ],
    [
      'is down behind a gateway',
      async () => new Response('upstream connect error', { status: 503, headers: { 'content-type': 'text/plain' } }),
      { kind: 'connection', message: expect.stringMatching(/ is answered with 503; the server is not available$/) },
    ],
    [
      'limits requests for an hour',
      async () => new Response(null, { status: 429, headers: { 'retry-after': '3600' } }),
      { kind: 'rate-limit', message: expect.stringContaining('asks to wait 3600 s') },
    ],
    [
      'limits requests again and again',
      async () => new Response(null, { status: 429, headers: { 'retry-after': '0' } }),
      { kind: 'rate-limit', message: expect.stringContaining('limits requests (429)') },
    ],
  ])('that %s', async (_, fetch, problem) => {
    expect(await problemOf(fetch)).toEqual(problem);
  });

  it('that does not answer in time, after a few requests', async () => {
    let requests = 0;
    const silent = () => {
      requests++;
      return new Promise<never>(() => {});
    };
    const problem = await problemOf(silent, { timeoutSeconds: 0.01 });
    expect(problem).toEqual({ kind: 'timeout', message: expect.stringContaining('not answered within 0.01 s') });
    expect(requests).toBe(3);
  });

  it.each<[string, (request: Request) => Promise<Response>]>([
    ['answers HTML', async () => html()],
    ['has no such paths', async () => Response.json({ error: 'not found' }, { status: 404 })],
  ])('that %s, without anything to remove: nothing was created', async (_, fetch) => {
    const written: LedgerEntry[] = [];
    const ledger: Ledger = {
      read: async () => [],
      write: async (entry) => void written.push(entry),
      remove: async () => {},
    };
    const { unusable, left, requests } = await conform({ fetch, tokens, writes: true, ledger });
    expect({ unusable, left, requests, written }).toEqual({ unusable: true, left: [], requests: 3, written: [] });
  });

  it('that stops answering, without sending all that is left', async () => {
    const mock = inNewsroom.fork();
    let requests = 0;
    const failing = (request: Request) =>
      ++requests > 20 ? Promise.reject(new TypeError('socket hang up')) : mock.fetch(request);
    const { problems, unusable, results } = await conform({ fetch: failing, tokens, concurrency: 1 });
    expect(problems).toEqual([{ kind: 'connection', message: expect.stringContaining('socket hang up') }]);
    expect(unusable).toBe(true);
    expect(results.some(({ outcome }) => outcome === 'agrees')).toBe(true);
    expect(requests).toBe(23);
  });

  it.each([502, 503, 504])(
    'whose gateway begins to answer with %i, and finds no differences in these answers',
    async (status) => {
      const mock = inNewsroom.fork();
      let requests = 0;
      const page = () => new Response('<h1>Bad gateway</h1>', { status, headers: { 'content-type': 'text/html' } });
      const down = async (request: Request) => (++requests > 20 ? page() : mock.fetch(request));
      const { problems, unusable, results } = await conform({ fetch: down, tokens, concurrency: 1 });
      expect(problems).toEqual([
        { kind: 'connection', message: expect.stringContaining(`is answered with ${status}`) },
      ]);
      expect(unusable).toBe(true);
      expect(results.filter(({ outcome }) => outcome === 'differs')).toEqual([]);
      expect(requests).toBe(23);
    },
  );

  it.each<[string, Partial<ConformOptions>, string]>([
    ['the service token', { serviceToken: 's3cret' }, 'user-data rejects the service token'],
    ["a reader's token", {}, `the server rejects the token of ${READER}`],
  ])(
    'that accepts %s no longer in the middle of the run, instead of calling it a success',
    async (_, options, message) => {
      const mock = inNewsroom.fork();
      const given = `Bearer ${options.serviceToken ?? tokens[READER]}`;
      let requests = 0;
      const expiring = async (request: Request) => {
        const isRejected = request.headers.get('authorization') === given && ++requests > 20;
        return isRejected ? Response.json({ detail: 'Expired' }, { status: 401 }) : mock.fetch(request);
      };
      const { problems, unusable, partial } = await conform({ fetch: expiring, tokens, concurrency: 1, ...options });
      const suffix = ', which it did not do when the run began; it may have expired: pass a fresh one';
      expect(problems.map((problem) => problem.message)).toContain(message + suffix);
      expect(problems.filter(({ kind }) => kind !== 'token')).toEqual([]);
      expect({ unusable, partial }).toEqual({ unusable: true, partial: true });
    },
  );

  it('of which one API answers HTML, and compares the others', async () => {
    const mock = inNewsroom.fork();
    const half = async (request: Request) => (request.url.includes('/user-data/') ? html() : mock.fetch(request));
    const { problems, unusable, results, left } = await conform({ fetch: half, tokens, writes: true });
    expect(problems).toMatchObject([{ kind: 'html' }]);
    expect(unusable).toBe(false);
    expect(left).toEqual([]);
    const outcomes = (api: string) => results.filter(({ id }) => id.startsWith(api)).map(({ outcome }) => outcome);
    expect(outcomes('public-api')).toContain('agrees');
    expect(new Set(outcomes('user-data'))).toEqual(new Set(['could not tell']));
  });
});

it('conform waits once for requests that were sent together', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  let answered = 0;
  const fetch = async () =>
    new Response('{}', ++answered <= 8 ? { status: 429, headers: { 'retry-after': '30' } } : {});
  const target = new Target({ baseUrl: 'http://x.test', fetch, timeoutSeconds: 5 });
  const answers = Promise.all(Array.from({ length: 8 }, () => target.send('GET', '/')));
  await vi.advanceTimersByTimeAsync(30_000);
  expect((await answers).map(({ status }) => status)).toEqual(Array(8).fill(200));
});

it.each<[string, (now: number) => Record<string, string>]>([
  ['in seconds', () => ({ 'retry-after': '1' })],
  [
    'as a date, by the clock of the server',
    (now: number) => ({ date: new Date(now).toUTCString(), 'retry-after': new Date(now + 1000).toUTCString() }),
  ],
])('conform waits as often as the server asks it to, %s', async (_, headersAt) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const serverTime = Date.parse('2099-03-04T10:00:00Z');
  let answered = 0;
  const fetch = async () => new Response('{}', ++answered <= 20 ? { status: 429, headers: headersAt(serverTime) } : {});
  const target = new Target({ baseUrl: 'http://x.test', fetch, timeoutSeconds: 5 });
  const answer = target.send('GET', '/');
  await vi.advanceTimersByTimeAsync(20_000);
  expect((await answer).status).toBe(200);
});

it('conform says how long a server that asks again and again has it wait', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const fetch = async () => new Response('{}', { status: 429, headers: { 'retry-after': '30' } });
  const target = new Target({ baseUrl: 'http://x.test', fetch, timeoutSeconds: 5 });
  const answer = expect(target.send('GET', '/')).rejects.toThrow(
    'the server limits requests (429), and asks to wait more than 120 s in all',
  );
  await vi.advanceTimersByTimeAsync(120_000);
  await answer;
});

it('conform obeys Retry-After: each request is answered in the end', async () => {
  const mock = inNewsroom.fork();
  const rejected = new Set<string>();
  const limited = async (request: Request) => {
    const key = `${request.method} ${request.url}`;
    if (rejected.has(key)) return mock.fetch(request);
    rejected.add(key);
    const past = new Date(0).toUTCString();
    return new Response(null, { status: 429, headers: { 'retry-after': rejected.size % 2 === 0 ? '0' : past } });
  };
  const { problems, results } = await conform({ fetch: limited, tokens });
  expect(problems).toEqual([]);
  expect(results.filter(({ outcome }) => outcome === 'differs')).toEqual([]);
  expect(results.some(({ outcome }) => outcome === 'agrees')).toBe(true);
});

it('conform takes the name of a media type in any case', async () => {
  const mock = inNewsroom.fork();
  const fetch = async (request: Request) => {
    const answer = await mock.fetch(request);
    answer.headers.set('content-type', 'Application/JSON;Charset=UTF-8');
    return answer;
  };
  const { results } = await conform({ fetch, tokens, only: ['user-data/envelope/list'] });
  expect(results.filter(({ outcome }) => outcome === 'differs')).toEqual([]);
});
