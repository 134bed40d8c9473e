import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const bin = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));

/** How the command line is called: by Node, or as the executable in the variable `EXECUTABLE`. */
export const command: readonly [string, ...string[]] =
  process.env.EXECUTABLE === undefined ? [process.execPath, bin] : [resolve(process.env.EXECUTABLE)];

/** A run of the command line, its output so far, and its exit code. */
export interface Run {
  readonly child: ChildProcess;
  readonly output: () => string;
  readonly errors: () => string;
  readonly exit: Promise<number | null>;
  /** Resolves to the text on standard error when it matches the pattern, or when the run has ended. */
  readonly said: (pattern: RegExp) => Promise<string>;
}

/** A run whose server is ready. */
export type Running = Run & { readonly url: string };

export function run(args: readonly string[], env: Record<string, string> = {}, cwd = process.cwd()): Run {
  const [program, ...first] = command;
  return follow(spawn(program, [...first, ...args], { cwd, env: { ...inherited(), ...env } }));
}

/** The environment without variables that would change the tested behaviour. */
export function inherited(): NodeJS.ProcessEnv {
  const { PORT, FORCE_COLOR, ...rest } = process.env;
  return rest;
}

/** Collects the output of a process. */
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

/** Runs a command on a terminal, where somebody answers a question. */
export async function runOnTerminal(
  args: readonly string[],
  cwd: string,
  question: RegExp,
  answer: string,
): Promise<{ code: number | null; output: string }> {
  const typed = ['-qec', [...command, ...args].join(' '), '/dev/null'];
  const child = spawn('script', typed, { cwd, env: { ...inherited(), NO_COLOR: '1' } });
  const { exit, output } = follow(child);
  while (!question.test(output())) {
    const ended = await Promise.race([once(child.stdout, 'data'), exit]);
    if (!Array.isArray(ended)) throw new Error(`It ended with ${ended} before it asked: ${output()}`);
  }
  child.stdin.write(answer);
  return { code: await exit, output: output() };
}

/** Waits for the ready line of a server. */
export async function ready(started: Run): Promise<Running> {
  while (!/ ready on /.test(started.output())) {
    const ended = await Promise.race([once(started.child.stdout as NodeJS.ReadableStream, 'data'), started.exit]);
    if (!Array.isArray(ended)) throw new Error(`It ended with ${ended}: ${started.errors()}`);
  }
  return { ...started, url: urlIn(started.output()) };
}

/** The URL in the ready line of a server. */
export function urlIn(output: string): string {
  return / ready on ([^\s"]+)/.exec(output)?.[1] as string;
}

/** Sends a signal to a run, as Ctrl-C or `kill` does, and resolves to its exit code. */
export function stop({ child, exit }: Run, signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
  child.kill(signal);
  return exit;
}

export async function kill(run: Run): Promise<void> {
  await stop(run, 'SIGKILL');
}
