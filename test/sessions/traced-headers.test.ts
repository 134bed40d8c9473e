import { createMock, replay, type Trace, type TraceRequest } from 'briefs-mock';
import { newsroom } from 'briefs-mock/seeds';
import { describe, expect, it } from 'vitest';

const BRIEFS = '/public-api/v1/brief';
const origin = 'https://app.example';
const token = { authorization: 'Bearer alice-token' };
const options = { scenarios: [newsroom] };

const plain = (trace: Trace): Trace => JSON.parse(JSON.stringify(trace));
const requestsIn = ({ entries }: Trace) => entries.filter((entry): entry is TraceRequest => entry.kind === 'request');

/** The trace as an earlier version wrote it. */
function earlier(trace: Trace): Trace {
  const entries = trace.entries.map((entry) => {
    if (entry.kind !== 'request') return entry;
    const [{ origin: _, ...headers }, { headers: __, ...answer }] = [entry.headers, entry.answer];
    return { ...entry, headers, answer };
  });
  return { ...trace, entries };
}

describe('A trace and the headers of answers', () => {
  it.each([false, true])(
    'X25: has the origin of a page, and whether the page may read; compact: %s',
    async (compact) => {
      const mock = createMock({ scenario: newsroom });
      // The second one is answered from the cache.
      for (const headers of [{ ...token }, { ...token, origin }, { ...token, origin }])
        await mock.fetch(BRIEFS, { headers });
      const trace = plain(mock.trace({ compact }));
      const allowed = { 'access-control-allow-origin': origin };
      expect(requestsIn(trace).map(({ headers, answer }) => [headers.origin, answer.headers])).toEqual([
        [undefined, {}],
        [origin, allowed],
        [origin, allowed],
      ]);
      expect((await replay(trace, options)).differences).toEqual([]);

      const behavior = { corsOrigin: ['https://other.example'] };
      const { differences, fingerprint } = await replay(trace, { ...options, behavior });
      expect(differences.map(({ number, expected, actual }) => [number, expected.headers, actual.headers])).toEqual([
        [2, allowed, {}],
        [3, allowed, {}],
      ]);
      expect(fingerprint).toBeUndefined();
      expect((await replay(earlier(trace), { ...options, behavior })).differences).toEqual([]);
    },
  );

  it('X25: has no origin of a page that the browser lets read every answer', async () => {
    const mock = createMock({ scenario: newsroom });
    await mock.fetch(BRIEFS, { headers: { ...token, origin, 'sec-fetch-site': 'same-origin' } });
    await mock.fetch(BRIEFS, { headers: { ...token, origin, 'sec-fetch-site': 'same-site' } });
    expect(requestsIn(mock.trace()).map(({ headers }) => headers.origin)).toEqual([undefined, origin]);
  });

  it('has those of errors and of fault rules, which a replay compares', async () => {
    const mock = createMock({ scenario: newsroom });
    mock.faults.add({ path: '/user-data/v1/client', status: 503, retry_after: 3, headers: { 'X-Region': 'north' } });
    mock.faults.add({ path: '/user-data/v1/user', abort: true });
    await mock.fetch(BRIEFS);
    await mock.fetch('/user-data/v1/client', { headers: { origin } });
    await mock.fetch('/user-data/v1/user', { headers: { origin } }).catch(() => {});
    const trace = plain(mock.trace());
    expect(requestsIn(trace).map(({ answer }) => [answer.status, answer.headers])).toEqual([
      [401, { 'www-authenticate': 'Bearer' }],
      [503, { 'access-control-allow-origin': origin, 'retry-after': '3', 'x-region': 'north' }],
      [0, undefined],
    ]);
    expect((await replay(trace, options)).differences).toEqual([]);

    const later = JSON.parse(JSON.stringify(trace).replaceAll('"retry-after":"3"', '"retry-after":"4"'));
    const { differences } = await replay(later, options);
    expect(differences).toMatchObject([
      { number: 2, expected: { headers: { 'retry-after': '4' } }, actual: { headers: { 'retry-after': '3' } } },
    ]);
  });

  it('hides those whose names are secret in a trace without secrets', async () => {
    const mock = createMock({ scenario: newsroom });
    mock.faults.add({ path: BRIEFS, headers: { 'X-Session-Token': 'hush' } });
    await mock.fetch(BRIEFS, { headers: token });
    const trace = mock.trace({ redact: true });
    expect(requestsIn(trace)).toMatchObject([
      { redacted: 'answer', answer: { headers: { 'x-session-token': '[hidden]' } } },
    ]);
  });
});
