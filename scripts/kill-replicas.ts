// Kills and pauses replicas, and kills their store, while clients write, and checks that no answered write is lost: `npm run kill:replicas -- --help`.
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { CrashClient, figuresOf, randomFrom } from '../test/support/crash-client.js';
import { startRedis } from '../test/support/redis.js';
import { ReplicaProcesses } from '../test/support/replica-processes.js';

const HELP = `npm run kill:replicas -- [--kills <n>] [--store-kills <n>] [--pauses <n>] [--pause-seconds <n>] [--seed <n>]

  --kills <n>          how often a replica is killed; default: 100
  --store-kills <n>    how often the store is killed and started again; default: 10
  --pauses <n>         how often a replica is stopped with SIGSTOP, and goes on later; default: 0
  --pause-seconds <n>  how long it is stopped; default: 60
  --seed <n>           the seed of what the clients write, and of what happens; default: 1

Four clients write through three replicas of one redis-server, which flushes each entry to the disk. A client whose replica was
killed compares what it knows with another replica, and goes on there. After a pause, the other replicas are killed, so that all
clients compare what they know with the replica that was stopped.`;

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '100' },
    'store-kills': { type: 'string', default: '10' },
    pauses: { type: 'string', default: '0' },
    'pause-seconds': { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
    help: { type: 'boolean', short: 'h', default: false },
  },
});
if (values.help) {
  console.log(HELP);
  process.exit();
}

const seed = Number(values.seed);
const random = randomFrom(seed);
// Small records, because a replica that is started executes the commands since the last checkpoint.
const clients = Array.from({ length: 4 }, (_, i) => new CrashClient(`c${i}`, randomFrom(i + seed * 10), 600));
const tally = { kills: 0, storeKills: 0, pauses: 0 };
const events = { kills: killOne, storeKills: killStore, pauses: pauseOne };
const startedAt = performance.now();
/** Continues what waits for answers of the replicas. */
let onAnswer = () => {};
let isOver = false;
/** The place of the replica to which all clients go. Undefined: to any. */
let meeting: number | undefined;
const redis = await startRedis('--appendonly', 'yes', '--appendfsync', 'always');
const replicas = new ReplicaProcesses(3, '--scenario', 'empty', '--store', redis.url);
try {
  const writing = clients.map(write);
  for (const [i, event] of plan().entries()) {
    if (hasErrors()) break;
    await answers(Math.ceil(random() * 60));
    await events[event]();
    tally[event]++;
    if (i % 50 === 49) summarize();
  }
  isOver = true;
  for (let place = 0; place < replicas.count; place++) await replicas.kill(place);
  await Promise.all(writing);
  for (const client of clients) await client.check(await anyUrl());
} finally {
  summarize();
  await replicas.end();
  await redis.remove();
}
if (hasErrors()) process.exitCode = 1;

/** What happens, in random order. */
function plan(): (keyof typeof events)[] {
  const { kills, 'store-kills': storeKills, pauses } = values;
  const counts = { kills, storeKills, pauses };
  const all = (Object.keys(events) as (keyof typeof events)[]).flatMap((event) =>
    Array<typeof event>(Number(counts[event])).fill(event),
  );
  return all
    .map((event) => ({ event, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ event }) => event);
}

/** The place of a replica that is ready, if there is one. */
function anyPlace(): number {
  const ready = [...replicas.ready.keys()];
  return ready[Math.floor(random() * ready.length)] ?? Math.floor(random() * replicas.count);
}

function anyUrl(): Promise<string> {
  return replicas.urlOf(meeting ?? anyPlace());
}

/** Writes until all is over. When the replica of the client is killed, it goes on at another one. */
async function write(client: CrashClient): Promise<void> {
  while (!isOver) {
    try {
      await client.check(await anyUrl());
    } catch (error) {
      // The replica was killed meanwhile.
      if (error instanceof TypeError) continue;
      throw error;
    }
    const url = await anyUrl();
    if (!isOver) await client.writeUntilKilled(url, () => onAnswer());
  }
}

/** Resolves after a number of answers. */
function answers(count: number): Promise<void> {
  let left = count;
  return new Promise((resolve) => {
    onAnswer = () => {
      left--;
      if (left <= 0) resolve();
    };
  });
}

async function killOne(): Promise<void> {
  await replicas.kill(anyPlace());
}

async function killStore(): Promise<void> {
  await redis.kill();
  await redis.boot();
}

async function pauseOne(): Promise<void> {
  const place = anyPlace();
  await replicas.whilePaused(place, () => wait(Number(values['pause-seconds']) * 1000));
  meeting = place;
  for (let other = 0; other < replicas.count; other++) if (other !== place) await replicas.kill(other);
  await answers(20);
  meeting = undefined;
}

function hasErrors(): boolean {
  return clients.some(({ errors }) => errors.length > 0);
}

function summarize(): void {
  for (const error of clients.flatMap(({ errors }) => errors)) console.error(error);
  console.log(JSON.stringify({ ...tally, ...figuresOf(clients, startedAt) }));
}
