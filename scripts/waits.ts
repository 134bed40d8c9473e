// Measures how long others wait for a server while it handles the largest requests that it takes: `npm run waits -- --help`.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { createClient } from '@redis/client';
import { kill, type Running, ready, run } from '../test/support/cli-process.js';
import { startRedis } from '../test/support/redis.js';

const HELP = `npm run waits -- [--only <text>] [--store] [--strangers]

  --only <text>  only the cases whose names contain the text
  --store        the servers have a store, which needs redis-server
  --strangers    instead: sends 256 MiB without a token to each of three servers of one Redis, at once and in parts, and
                 measures the memory of all, and of Redis; needs redis-server

Each case has a server of its own, with the scenario large if it needs many records. Meanwhile a client in a thread of its own asks
for a user again and again. "longest" is the longest that it waited, "cpu" the processor time of the server, both in milliseconds:
on a machine that does other things too, the first can be longer than what the request caused, but the second cannot be shorter.`;

const MEGABYTE = 1024 * 1024;
const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    store: { type: 'boolean', default: false },
    strangers: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  },
});
if (values.help) {
  console.log(HELP);
  process.exit();
}

/** A request; the last item is its body, which is sent as JSON unless it is bytes. */
type Sent = readonly [method: string, path: string, body?: unknown];

interface Case {
  readonly flags?: readonly string[];
  /** The requests that prepare the server. */
  readonly given?: (send: (...sent: Sent) => Promise<string>) => Promise<unknown>;
  readonly request: Sent | ((send: (...sent: Sent) => Promise<string>) => Promise<Sent>);
}

const list = <Item>(size: number, itemOf: (n: number) => Item) => Array.from({ length: size }, (_, n) => itemOf(n));
const USERS = '/user-data/v1/user';
const large = ['--scenario', 'large'];

async function thousand(count: number, one: (n: number) => Promise<unknown>): Promise<void> {
  for (let n = 0; n < count; n += 20) await Promise.all(list(20, (i) => one(n + i)));
}

const sessions: Case['given'] = (send) =>
  thousand(1000, (n) => send('POST', '/__mock/sessions', { id: `worker-${n}` }));
const requests: Case['given'] = (send) => thousand(1000, (n) => send('GET', `${USERS}?page=${n + 1}&page_size=1`));
const rules: Case['given'] = (send) =>
  thousand(100, (n) =>
    send('POST', '/__mock/faults', { path: USERS, status: 503, match: { body: { [`some.*.k${n}`]: 'x' } } }),
  );

const cases: Record<string, Case> = {
  'a call for 1,000 sessions with 100 records each': {
    given: sessions,
    request: ['POST', '/__mock/data/application?sessions=worker-*', list(100, (n) => ({ name: `A${n}` }))],
  },
  'a call for 1,000 sessions with long texts': {
    given: sessions,
    request: [
      'POST',
      '/__mock/data/application?sessions=worker-*',
      list(100, (n) => ({ name: `A${n}${'x'.repeat(9_000)}` })),
    ],
  },
  'the end of 1,000 sessions': { given: sessions, request: ['DELETE', '/__mock/sessions'] },
  'a list of 1,000 sessions': { given: sessions, request: ['GET', '/__mock/sessions'] },
  'a reset of 1,000 sessions': { given: sessions, request: ['POST', '/__mock/reset?sessions=worker-*'] },
  '2,000 records over HTTP': {
    request: ['POST', '/__mock/data/application', list(2_000, (n) => ({ name: `A${n}` }))],
  },
  '2,000 applications': {
    request: ['POST', '/user-data/v1/application', list(2_000, (n) => ({ name: `A${n}` }))],
  },
  'an expectation of 1,000 values over 1,000 requests': {
    given: requests,
    request: ['POST', '/__mock/requests/verify', { query: Object.fromEntries(list(900, (n) => [`key-${n}`, 'x'])) }],
  },
  'a count by a path of 2,048 characters': {
    given: requests,
    request: ['POST', '/__mock/requests/count', { path: `${USERS}/${'a*'.repeat(1000)}` }],
  },
  'all requests as HAR': { given: requests, request: ['GET', '/__mock/requests.har'] },
  'a trace of 1,000 requests': { given: requests, request: ['GET', '/__mock/trace'] },
  '100 fault rules with fields of any object, and a body of 2,000': {
    given: rules,
    request: [
      'POST',
      USERS,
      {
        some: Object.fromEntries(list(2_000, (n) => [`k${n}`, Object.fromEntries(list(10, (i) => [`${n}-${i}`, {}]))])),
      },
    ],
  },
  'a body with an object of 80,000 keys, which is too large': {
    given: rules,
    request: ['POST', USERS, { some: Object.fromEntries(list(80_000, (n) => [`k${n}`, 1])) }],
  },
  '33 MB of other JSON to restore': { request: ['POST', '/__mock/restore', list(4_000_000, (n) => n)] },
  '256 MiB of bytes that no text has to restore': {
    request: ['POST', '/__mock/restore', Buffer.alloc(256 * MEGABYTE, 0xff)],
  },
  'a page of 10,000 records': { flags: large, request: ['GET', '/__mock/data/user?limit=10000'] },
  'a snapshot of a large state': { flags: large, request: ['GET', '/__mock/snapshot'] },
  'a large state to restore': {
    flags: large,
    request: async (send) => ['POST', '/__mock/restore', Buffer.from(await send('GET', '/__mock/snapshot'))],
  },
};

async function measure(name: string, { flags = [], given, request: asked }: Case): Promise<void> {
  const redis = values.store ? await startRedis() : undefined;
  const store = redis === undefined ? [] : ['--store', redis.url];
  const server = await ready(run(['--port', '0', '--quiet', ...store, ...flags]));
  const send = async (method: string, path: string, body?: unknown) => {
    const init =
      body === undefined ? {} : { body: body instanceof Uint8Array ? (body as BodyInit) : JSON.stringify(body) };
    return (await fetch(server.url + path, { method, ...init })).text();
  };
  await given?.(send);
  const [method, path, body] = typeof asked === 'function' ? await asked(send) : asked;
  const bytes = body === undefined ? undefined : body instanceof Uint8Array ? body : Buffer.from(JSON.stringify(body));
  const watcher = new Watcher(`${server.url}${USERS}/1`);
  await delay(500);
  await watcher.read();
  const cpu = processorTime(server);
  const { status, length } = await sendAlone(server.url + path, method, bytes);
  await delay(100);
  const { longest, failed } = await watcher.read();
  const row = { status, length, longest: Math.round(longest), cpu: processorTime(server) - cpu, failed };
  console.log(`${name}: ${JSON.stringify(row)}`);
  if (longest > 100) process.exitCode = 1;
  await watcher.end();
  await kill(server);
  await redis?.remove();
}

/** Sends a request over a connection of its own: the server may have closed another one while this process was busy. */
async function sendAlone(url: string, method: string, body: Uint8Array | undefined) {
  const sent = request(url, { method, agent: false }).end(body);
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  // It closes this one if it has answered and there is still much to come.
  sent.on('error', () => {});
  let length = 0;
  for await (const chunk of answer) length += chunk.length;
  return { status: answer.statusCode, length };
}

/** Sends what nobody may send to servers of one store. */
async function strangers(): Promise<void> {
  const redis = await startRedis();
  const flags = ['--port', '0', '--quiet', '--store', redis.url, '--control-token', 'c0ntrol'];
  const servers = await Promise.all(list(3, () => ready(run(flags))));
  const watchers = servers.map(({ url }) => new Watcher(`${url}${USERS}/1`));
  await delay(500);
  const bodies: Record<string, () => RequestInit> = {
    'at once': () => ({ body: Buffer.alloc(256 * MEGABYTE, 0xff) as BodyInit }),
    'in parts': () => ({ body: Readable.from(parts(256)) as unknown as BodyInit, duplex: 'half' }) as RequestInit,
  };
  for (const [name, bodyOf] of Object.entries(bodies)) {
    for (const path of ['/__mock/restore', '/__mock/nothing/restore', '/user-data/v1/__mock/restore']) {
      await Promise.all(watchers.map((one) => one.read()));
      const before = servers.map(memory);
      const storeBefore = await memoryOfStore(redis.url);
      const statuses = await Promise.all(
        servers.map(({ url }) =>
          fetch(url + path, { method: 'POST', ...bodyOf() }).then(
            ({ status }) => status,
            (error: Error) => String(error.cause ?? error),
          ),
        ),
      );
      const waited = await Promise.all(watchers.map((one) => one.read()));
      console.log(
        `256 MiB ${name} to ${path}: ${JSON.stringify({
          statuses,
          megabytesBefore: before,
          megabytesAfter: servers.map(memory),
          storeBefore,
          storeAfter: await memoryOfStore(redis.url),
          longest: waited.map(({ longest }) => Math.round(longest)),
          failed: waited.reduce((sum, { failed }) => sum + failed, 0),
        })}`,
      );
    }
  }
  for (const one of watchers) await one.end();
  for (const server of servers) await kill(server);
  await redis.remove();
}

function* parts(megabytes: number): Generator<Uint8Array> {
  for (let i = 0; i < megabytes; i++) yield new Uint8Array(MEGABYTE).fill(0xff);
}

/** The memory that Redis uses, in megabytes. */
async function memoryOfStore(url: string): Promise<number> {
  const client = await createClient({ url }).connect();
  const info = await client.info('memory');
  client.destroy();
  return Math.round(Number(/used_memory:(\d+)/.exec(info)?.[1]) / MEGABYTE);
}

/** The memory of a server in megabytes. */
function memory({ child }: Running): number {
  const [, kilobytes = '0'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8')) ?? [];
  return Math.round(Number(kilobytes) / 1024);
}

/** The processor time of a server in milliseconds. */
function processorTime({ child }: Running): number {
  // After the name, which is in parentheses; a tick has ten milliseconds.
  const [, , , , , , , , , , , user, system] =
    readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(user) + Number(system)) * 10;
}

/** The client in a thread of its own. */
class Watcher {
  readonly #worker: Worker;

  constructor(url: string) {
    this.#worker = new Worker(new URL('waits-watcher.mjs', import.meta.url), { workerData: url });
  }

  /** The longest wait since the last call, in milliseconds, and the number of requests that failed. */
  read(): Promise<{ longest: number; failed: number }> {
    return new Promise((resolve) => {
      this.#worker.once('message', resolve);
      this.#worker.postMessage('read');
    });
  }

  end(): Promise<number> {
    return this.#worker.terminate();
  }
}

if (values.strangers) await strangers();
else {
  for (const [name, one] of Object.entries(cases)) if (name.includes(values.only)) await measure(name, one);
}
