import { once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { inherited, type Run, type Running, run, urlIn } from './cli-process.js';

/** What a run printed, and its exit code. */
export type Ended = Pick<Run, 'output' | 'errors' | 'exit'>;

const program = fileURLToPath(new URL('../../dist/cli-program.js', import.meta.url));
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
type StopSignal = (typeof signals)[number];

/** What a run prints. */
class Printed {
  output = '';
  errors = '';
  /** Whether the command has ended. */
  isComplete = false;
  /** Resolves when a server is ready. */
  readonly ready: Promise<void>;
  readonly #onReady: () => void;

  constructor() {
    let onReady = () => {};
    this.ready = new Promise((resolve) => {
      onReady = resolve;
    });
    this.#onReady = onReady;
  }

  get isReady(): boolean {
    return / ready on /.test(this.output);
  }

  add(name: 'output' | 'errors', text: string): void {
    if (this.isComplete) return;
    this[name] += text;
    if (this.isReady) this.#onReady();
  }
}

/** Thrown where a process would end. */
class Exited extends Error {}

/** Each run changes the whole process, so one starts after the other has ended, or its server is ready. */
const queue = { last: Promise.resolve() as Promise<unknown> };

/**
 * Runs a command as `run` does, but in this process: the program is loaded once, and not again for every command. A server is
 * stopped when it is ready. For what only a process shows, such as signals, pipes and locks, use `run`.
 */
export function runHere(args: readonly string[], env: Record<string, string> = {}, cwd = process.cwd()): Ended {
  if (process.env.EXECUTABLE !== undefined) return run(args, env, cwd);
  const printed = new Printed();
  const exit = queue.last.then(() => execute(args, env, cwd, printed));
  queue.last = exit.catch(() => {});
  return { output: () => printed.output, errors: () => printed.errors, exit };
}

/** A server that runs in this process. */
export interface RunningHere extends Pick<Running, 'url' | 'output' | 'errors'> {
  /** Stops it as SIGTERM does, and resolves to the exit code. */
  readonly stop: () => Promise<number | null>;
}

/**
 * Runs a server as `runHere` does, but until `stop` is called. Several are stopped in the reverse order, because each gives the
 * process back as it was.
 */
export function serveHere(args: readonly string[], env: Record<string, string>, cwd: string) {
  const printed = new Printed();
  const stopping = new AbortController();
  const stopped = once(stopping.signal, 'abort');
  const exit = queue.last.then(() => execute(args, env, cwd, printed, stopped));
  const started = Promise.race([exit, printed.ready]);
  queue.last = started.catch(() => {});
  const running = started.then((): RunningHere => {
    const { output, errors } = printed;
    if (!printed.isReady) throw new Error(`It has ended: ${errors}`);
    return { url: urlIn(output), output: () => printed.output, errors: () => printed.errors, stop };
  });
  const stop = () => {
    stopping.abort();
    return exit;
  };
  return { running, stop };
}

/** Resolves to the exit code. A server that is ready runs until `stopped`, and is then stopped. */
async function execute(
  args: readonly string[],
  env: Record<string, string>,
  cwd: string,
  printed: Printed,
  stopped?: Promise<unknown>,
): Promise<number> {
  const { runProgram } = (await import(program)) as { runProgram(words: readonly string[]): Promise<void> };
  const own = new Map(signals.map((signal) => [signal, process.listeners(signal)]));
  const added = (signal: StopSignal) => process.listeners(signal).filter((one) => !own.get(signal)?.includes(one));
  const restore = replaceProcess(env, cwd, printed);
  let code: number | undefined;
  const exited = new Promise<void>((resolve) => {
    process.exit = (given) => {
      code ??= Number(given ?? process.exitCode ?? 0);
      printed.isComplete = true;
      resolve();
      // Nothing follows the end of a server that is stopped, so nobody would catch it.
      if (!printed.isReady) throw new Exited();
      return undefined as never;
    };
  });
  let isRunning = true;
  const ran = runProgram(args)
    .catch((error) => {
      // What fails after the end has no meaning.
      if (code === undefined) throw error;
    })
    .finally(() => {
      isRunning = false;
    });
  try {
    await Promise.race([ran, printed.ready]);
    if (printed.isReady) {
      await stopped;
      await setImmediate();
      // Some commands run as long as their server; the others only start it.
      const ended = isRunning ? Promise.race([ran, exited]) : exited;
      for (const stop of added('SIGTERM')) stop('SIGTERM');
      await ended;
    }
    return code ?? Number(process.exitCode ?? 0);
  } finally {
    restore();
    for (const signal of signals) for (const listener of added(signal)) process.off(signal, listener);
  }
}

/** Gives this process the environment, folder and output of a run. @returns what takes them away again */
function replaceProcess(env: Record<string, string>, cwd: string, printed: Printed): () => void {
  const { exit, exitCode } = process;
  const ownEnv = { ...process.env };
  const folder = process.cwd();
  const writes = [process.stdout.write, process.stderr.write] as const;
  // Not another object: Node reads some variables, such as TMPDIR and TZ, from the process itself.
  setEnvironment({ ...inherited(), ...env });
  process.exitCode = undefined;
  process.chdir(cwd);
  process.stdout.write = writeTo(printed, 'output');
  process.stderr.write = writeTo(printed, 'errors');
  return () => {
    [process.stdout.write, process.stderr.write] = writes;
    process.chdir(folder);
    setEnvironment(ownEnv);
    Object.assign(process, { exit, exitCode });
  };
}

function setEnvironment(env: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(process.env)) if (env[name] === undefined) delete process.env[name];
  Object.assign(process.env, env);
}

function writeTo(printed: Printed, name: 'output' | 'errors'): typeof process.stdout.write {
  return (text: string | Uint8Array, ...rest: unknown[]) => {
    printed.add(name, typeof text === 'string' ? text : new TextDecoder().decode(text));
    const done = rest.at(-1);
    if (typeof done === 'function') done();
    return true;
  };
}
