/**
 * Keeps the lock of a file alive in a thread of its own, so that no long work of the server lets it grow stale.
 * @module
 */
import { parentPort, workerData } from 'node:worker_threads';
import { type LockOptions, lock } from 'proper-lockfile';

/** What the thread says. */
export type LockMessage =
  | { readonly is: 'waiting' | 'held' | 'released' }
  | { readonly is: 'refused' | 'lost'; readonly message: string; readonly code?: string | undefined };

/** How long a lock holds, in milliseconds, after the process that held it was killed. */
const STALE_AFTER = 4_000;
const RETRY_EVERY = 100;

const tell = (message: LockMessage) => parentPort?.postMessage(message);
const options: LockOptions = {
  // The file need not exist, and its name is canonical already.
  realpath: false,
  stale: STALE_AFTER,
  update: 1_000,
  onCompromised: ({ message }) => tell({ is: 'lost', message }),
};

try {
  const release = await lock(workerData, options).catch((error) => {
    if (error.code !== 'ELOCKED') throw error;
    tell({ is: 'waiting' });
    // Longer than a lock lasts that nobody holds any more.
    const retries = Math.ceil((STALE_AFTER + 2_000) / RETRY_EVERY);
    return lock(workerData, {
      ...options,
      retries: { retries, factor: 1, minTimeout: RETRY_EVERY, maxTimeout: RETRY_EVERY },
    });
  });
  parentPort?.once('message', () => {
    release()
      // It is lost, then, and not ours to release.
      .catch(() => {})
      .finally(() => tell({ is: 'released' }));
  });
  tell({ is: 'held' });
} catch (error) {
  const { message, code } = error as NodeJS.ErrnoException;
  tell({ is: 'refused', message, code });
}
