import { createMock, type Mock, type SessionOptions } from 'briefs-mock';
import { createServer } from 'briefs-mock/server';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readingRoom } from '../support/reading-room.js';
import { stopMachine } from '../support/session-machine.js';

const create = (sessions: SessionOptions) => createMock({ scenario: readingRoom, sessions });
const ids = (mock: Mock) => mock.sessions.list().map(({ id }) => id);

/** Sends a request from a client address that names a session. */
async function visit(mock: Mock, client: string, id: string) {
  const headers = { 'x-mock-session': id, authorization: 'Bearer ann-token' };
  const request = new Request('http://mock.example/public-api/v1/brief', { headers });
  const listener = { host: '127.0.0.1', addressOf: () => client };
  const response = await mock.serve(request, listener, { headers });
  const retryAfter = response.headers.get('retry-after');
  return { status: response.status, retryAfter, lost: response.headers.get('x-mock-session-lost'), response };
}

describe('Sessions: many new ones from one client address', () => {
  it('at the limit, end sessions of the address that has the most', async () => {
    const mock = create({ max: 4 });
    await visit(mock, '10.0.0.1', 'visitor');
    for (const id of ['a', 'b', 'c', 'd', 'e', 'f']) await visit(mock, '10.0.0.2', id);
    expect(ids(mock)).toEqual(['visitor', 'd', 'e', 'f']);
    await visit(mock, '10.0.0.3', 'newcomer');
    expect(ids(mock)).toEqual(['visitor', 'e', 'f', 'newcomer']);
  });

  it('at the limit, end the session that was idle longest if all addresses have equally many', async () => {
    const mock = create({ max: 2 });
    await visit(mock, '10.0.0.1', 'a');
    await visit(mock, '10.0.0.2', 'b');
    await visit(mock, '10.0.0.3', 'c');
    expect(ids(mock)).toEqual(['b', 'c']);
  });

  it('at the limit, count those that calls have created for the address of the call, but maxPerClient does not', async () => {
    const mock = create({ max: 4, maxPerClient: 1 });
    await visit(mock, '10.0.0.1', 'visitor');
    const listener = { host: '127.0.0.1', addressOf: () => '10.0.0.2' };
    const headers = { host: '127.0.0.1' };
    for (const id of ['a', 'b', 'c', 'd']) {
      const init = { method: 'POST', headers, body: JSON.stringify({ id }) };
      await mock.serve(new Request('http://127.0.0.1/__mock/sessions', init), listener, { headers });
    }
    expect(ids(mock)).toEqual(['visitor', 'b', 'c', 'd']);
    expect((await visit(mock, '10.0.0.2', 'e')).status).toBe(200);
    expect(ids(mock)).toEqual(['visitor', 'c', 'd', 'e']);
  });

  it('maxPerClient: one more gets 429 while all of the address are active, and then ends the longest idle', async () => {
    const pass = stopMachine();
    const mock = create({ maxPerClient: 2 });
    await visit(mock, '10.0.0.2', 'other');
    await visit(mock, '10.0.0.1', 'a');
    pass(20);
    await visit(mock, '10.0.0.1', 'b');
    const { status, retryAfter, response } = await visit(mock, '10.0.0.1', 'c');
    expect([status, retryAfter]).toEqual([429, '40']);
    const { error } = await response.json();
    expect(error[0].code).toBe('too_many_sessions');
    expect(error[0].message).toContain('10.0.0.1 has 2 sessions, which is the limit');
    expect((await visit(mock, '10.0.0.1', 'b')).status).toBe(200);
    expect((await visit(mock, '10.0.0.2', 'another')).status).toBe(200);
    pass(40);
    expect((await visit(mock, '10.0.0.1', 'c')).status).toBe(200);
    expect(ids(mock)).toEqual(['other', 'b', 'another', 'c']);
  });

  it('maxPerClient: a session that was deleted no longer counts, and the others do', async () => {
    const mock = create({ maxPerClient: 2 });
    for (const id of ['a', 'b']) await visit(mock, '10.0.0.1', id);
    mock.sessions.end('a');
    expect((await visit(mock, '10.0.0.1', 'c')).status).toBe(200);
    expect((await visit(mock, '10.0.0.1', 'd')).status).toBe(429);
  });

  it('newPerMinute: one more within a minute gets 429, from this address only', async () => {
    const pass = stopMachine();
    const mock = create({ newPerMinute: 2 });
    await visit(mock, '10.0.0.1', 'a');
    pass(45);
    await visit(mock, '10.0.0.1', 'b');
    const { status, retryAfter } = await visit(mock, '10.0.0.1', 'c');
    expect([status, retryAfter]).toEqual([429, '15']);
    expect((await visit(mock, '10.0.0.1', 'a')).status).toBe(200);
    expect((await visit(mock, '10.0.0.2', 'd')).status).toBe(200);
    pass(15);
    expect((await visit(mock, '10.0.0.1', 'c')).status).toBe(200);
    expect((await visit(mock, '10.0.0.1', 'e')).status).toBe(429);
  });

  it('the limits do not apply to calls in the process, nor to POST /__mock/sessions', async () => {
    const mock = create({ maxPerClient: 1, newPerMinute: 1 });
    for (const id of ['a', 'b', 'c']) {
      const headers = { 'x-mock-session': id, authorization: 'Bearer ann-token' };
      expect((await mock.fetch('/public-api/v1/brief', { headers })).status).toBe(200);
      expect((await mock.fetch('/__mock/sessions', { method: 'POST' })).status).toBe(200);
    }
    expect(ids(mock)).toHaveLength(6);
  });

  it('a server takes the address from the connection', async () => {
    const mock = create({ maxPerClient: 1 });
    const server = await createServer(mock, { port: 0 }).listen();
    onTestFinished(() => server.close());
    const statusOf = async (id: string, headers: Record<string, string> = {}) =>
      (await fetch(`${server.url}/__mock/s/${id}/user-data/v1/client`, { headers })).status;
    expect([await statusOf('a'), await statusOf('b'), await statusOf('a')]).toEqual([200, 429, 200]);
    // Everyone can send this header.
    expect(await statusOf('b', { 'x-forwarded-for': '10.0.0.1' })).toBe(429);
  });
});

describe('Sessions: X-Mock-Session-Lost', () => {
  it('the first request that starts a new session learns that the old one was idle for too long', async () => {
    const pass = stopMachine();
    const mock = create({ idleSeconds: 60 });
    expect((await visit(mock, '10.0.0.1', 'a')).lost).toBeNull();
    pass(61);
    // A control call that reads creates no session, so the next request starts a new one.
    const read = await mock.fetch('/__mock/s/a/__mock/clock');
    expect([read.status, read.headers.get('x-mock-session-lost')]).toEqual([404, 'no request for 60 seconds']);
    expect((await visit(mock, '10.0.0.1', 'a')).lost).toBe('no request for 60 seconds');
    expect((await visit(mock, '10.0.0.1', 'a')).lost).toBeNull();
  });

  it('the first request that starts a new session learns that the old one was ended for another one', async () => {
    const mock = create({ max: 1 });
    await visit(mock, '10.0.0.1', 'a');
    await visit(mock, '10.0.0.1', 'b');
    expect((await visit(mock, '10.0.0.1', 'a')).lost).toBe('the limit of 1 sessions was reached');
    expect((await visit(mock, '10.0.0.1', 'c')).lost).toBeNull();
  });

  it('is not sent for a session that was deleted', async () => {
    const mock = create({});
    await visit(mock, '10.0.0.1', 'a');
    mock.sessions.end('a');
    expect((await visit(mock, '10.0.0.1', 'a')).lost).toBeNull();
  });

  it('is not sent for a session that was deleted after one of its name was lost', async () => {
    const pass = stopMachine();
    const mock = create({ idleSeconds: 60 });
    await visit(mock, '10.0.0.1', 'a');
    pass(61);
    expect((await visit(mock, '10.0.0.1', 'a')).lost).not.toBeNull();
    mock.sessions.end('a');
    expect((await visit(mock, '10.0.0.1', 'a')).lost).toBeNull();
  });

  it('is readable by pages of other origins', async () => {
    const mock = create({});
    const headers = { origin: 'https://app.example', authorization: 'Bearer ann-token' };
    const response = await mock.fetch('/public-api/v1/brief', { headers });
    expect(response.headers.get('access-control-expose-headers')).toContain('X-Mock-Session-Lost');
  });
});

it('Sessions: a server reports each session that ends by itself', async () => {
  const pass = stopMachine();
  const mock = create({ max: 2, idleSeconds: 60 });
  const ended: unknown[] = [];
  const onSessionEnd = (session: unknown) => void ended.push(session);
  const server = await createServer(mock, { port: 0, onSessionEnd }).listen();
  onTestFinished(() => server.close());
  for (const id of ['a', 'b', 'c', 'd']) await visit(mock, '10.0.0.1', id);
  mock.sessions.end('d');
  const reason = 'the limit of 2 sessions was reached';
  expect(ended).toEqual([
    { id: 'a', reason },
    { id: 'b', reason },
  ]);
  pass(61);
  expect(ids(mock)).toEqual([]);
  expect(ended[2]).toEqual({ id: 'c', reason: 'no request for 60 seconds' });
});
