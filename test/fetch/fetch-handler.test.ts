import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { createMock, MockError } from 'briefs-mock';
import { createFetchHandler, type FetchHandlerOptions } from 'briefs-mock/fetch';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readingRoom } from '../support/reading-room.js';

const headers = { authorization: 'Bearer ann-token' };
const LIST = '/public-api/v1/brief';
const MARK = '/public-api/v1/bookmark/morning/1-104';
const token = 's3cret';

function open(options?: FetchHandlerOptions, baseUrl?: string) {
  const mock = createMock({ scenario: readingRoom, ...(baseUrl && { baseUrl }) });
  const handler = createFetchHandler(mock, options);
  const ask = (path: string, init: RequestInit = { headers }) =>
    handler(new Request(`https://app.example${path}`, init));
  const statusOf = async (path: string, init?: RequestInit) => (await ask(path, init)).status;
  return { mock, handler, ask, statusOf };
}

/** Hono's server replaces them. Then MSW does not recognise `Response.error()`, in later tests of the process either. */
function keepGlobals(): void {
  const { Request, Response } = globalThis;
  onTestFinished(() => void Object.assign(globalThis, { Request, Response }));
}

describe('createFetchHandler', () => {
  it('answers the APIs as mock.fetch does, below the names of sessions too', async () => {
    const { mock, ask } = open();
    const answer = await ask(LIST);
    const same = await createMock({ scenario: readingRoom }).fetch(LIST, { headers });
    expect([answer.status, await answer.text()]).toEqual([same.status, await same.text()]);
    const body = '[]';
    expect((await ask(MARK, { method: 'POST', headers, body })).status).toBe(200);
    expect((await ask(`/__mock/s/one${LIST}`)).status).toBe(200);
    expect([mock.data.bookmark.count(), mock.sessions.list().map(({ id }) => id)]).toEqual([1, ['one']]);
  });

  it.each(['/api/mock', '/api/mock/'])('answers below the mount path %s', async (mount) => {
    const { mock, statusOf } = open({ mount });
    expect(await statusOf(`/api/mock${LIST}`)).toBe(200);
    expect(await statusOf(`/api/mock/v1/brief/morning?date=2026-03-04`)).toBe(200);
    expect(await statusOf(`/api/mock${MARK}`, { method: 'POST', headers, body: '{}' })).toBe(200);
    expect(await statusOf(`/api/mock/__mock/s/one${LIST}`)).toBe(200);
    expect(await statusOf('/api/mock')).toBe(404);
    expect(await statusOf(`/api/mocks${LIST}`)).toBe(404);
    expect(mock.requests.all().map(({ path }) => path)).toEqual([
      LIST,
      '/v1/brief/morning',
      MARK,
      '/',
      `/api/mocks${LIST}`,
    ]);
  });

  it('answers without the mount path, which some frameworks remove', async () => {
    expect(await open({ mount: '/api/mock' }).statusOf(LIST)).toBe(200);
  });

  it.each(['/café', '/caf%C3%A9', '/a b'])('compares the mount path %s as browsers encode it', async (mount) => {
    expect(await open({ mount }).statusOf(`${mount}${LIST}`)).toBe(200);
  });

  it('answers below the path of the base URL of the mock', async () => {
    expect(await open({}, 'https://app.example/api/mock').statusOf(`/api/mock${LIST}`)).toBe(200);
    expect(await open({ mount: '/m' }, 'https://app.example/api').statusOf(`/m/api${LIST}`)).toBe(200);
  });

  it.each([
    ['/m', undefined, 'https://app.example/m'],
    ['/m', 'https://api.example/api', 'https://app.example/m/api'],
    [undefined, undefined, 'https://app.example'],
  ])(
    'with the mount path %s and the base URL %s, the OpenAPI document names the server %s',
    async (mount, baseUrl, url) => {
      const { ask } = open({ mount, control: { token } }, baseUrl);
      const control = `${url.slice('https://app.example'.length)}/__mock`;
      const answer = await ask(`${control}/openapi/public-api.json`, { headers: { authorization: `Bearer ${token}` } });
      expect((await answer.json()).servers).toEqual([{ url }]);
    },
  );

  const control: [string, RequestInit][] = [
    ['/__mock/health', {}],
    ['/__mock/data/access_token', {}],
    ['/__mock/tokens', { method: 'POST', body: '{"email": "ann@reader.example"}' }],
    ['/__mock/reset', { method: 'POST' }],
    ['/__mock/s/one/__mock/snapshot', {}],
    ['/__mock/openapi.json', {}],
  ];
  it.each([undefined, {}, { control: undefined }, { control: false as const }])(
    'with the options %j, the control API is off',
    async (options) => {
      const { statusOf, mock } = open(options);
      for (const [path, init] of control) {
        expect(await statusOf(path, init), path).toBe(404);
        expect(await statusOf(path, { ...init, headers: { authorization: `Bearer ${token}` } }), path).toBe(404);
      }
      expect(mock.sessions.list()).toEqual([]);
    },
  );

  it('with a control token, the control API answers calls that send it', async () => {
    const { statusOf, mock } = open({ mount: '/m', control: { token } });
    mock.sessions.create('one');
    for (const [path, init] of control) {
      expect(await statusOf(`/m${path}`, init), path).toBe(401);
      expect(await statusOf(`/m${path}`, { ...init, headers: { authorization: 'Bearer other' } }), path).toBe(401);
      expect(await statusOf(`/m${path}`, { ...init, headers: { authorization: `Bearer ${token}` } }), path).toBe(200);
    }
    const foreign = { authorization: `Bearer ${token}`, origin: 'https://evil.example', host: 'app.example' };
    expect(await statusOf('/m/__mock/health', { headers: foreign })).toBe(403);
  });

  it.each([
    [
      'a Bun server',
      new (class Server {
        url = new URL('https://app.example/');
        port = 3000;
        method = undefined;
      })(),
    ],
    ['the environment of a worker', { method: 'DELETE', body: 'a binding', headers: 5 }],
    ['the parameters of a route', { params: Promise.resolve({ path: ['brief'] }) }],
    ['null', null],
    ['a number', 5],
  ])('ignores the second argument of a runtime: %s', async (_, second) => {
    const { handler } = open();
    const asRuntime = handler as (request: Request, second: unknown) => Promise<Response>;
    expect((await asRuntime(new Request(`https://app.example${LIST}`, { headers }), second)).status).toBe(200);
  });

  it('serves the session of a mock that is one', async () => {
    const mock = createMock({ scenario: readingRoom });
    const handler = createFetchHandler(mock.sessions.create('one'));
    await handler(new Request(`https://app.example${MARK}`, { method: 'POST', headers }));
    expect([mock.data.bookmark.count(), mock.sessions.get('one').data.bookmark.count()]).toEqual([0, 1]);
  });

  it('breaks the connection for a fault rule with `abort`', async () => {
    const { mock, handler } = open();
    keepGlobals();
    const server = createAdaptorServer({ fetch: handler }) as Server;
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${LIST}`;
    mock.faults.add({ path: LIST, abort: true, times: 1 });
    await expect(fetch(url, { headers }).then((response) => response.text())).rejects.toThrow(TypeError);
    expect((await fetch(url, { headers })).status).toBe(200);
    expect(mock.requests.all().map(({ status }) => status)).toEqual([0, 200]);
  });

  it.each<[string, object, string]>([
    ['an unknown option', { mont: '/m' }, 'createFetchHandler has no option mont; it has mount, control'],
    ['a mount path without a slash', { mount: 'api' }, 'mount: must be a path such as "/api/mock", but is "api"'],
    ['a URL as mount path', { mount: 'https://app.example/api' }, 'mount: must be a path such as "/api/mock"'],
    ['a mount path with a query', { mount: '/api?a=1' }, 'mount: must be a path such as "/api/mock"'],
    ['a number as mount path', { mount: 5 }, 'mount: must be a path such as "/api/mock", but is 5'],
    ['a control option without a token', { control: {} }, 'control.token: '],
    ['a control token with spaces', { control: { token: 'a b' } }, 'control.token: '],
    ['an unknown control option', { control: { tokn: token } }, 'control has no option tokn; it has token'],
    ['true as control option', { control: true }, 'control takes an object, not true'],
  ])('rejects %s', (_, options, message) => {
    const call = () => createFetchHandler(createMock(), options as FetchHandlerOptions);
    expect(call).toThrow(MockError);
    expect(call).toThrow(message);
  });

  it('rejects what is not a mock', () => {
    expect(() => createFetchHandler({} as never)).toThrow('createFetchHandler takes a mock created by createMock');
  });
});
