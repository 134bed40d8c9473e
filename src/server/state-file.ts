import type { Mock } from '../mock/mock.js';
import type { Snapshot } from '../state/snapshot.js';
import { type Lock, lockFile } from './file-lock.js';
import { canonicalPath, fileErrorText, readSnapshotFile, replaceFile, textOf, unlessMissing } from './snapshot-file.js';

/** The time from a change until it is saved, in milliseconds. */
const SAVE_AFTER = 200;

/** Keeps the state of a mock in a file: reads it at the start, and writes it soon after every change and at the end. */
export class StateFile {
  readonly #mock: Mock;
  readonly #file: string;
  readonly #lock: Lock;
  readonly #report: (message: string) => void;
  /** The kinds of failure that were reported since the file was last written. */
  readonly #failures = new Set<string>();
  #saved: Snapshot | undefined;
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> | undefined;
  #hasChanged = false;

  private constructor(mock: Mock, file: string, lock: Lock, report: (message: string) => void) {
    this.#mock = mock;
    this.#file = file;
    this.#lock = lock;
    this.#report = report;
  }

  /**
   * Restores the state from a file, if it exists, and keeps the file locked.
   * @throws Error if the file is in use by another server, cannot be read, or is not a valid snapshot.
   */
  static async open(mock: Mock, file: string, report: (message: string) => void): Promise<StateFile> {
    const explain = (error: unknown) => new Error(`The state file ${(error as Error).message}`);
    const path = await canonicalPath(file).catch((error) => {
      throw explain(new Error(`${file} cannot be used: ${fileErrorText(error, file)}`));
    });
    const lock = await lockFile(path, (message) => report(`the state file ${message}`)).catch((error) => {
      throw explain(error);
    });
    try {
      const state = new StateFile(mock, path, lock, report);
      const snapshot = await unlessMissing(readSnapshotFile(path));
      if (snapshot !== undefined) {
        const { dropped } = mock.restore(snapshot);
        if (dropped.length > 0) {
          report(
            `the state file ${path} is of another version; these tables or columns were dropped: ${dropped.join(', ')}`,
          );
        }
        state.#saved = mock.snapshot();
      }
      return state;
    } catch (error) {
      await lock.release();
      throw explain(new Error(`${path} cannot be used, and was not changed: ${fileErrorText(error, path)}`));
    }
  }

  /** Schedules a save. */
  changed(): void {
    this.#hasChanged = true;
    if (this.#timer === undefined && this.#writing === undefined) {
      this.#timer = setTimeout(() => this.#saveNow(), SAVE_AFTER);
    }
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

  /** Releases the lock. */
  async release(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#lock.release();
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
        if (this.#hasChanged) this.changed();
      });
  }

  async #write(): Promise<void> {
    if (this.#lock.isLost) throw new Error('another server has taken over the file');
    const snapshot = this.#mock.snapshot();
    if (snapshot === this.#saved) return;
    // The holder of the lock may overwrite the temporary file that a killed process left.
    await replaceFile(this.#file, textOf(snapshot), `${this.#file}.tmp`);
    this.#saved = snapshot;
  }

  /** Reports each kind of failure once; the next change is the next attempt. */
  #failed(error: NodeJS.ErrnoException): void {
    const kind = error.code ?? error.message;
    if (this.#failures.has(kind)) return;
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
