import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  type AnswerData,
  type BriefDocument,
  type BriefListItem,
  createMock,
  defineRoute,
  type Mock,
  type MockOptions,
  type Row,
} from 'briefs-mock';
import { createHandlers, type HandlerOptions, override } from 'briefs-mock/handlers';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { describe, expect, expectTypeOf, it, onTestFinished, vi } from 'vitest';
import { openBriefs, readingRoom } from '../support/reading-room.js';

const authorization = 'Bearer ann-token';
const LIST = '/public-api/v1/brief';

/** Starts a backend that answers 299, and a mock in front of it. */
async function inFrontOfBackend(options: HandlerOptions, path = '') {
  const backend = createServer((request, response) => {
    response.statusCode = 299;
    response.end(`${request.method} ${request.url}`);
  }).listen(0, '127.0.0.1');
  await once(backend, 'listening');
  onTestFinished(() => void backend.close());
  const baseUrl = `http://127.0.0.1:${(backend.address() as AddressInfo).port}${path}`;
  const mock = createMock({ scenario: readingRoom, baseUrl });
  const warnings: string[] = [];
  const server = setupServer(...createHandlers(mock, options));
  server.listen({ onUnhandledRequest: ({ url }) => void warnings.push(url) });
  onTestFinished(() => server.close());
  const ask = async (path: string, init: RequestInit = {}) => {
    const answer = await fetch(baseUrl + path, { ...init, headers: { authorization, ...init.headers } });
    return answer.status === 299 ? await answer.text() : answer.status;
  };
  return { mock, ask, warnings };
}

describe('passthrough', () => {
  it.each(['', '/base'])('below %j, sends what has no route, and the other services, to the network', async (path) => {
    const { mock, ask, warnings } = await inFrontOfBackend({ services: ['public-api'], passthrough: true }, path);
    expect(await ask(LIST)).toBe(200);
    expect(await ask(LIST, { method: 'HEAD' })).toBe(200);
    expect(await ask(LIST, { method: 'OPTIONS', headers: { origin: 'https://app.example' } })).toBe(204);
    expect(await ask(`${LIST}/unknown`)).toBe(404);
    expect(await ask('/public-api/v1/search?q=a')).toBe(`GET ${path}/public-api/v1/search?q=a`);
    expect(await ask(LIST, { method: 'PUT', body: '{}' })).toBe(`PUT ${path}${LIST}`);
    expect(await ask('/user-data/v1/client')).toBe(`GET ${path}/user-data/v1/client`);
    expect(await ask('/user-preference')).toBe(`GET ${path}/user-preference`);
    expect(warnings).toEqual([]);
    expect(mock.requests.unmatched()).toEqual([]);
  });

  it('without it, the mock answers all paths below a service, and MSW reports those of other services', async () => {
    const { ask, warnings } = await inFrontOfBackend({ services: ['public-api'] });
    expect(await ask('/public-api/v1/search')).toBe(404);
    expect(await ask('/user-data/v1/client')).toBe('GET /user-data/v1/client');
    expect(warnings).toHaveLength(1);
  });

  it('leaves everything outside of the APIs to other handlers, and rejects another value', async () => {
    const { ask, warnings } = await inFrontOfBackend({ passthrough: true });
    await ask('/other');
    expect(warnings).toHaveLength(1);
    expect(() => createHandlers(createMock(), { passthrough: 'all' as never })).toThrow(
      'passthrough: must be true or false',
    );
  });
});

describe('override', () => {
  const shout = (briefs: BriefListItem[]) => briefs.map((brief) => ({ ...brief, name: brief.name.toUpperCase() }));

  function open(handlersOf: (mock: Mock) => Parameters<typeof setupServer>, options: MockOptions = {}) {
    const mock = createMock({ scenario: readingRoom, ...options });
    const server = setupServer(...handlersOf(mock), ...createHandlers(mock));
    server.listen({ onUnhandledRequest: 'error' });
    onTestFinished(() => server.close());
    const ask = (path: string, init: RequestInit = {}) =>
      fetch(`https://api.example.com${path}`, {
        ...init,
        headers: { authorization: 'Bearer noor-token', ...init.headers },
      });
    return { mock, ask };
  }

  it('changes the data of one route, and nothing else', async () => {
    const { mock, ask } = open((mock) => [override(mock, `GET ${LIST}`, shout)]);
    const answer = await ask(LIST);
    const plain = await mock.fork().fetch(LIST, { headers: { authorization: 'Bearer noor-token' } });
    expect(await answer.json()).toEqual({ data: shout(openBriefs) });
    expect([...answer.headers.keys()]).toEqual([...plain.headers.keys()]);
    expect(mock.requests.all()).toHaveLength(1);
    expect(await (await ask(`${LIST}/morning`)).json()).toMatchObject({ data: { gid: '1-104' } });
  });

  it('changes the data also if a client encodes characters of the path that it need not encode', async () => {
    const { ask } = open((mock) => [override(mock, `GET ${LIST}`, shout)]);
    expect(await (await ask('/public%2Dapi/v1/%62rief')).json()).toEqual({ data: shout(openBriefs) });
  });

  it('of a route with a parameter leaves a route of its own below it alone, which takes precedence', async () => {
    const today = defineRoute({ method: 'GET', path: `${LIST}/today`, handle: () => ({ data: 'today' }) });
    const { ask } = open(
      (mock) => [override(mock, `GET ${LIST}/:brief_slug`, (document) => ({ ...document, gid: 'changed' }))],
      { routes: [today] },
    );
    expect(await (await ask(`${LIST}/morning`)).json()).toMatchObject({ data: { gid: 'changed' } });
    for (const path of ['today', '%74oday/']) {
      expect(await (await ask(`${LIST}/${path}`)).json()).toEqual({ data: 'today' });
    }
  });

  it('keeps the envelope, reads the request, and may answer later', async () => {
    const { ask } = open((mock) => [
      override(mock, 'POST /user-data/v1/client', async (clients, request) => {
        const [first] = (await request.json()) as { name: string }[];
        return clients.map((client) => ({ ...client, sent: first?.name }));
      }),
    ]);
    const body = JSON.stringify([{ name: 'Ash', short_name: 'ash', display_name: 'Ash', type: 'company' }]);
    const answer = await ask('/user-data/v1/client', { method: 'POST', body });
    expect(await answer.json()).toMatchObject({ status_code: 200, data: [{ name: 'Ash', sent: 'Ash' }] });
  });

  it('fails if its function returns nothing', async () => {
    const printed = vi.spyOn(console, 'error').mockImplementation(() => {});
    onTestFinished(() => printed.mockRestore());
    const { ask } = open((mock) => [override(mock, `GET ${LIST}`, (briefs) => void briefs.reverse())]);
    const answer = await ask(LIST);
    expect([answer.status, await answer.text()]).toEqual([500, expect.stringContaining('returned nothing; it must')]);
  });

  it('has data of the type of its route', () => {
    open((mock) => [
      override(mock, 'GET /user-data/v1/application/:id', (data) => {
        expectTypeOf(data).toEqualTypeOf<{ id: number; name: string | null }[]>();
      }),
    ]);
    expectTypeOf<AnswerData['GET /public-api/v1/brief/:brief_slug']>().toEqualTypeOf<BriefDocument>();
    expectTypeOf<AnswerData['GET /v1/brief/:brief_slug']>().toEqualTypeOf<BriefDocument>();
    expectTypeOf<AnswerData['POST /user-data/v1/client']>().toEqualTypeOf<Row<'client'>[]>();
    expectTypeOf<AnswerData['DELETE /user-data/v1/feature/:id']>().toEqualTypeOf<Row<'feature'>[]>();
  });

  it('leaves errors, broken answers and answers without data alone', async () => {
    const { mock, ask } = open((mock) => [override(mock, `GET ${LIST}`, shout)]);
    expect((await ask(LIST, { headers: { authorization: '' } })).status).toBe(401);
    mock.faults.add({ path: LIST, malformed: true, times: 1 });
    await expect((await ask(LIST)).json()).rejects.toThrow();
    mock.faults.add({ path: LIST, status: 200, body: [1], times: 1 });
    expect(await (await ask(LIST)).json()).toEqual([1]);
    mock.faults.add({ path: LIST, status: 204, times: 1 });
    expect((await ask(LIST)).status).toBe(204);
    mock.faults.add({ path: LIST, abort: true, times: 1 });
    await expect(ask(LIST)).rejects.toThrow();
  });

  it('works in sessions, at a base URL, and beside other handlers', async () => {
    const { mock, ask } = open((mock) => [
      http.get('*/other', () => HttpResponse.json({})),
      override(mock, `GET ${LIST}`, shout, { baseUrl: 'https://api.example.com/base' }),
    ]);
    const { data } = (await (await ask(`/base/__mock/s/one${LIST}`)).json()) as { data: BriefListItem[] };
    expect(data[0]?.name).toBe('COMING SOON');
    expect(mock.sessions.list().map(({ id }) => id)).toEqual(['one']);
    expect((await (await ask(LIST)).json()).data[0].name).toBe('Coming Soon');
  });

  it('rejects a route that the mock does not have, with the nearest one', () => {
    // @ts-expect-error: there is no such route
    expect(() => override(createMock(), 'GET /public-api/v1/briefs', shout)).toThrow(
      /there is no route "GET \/public-api\/v1\/briefs".*GET \/public-api\/v1\/brief/,
    );
  });
});
