import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type RunningHere, serveHere } from './cli-here.js';
import { kill, type Running, ready, run, stop } from './cli-process.js';

export * from './cli-here.js';
export * from './cli-process.js';

/** Starts a server and waits until it is ready. It is killed at the end of the test. */
export async function start(args: readonly string[], env?: Record<string, string>, cwd?: string): Promise<Running> {
  const started = run(['--port', '0', ...args], env, cwd);
  onTestFinished(() => kill(started));
  return ready(started);
}

/** Starts a server as `start` does, but in this process: for what the server answers, and what it prints until it is ready. */
export async function startHere(
  args: readonly string[],
  env: Record<string, string> = {},
  cwd = process.cwd(),
): Promise<RunningHere> {
  if (process.env.EXECUTABLE !== undefined) {
    const started = await start(args, env, cwd);
    return { ...started, stop: () => stop(started) };
  }
  const server = serveHere(['--port', '0', ...args], env, cwd);
  onTestFinished(async () => {
    await server.stop();
  });
  return server.running;
}

/** Creates a folder that is removed at the end of the test. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'briefs-mock-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
