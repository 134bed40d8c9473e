import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { start, stop, temporaryFolder } from '../support/cli.js';
import { CrashClient, randomFrom } from '../support/crash-client.js';

// `npm run kill` does this many more times, also on a full disk, and while a server starts.
it.each<[NodeJS.Signals, number]>([
  ['SIGKILL', 4],
  ['SIGTERM', 2],
])(
  'after a %s at any moment, every answered write is there, and no half of an unanswered one',
  async (signal, rounds) => {
    const file = join(await temporaryFolder(), 'state.json');
    const random = randomFrom(1);
    const clients = Array.from({ length: 4 }, (_, i) => new CrashClient(`c${i}`, randomFrom(i + 2), 60_000));
    for (let round = 0; round <= rounds; round++) {
      // Nobody has to wait until the lock of a process that is dead expires.
      await rm(`${file}.lock`, { recursive: true, force: true });
      const server = await start(['--scenario', 'empty', '--state', file, '--quiet']);
      for (const client of clients) await client.check(server.url);
      expect(clients.flatMap(({ errors }) => errors)).toEqual([]);
      let left = Math.ceil(random() * 60);
      let ending: Promise<number | null> | undefined;
      const onAnswer = () => {
        left--;
        if (left <= 0) ending ??= stop(server, signal);
      };
      await Promise.all(clients.map((client) => client.writeUntilKilled(server.url, onAnswer)));
      expect(await ending).toBe(signal === 'SIGTERM' ? 0 : null);
    }
    expect(clients.every(({ answered }) => answered > 0)).toBe(true);
  },
  600_000,
);
