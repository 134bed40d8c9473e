import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import type { LockMessage } from './file-lock-worker.js';

/** The right to be the only server that writes a file. */
export interface Lock {
  /** Set once somebody else has taken it. */
  readonly isLost: boolean;
  release(): Promise<void>;
}

/**
 * Locks a file, named canonically, for this process: by a folder `<file>.lock` beside it. The lock of a process that was
 * killed is waited for; it ends by itself, seconds later.
 * @param report is told of a wait, and of a lock that was lost.
 * @throws Error where another process holds it, or where there can be no lock.
 */
export function lockFile(file: string, report: (message: string) => void): Promise<Lock> {
  // In the CommonJS build `import.meta.url` is a path: this takes either.
  const program = createRequire(import.meta.url).resolve('./file-lock-worker.js');
  const worker = new Worker(program, { workerData: file, execArgv: [] });
  let isLost = false;
  let released = () => {};
  const lock: Lock = {
    get isLost() {
      return isLost;
    },
    release: () =>
      new Promise((resolve) => {
        released = resolve;
        worker.ref();
        worker.postMessage('release');
      }),
  };
  return new Promise((resolve, reject) => {
    const end = () => void worker.terminate();
    worker.on('error', reject);
    worker.on('message', (message: LockMessage) => {
      if (message.is === 'waiting')
        report(`${file} is locked; waiting to see whether the server that locked it is gone`);
      if (message.is === 'held') {
        // It alone is no reason for the process to go on.
        worker.unref();
        resolve(lock);
      }
      if (message.is === 'lost') {
        isLost = true;
        report(`${file} is no longer this server's alone (${message.message}): it is not saved there any more`);
      }
      if (message.is === 'refused') {
        end();
        reject(message.code === 'ELOCKED' ? inUse(file) : new Error(`${file} cannot be locked: ${message.message}`));
      }
      if (message.is === 'released') {
        end();
        released();
      }
    });
  });
}

function inUse(file: string): Error {
  return new Error(`${file} is in use by another server; stop that one, or name another file with --state`);
}
