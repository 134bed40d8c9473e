/**
 * Renews the lock of a file in a worker thread, so that the lock does not expire while the server's main thread is busy. The
 * data of the worker is the folder of the lock. Posts a message when it is ready, and whenever the folder is missing.
 * @module
 */
import { parentPort, workerData } from 'node:worker_threads';
import { renew } from './lock-folder.js';

const RENEW_EVERY = 1_000;

function renewOrTell(): void {
  try {
    if (!renew(workerData)) parentPort?.postMessage('missing');
  } catch {
    // Another error may pass. If it does not, the lock expires, and other servers take it.
  }
}

setInterval(renewOrTell, RENEW_EVERY);
parentPort?.postMessage('ready');
