import { createMock, type Mock } from 'briefs-mock';
import { describe, expect, it } from 'vitest';
import { growthOf, stepsOf } from '../support/steps.js';

/** A pattern or path of this many segments. */
const segments = (count: number) => '/a'.repeat(count);

async function withRequests(count: number, query = ''): Promise<Mock> {
  const mock = createMock();
  for (let n = 0; n < count; n++) await mock.fetch(`/public-api/v1/brief${query}`);
  return mock;
}

describe('The request journal', () => {
  it.each<[string, (mock: Mock) => unknown]>([
    ['listed', (mock) => mock.requests.all()],
    ['cleared', (mock) => mock.requests.clear()],
    ['listed through HTTP', async (mock) => (await mock.fetch('/__mock/requests')).text()],
    ['cleared through HTTP', async (mock) => (await mock.fetch('/__mock/requests', { method: 'DELETE' })).text()],
  ])('is %s in steps that follow the number of repeated query parameters', async (_, act) => {
    const growth = await growthOf(1000, async (size) => {
      const mock = await withRequests(3, `?${'a=1&'.repeat(size)}`);
      return [await stepsOf(() => act(mock))];
    });
    expect(growth).toBeLessThan(2.2);
  });

  it('keeps the values of repeated query parameters in order', async () => {
    const mock = await withRequests(1, '?b=1&a=2&b=&token=x&b=3&token=y&__proto__=4');
    const [entry] = mock.requests.all();
    const entries = [
      ['b', ['1', '', '3']],
      ['a', '2'],
      ['token', ['[hidden]', '[hidden]']],
      ['__proto__', '4'],
    ];
    expect(Object.entries(entry?.query ?? {})).toEqual(entries);
  });

  it('counts requests by a path in steps that follow the number of requests, and the length of the path', async () => {
    const growth = await growthOf(100, async (size) => {
      const mock = await withRequests(size);
      await mock.fetch(segments(size));
      return [await stepsOf(() => expect(mock.requests.count({ path: segments(size) })).toBe(1))];
    });
    expect(growth).toBeLessThan(2.2);
  });
});

describe('Fault rules', () => {
  it('are compared with a request in steps that follow the number of rules, and the length of its path', async () => {
    const growth = await growthOf(40, async (size) => {
      const mock = createMock();
      for (let n = 0; n < size; n++) mock.faults.add({ status: 503, path: `/user-data/v1/client/${n}` });
      const path = `/user-data/v1/client${segments(size * 20)}`;
      return [await stepsOf(async () => expect((await mock.fetch(path)).status).toBe(404))];
    });
    expect(growth).toBeLessThan(2.2);
  });
});

describe('The path of a fault rule, or of a request to count,', () => {
  const message = 'must have at most 2048 characters; use a prefix and * for longer paths';

  it.each([
    ['/__mock/requests/count', {}],
    ['/__mock/faults', { status: 503 }],
  ])('has at most 2048 characters: %s', async (address, fields) => {
    const mock = createMock();
    const send = (length: number) => {
      const path = `/${'a/'.repeat(length)}`.slice(0, length);
      return mock.fetch(address, { method: 'POST', body: JSON.stringify({ ...fields, path }) });
    };
    expect(await (await send(2048)).text()).not.toContain(message);
    const response = await send(2049);
    expect(response.status).toBe(400);
    expect((await response.json()).error.issues).toEqual([{ path: 'path', message }]);
  });
});
