import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const bin = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));

/** A run of the command line; what it wrote so far, and how it ends. */
export interface Run {
  readonly child: ChildProcess;
  readonly output: () => string;
  readonly errors: () => string;
  readonly exit: Promise<number | null>;
}

export function run(args: readonly string[], env: Record<string, string> = {}, cwd = process.cwd()): Run {
  const { PORT: _, ...inherited } = process.env;
  const child = spawn(process.execPath, [bin, ...args], { cwd, env: { ...inherited, ...env } });
  let output = '';
  let errors = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  child.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  const exit = once(child, 'close').then(([code]) => code as number | null);
  return { child, output: () => output, errors: () => errors, exit };
}

/** Runs the server until it says that it is ready; answers where it is. */
export async function start(
  args: readonly string[],
  env?: Record<string, string>,
  cwd?: string,
): Promise<Run & { url: string }> {
  const started = run(['--port', '0', ...args], env, cwd);
  while (!/ ready on /.test(started.output())) {
    const ended = await Promise.race([once(started.child.stdout as NodeJS.ReadableStream, 'data'), started.exit]);
    if (!Array.isArray(ended)) throw new Error(`It ended with ${ended}: ${started.errors()}`);
  }
  const url = / ready on (\S+)/.exec(started.output())?.[1] as string;
  return { ...started, url };
}
