import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { kill, type Running, ready, run } from './cli-process.js';

export * from './cli-here.js';
export * from './cli-process.js';

/** Starts a server and waits until it is ready. It is killed at the end of the test. */
export async function start(args: readonly string[], env?: Record<string, string>, cwd?: string): Promise<Running> {
  const started = run(['--port', '0', ...args], env, cwd);
  onTestFinished(() => kill(started));
  return ready(started);
}

/** Creates a folder that is removed at the end of the test. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'briefs-mock-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
