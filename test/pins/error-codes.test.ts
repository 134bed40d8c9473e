import { request } from 'node:http';
import { createMock, defineRoute, type Mock } from 'briefs-mock';
import { newsroom } from 'briefs-mock/seeds';
import { createServer } from 'briefs-mock/server';
import { expect, it, onTestFinished, vi } from 'vitest';

const USERS = '/user-data/v1/user';
const erin = { headers: { authorization: 'Bearer erin-token' } };
const bo = { fname: 'Bo', lname: 'Ek', email: 'bo@acme.example' };
const post = (body: unknown, headers = {}) => ({ method: 'POST', body: JSON.stringify(body), headers });

const failing = defineRoute({
  method: 'GET',
  path: '/failing',
  handle: () => {
    throw new Error('a bug');
  },
});

/** Sends a request to a mock, in the process. */
type Ask = (mock: Mock) => Promise<Response>;
const ask =
  (path: string, init?: RequestInit): Ask =>
  (mock) =>
    mock.fetch(path, init);

// Programs of users compare these codes. `request_timeout` (408) needs a minute: test/deliveries has it.
const promised: readonly [code: string, status: number, ask: Ask][] = [
  ['malformed_data', 400, ask(USERS, post([{}]))],
  ['unauthorized', 401, ask('/public-api/v1/brief')],
  ['not_entitled', 403, ask('/public-api/v1/brief/energy-today', erin)],
  ['not_found', 404, ask(`${USERS}/999999`)],
  ['no_such_route', 404, ask('/user-data/v1/nothing')],
  ['no_such_version', 404, ask('/user-data/v9/user')],
  ['method_not_allowed', 405, ask(USERS, { method: 'PATCH' })],
  ['conflict', 409, ask(USERS, post([bo, bo]))],
  ['payload_too_large', 413, ask(USERS, post(Array.from({ length: 10_001 }, () => bo)))],
  ['uri_too_long', 414, ask(`/public-api/v1/brief?q=${'q'.repeat(16_000)}`)],
  ['unsupported_media_type', 415, ask(USERS, post([bo], { 'content-encoding': 'gzip' }))],
  ['too_many_sessions', 429, (mock) => inSessions(mock, 2)],
  ['injected_fault', 503, (mock) => withFault(mock)],
  ['internal_error', 500, ask('/failing')],
  ['unavailable', 503, (mock) => inSessions(mock, 3)],
];

function withFault(mock: Mock): Promise<Response> {
  mock.faults.add({ status: 503 });
  return mock.fetch(USERS);
}

/** Creates sessions by requests, one more than there may be, and returns the last answer. */
async function inSessions(_: Mock, limit: 2 | 3): Promise<Response> {
  const sessions = limit === 2 ? { maxPerClient: 2, activeSeconds: 600 } : { max: 3, activeSeconds: 600 };
  const server = await createServer(createMock({ sessions }), { port: 0 }).listen();
  onTestFinished(() => server.close());
  const send = (name: string) => fetch(server.url + USERS, { headers: { 'x-mock-session': name } });
  for (let i = 0; i < limit; i++) await send(`worker-${i}`);
  return send('one-more');
}

it.each(promised)('an error has the code %s and the status %i', async (code, status, send) => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  onTestFinished(() => void vi.restoreAllMocks());
  const answer = await send(createMock({ scenario: newsroom, routes: [failing] }));
  const { error } = await answer.json();
  const [{ code: sent }] = Array.isArray(error) ? error : [error];
  expect([sent, answer.status]).toEqual([code, status]);
});

it('a page of another origin gets the code forbidden and the status 403, too long headers headers_too_large and 431', async () => {
  const server = await createServer(createMock(), { port: 0 }).listen();
  onTestFinished(() => server.close());
  const send = (headers: Record<string, string>) =>
    new Promise<unknown[]>((resolve, reject) => {
      const sent = request(`${server.url}/__mock/health`, { headers }, async (answer) => {
        const text = (await answer.toArray()).join('');
        resolve([JSON.parse(text).error.code, answer.statusCode]);
      });
      sent.on('error', reject).end();
    });
  expect(await send({ origin: 'https://other.example' })).toEqual(['forbidden', 403]);
  expect(await send({ 'x-long': 'x'.repeat(17_000) })).toEqual(['headers_too_large', 431]);
});
