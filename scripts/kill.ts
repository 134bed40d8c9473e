// Kills servers again and again while clients write, and checks that no answered write is lost: `npm run kill -- --help`.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type Run, ready, run, stop } from '../test/support/cli-process.js';
import { CrashClient, figuresOf, type Random, randomFrom } from '../test/support/crash-client.js';

const HELP = `npm run kill -- [--kills <n>] [--seed <n>] [--sync] [--disk-full]

  --kills <n>    the number of kills; default: 100
  --seed <n>     the seed of what the clients write, and when servers are killed; default: 1
  --sync         starts the servers with --state-sync
  --disk-full    keeps the files on a small disk in memory, and fills it now and then; only root can do this

Each server has four clients. Nine of ten servers are killed with SIGKILL: most while they answer, some while they start; the
others are stopped with SIGTERM.`;

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '100' },
    seed: { type: 'string', default: '1' },
    sync: { type: 'boolean', default: false },
    'disk-full': { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  },
});
if (values.help) {
  console.log(HELP);
  process.exit();
}

const folder = mkdtempSync(join(tmpdir(), 'briefs-mock-kill-'));
if (values['disk-full']) execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64m', 'tmpfs', folder]);
const file = join(folder, 'state.json');
const filler = join(folder, 'filler');
const seed = Number(values.seed);
const random = randomFrom(seed);
// Large records, so that the log is folded often.
const clients = Array.from({ length: 4 }, (_, i) => new CrashClient(`c${i}`, randomFrom(i + seed * 10), 60_000));
const tally = { kills: 0, inStart: 0, stops: 0, unreadable: 0, torn: 0 };
const startedAt = performance.now();
try {
  for (let round = 0; tally.kills < Number(values.kills); round++) {
    await oneRound(random);
    if (round % 50 === 0) summarize();
    if (clients.some(({ errors }) => errors.length > 0) || tally.unreadable > 0) break;
  }
} finally {
  summarize();
  if (values['disk-full']) execFileSync('umount', [folder]);
  rmSync(folder, { recursive: true, force: true });
}

function start(): Run {
  // The processes are dead, so that nobody has to wait for their locks to expire.
  rmSync(`${file}.lock`, { recursive: true, force: true });
  const flags = ['--scenario', 'empty', '--state', file, '--quiet', ...(values.sync ? ['--state-sync'] : [])];
  return run(['--port', '0', ...flags]);
}

async function oneRound(random: Random): Promise<void> {
  if (random() < 0.1) {
    const starting = start();
    await delay(random() * 500);
    await stop(starting, 'SIGKILL');
    tally.kills++;
    tally.inStart++;
  }
  const started = start();
  const server = await ready(started).catch((error) => {
    tally.unreadable++;
    console.error(String(error));
    process.exitCode = 1;
  });
  if (server === undefined) return;
  if (/incomplete and was dropped/.test(server.errors())) tally.torn++;
  for (const client of clients) await client.check(server.url);
  for (const error of clients.flatMap(({ errors }) => errors)) {
    console.error(error);
    process.exitCode = 1;
  }
  const isFull = values['disk-full'] && random() < 0.5;
  const signal = random() < 0.1 ? 'SIGTERM' : 'SIGKILL';
  let left = Math.ceil(random() * 80);
  let ending: Promise<number | null> | undefined;
  const onAnswer = () => {
    left--;
    if (isFull && left % 20 === 15) fill();
    if (isFull && left % 20 === 5) rmSync(filler, { force: true });
    if (left < 0) ending ??= stop(server, signal);
  };
  await Promise.all(clients.map((client) => client.writeUntilKilled(server.url, onAnswer)));
  const code = await ending;
  await rm(filler, { force: true });
  if (signal === 'SIGKILL') tally.kills++;
  else tally.stops++;
  if (signal === 'SIGTERM' && code !== 0 && !isFull) {
    console.error(`stopped with ${code}: ${server.errors()}`);
    process.exitCode = 1;
  }
}

/** Fills the disk. */
function fill(): void {
  try {
    writeFileSync(filler, Buffer.alloc(96 * 1024 * 1024));
  } catch {
    // It is full.
  }
}

function summarize(): void {
  console.log(JSON.stringify({ ...tally, ...figuresOf(clients, startedAt) }));
}
