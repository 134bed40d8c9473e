import type { ChildProcess, SpawnOptions } from 'node:child_process';
import { constants } from 'node:os';
import spawn from 'cross-spawn';

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such command (ENOENT)',
  EACCES: 'it is not an executable file (EACCES)',
};

/**
 * Runs a command and passes signals on to it; if it is `detached`, also to all that it has started. Returns its exit code, or 128
 * plus the number of the signal that ended it.
 * @throws Error if it cannot be started
 */
export async function runCommand([program = '', ...args]: readonly string[], options: SpawnOptions): Promise<number> {
  if (program === '') throw new Error('the name of the command is empty');
  const child = spawn(program, args, options);
  const pass = (signal: NodeJS.Signals) => {
    if (options.detached) killGroup(child, signal);
    // A terminal sends Ctrl-C to the whole process group, so the command has received it already.
    else if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.on(signal, pass);
  // Without the command, a signal ends this process.
  const stopPassing = () => {
    for (const signal of signals) process.off(signal, pass);
  };
  child.once('exit', stopPassing);
  child.once('error', stopPassing);
  if (options.detached) {
    // A second signal ends this process at once, and with it all that ignores the first one.
    const end = () => killGroup(child, 'SIGKILL');
    process.once('exit', end);
    child.once('exit', () => process.off('exit', end));
  }
  return new Promise((resolve, reject) => {
    child.once('error', ({ code, message }: NodeJS.ErrnoException) => {
      reject(new Error(`${program} cannot be started: ${reasons[code ?? ''] ?? message}`));
    });
    child.once('exit', (code, signal) => resolve(code ?? 128 + constants.signals[signal ?? 'SIGTERM']));
  });
}

function killGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (pid !== undefined) process.kill(-pid, signal);
  } catch {
    // It has ended.
  }
}
