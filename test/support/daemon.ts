import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { access } from 'node:fs/promises';
import { eventually } from './eventually.js';

/** Runs a program that creates a file when it listens. Resolves then, to a function that stops it. */
export async function runDaemon(command: string, args: readonly string[], file: string): Promise<() => Promise<void>> {
  const daemon = spawn(command, args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    // Debian installs servers where only root looks.
    env: { ...process.env, PATH: `${process.env.PATH}:/usr/sbin` },
  });
  const ended = once(daemon, 'close');
  await eventually(() => access(file));
  return async () => {
    daemon.kill();
    await ended;
  };
}
