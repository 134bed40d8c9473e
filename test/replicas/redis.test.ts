import { createClient } from '@redis/client';
import { createMock } from 'briefs-mock';
import { createServer } from 'briefs-mock/server';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { startRedis } from '../support/redis.js';
import { office } from '../support/user-data-office.js';

/** A Redis of this test. */
async function redisOfTest(...flags: string[]) {
  const redis = await startRedis(...flags);
  onTestFinished(redis.remove);
  return redis;
}

async function startServer(store: string, options = {}) {
  const problems: string[] = [];
  const mock = createMock({ scenario: office, ...options });
  const server = createServer(mock, { port: 0, store, onProblem: (message) => problems.push(message) });
  await server.listen();
  onTestFinished(() => server.close());
  const call = async (method: string, path: string, body?: object) => {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(server.url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    return { status: response.status, headers: response.headers, json: await response.json() };
  };
  return { server, problems, call, mock };
}

const bo = { fname: 'Bo', lname: 'Ek', email: 'bo@acme.example' };

describe('Replicas on Redis', () => {
  it('answer as one server', async () => {
    const { url } = await redisOfTest();
    const [one, other] = [await startServer(url), await startServer(url)];
    const created = await one.call('POST', '/user-data/v1/user', bo);
    expect(created.status).toBe(200);
    const { json } = await other.call('GET', '/user-data/v1/user');
    expect(json.data).toContainEqual(created.json.data[0]);
    const late = await startServer(url);
    const journals = await Promise.all([one, other, late].map(({ call }) => call('GET', '/__mock/requests')));
    for (const journal of journals) expect(journal.json).toEqual(journals[0]?.json);
  });

  it('start from a checkpoint after many requests', async () => {
    const { url } = await redisOfTest();
    const { mock, call, problems } = await startServer(url);
    for (let i = 0; i < 105; i++) {
      await Promise.all(Array.from({ length: 200 }, () => mock.fetch('/user-data/v1/user/1')));
    }
    const client = await createClient({ url }).connect();
    onTestFinished(() => client.destroy());
    const [stream = ''] = await client.keys('briefs-mock:log:*');
    const first = () => client.xRange(stream, '0-1', '0-1');
    // The second checkpoint may still be on its way.
    await vi.waitFor(async () => expect(await first()).toEqual([]), { timeout: 30_000 });
    const late = await startServer(url);
    for (const path of ['requests?limit=5', 'health?fingerprint', 'history']) {
      const [one, other] = [await call('GET', `/__mock/${path}`), await late.call('GET', `/__mock/${path}`)];
      expect(other.json).toEqual(one.json);
    }
    expect(problems).toEqual([]);
  });

  it('lose nothing that was answered when Redis is restarted with its file', async () => {
    const redis = await redisOfTest('--appendonly', 'yes', '--appendfsync', 'always');
    const { call } = await startServer(redis.url);
    expect((await call('POST', '/user-data/v1/user', bo)).status).toBe(200);
    const before = await call('GET', '/user-data/v1/user');
    await redis.kill();
    const waiting = call('GET', '/user-data/v1/user');
    await redis.boot();
    expect((await waiting).json.data).toEqual(before.json.data);
  });

  it('begin anew when Redis comes back empty, and say so', async () => {
    const redis = await redisOfTest();
    const { call, problems } = await startServer(redis.url);
    const before = await call('GET', '/user-data/v1/user');
    await call('POST', '/user-data/v1/user', bo);
    await redis.kill();
    await redis.boot();
    expect((await call('GET', '/user-data/v1/user')).json).toEqual(before.json);
    expect(problems.join()).toContain('lost');
  });

  it('answer 503 with Retry-After while Redis is away or does not answer', async () => {
    const redis = await redisOfTest();
    const { call } = await startServer(redis.url);
    redis.signal('SIGSTOP');
    const { status, headers, json } = await call('GET', '/user-data/v1/user');
    redis.signal('SIGCONT');
    expect([status, headers.get('retry-after'), json.error.code]).toEqual([503, '1', 'unavailable']);
    expect((await call('GET', '/__mock/live')).status).toBe(200);
  });

  it('reject a server with other settings, by name', async () => {
    const { url } = await redisOfTest();
    await startServer(url);
    await expect(startServer(url, { seed: 7 })).rejects.toThrow(/seed \(1 there, 7 here\)/);
    await expect(startServer(`${url}?prefix=other`, { seed: 7 })).resolves.toBeDefined();
  });
});
