import { execFileSync } from 'node:child_process';
import { createClient } from '@redis/client';
import { createMock, defineRoute } from 'briefs-mock';
import { createServer } from 'briefs-mock/server';
import { describe, expect, it, type TestContext, vi } from 'vitest';
import * as z from 'zod';
import { RedisLog } from '../../src/replicas/redis-log.js';
import { type FoundLog, RefusedBatch } from '../../src/replicas/store-log.js';
import { eventually } from '../support/eventually.js';
import { startRedis } from '../support/redis.js';
import { startRelay } from '../support/relay.js';
import { office } from '../support/user-data-office.js';

/** A Redis of this test. */
async function redisOfTest({ onTestFinished }: TestContext, ...flags: string[]) {
  const redis = await startRedis(...flags);
  onTestFinished(redis.remove);
  return redis;
}

async function startServer({ onTestFinished }: TestContext, store: string, options = {}, serverOptions = {}) {
  const problems: string[] = [];
  const mock = createMock({ scenario: office, ...options });
  const onProblem = (message: string) => problems.push(message);
  const server = createServer(mock, { port: 0, store, onProblem, ...serverOptions });
  await server.listen();
  onTestFinished(() => server.close());
  const call = async (method: string, path: string, body?: object) => {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(server.url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    return { status: response.status, headers: response.headers, json: await response.json() };
  };
  return { server, problems, call, mock };
}

async function relayOfTest({ onTestFinished }: TestContext, store: string) {
  const relay = await startRelay(() => store);
  onTestFinished(relay.stop);
  return relay;
}

const usersOf = async ({ call }: Awaited<ReturnType<typeof startServer>>) =>
  (await call('GET', '/user-data/v1/user')).json.data;

const person = (i: number) => ({ fname: 'Bo', lname: 'Ek', email: `bo-${i}@acme.example` });
const bo = person(0);

// Some tests wait until requests are given up.
describe.concurrent('Replicas on Redis', () => {
  it('answer as one server', async (test) => {
    const { url } = await redisOfTest(test);
    const [one, other] = [await startServer(test, url), await startServer(test, url)];
    const created = await one.call('POST', '/user-data/v1/user', bo);
    expect(created.status).toBe(200);
    const { json } = await other.call('GET', '/user-data/v1/user');
    expect(json.data).toContainEqual(created.json.data[0]);
    const late = await startServer(test, url);
    const journals = await Promise.all([one, other, late].map(({ call }) => call('GET', '/__mock/requests')));
    for (const journal of journals) expect(journal.json).toEqual(journals[0]?.json);
  });

  it('store bodies as they are, whatever their bytes', async (test) => {
    const { url } = await redisOfTest(test);
    const { server } = await startServer(test, url);
    const client = await createClient({ url }).connect();
    test.onTestFinished(() => client.destroy());
    const length = 500_000;
    const statuses: number[] = [];
    for (const byte of [1, 0xff]) {
      const body = new Uint8Array(length).fill(byte);
      const headers = { 'content-type': 'application/json' };
      const response = await fetch(`${server.url}/user-data/v1/user`, { method: 'POST', headers, body });
      statuses.push(response.status);
    }
    expect(statuses).toEqual([400, 400]);
    const [stream = ''] = await client.keys('briefs-mock:log:*');
    const entries = await client.xRange(stream, '(0-1', '+');
    const size = (entries ?? []).reduce((sum, { message: { commands = '' } }) => sum + commands.length, 0);
    expect(size).toBeLessThan(2_000);
    const late = await startServer(test, url);
    const journals = await Promise.all(
      [server, late.server].map(async ({ url }) => (await fetch(`${url}/__mock/requests`)).text()),
    );
    expect(journals[1]).toBe(journals[0]);
    expect(await client.memoryUsage(stream)).toBeLessThan(3 * length);
  });

  it('refuse a request that one server did not survive, nor two that started after it', async (test) => {
    const { url } = await redisOfTest(test);
    let deaths = 0;
    const start = async () => {
      const relay = await relayOfTest(test, url);
      const problems: string[] = [];
      const bomb = defineRoute({
        method: 'POST',
        path: '/bomb',
        summary: 'Ends the server',
        response: z.object({}),
        handle: () => {
          deaths++;
          relay.breakOff();
          return {};
        },
      });
      const mock = createMock({ scenario: office, routes: [bomb] });
      const onProblem = (message: string) => problems.push(message);
      const server = createServer(mock, { port: 0, store: `redis://${relay.host}`, onProblem });
      test.onTestFinished(() => server.close());
      return { mock, problems, listening: server.listen().catch(() => {}) };
    };
    const first = await start();
    await first.listening;
    void first.mock.fetch('/bomb', { method: 'POST' });
    await eventually(() => expect(deaths).toBe(1));
    await start();
    await eventually(() => expect(deaths).toBe(2));
    const [third, fourth] = [await start(), await start()];
    await eventually(() => expect(deaths).toBe(3));
    await eventually(() => expect([...third.problems, ...fourth.problems].join()).toContain('is refused by all'));
    const last = await start();
    await last.listening;
    expect(last.problems).toEqual([
      expect.stringContaining('The request POST /bomb in the default session is refused'),
    ]);
    expect(deaths).toBe(3);
    expect((await last.mock.fetch('/user-data/v1/user')).status).toBe(200);
  });

  it('let the note expire that one of them has survived a request', async (test) => {
    const { url } = await redisOfTest(test);
    const script = "return redis.call('DEL', unpack(redis.call('KEYS', '*:attempts:*')))";
    const forget = `require('node:net').connect(${new URL(url).port}).end(\`EVAL "${script}" 0\\r\\n\`).resume()`;
    const start = (store: string, runs: () => void) => {
      const response = z.object({});
      const handle = () => {
        runs();
        return {};
      };
      const bomb = defineRoute({ method: 'POST', path: '/bomb', summary: 'Ends a server', response, handle });
      return startServer(test, store, { routes: [bomb] });
    };
    const relay = await relayOfTest(test, url);
    let isDead = false;
    const first = await start(`redis://${relay.host}`, () => {
      isDead = true;
      relay.breakOff();
    });
    void first.mock.fetch('/bomb', { method: 'POST' });
    await eventually(() => expect(isDead).toBe(true));
    // The note of the attempt is gone before that of the survival is written, as if another server had survived it meanwhile.
    await start(url, () => execFileSync(process.execPath, ['-e', forget]));
    const client = await createClient({ url }).connect();
    test.onTestFinished(() => client.destroy());
    const [attempts = ''] = await client.keys('*:attempts:*');
    expect(await client.hVals(attempts)).toEqual(['survived']);
    expect(await client.ttl(attempts)).toBeGreaterThan(0);
  });

  it('start from a checkpoint after many requests', async (test) => {
    const { url } = await redisOfTest(test);
    const { mock, call, problems } = await startServer(test, url);
    for (let i = 0; i < 105; i++) {
      await Promise.all(Array.from({ length: 200 }, () => mock.fetch('/user-data/v1/user/1')));
    }
    const client = await createClient({ url }).connect();
    test.onTestFinished(() => client.destroy());
    const [stream = ''] = await client.keys('briefs-mock:log:*');
    const first = () => client.xRange(stream, '0-1', '0-1');
    // The second checkpoint may still be on its way.
    await eventually(async () => expect(await first()).toEqual([]));
    const late = await startServer(test, url);
    for (const path of ['requests?limit=5', 'health?fingerprint', 'history']) {
      const [one, other] = [await call('GET', `/__mock/${path}`), await late.call('GET', `/__mock/${path}`)];
      expect(other.json).toEqual(one.json);
    }
    expect(problems).toEqual([]);
  });

  it('lose nothing that was answered when Redis is restarted with its file', async (test) => {
    const redis = await redisOfTest(test, '--appendonly', 'yes', '--appendfsync', 'always');
    const { call } = await startServer(test, redis.url);
    expect((await call('POST', '/user-data/v1/user', bo)).status).toBe(200);
    const before = await call('GET', '/user-data/v1/user');
    await redis.kill();
    const waiting = call('GET', '/user-data/v1/user');
    await redis.boot();
    expect((await waiting).json.data).toEqual(before.json.data);
  });

  it('start from scratch when Redis comes back empty, and report it', async (test) => {
    const redis = await redisOfTest(test);
    const { call, problems } = await startServer(test, redis.url);
    const before = await call('GET', '/user-data/v1/user');
    await call('POST', '/user-data/v1/user', bo);
    await redis.kill();
    await redis.boot();
    // A request may still find the old connection, and is then answered with 503.
    await eventually(async () => expect((await call('GET', '/user-data/v1/user')).json).toEqual(before.json));
    expect(problems.join()).toContain('lost');
  });

  it('answer 503 with Retry-After while Redis is away or does not answer', async (test) => {
    const redis = await redisOfTest(test);
    const { call } = await startServer(test, redis.url);
    redis.signal('SIGSTOP');
    const { status, headers, json } = await call('GET', '/user-data/v1/user');
    redis.signal('SIGCONT');
    expect([status, headers.get('retry-after'), json.error.code]).toEqual([503, '1', 'unavailable']);
    expect(json.error.message).toMatch(/it (does not answer|has not answered for 5 seconds)/);
    expect((await call('GET', '/__mock/live')).status).toBe(200);
  });

  it('stop while Redis does not answer, and report no problem', async (test) => {
    const redis = await redisOfTest(test);
    const { server, call, problems } = await startServer(test, redis.url, {}, { drain: 0 });
    redis.signal('SIGSTOP');
    const cutOff = expect(call('POST', '/user-data/v1/user', bo)).rejects.toThrow('fetch failed');
    await server.close();
    redis.signal('SIGCONT');
    await cutOff;
    expect(problems).toEqual([]);
  });

  it('say that another program uses a key of theirs', async (test) => {
    const { url } = await redisOfTest(test);
    const client = await createClient({ url }).connect();
    test.onTestFinished(() => client.destroy());
    await client.set('briefs-mock:log', 'foo');
    await expect(startServer(test, url)).rejects.toThrow(/WRONGTYPE .*uses the key briefs-mock:log/);
    await client.del('briefs-mock:log');
    await client.hSet('briefs-mock:log', 'theirs', '1');
    await expect(startServer(test, url)).rejects.toThrow(
      'another program uses the key briefs-mock:log: delete the key',
    );
  });

  it('do not read a large command again at every poll', async (test) => {
    const { url } = await redisOfTest(test);
    const log = await RedisLog.open(url);
    const client = await createClient({ url }).connect();
    test.onTestFinished(async () => {
      client.destroy();
      await log.close();
    });
    const sent = async () => Number(/total_net_output_bytes:(\d+)/.exec(await client.info('stats'))?.[1]);
    await log.begin(0, {});
    const { start } = (await log.find()) as FoundLog;
    const batch = { from: 'one', number: 1, commands: [], bodies: [new Uint8Array(1_000_000)] };
    const read = (await log.exchange(start, batch)) ?? [];
    expect(read).toMatchObject([{ from: 'one', number: 1 }]);
    const before = await sent();
    for (let i = 0; i < 5; i++) expect(await log.exchange(read[0]?.position as string)).toEqual([]);
    expect((await sent()) - before).toBeLessThan(100_000);
  });

  it('read a page that ends after some MiB, whose end does not say that everything was read', async (test) => {
    const { url } = await redisOfTest(test);
    const log = await RedisLog.open(url);
    test.onTestFinished(() => log.close());
    await log.begin(0, {});
    const { start } = (await log.find()) as FoundLog;
    let last = start;
    for (const number of [1, 2, 3]) {
      const body = new Uint8Array(3 * 1024 * 1024);
      const read = await log.exchange(last, { from: 'one', number, commands: [], bodies: [body] });
      expect(read).toMatchObject([{ number, endsPage: false }]);
      last = read?.at(-1)?.position as string;
    }
    const page = await log.exchange(start);
    expect(page).toMatchObject([
      { number: 1, endsPage: false },
      { number: 2, endsPage: true },
    ]);
    expect(await log.exchange(page?.at(-1)?.position as string)).toMatchObject([{ number: 3, endsPage: false }]);
  });

  it('have executed several pages of large requests when they have started', async (test) => {
    const { url } = await redisOfTest(test);
    const { server, call } = await startServer(test, url);
    const snapshot = await (await fetch(`${server.url}/__mock/snapshot`)).text();
    const body = snapshot + ' '.repeat(3 * 1024 * 1024);
    const restore = { method: 'POST', headers: { 'content-type': 'application/json' }, body };
    for (let i = 0; i < 4; i++) expect((await fetch(`${server.url}/__mock/restore`, restore)).status).toBe(200);
    await call('POST', '/user-data/v1/user', bo);
    const late = await startServer(test, url);
    // By a call: a request would wait for what is missing.
    expect(late.mock.data.user.findFirst({ where: { email: { equals: bo.email } } })).not.toBeNull();
    expect(late.problems).toEqual([]);
  });

  it('apply each request once if the connection breaks after Redis has got it, and before it answers', async (test) => {
    const { url } = await redisOfTest(test);
    const relay = await relayOfTest(test, url);
    const [one, other] = [await startServer(test, `redis://${relay.host}`), await startServer(test, url)];
    const before = await usersOf(other);
    let cuts = 0;
    relay.onReply = ({ request, pass, cut }) => {
      if (!request.includes('XADD')) return pass();
      cuts++;
      cut();
    };
    for (let i = 0; i < 3; i++) expect((await one.call('POST', '/user-data/v1/user', person(i))).status).toBe(200);
    expect(cuts).toBe(3);
    expect(await usersOf(other)).toHaveLength(before.length + 3);
    const { json } = await other.call('GET', '/__mock/requests');
    expect(json.data.filter(({ method }: { method: string }) => method === 'POST')).toHaveLength(3);
  });

  it('wait for a slow Redis', async (test) => {
    const { url } = await redisOfTest(test);
    const relay = await relayOfTest(test, url);
    const [one, other] = [await startServer(test, `redis://${relay.host}`), await startServer(test, url)];
    const late: (() => void)[] = [];
    relay.onReply = ({ request, pass }) => (request.includes('XADD') ? late.push(pass) : pass());
    const created = one.call('POST', '/user-data/v1/user', bo);
    await eventually(async () => expect(await usersOf(other)).toContainEqual(expect.objectContaining(bo)));
    relay.onReply = ({ pass }) => pass();
    for (const pass of late) pass();
    expect((await created).status).toBe(200);
  });

  it('answer 503 if Redis is too slow, and apply the request at most once', async (test) => {
    const { url } = await redisOfTest(test);
    const relay = await relayOfTest(test, url);
    const [one, other] = [await startServer(test, `redis://${relay.host}`), await startServer(test, url)];
    const before = await usersOf(other);
    const late: (() => void)[] = [];
    relay.onReply = ({ request, pass }) => (request.includes('XADD') ? late.push(pass) : pass());
    const created = await one.call('POST', '/user-data/v1/user', bo);
    expect([created.status, created.json.error.message]).toEqual([503, expect.stringContaining('it is not known')]);
    relay.onReply = ({ pass }) => pass();
    for (const pass of late) pass();
    await eventually(async () => expect((await one.call('GET', '/__mock/ready')).status).toBe(200));
    expect(await usersOf(one)).toHaveLength(before.length + 1);
    expect(await usersOf(other)).toHaveLength(before.length + 1);
  });

  it('answer 503 while Redis is full, and go on when there is room', async (test) => {
    const { url } = await redisOfTest(test);
    const client = await createClient({ url }).connect();
    test.onTestFinished(() => client.destroy());
    const one = await startServer(test, url);
    const before = await usersOf(one);
    await client.configSet('maxmemory', '1');
    const created = await one.call('POST', '/user-data/v1/user', bo);
    expect([created.status, created.json.error.message]).toEqual([503, expect.stringContaining('maxmemory')]);
    // Once the store has failed for as long as a request waits, further ones are not sent.
    await eventually(async () => {
      const next = await one.call('POST', '/user-data/v1/user', bo);
      expect([next.status, next.json.error.message]).toEqual([503, expect.stringContaining('nothing was changed')]);
    });
    expect((await one.call('GET', '/__mock/ready')).status).toBe(503);
    expect(one.problems).toEqual([expect.stringContaining('maxmemory')]);
    await client.configSet('maxmemory', '0');
    await eventually(async () => expect((await one.call('GET', '/__mock/ready')).status).toBe(200));
    expect(await usersOf(one)).toEqual(before);
    expect((await one.call('POST', '/user-data/v1/user', bo)).status).toBe(200);
  });

  it('know that a full Redis has refused a batch', async (test) => {
    const { url } = await redisOfTest(test);
    const client = await createClient({ url }).connect();
    test.onTestFinished(() => client.destroy());
    const log = await RedisLog.open(url);
    test.onTestFinished(() => log.close());
    await log.begin(0, {} as never);
    const { start } = (await log.find()) as FoundLog;
    await client.configSet('maxmemory', '1');
    const batch = { from: 'a', number: 1, commands: [], bodies: [] };
    await expect(log.exchange(start, batch)).rejects.toThrow(RefusedBatch);
    await client.configSet('maxmemory', '0');
    expect(await log.exchange(start, batch)).toMatchObject([{ from: 'a', number: 1 }]);
  });

  it('reject a server with other settings, by name', async (test) => {
    const { url } = await redisOfTest(test);
    await startServer(test, url);
    await expect(startServer(test, url, { seed: 7 })).rejects.toThrow(/seed \(1 there, 7 here\)/);
    await expect(startServer(test, `${url}?prefix=other`, { seed: 7 })).resolves.toBeDefined();
  });
});

it('Redis keeps what servers have stored as long as one of them uses it', async (test) => {
  const { url } = await redisOfTest(test);
  const { mock } = await startServer(test, url);
  for (let i = 0; i < 50; i++) {
    await Promise.all(Array.from({ length: 200 }, () => mock.fetch('/user-data/v1/user/1')));
  }
  const client = await createClient({ url }).connect();
  test.onTestFinished(() => client.destroy());
  const keys = () => client.keys('*');
  await eventually(async () => expect(await keys()).toContainEqual(expect.stringContaining(':checkpoint:')));
  const age = async () => {
    for (const key of await keys()) await client.expire(key, 60);
  };
  const isKept = async () => {
    for (const key of await keys()) expect([key, (await client.ttl(key)) > 60]).toEqual([key, true]);
  };
  await age();
  await startServer(test, url);
  await eventually(isKept);
  await age();
  const { now } = performance;
  const day = vi.spyOn(performance, 'now').mockImplementation(() => now.call(performance) + 86_400_000);
  test.onTestFinished(() => day.mockRestore());
  await eventually(isKept);
});
