import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import type { LockMessage } from './file-lock-worker.js';

/** An exclusive lock on a file. */
export interface Lock {
  /** Becomes true when another process has taken the lock. */
  readonly isLost: boolean;
  release(): Promise<void>;
}

/**
 * Locks a file for this process, by a folder `<file>.lock` next to it; `file` is a canonical path. If the file is locked,
 * waits a few seconds, because the lock of a killed process expires.
 * @param report receives messages about waiting and about a lost lock.
 * @throws Error if another process holds the lock, or if the file cannot be locked.
 */
export function lockFile(file: string, report: (message: string) => void): Promise<Lock> {
  // In the CommonJS build `import.meta.url` is a path; createRequire takes both.
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
        report(`${file} is locked; waiting a few seconds, in case the server that locked it was killed`);
      if (message.is === 'held') {
        // The worker must not keep the process running.
        worker.unref();
        resolve(lock);
      }
      if (message.is === 'lost') {
        isLost = true;
        report(`${file} is no longer locked by this server (${message.message}); changes are no longer saved to it`);
      }
      if (message.is === 'failed') {
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
  return new Error(`${file} is in use by another server; stop that server, or choose another state file`);
}
