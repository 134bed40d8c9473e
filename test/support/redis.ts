import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.js';

export interface Redis {
  readonly url: string;
  /** Ends it as `kill -9` does. */
  kill(): Promise<void>;
  /** Starts it again, with its files. */
  boot(): Promise<void>;
  signal(name: NodeJS.Signals): void;
  /** Kills it, and deletes its files. */
  remove(): Promise<void>;
}

/** The program to start: Redis, or another one that takes its flags, such as Valkey. */
const { REDIS_SERVER = 'redis-server' } = process.env;

/** Starts a Redis on a free port, without a file unless a flag says so. */
export async function startRedis(...flags: string[]): Promise<Redis> {
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'briefs-mock-redis-'));
  const boot = async () => {
    const args = ['--port', `${port}`, '--bind', '127.0.0.1', '--dir', folder, '--save', '', ...flags];
    const process = spawn(REDIS_SERVER, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    await once(process, 'spawn');
    for await (const chunk of process.stdout) if (`${chunk}`.includes('Ready to accept connections')) break;
    process.stdout.resume();
    return process;
  };
  let process = await boot();
  const kill = async () => {
    const end = once(process, 'exit');
    process.kill('SIGKILL');
    await end;
  };
  return {
    url: `redis://127.0.0.1:${port}`,
    kill,
    boot: async () => {
      process = await boot();
    },
    signal: (name) => process.kill(name),
    remove: async () => {
      await kill();
      rmSync(folder, { recursive: true });
    },
  };
}
