import { createMock, type Mock } from 'briefs-mock';
import { describe, expect, it } from 'vitest';
import { readingRoom } from '../support/reading-room.js';

const LIST = '/public-api/v1/brief';
const headers = { authorization: 'Bearer ann-token' };

/** Each limit applies to the default state and to each session separately. */
const places: [string, () => { mock: Mock; other: Mock }][] = [
  [
    'the default state',
    () => {
      const mock = createMock({ scenario: readingRoom });
      return { mock, other: mock.sessions.create('other') };
    },
  ],
  [
    'a session',
    () => {
      const other = createMock({ scenario: readingRoom });
      return { mock: other.sessions.create('one'), other };
    },
  ],
];

async function visit(mock: Mock, times: number, query: (n: number) => string): Promise<void> {
  for (let n = 0; n < times; n++) await mock.fetch(`${LIST}?n=${n}&${query(n)}`, { headers });
}
const numbersOf = (mock: Mock) => mock.requests.all().map(({ query }) => Number(query.n));

describe.each(places)('Sessions: the limits of %s', (_, open) => {
  it('the journal keeps the latest 1000 requests', async () => {
    const { mock, other } = open();
    const ids: (string | null)[] = [];
    const visitShortly = async (one: Mock, times: number) => {
      for (let n = 0; n < times; n++) {
        // A short URL, so that 1000 requests stay below the byte limit.
        const response = await one.fetch('http://a/user-data/v1/user');
        if (one === mock) ids.push(response.headers.get('x-request-id'));
      }
    };
    await visitShortly(mock, 1000);
    expect(mock.requests.all().map(({ id }) => id)).toEqual(ids);
    await visitShortly(mock, 1500);
    expect(mock.requests.all().map(({ id }) => id)).toEqual(ids.slice(1500));
    expect([mock.requests.count(), other.requests.count()]).toEqual([1000, 0]);
    await visitShortly(other, 3);
    expect([mock.requests.count(), other.requests.count()]).toEqual([1000, 3]);
  });

  it('the journal keeps as many of the latest requests as fit into half a mebibyte', async () => {
    const { mock } = open();
    for (const length of [14_000, 2_000, 500]) {
      mock.requests.clear();
      await visit(mock, 1200, () => `q=${'x'.repeat(length)}`);
      const numbers = numbersOf(mock);
      const kept = numbers.length;
      expect(kept * length).toBeLessThanOrEqual(512 * 1024);
      expect(kept * (length + 1000)).toBeGreaterThan(400 * 1024);
      expect(numbers).toEqual(Array.from({ length: kept }, (_, n) => 1200 - kept + n));
    }
  });

  it('the journal keeps a request over its byte limit as the only one', async () => {
    const { mock } = open();
    await visit(mock, 5, () => '');
    const { status } = await mock.fetch(`${LIST}?q=${'x'.repeat(600_000)}`, { headers });
    expect(status).toBe(414);
    expect(mock.requests.all().map((entry) => [entry.status, entry.path])).toEqual([[414, LIST]]);
    await visit(mock, 2, () => '');
    expect(numbersOf(mock)).toEqual([0, 1]);
  });

  it('at most 100 snapshots are kept: one more gets 413, a kept name can be overwritten', async () => {
    const { mock, other } = open();
    const keep = async (name: string) => (await mock.fetch(`/__mock/snapshots/${name}`, { method: 'PUT' })).status;
    for (let n = 0; n < 100; n++) expect(await keep(`s${n}`)).toBe(200);
    expect([await keep('s100'), await keep('s7'), await keep('s101')]).toEqual([413, 200, 413]);
    expect(() => mock.snapshots.keep('s100')).toThrow('100 snapshots');
    expect(mock.snapshots.list()).toHaveLength(100);
    other.snapshots.keep('s100');
    mock.snapshots.remove('s3');
    expect(await keep('s100')).toBe(200);
  });

  it('at most 100 fault rules are kept: one more gets 413', async () => {
    const { mock, other } = open();
    const add = async () =>
      (await mock.fetch('/__mock/faults', { method: 'POST', body: '{"path":"/public-api/*","status":503}' })).status;
    for (let n = 0; n < 100; n++) expect(await add()).toBe(200);
    expect([await add(), await add()]).toEqual([413, 413]);
    expect(() => mock.faults.add({ status: 503 })).toThrow('100 fault rules');
    expect(mock.faults.all()).toHaveLength(100);
    other.faults.add({ status: 503 });
    mock.faults.remove(50);
    expect([await add(), await add()]).toEqual([200, 413]);
  });
});
