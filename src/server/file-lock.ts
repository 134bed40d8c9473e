import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { machineMilliseconds } from '../foundation/machine.js';
import { type HeldLock, heldLock, newFolder, release, takeFree, takeFrom } from './lock-folder.js';

/** A lock that is not renewed for this time, in milliseconds, has expired. */
const EXPIRES_AFTER = 4_000;
/** How long to wait, in milliseconds, for a server that is stopping. */
const PATIENCE = 6_000;
const RETRY_EVERY = 100;
/** How long, in milliseconds, `isHeldThisTurn` relies on its last look. */
const LOOK_EVERY = 1;

/**
 * An exclusive lock on a file; its path must be canonical. If this process does not renew the lock, because it is stopped
 * or the machine is asleep, another one takes it. To write the file only with the lock, write a file in `folder` and rename
 * it: the process that takes the lock removes `folder` first.
 */
export class FileLock {
  readonly #file: string;
  /** A folder that exists as long as this process holds the lock. */
  readonly folder: string;
  #worker: Worker | undefined;
  #retakes = 0;
  /** When this process last saw, in this turn of the event loop, that it holds the lock. */
  #seenAt: number | undefined;

  private constructor(file: string) {
    this.#file = file;
    this.folder = newFolder(file);
  }

  /**
   * Locks a file. If it is locked, waits a few seconds for the other process to stop, or for its lock to expire.
   * @param report receives messages about waiting.
   * @throws Error if another process holds the lock, or if the file cannot be locked; the reason of the signal.
   */
  static async acquire(file: string, report: (message: string) => void, signal: AbortSignal): Promise<FileLock> {
    const lock = new FileLock(file);
    const holder = await lock.#start(report, signal).catch(async (error) => {
      await lock.release();
      signal.throwIfAborted();
      throw new Error(`${file} cannot be locked: ${error.message}`);
    });
    if (holder === undefined) return lock;
    throw new Error(`${file} is in use by another server (${holder}); stop that server, or choose another state file`);
  }

  /** Calls `listener` every second while this process does not hold the lock. */
  onMissing(listener: () => void): void {
    this.#worker?.on('message', listener);
  }

  /** How often the lock was taken again: what was in its folder before is lost. */
  get retakes(): number {
    return this.#retakes;
  }

  get isHeld(): boolean {
    return existsSync(this.folder);
  }

  /**
   * Like `isHeld`, for changes, of which there can be many in one turn of the event loop: it looks once per turn, and again after
   * a millisecond, because this process may have been stopped meanwhile.
   */
  get isHeldThisTurn(): boolean {
    const now = machineMilliseconds();
    if (this.#seenAt !== undefined && now - this.#seenAt < LOOK_EVERY) return true;
    if (!this.isHeld) return false;
    if (this.#seenAt === undefined) {
      setImmediate(() => {
        this.#seenAt = undefined;
      });
    }
    this.#seenAt = now;
    return true;
  }

  /** The process that holds the lock, such as `process 4711 on laptop`; undefined if none does. @throws Error */
  get holder(): string | undefined {
    return heldLock(this.#file)?.holder;
  }

  /** Takes the lock again after it was removed. Keeps it only if `check` then succeeds. @throws Error */
  retake(check: () => boolean): boolean {
    if (this.holder !== undefined || !takeFree(this.folder)) return false;
    this.#retakes++;
    if (check()) return true;
    release(this.folder);
    return false;
  }

  async release(): Promise<void> {
    await this.#worker?.terminate();
    try {
      release(this.folder);
    } catch {
      // The lock expires.
    }
  }

  /** Returns the process that holds the lock, if it does not release it. @throws Error */
  async #start(report: (message: string) => void, signal: AbortSignal): Promise<string | undefined> {
    const holder = await this.#take(report, signal);
    if (holder === undefined) await this.#startRenewing();
    return holder;
  }

  /** Like `#start`. */
  async #take(report: (message: string) => void, signal: AbortSignal): Promise<string | undefined> {
    const startedAt = machineMilliseconds();
    let seen: HeldLock | undefined;
    let seenAt = startedAt;
    for (;;) {
      // Read before looking at the lock: if this process is stopped in between, the other one must not seem silent for longer.
      const now = machineMilliseconds();
      const held = heldLock(this.#file);
      if (held === undefined) {
        if (takeFree(this.folder)) return undefined;
      } else if (held.folder !== seen?.folder || held.renewal !== seen.renewal) {
        // Compares what it sees with what it saw, never with the machine's time: the other machine's could differ.
        if (now - startedAt > PATIENCE) return held.holder;
        if (seen === undefined) {
          const { holder } = held;
          report(
            `${this.#file} is locked by another server (${holder}); waiting, in case it is stopping or was killed`,
          );
        }
        seen = held;
        seenAt = now;
      } else if (now - seenAt > EXPIRES_AFTER && takeFrom(held, this.folder)) {
        return undefined;
      }
      await delay(RETRY_EVERY, undefined, { signal });
    }
  }

  async #startRenewing(): Promise<void> {
    // In the CommonJS build `import.meta.url` is a path; createRequire takes both.
    const program = createRequire(import.meta.url).resolve('./file-lock-worker.js');
    this.#worker = new Worker(program, { workerData: this.folder, execArgv: [] });
    await once(this.#worker, 'message');
    // If it fails, the lock expires, and other servers take it. Without a listener, its error would end the process.
    this.#worker.on('error', () => {});
    // The worker must not keep the process running.
    this.#worker.unref();
  }
}
