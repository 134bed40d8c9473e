import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createMock } from 'briefs-mock';
import { createServer, type ServerOptions, type StoreLog } from 'briefs-mock/server';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { RedisLog } from '../../src/replicas/redis-log.js';
import { temporaryFolder } from '../support/cli.js';
import { eventually } from '../support/eventually.js';
import { startFailingRedis, startSilentRedis } from '../support/fake-redis.js';
import { MemoryStore } from '../support/memory-log.js';

function serverOf(store: ServerOptions['store'], mock = createMock()) {
  const problems: string[] = [];
  const server = createServer(mock, { port: 0, store, onProblem: (message) => problems.push(message) });
  onTestFinished(() => server.close());
  return { server, problems };
}

/** A log in memory that, after `silence` is called, does not find the log, or does not take a batch, until it is closed. */
function silentLog(method: 'find' | 'exchange') {
  const log = new MemoryStore().connect();
  let isSilent = false;
  const ends: (() => void)[] = [];
  const wait = () => new Promise<never>((_, reject) => ends.push(() => reject(new Error('the log was closed'))));
  const call = log[method] as (...parts: unknown[]) => Promise<never>;
  const isAnswered = (parts: unknown[]) => !isSilent || (method === 'exchange' && parts[1] === undefined);
  const close = async () => {
    for (const end of ends) end();
  };
  return {
    log: {
      ...log,
      [method]: (...parts: unknown[]) => (isAnswered(parts) ? call(...parts) : wait()),
      close,
    } as StoreLog,
    silence: () => {
      isSilent = true;
    },
    isCalled: () => ends.length > 0,
  };
}

/** The error that a server ends with that is being started. */
const failureOf = (starting: Promise<unknown>): Promise<Error> =>
  starting.then(
    () => new Error('it has started'),
    (error) => error,
  );

describe('A server that starts while its store cannot be used', () => {
  it('waits, says once why, and listens when the store can be used', async () => {
    const store = new MemoryStore();
    store.isAway = true;
    const { server, problems } = serverOf(store.connect());
    const starting = server.listen();
    await eventually(() =>
      expect(problems).toEqual([
        'the store cannot be used: the store is away; this server waits for it up to 30 seconds',
      ]),
    );
    store.isAway = false;
    await starting;
    expect((await fetch(`${server.url}/__mock/ready`)).status).toBe(200);
    expect(problems.slice(1)).toEqual(['the store can be used again']);
  });

  it('gives up after 30 seconds', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const store = new MemoryStore();
    store.isAway = true;
    const { server, problems } = serverOf(store.connect());
    const failure = failureOf(server.listen());
    await eventually(() => expect(problems).toHaveLength(1));
    vi.advanceTimersByTime(31_000);
    expect((await failure).message).toBe('the store is away');
  });

  it('stops waiting when it is closed', async () => {
    const store = new MemoryStore();
    store.isAway = true;
    const { server } = serverOf(store.connect());
    const failure = failureOf(server.listen());
    await server.close();
    expect(await failure).toMatchObject({ name: 'AbortError', message: 'The server was closed before it was ready' });
  });

  it('stops waiting for a Redis that does not answer, when it is closed', async () => {
    const { url, connected } = await startSilentRedis();
    const log = await RedisLog.open(url);
    const failure = failureOf(log.find());
    await connected;
    await log.close();
    expect((await failure).message).toBe('the connection was closed');
    expect((await failureOf(log.find())).message).toBe('the connection was closed');
  });

  it('closes a log that does not answer, so that its calls end', async () => {
    const { log, silence, isCalled } = silentLog('find');
    silence();
    const { server } = serverOf(log);
    const failure = failureOf(server.listen());
    await eventually(() => expect(isCalled()).toBe(true));
    await server.close();
    expect(await failure).toMatchObject({ name: 'AbortError' });
  });

  it('waits for a Redis that is loading its file, and gives up at once when a password is wrong', async () => {
    const redis = await startFailingRedis('LOADING Redis is loading the dataset in memory');
    const { server, problems } = serverOf(redis.url);
    const failure = failureOf(server.listen());
    await eventually(() => expect(problems).toEqual([expect.stringMatching(/LOADING.*waits for it/)]));
    redis.error = 'WRONGPASS invalid username-password pair';
    expect((await failure).message).toBe(
      `The store ${redis.url} cannot be used: WRONGPASS invalid username-password pair`,
    );
  });

  it('shows no part of its password, whatever characters it has', async () => {
    const { url } = await startFailingRedis('WRONGPASS invalid username-password pair');
    for (const password of ['secret', 'se@cr@et', 'se:cr@et']) {
      const { server } = serverOf(url.replace('//', `//:${password}@`));
      const { message } = await failureOf(server.listen());
      expect(message).toContain(`The store ${url.replace('//', '//:***@')} cannot be used: WRONGPASS`);
    }
  });
});

it('A server that starts late lets the process do other things while it executes what it has missed', async () => {
  const store = new MemoryStore();
  const first = createMock();
  const { server } = serverOf(store.connect(10_000), first);
  await server.listen();
  for (let i = 0; i < 10; i++) {
    await Promise.all(Array.from({ length: 100 }, () => first.fetch('/user-data/v1/user')));
  }
  let turns = 0;
  let isOver = false;
  const turn = () => {
    turns++;
    if (!isOver) setImmediate(turn);
  };
  onTestFinished(() => {
    isOver = true;
  });
  const log = store.connect();
  /** The turns of the event loop since the log has answered, before it is called again. */
  const executing: number[] = [];
  let answeredAt: number | undefined;
  const exchange: typeof log.exchange = async (...parts) => {
    if (answeredAt !== undefined) executing.push(turns - answeredAt);
    const batches = await log.exchange(...parts);
    answeredAt = turns;
    return batches;
  };
  turn();
  const late = createMock();
  await serverOf({ ...log, exchange }, late).server.listen();
  await late.fetch('/user-data/v1/user');
  expect(late.requests.all()).toHaveLength(1000);
  expect(Math.max(...executing)).toBeGreaterThan(3);
});

it('A session that a mock has before it listens stays, and counts as used when the log was begun', async () => {
  const store = new MemoryStore();
  store.now = Date.now();
  const mock = createMock({ sessions: { idleSeconds: 60 } });
  mock.sessions.create('early');
  const { server } = serverOf(store.connect(), mock);
  await server.listen();
  const list = async () => (await (await mock.fetch('/__mock/sessions')).json()).data;
  expect(await list()).toMatchObject([{ id: 'early' }]);
  store.now += 120_000;
  expect(await list()).toEqual([]);
});

it('A server stops although its store does not answer, cuts requests off, and reports no problem', async () => {
  const { log, silence, isCalled } = silentLog('exchange');
  const problems: string[] = [];
  const onProblem = (message: string) => problems.push(message);
  const server = createServer(createMock(), { port: 0, drain: 0, store: log, onProblem });
  await server.listen();
  silence();
  const failure = failureOf(fetch(`${server.url}/user-data/v1/user`));
  await eventually(() => expect(isCalled()).toBe(true));
  await server.close();
  expect((await failure).message).toBe('fetch failed');
  expect(problems).toEqual([]);
});

it('A server writes its files, and can be closed again, also if its log cannot be closed', async () => {
  const file = join(await temporaryFolder(), 'state.json');
  const log = { ...new MemoryStore().connect(), close: () => Promise.reject(new Error('the log stays open')) };
  const server = createServer(createMock(), { port: 0, store: log, exportOnExit: file });
  await server.listen();
  await expect(server.close()).rejects.toThrow('the log stays open');
  expect(existsSync(file)).toBe(true);
  await server.close();
});

it('A server that cannot listen says why, also if its log cannot be closed', async () => {
  const store = new MemoryStore();
  const first = serverOf(store.connect());
  await first.server.listen();
  const log = { ...store.connect(), close: () => Promise.reject(new Error('the log stays open')) };
  const problems: string[] = [];
  const options = { port: first.server.port, store: log, onProblem: (message: string) => problems.push(message) };
  const second = createServer(createMock(), options);
  expect(await failureOf(second.listen())).toMatchObject({ code: 'EADDRINUSE' });
  expect(problems).toEqual(['the store was not left: the log stays open']);
});
