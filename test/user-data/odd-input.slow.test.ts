import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../support/state-runs.js';
import { expectWhole, open, userDataOf, userDataRoutes } from '../support/user-data.js';
import { oddPath, oddRequest } from './user-data-odd.js';

/** PUT of a client-brief relationship has a second path, which is not declared as a route. */
const aliases = userDataRoutes
  .filter(({ method, path }) => method === 'PUT' && path.includes('/brief-client/'))
  .map((route) => ({ ...route, path: route.path.replace('brief-client', 'client-brief') }));
const routes = [...userDataRoutes, ...aliases];

describe('X5: random input gets a declared answer, or is rejected without changing the state', () => {
  it.each(routes.map((route) => [`${route.method} ${route.path}`, route] as const))('on %s', async (name, route) => {
    const { mock } = open();
    await fc.assert(
      fc.asyncProperty(oddRequest(route), async ({ method, path, ...sent }) => {
        const fork = mock.fork();
        const { status } = await userDataOf(fork).send(method, path, sent);
        if (status === 200 && method !== 'GET') expectWhole(fork);
      }),
      runs(name, 40),
    );
  });

  it('on unknown paths and with unsupported methods', async () => {
    const { mock } = open();
    const methods = fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE');
    const statuses = new Map<number, number>();
    await fc.assert(
      fc.asyncProperty(oddPath, methods, async (path, method) => {
        const { status } = await userDataOf(mock.fork()).send(method, path, {
          headers: { 'x-request-from': 'portal' },
        });
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }),
      runs('paths', 400, 400),
    );
    expect(statuses.get(404)).toBeGreaterThan(300);
    expect(statuses.get(405)).toBeGreaterThan(0);
  });
});

/** Deep nesting takes only a small body. */
const depths = [1000, 2000, 3000, 5000, 20_000, 200_000];

describe('X5: deeply nested JSON gets a declared answer, or is rejected', () => {
  const shapes: [string, (depth: number) => string][] = [
    ['arrays', (depth) => '['.repeat(depth) + ']'.repeat(depth)],
    ['objects', (depth) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`],
  ];
  /** The last part names the shapes that are valid there when they are not deep. */
  const places: [string, string, (deep: string) => string, ...valid: string[]][] = [
    [
      'POST',
      '/user-preference',
      (deep) => `{"user_email":"dina@free.example","preference_id":1,"preference_value":{"a":${deep}}}`,
      'arrays',
      'objects',
    ],
    ['PUT', '/user-preference/1', (deep) => `{"preference_value":{"a":${deep}}}`, 'arrays', 'objects'],
    ['POST', '/content-entitlement-sync', (deep) => `[{"action":${deep}}]`, 'arrays', 'objects'],
    [
      'POST',
      '/content-entitlement-sync',
      (deep) => `[{"action":"sync","application_user_id":3,"slug":"gazette","content_type":"brief","note":${deep}}]`,
      'arrays',
      'objects',
    ],
    [
      'POST',
      '/content-entitlement-sync',
      (deep) =>
        `[{"action":"sync","application":{"name":"A"},"application_user":{"legacy_id":1},"client":{"short_name":"c",` +
        `"display_name":"C","type":"t"},"user":{"fname":"F","lname":"L","email":"f@l"},` +
        `"entitlement":{"slug":"gazette","content_type":"brief","created_by":${deep}}}]`,
      'arrays',
      'objects',
    ],
    ['POST', '/application', (deep) => `[{"name":${deep}}]`],
    ['POST', '/get-preference', (deep) => deep, 'objects'],
    ['PUT', '/client/1', (deep) => `{"domain":${deep}}`],
  ];
  const cases = places.flatMap(([method, path, place, ...valid]) =>
    shapes.map(([shape, nest]) => {
      return [method, path, shape, (depth: number) => place(nest(depth)), valid.includes(shape)] as const;
    }),
  );

  it.each(cases)('in the body of %s %s, nested %s (case %#)', async (method, path, _, bodyOf, isValid) => {
    const statusOf = async (body: string) => {
      const { mock, send } = open();
      const { status } = await send(method, `/user-data/v1${path}`, { body });
      if (status === 200) expectWhole(mock);
      return status;
    };
    expect(await statusOf(bodyOf(10))).toBe(isValid ? 200 : 400);
    for (const depth of depths) {
      const body = bodyOf(depth);
      expect(await statusOf(body), `depth ${depth}`).toBe(body.length > 1024 * 1024 ? 413 : 400);
    }
  });

  it('in the query of GET /user-preference', async () => {
    for (const depth of [100, 1000, 4000]) {
      const { send } = open();
      const deep = '['.repeat(depth) + ']'.repeat(depth);
      const { status, json } = await send('GET', `/user-data/v1/user-preference?preference_value={"mode":${deep}}`);
      expect([status, json.data]).toEqual([200, []]);
    }
  });
});

describe('X5: a name of almost 1 MiB', () => {
  const long = 1024 * 1024 - 100;

  it.each([
    ['letters', 'x'.repeat(long)],
    ['brackets', '[{'.repeat(long / 2)],
    ['quotes', '\\"'.repeat(long / 2)],
    ['backslashes', '\\\\'.repeat(long / 2)],
    ['brackets and quotes', '\\"[{\\"'.repeat(long / 6)],
  ])('that consists of %s is stored unchanged', async (_, text) => {
    const { mock, post } = open();
    const [created] = await post<[{ name: string }]>('/application', `[{"name":"${text}"}]`);
    expect(created.name).toBe(JSON.parse(`"${text}"`));
    expectWhole(mock);
  });
});

describe('Keys that every object inherits', () => {
  it('are stored in a value like any other key', async () => {
    const { get } = open();
    const value = '{"constructor":{"prototype":1},"toString":"x","hasOwnProperty":null,"valueOf":[]}';
    const api = open();
    const body = `{"user_email":"dina@free.example","preference_id":1,"preference_value":${value}}`;
    const [created] = await api.post<[{ preference_value: object }]>('/user-preference', body);
    expect(JSON.stringify(created.preference_value)).toBe(value);
    expect(await get('/user-preference')).toHaveLength(3);
    expectWhole(api.mock);
  });

  it('are rejected in a value, not silently dropped: __proto__', async () => {
    const { refusal } = open();
    for (const value of ['{"__proto__":{"a":1}}', '{"a":{"__proto__":1}}']) {
      const body = `{"user_email":"dina@free.example","preference_id":1,"preference_value":${value}}`;
      expect(await refusal('POST', '/user-preference', body)).toBe('400 malformed_data preference_value');
    }
  });

  it('do not change Object.prototype', async () => {
    const { send } = open();
    const odd = '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}';
    for (const { method, path, body, item } of userDataRoutes) {
      if (body === undefined && item === undefined) continue;
      await send(method, path.replaceAll(/:\w+/g, '1'), { body: item === undefined ? odd : `[${odd}]` });
      await send(method, path.replaceAll(/:\w+/g, '1'), { body: odd });
    }
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    expect(Object.keys(Object.prototype)).toEqual([]);
  });
});
