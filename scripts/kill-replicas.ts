// Kills replicas, and their store, while clients write, and checks that no answered write is lost: `npm run kill:replicas -- --help`.
import { parseArgs } from 'node:util';
import { type Running, ready, run, stop } from '../test/support/cli-process.js';
import { CrashClient, figuresOf, randomFrom } from '../test/support/crash-client.js';
import { startRedis } from '../test/support/redis.js';

const HELP = `npm run kill:replicas -- [--kills <n>] [--store-kills <n>] [--seed <n>]

  --kills <n>        how often a replica is killed; default: 100
  --store-kills <n>  how often the store is killed and started again; default: 10
  --seed <n>         the seed of what the clients write, and of who is killed; default: 1

Four clients write through three replicas of one redis-server, which flushes each entry to the disk. A client whose replica was
killed compares what it knows with another replica, and goes on there.`;

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '100' },
    'store-kills': { type: 'string', default: '10' },
    seed: { type: 'string', default: '1' },
    help: { type: 'boolean', short: 'h', default: false },
  },
});
if (values.help) {
  console.log(HELP);
  process.exit();
}

const kills = Number(values.kills);
const storeKills = Number(values['store-kills']);
const seed = Number(values.seed);
const random = randomFrom(seed);
const clients = Array.from({ length: 4 }, (_, i) => new CrashClient(`c${i}`, randomFrom(i + seed * 10)));
const tally = { kills: 0, storeKills: 0 };
const startedAt = performance.now();
/** Continues what waits for answers of the replicas. */
let onAnswer = () => {};
let isOver = false;
const redis = await startRedis('--appendonly', 'yes', '--appendfsync', 'always');
/** The place of a replica that was killed has a promise until the next one is ready. */
const replicas: Promise<Running>[] = [start(), start(), start()];
try {
  const writing = clients.map(write);
  while (!isOver) {
    await answers(Math.ceil(random() * 60));
    const isStore = random() * (kills + storeKills) < storeKills;
    if (isStore ? tally.storeKills < storeKills : tally.kills >= kills) await killStore();
    else await killReplica(Math.floor(random() * replicas.length));
    if ((tally.kills + tally.storeKills) % 50 === 0) summarize();
    isOver = hasErrors() || (tally.kills >= kills && tally.storeKills >= storeKills);
  }
  for (const i of replicas.keys()) await killReplica(i);
  await Promise.all(writing);
  for (const client of clients) await client.check(await anyUrl());
} finally {
  summarize();
  for (const replica of replicas) await stop(await replica, 'SIGKILL');
  await redis.remove();
}
if (hasErrors()) process.exitCode = 1;

async function start(): Promise<Running> {
  return ready(run(['--port', '0', '--scenario', 'empty', '--quiet', '--store', redis.url]));
}

async function anyUrl(): Promise<string> {
  const { url } = (await replicas[Math.floor(random() * replicas.length)]) as Running;
  return url;
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

/** Resolves after so many answers. */
function answers(count: number): Promise<void> {
  let left = count;
  return new Promise((resolve) => {
    onAnswer = () => {
      left--;
      if (left <= 0) resolve();
    };
  });
}

async function killReplica(i: number): Promise<void> {
  const replica = (await replicas[i]) as Running;
  const end = stop(replica, 'SIGKILL');
  replicas[i] = end.then(start);
  await end;
  tally.kills++;
}

async function killStore(): Promise<void> {
  // A server that starts while the store is away ends.
  await Promise.all(replicas);
  await redis.kill();
  await redis.boot();
  tally.storeKills++;
}

function hasErrors(): boolean {
  return clients.some(({ errors }) => errors.length > 0);
}

function summarize(): void {
  for (const error of clients.flatMap(({ errors }) => errors)) console.error(error);
  console.log(JSON.stringify({ ...tally, ...figuresOf(clients, startedAt) }));
}
