/**
 * Renews the lock of a file in a worker thread, so that the lock does not expire while the server's main thread is busy.
 * @module
 */
import { parentPort, workerData } from 'node:worker_threads';
import { type LockOptions, lock } from 'proper-lockfile';

/** The messages of the thread. */
export type LockMessage =
  | { readonly is: 'waiting' | 'held' | 'released' }
  | { readonly is: 'failed' | 'lost'; readonly message: string; readonly code?: string | undefined };

/** How long a lock stays valid after its process was killed, in milliseconds. */
const STALE_AFTER = 4_000;
const RETRY_EVERY = 100;

const tell = (message: LockMessage) => parentPort?.postMessage(message);
const options: LockOptions = {
  // The file may not exist yet, and its path is already canonical.
  realpath: false,
  stale: STALE_AFTER,
  update: 1_000,
  onCompromised: ({ message }) => tell({ is: 'lost', message }),
};

try {
  const release = await lock(workerData, options).catch((error) => {
    if (error.code !== 'ELOCKED') throw error;
    tell({ is: 'waiting' });
    // Long enough for the lock of a killed process to expire.
    const retries = Math.ceil((STALE_AFTER + 2_000) / RETRY_EVERY);
    return lock(workerData, {
      ...options,
      retries: { retries, factor: 1, minTimeout: RETRY_EVERY, maxTimeout: RETRY_EVERY },
    });
  });
  parentPort?.once('message', () => {
    release()
      // This fails if the lock was lost; then there is nothing to release.
      .catch(() => {})
      .finally(() => tell({ is: 'released' }));
  });
  tell({ is: 'held' });
} catch (error) {
  const { message, code } = error as NodeJS.ErrnoException;
  tell({ is: 'failed', message, code });
}
