// Kills servers again and again while clients write, and checks that no answered write is lost: `npm run kill -- --help`.
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type Run, ready, run, stop } from '../test/support/cli-process.js';
import { CrashClient, figuresOf, type Random, randomFrom } from '../test/support/crash-client.js';
import { logDamages } from '../test/support/log-damages.js';

const HELP = `npm run kill -- [--kills <n>] [--seed <n>] [--sync] [--disk-full] [--damage]

  --kills <n>    the number of kills; default: 100
  --seed <n>     the seed of what the clients write, and when servers are killed; default: 1
  --sync         starts the servers with --state-sync
  --disk-full    keeps the files on a small disk in memory, and fills it now and then; only root can do this
  --damage       damages the end of the log now and then, in each of several ways: the server must refuse it and name the place,
                 leave the files as they are, and start with --repair, which keeps a copy; then the undamaged log is put back

Each server has four clients. Nine of ten servers are killed with SIGKILL: most while they answer, some while they start; the
others are stopped with SIGTERM.`;

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '100' },
    seed: { type: 'string', default: '1' },
    sync: { type: 'boolean', default: false },
    'disk-full': { type: 'boolean', default: false },
    damage: { type: 'boolean', default: false },
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
const tally = { kills: 0, inStart: 0, stops: 0, unreadable: 0, torn: 0, damaged: 0, accepted: 0 };
const startedAt = performance.now();
try {
  for (let round = 0; tally.kills < Number(values.kills); round++) {
    await oneRound(random);
    if (round % 50 === 0) summarize();
    if (clients.some(({ errors }) => errors.length > 0) || tally.unreadable + tally.accepted > 0) break;
  }
} finally {
  summarize();
  if (values['disk-full']) execFileSync('umount', [folder]);
  rmSync(folder, { recursive: true, force: true });
}

/**
 * Damages the log that a killed server left: it must be refused and kept, and be repaired with a copy. Then everything is put back,
 * so that the clients find what was answered.
 */
async function damageLog(): Promise<void> {
  const log = `${file}.log`;
  const whole = existsSync(log) ? readFileSync(log) : Buffer.alloc(0);
  // The end may have been torn by the kill. A log of its header alone has nothing to lose.
  const end = whole.lastIndexOf('\n') + 1;
  if (existsSync(`${log}.next`) || whole.indexOf('\n') + 1 >= end) return;
  const undamaged = whole.subarray(0, end);
  const kinds = Object.entries(logDamages);
  const [kind, cause] = kinds[tally.damaged % kinds.length] as (typeof kinds)[number];
  const damaged = cause(undamaged);
  tally.damaged++;
  const kept = `${file}.kept`;
  copyFileSync(file, kept);
  writeFileSync(log, damaged);
  const fails = (problem: string) => {
    tally.accepted++;
    console.error(`damage ${kind}: ${problem}`);
    process.exitCode = 1;
  };
  const refused = start();
  const code = await Promise.race([
    refused.exit,
    ready(refused).then(
      () => 'started',
      () => refused.exit,
    ),
  ]);
  if (code === 'started') {
    fails('the server started');
    await stop(refused, 'SIGKILL');
  } else if (!/its log \S+ cannot be used: (line \d+ is damaged|it is empty)/.test(refused.errors()))
    fails(refused.errors());
  if (!readFileSync(log).equals(damaged)) fails('the log was changed');
  const repaired = start(['--repair']);
  const server = await ready(repaired).catch((error) => fails(String(error)));
  if (server !== undefined) {
    if (!/was repaired: .* dropped/.test(server.errors())) fails(`nothing was said: ${server.errors()}`);
    await stop(server, 'SIGKILL');
  }
  const copies = readdirSync(folder).filter((name) => name.includes('.damaged'));
  if (copies.length !== 1 || !readFileSync(join(folder, copies[0] as string)).equals(damaged))
    fails('there is no copy');
  for (const name of copies) rmSync(join(folder, name));
  rmSync(`${log}.next`, { force: true });
  copyFileSync(kept, file);
  writeFileSync(log, whole);
}

function start(more: readonly string[] = []): Run {
  // The processes are dead, so that nobody has to wait for their locks to expire.
  rmSync(`${file}.lock`, { recursive: true, force: true });
  const flags = ['--scenario', 'empty', '--state', file, '--quiet', ...(values.sync ? ['--state-sync'] : []), ...more];
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
  if (values.damage) await damageLog();
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
