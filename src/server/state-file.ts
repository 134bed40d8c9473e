import { statSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Mock, onChange } from '../mock/mock.js';
import type { Snapshot } from '../state/snapshot.js';
import { FileLock } from './file-lock.js';
import {
  canonicalPath,
  type FileVersion,
  fileErrorText,
  isSameVersion,
  readSnapshotFile,
  replaceFile,
  textOf,
  unlessMissing,
} from './snapshot-file.js';

/** The time from a change until it is saved, in milliseconds. */
const SAVE_AFTER = 200;

/** What a file contained when this process read or wrote it last; nothing if it did not exist. */
interface Known {
  readonly version?: FileVersion | undefined;
  readonly snapshot?: Snapshot;
}

/** Keeps the state of a mock in a file: reads it at the start, and writes it soon after every change and at the end. */
export class StateFile {
  readonly #mock: Mock;
  readonly #file: string;
  readonly #lock: FileLock;
  readonly #report: (message: string) => void;
  readonly #stopWatching: () => void;
  /** The kinds of failure that were reported since the file was last written. */
  readonly #failures = new Set<string>();
  #known: Known;
  #loss: string | undefined;
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> | undefined;
  #hasChanged = false;

  private constructor(mock: Mock, file: string, lock: FileLock, known: Known, report: (message: string) => void) {
    this.#mock = mock;
    this.#file = file;
    this.#lock = lock;
    this.#known = known;
    this.#report = report;
    this.#stopWatching = mock[onChange](() => this.#changed());
    lock.onMissing(() => this.loss());
  }

  /**
   * Restores the state from a file, if it exists, and keeps the file locked. `edited` says that the file may have been edited by
   * hand: it is then saved again, with its new fingerprint.
   * @throws Error if the file is in use by another server, cannot be read, or is not a valid snapshot.
   */
  static async open(mock: Mock, file: string, report: (message: string) => void, edited = false): Promise<StateFile> {
    const explain = (error: unknown) => new Error(`The state file ${(error as Error).message}`);
    const path = await canonicalPath(file).catch((error) => {
      throw explain(new Error(`${file} cannot be used: ${fileErrorText(error, file)}`));
    });
    const lock = await FileLock.acquire(path, (message) => report(`the state file ${message}`)).catch((error) => {
      throw explain(error);
    });
    try {
      const version = await unlessMissing(stat(path));
      const saved = await unlessMissing(readSnapshotFile(path));
      if (saved === undefined) return new StateFile(mock, path, lock, {}, report);
      const { dropped } = mock.restore(saved, { edited });
      if (dropped.length > 0) {
        report(
          `the state file ${path} is of another version; these tables or columns were dropped: ${dropped.join(', ')}`,
        );
      }
      if (!edited) return new StateFile(mock, path, lock, { version, snapshot: mock.snapshot() }, report);
      const stateFile = new StateFile(mock, path, lock, { version }, report);
      stateFile.#changed();
      return stateFile;
    } catch (error) {
      await lock.release();
      throw explain(new Error(`${path} cannot be used, and was not changed: ${fileErrorText(error, path)}`));
    }
  }

  /** Why this process may never write the file again; undefined while it may. */
  loss(): string | undefined {
    try {
      this.#ensureLock();
    } catch {
      // For example, the folder is missing. The next save reports it, and tries again.
    }
    return this.#loss;
  }

  /** Saves unsaved changes. @throws Error if that fails. */
  async save(): Promise<void> {
    clearTimeout(this.#timer);
    this.#hasChanged = false;
    await this.#writing;
    await this.#write().catch((error) => {
      throw new Error(`The state could not be saved to ${this.#file}: ${fileErrorText(error, this.#file)}`);
    });
  }

  /** Saves nothing any more, and releases the lock. */
  async release(): Promise<void> {
    this.#stopWatching();
    clearTimeout(this.#timer);
    await this.#lock.release();
  }

  /** Schedules a save. */
  #changed(): void {
    this.#hasChanged = true;
    if (this.#timer === undefined && this.#writing === undefined) {
      this.#timer = setTimeout(() => this.#saveNow(), SAVE_AFTER);
    }
  }

  #saveNow(): void {
    this.#timer = undefined;
    this.#hasChanged = false;
    this.#writing = this.#write()
      .then(
        () => this.#recovered(),
        (error) => this.#failed(error),
      )
      .finally(() => {
        this.#writing = undefined;
        if (this.#hasChanged) this.#changed();
      });
  }

  async #write(): Promise<void> {
    const snapshot = this.#mock.snapshot();
    // More than once only if the lock was removed during the attempt.
    for (;;) {
      this.#ensureLock();
      if (this.#loss !== undefined) throw new Error(this.#loss);
      if (snapshot === this.#known.snapshot && (await unlessMissing(stat(this.#file))) !== undefined) return;
      try {
        // Through the folder of the lock: without the lock, nothing can be renamed to the file.
        const version = await replaceFile(this.#file, textOf(snapshot), join(this.#lock.folder, 'state.tmp'));
        this.#known = { version, snapshot };
        return;
      } catch (error) {
        if (this.#lock.isHeld) throw error;
      }
    }
  }

  /**
   * Takes the lock again if it was removed. If another process holds it, or has changed the file since, the file is lost to
   * this process. @throws Error if the lock cannot be read or taken.
   */
  #ensureLock(): void {
    if (this.#loss !== undefined || this.#lock.isHeld) return;
    if (this.#lock.retake(() => this.#isAsKnown())) {
      this.#report(`the lock of the state file ${this.#file} was removed; this server has locked the file again`);
      return;
    }
    this.#loss = this.#explainLoss();
    this.#report(
      `${this.#loss}; this server no longer saves its state, which GET /__mock/snapshot answers, and answers requests that write with 503; restart it to use the file again`,
    );
  }

  #explainLoss(): string {
    const { holder } = this.#lock;
    return holder === undefined
      ? `another program has changed the state file ${this.#file} while this server had no lock on it`
      : `another server (${holder}) has taken over the state file ${this.#file}, because this one did not renew its lock: it was stopped, or the machine was asleep`;
  }

  /** Whether the file is as this process left it, or was deleted. */
  #isAsKnown(): boolean {
    const present = statSync(this.#file, { throwIfNoEntry: false });
    return present === undefined || (this.#known.version !== undefined && isSameVersion(present, this.#known.version));
  }

  /** Reports each kind of failure once; the next change is the next attempt. */
  #failed(error: NodeJS.ErrnoException): void {
    const kind = error.code ?? error.message;
    if (this.#loss !== undefined || this.#failures.has(kind)) return;
    this.#failures.add(kind);
    this.#report(
      `the state cannot be saved to ${this.#file}: ${fileErrorText(error, this.#file)}; the server tries again at the next change`,
    );
  }

  #recovered(): void {
    if (this.#failures.size === 0) return;
    this.#failures.clear();
    this.#report(`the state is saved again to ${this.#file}`);
  }
}
