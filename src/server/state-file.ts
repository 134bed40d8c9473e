import type { Mock } from '../mock/mock.js';
import type { Snapshot } from '../state/snapshot.js';
import { type Lock, lockFile } from './file-lock.js';
import { canonicalPath, readSnapshotFile, replaceFile, textOf, unlessMissing } from './snapshot-file.js';

/** How long a change may stay unsaved, in milliseconds. */
const SAVE_AFTER = 200;

/** Keeps a mock's state in a file: it is read at the start, and written soon after every change and at the end. */
export class StateFile {
  readonly #mock: Mock;
  readonly #file: string;
  readonly #lock: Lock;
  readonly #report: (message: string) => void;
  /** The kinds of failure that were told of since the file was last written. */
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
   * Puts the state of a file, if there is one, into a mock, and keeps it there.
   * @throws Error where the file is in use by another server, cannot be read, or holds no state that can be restored.
   */
  static async open(mock: Mock, file: string, report: (message: string) => void): Promise<StateFile> {
    const explain = (error: unknown) => new Error(`The state file ${(error as Error).message}`);
    const path = await canonicalPath(file).catch((error) => {
      throw explain(new Error(`${file} cannot be reached: ${error.message}`));
    });
    const lock = await lockFile(path, (message) => report(`the state file ${message}`)).catch((error) => {
      throw explain(error);
    });
    try {
      const state = new StateFile(mock, path, lock, report);
      const snapshot = await unlessMissing(readSnapshotFile(path));
      if (snapshot !== undefined) {
        mock.restore(snapshot);
        state.#saved = mock.snapshot();
      }
      return state;
    } catch (error) {
      await lock.release();
      throw explain(new Error(`${path} is not used, and left as it is: ${(error as Error).message}`));
    }
  }

  /** Has the state saved before long. */
  changed(): void {
    this.#hasChanged = true;
    if (this.#timer === undefined && this.#writing === undefined) {
      this.#timer = setTimeout(() => this.#saveNow(), SAVE_AFTER);
    }
  }

  /** Saves what is unsaved. @throws Error where that fails. */
  async save(): Promise<void> {
    clearTimeout(this.#timer);
    this.#hasChanged = false;
    await this.#writing;
    await this.#write().catch((error) => {
      throw new Error(`The state could not be saved in ${this.#file}: ${error.message}`);
    });
  }

  /** Leaves the file to others. */
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
    if (this.#lock.isLost) throw new Error('another server has taken it over');
    const snapshot = this.#mock.snapshot();
    if (snapshot === this.#saved) return;
    // Whoever holds the lock may overwrite what a killed process has left half written.
    await replaceFile(this.#file, textOf(snapshot), `${this.#file}.tmp`);
    this.#saved = snapshot;
  }

  /** Says once what is wrong; the next change is the next try. */
  #failed(error: NodeJS.ErrnoException): void {
    const kind = error.code ?? error.message;
    if (this.#failures.has(kind)) return;
    this.#failures.add(kind);
    this.#report(`the state cannot be saved: ${error.message}; the next change is the next try`);
  }

  #recovered(): void {
    if (this.#failures.size === 0) return;
    this.#failures.clear();
    this.#report(`the state is saved again in ${this.#file}`);
  }
}
