import { createMock, type Mock } from 'briefs-mock';
import { type AnsweredRequest, createServer, type ServerOptions } from 'briefs-mock/server';
import * as fc from 'fast-check';
import { expect, it, onTestFinished } from 'vitest';
import { connectTo } from '../support/raw-http.js';
import { readingRoom } from '../support/reading-room.js';
import { answerOf, requestOf, type Sent, transportOf } from '../support/session-worlds.js';
import { runs } from '../support/state-runs.js';

const BRIEFS = '/public-api/v1/brief';
const ann = { authorization: 'Bearer ann-token' };
const HEAD = `GET ${BRIEFS} HTTP/1.1\r\nHost: mock.example\r\nAuthorization: Bearer ann-token\r\n`;

const openRoom = () => createMock({ scenario: readingRoom, seed: 3 });

/** Starts a server, and closes it after the test. */
async function start(mock = openRoom(), options?: ServerOptions) {
  const server = await createServer(mock, { port: 0, ...options }).listen();
  onTestFinished(() => server.close());
  return { mock, url: server.url };
}

/** Sends the head of a request several times on one connection, and returns the answers. */
async function send(url: string, head: string, times: number): Promise<string[]> {
  const connection = await connectTo(url);
  connection.write(`${head}\r\n`.repeat(times));
  connection.end();
  return (await connection.ended()).split(/(?=HTTP\/1\.1 )/);
}

const BOOKMARKS = '/public-api/v1/bookmark/brief';
const path = fc.constantFrom(
  ...[BRIEFS, BRIEFS, BOOKMARKS, BOOKMARKS, BOOKMARKS, `${BRIEFS}?n=1`, `${BRIEFS}/`, '/user-data/v1/user/1'],
  ...['/public-api/v1/brief/steel-wire', '/public-api/v1/brief/none', `/__mock/s/b${BOOKMARKS}`, '/none'],
);
const headers = fc.constantFrom<Record<string, string>>(
  ...[ann, ann, ann, { authorization: 'Bearer ben-token' }, {}, { ...ann, accept: 'text/html' }],
  ...[
    { ...ann, origin: 'https://app.example' },
    { ...ann, 'x-mock-session': 'a' },
    { ...ann, cookie: 'mock_session=a' },
  ],
);
const method = fc.constantFrom('GET', 'GET', 'GET', 'HEAD', 'OPTIONS');
const read = fc.record({ method, path, headers, body: fc.constant(undefined) });
const bookmark = { path: '/public-api/v1/bookmark/morning/1-104', headers: ann, body: undefined };
const write = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('POST', 'DELETE').map((method) => ({ ...bookmark, method })) },
  fc.constant({ method: 'POST', path: '/__mock/reset', headers: {}, body: undefined }),
  fc.constantFrom({ status: 503, times: 1 }, { malformed: true, times: 2 }).map((rule) => ({
    method: 'POST',
    path: '/__mock/faults',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(rule),
  })),
);
/** Few different reads, so that most are sent again, also after a write that changes the answer. */
const bookmarks = { method: 'GET', path: BOOKMARKS, headers: ann, body: undefined };
const steps = fc
  .array(fc.oneof(read, fc.constant(bookmarks)), { minLength: 2, maxLength: 4 })
  .chain((reads) =>
    fc.array(fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...reads) }, write), { minLength: 30, maxLength: 60 }),
  );

/** The journal, without what depends on the machine and the connection. */
const journalOf = ({ requests }: Mock) =>
  requests.all().map(({ wall_time, duration_ms, request, entry, ...rest }) => ({ ...rest, body: request?.body }));

const traceOf = (mock: Mock) => mock.trace().entries.map(({ wall_time, ...rest }) => rest);

it('a server answers and records requests that are sent again as a mock in the process does', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (sent) => {
      const [mock, twin] = [openRoom(), openRoom()];
      const server = await createServer(mock, { port: 0 }).listen();
      try {
        const throughServer = (sent: Sent) => fetch(requestOf(server.url, sent));
        for (const one of sent) {
          const { summary } = await answerOf(throughServer, one);
          expect(summary).toBe((await answerOf(transportOf(twin, server.url), one)).summary);
        }
        expect(journalOf(mock)).toEqual(journalOf(twin));
        expect(traceOf(mock)).toEqual(traceOf(twin));
      } finally {
        await server.close();
      }
    }),
    runs('repeated requests', 60, 5),
  );
});

it('a request that is sent again is counted, logged and reported to listeners each time', async () => {
  const logged: AnsweredRequest[] = [];
  const { mock, url } = await start(openRoom(), { onRequest: (request) => logged.push(request) });
  const heard: string[] = [];
  mock.on('request', ({ id }) => heard.push(id));
  const ids: (string | null)[] = [];
  for (let i = 0; i < 5; i++) {
    const response = await fetch(url + BRIEFS, { headers: ann });
    ids.push(response.headers.get('x-request-id'));
    await response.arrayBuffer();
  }
  expect(new Set(ids).size).toBe(5);
  expect(heard).toEqual(ids);
  const metrics = await (await fetch(`${url}/__mock/metrics`)).text();
  expect(metrics).toMatch(/_requests_total\{[^}]*api="public-api"[^}]*\} 5\n/);
  expect(logged.slice(0, 5).map(({ id, status, path }) => ({ id, status, path }))).toEqual(
    ids.map((id) => ({ id, status: 200, path: BRIEFS })),
  );
});

it('the length of an answer that is sent again is in bytes', async () => {
  const { mock, url } = await start();
  mock.data.brief.create({ name: 'Café Ωmega 🍵', is_public: true });
  for (let i = 0; i < 4; i++) {
    const response = await fetch(url + BRIEFS, { headers: ann });
    const bytes = await response.arrayBuffer();
    expect(Number(response.headers.get('content-length'))).toBe(bytes.byteLength);
    expect(new TextDecoder().decode(bytes)).toContain('Café Ωmega 🍵');
  }
});

it('a second Authorization header is not ignored because the request looks like an earlier one', async () => {
  const { url } = await start();
  const once = await send(url, HEAD, 4);
  expect(once.map((answer) => answer.slice(9, 12))).toEqual(['200', '200', '200', '200']);
  const twice = await send(url, `${HEAD}Authorization: Bearer nobody\r\n`, 2);
  expect(twice.map((answer) => answer.slice(9, 12))).toEqual(['401', '401']);
});

it('two servers of one mock answer the same request each by its own base URL', async () => {
  const { mock, url } = await start();
  const control = { token: 'secret' };
  const { url: below } = await start(mock, { publicUrl: 'https://mock.example/demo', control });
  const head = HEAD.replace(BRIEFS, `/demo${BRIEFS}`);
  const statuses = async (to: string) => (await send(to, head, 3)).map((answer) => answer.slice(9, 12));
  expect(await statuses(below)).toEqual(['200', '200', '200']);
  expect(await statuses(url)).toEqual(['404', '404', '404']);
});
