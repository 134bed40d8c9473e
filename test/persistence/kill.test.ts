import { watch } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { kill, type Running, start, temporaryFolder } from '../support/cli.js';
import { addClient, clientsAt, clientsIn } from '../support/persistence.js';

// Servers are killed at random moments while they save, and started again with the same file. For more kills, and a
// summary of them: KILL_ROUNDS=20 npx vitest run test/persistence/kill.test.ts
const FILES = 3;
const ROUNDS = Number(process.env.KILL_ROUNDS ?? 2);

/** What happened to one file. */
interface Story {
  readonly file: string;
  kills: number;
  written: number;
  unreadable: number;
  /** Writes that were in the file at some time. They must never disappear. */
  readonly saved: Set<string>;
  readonly lost: Set<string>;
}

/** A random generator with the same sequence in every run. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
}

/** Writes one client after the other until the server is gone. */
async function keepWriting({ url }: Running, story: Story): Promise<void> {
  for (;;) {
    try {
      await addClient(url, `c${story.kills}-${story.written}`);
      story.written++;
    } catch {
      return;
    }
  }
}

async function recordSaved(story: Story): Promise<Set<string>> {
  const names = new Set(
    await clientsIn(story.file).catch((error) => {
      // Before the first write there is no file.
      if (error.code !== 'ENOENT' || story.saved.size > 0) story.unreadable++;
      return [];
    }),
  );
  for (const name of story.saved) if (!names.has(name)) story.lost.add(name);
  for (const name of names) story.saved.add(name);
  return names;
}

/** Resolves when the server begins to write the file: it writes a temporary file in its lock first. */
async function untilItWrites({ file }: Story): Promise<void> {
  const [folder] = await readdir(`${file}.lock`);
  return new Promise((resolve) => {
    const watcher = watch(join(`${file}.lock`, folder as string), (_, name) => {
      if (!name?.endsWith('.tmp')) return;
      watcher.close();
      resolve();
    });
    onTestFinished(() => watcher.close());
  });
}

async function killOnce(story: Story, random: () => number): Promise<void> {
  const server = await start(['--scenario', 'empty', '--state', story.file, '--quiet']);
  const present = new Set(await clientsAt(server.url));
  for (const name of story.saved) if (!present.has(name)) story.lost.add(name);

  const writing = keepWriting(server, story);
  const ours = `c${story.kills}-`;
  while (![...(await recordSaved(story))].some((name) => name.startsWith(ours))) await delay(5);
  if (random() < 0.6) await Promise.race([untilItWrites(story), delay(1_000)]);
  else await delay(random() * 400);
  await kill(server);
  await writing;
  story.kills++;
  await recordSaved(story);
}

it('after any kill of the server, the file is readable and contains every write that was in it before', async () => {
  const stories = await Promise.all(
    Array.from({ length: FILES }, async (_, i): Promise<Story> => {
      const file = join(await temporaryFolder(), 'state.json');
      const story: Story = { file, kills: 0, written: 0, unreadable: 0, saved: new Set(), lost: new Set() };
      const random = randomFrom(i + 1);
      while (story.kills < ROUNDS) await killOnce(story, random);
      return story;
    }),
  );
  const sum = (of: (story: Story) => number) => stories.reduce((total, story) => total + of(story), 0);
  const figures = {
    kills: sum(({ kills }) => kills),
    written: sum(({ written }) => written),
    saved: sum(({ saved }) => saved.size),
    unreadable: sum(({ unreadable }) => unreadable),
    lost: sum(({ lost }) => lost.size),
  };
  if (process.env.KILL_ROUNDS !== undefined) process.stderr.write(`${JSON.stringify(figures)}\n`);
  expect(figures).toMatchObject({ kills: FILES * ROUNDS, unreadable: 0, lost: 0 });
  expect(figures.saved).toBeGreaterThanOrEqual(figures.kills);
}, 600_000);
