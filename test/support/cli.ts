import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

export const bin = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));

/** A run of the command line; what it wrote so far, and how it ends. */
export interface Run {
  readonly child: ChildProcess;
  readonly output: () => string;
  readonly errors: () => string;
  readonly exit: Promise<number | null>;
  /** All that it wrote to standard error, as soon as that fits, or when it ends. */
  readonly said: (pattern: RegExp) => Promise<string>;
}

/** A run that serves. */
export type Running = Run & { readonly url: string };

export function run(args: readonly string[], env: Record<string, string> = {}, cwd = process.cwd()): Run {
  return follow(spawn(process.execPath, [bin, ...args], { cwd, env: { ...inherited(), ...env } }));
}

/** The environment of the tests, less what would change what is tested. */
export function inherited(): NodeJS.ProcessEnv {
  const { PORT, FORCE_COLOR, ...rest } = process.env;
  return rest;
}

/** Notes what a process writes. It is killed when the test is over, if it has not ended by then. */
export function follow(child: ChildProcess): Run {
  let output = '';
  let errors = '';
  child.stdout?.on('data', (chunk) => {
    output += chunk;
  });
  child.stderr?.on('data', (chunk) => {
    errors += chunk;
  });
  const exit = once(child, 'close').then(([code]) => code as number | null);
  const said = async (pattern: RegExp) => {
    while (!pattern.test(errors) && child.stderr?.readable) {
      await Promise.race([once(child.stderr, 'data'), exit]);
    }
    return errors;
  };
  return { child, output: () => output, errors: () => errors, exit, said };
}

/** Runs the server until it says that it is ready; answers where it is. It ends with the test. */
export async function start(args: readonly string[], env?: Record<string, string>, cwd?: string): Promise<Running> {
  const started = run(['--port', '0', ...args], env, cwd);
  onTestFinished(() => kill(started));
  return ready(started);
}

/** Waits until a server says that it is ready. */
export async function ready(started: Run): Promise<Running> {
  while (!/ ready on /.test(started.output())) {
    const ended = await Promise.race([once(started.child.stdout as NodeJS.ReadableStream, 'data'), started.exit]);
    if (!Array.isArray(ended)) throw new Error(`It ended with ${ended}: ${started.errors()}`);
  }
  const url = / ready on ([^\s"]+)/.exec(started.output())?.[1] as string;
  return { ...started, url };
}

/** Stops a run as Ctrl-C or `kill` does; answers its exit code. */
export function stop({ child, exit }: Run, signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
  child.kill(signal);
  return exit;
}

export async function kill(run: Run): Promise<void> {
  await stop(run, 'SIGKILL');
}

/** A folder that goes with the test. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'briefs-mock-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
