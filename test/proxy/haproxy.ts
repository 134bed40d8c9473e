import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { vi } from 'vitest';

/** Runs HAProxy, with its files in a folder, until `socket` exists. Returns a function that stops it. */
export async function runHaproxy(folder: string, configuration: string, socket: string): Promise<() => Promise<void>> {
  const file = join(folder, 'haproxy.cfg');
  await writeFile(file, configuration);
  const haproxy = spawn('haproxy', ['-db', '-f', file], {
    stdio: 'ignore',
    // Debian installs it where only root looks.
    env: { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` },
  });
  const ended = once(haproxy, 'close');
  await vi.waitFor(() => access(socket), 10_000);
  return async () => {
    haproxy.kill();
    await ended;
  };
}
