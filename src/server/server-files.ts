import type { Issue } from '../foundation/mock-error.js';
import type { Mock } from '../mock/mock.js';
import { textOf } from '../state/snapshot.js';
import { canonicalPath, checkWritable, failing, replaceFile } from './snapshot-file.js';
import { StateFile } from './state-file.js';

export interface FileOptions {
  /**
   * A file that keeps the state: read at the start if it exists. Each change is appended to the log beside it, `<state>.log`,
   * before it is answered, and is in the file itself soon after, and at the end. Only one server at a time can use it.
   */
  state?: string | undefined;
  /**
   * Whether a change is also flushed to the disk before it is answered, so that it survives a power failure. Needs `state`.
   * Default false.
   */
  stateSync?: boolean | undefined;
  /** Whether the state file may have been edited by hand, so that its fingerprint does not fit. Default false. */
  edited?: boolean | undefined;
  /**
   * Whether a damaged log of the state file is used up to the damage. A copy of it is kept, `<log>.damaged`, and `onProblem` receives
   * what was dropped. Default false: the server does not start.
   */
  repair?: boolean | undefined;
  /** A snapshot file to write when the server is closed. */
  exportOnExit?: string | undefined;
  /** Receives errors that do not stop the server, such as a state that cannot be saved. Default: standard error. */
  onProblem?: ((message: string) => void) | undefined;
}

/** Reads and writes the files in which a server keeps the state of its mock. */
export class ServerFiles {
  readonly #mock: Mock;
  readonly #options: FileOptions;
  readonly #report: (message: string) => void;
  #state: StateFile | undefined;

  constructor(mock: Mock, options: FileOptions, report: (message: string) => void) {
    this.#mock = mock;
    this.#options = options;
    this.#report = report;
  }

  /**
   * Restores the state from the state file, if it exists.
   * @throws Error if a file cannot be used; the reason of the signal, if it aborts while another server uses the state file
   */
  async open(signal: AbortSignal): Promise<void> {
    const { state, stateSync: sync = false, edited = false, repair = false, exportOnExit } = this.#options;
    if (exportOnExit !== undefined) {
      await checkWritable(exportOnExit).catch(
        failing(`The export file ${exportOnExit} cannot be written`, exportOnExit),
      );
    }
    if (state === undefined) return;
    this.#state = await StateFile.open(this.#mock, state, { report: this.#report, edited, sync, repair }, signal);
  }

  /** Why the state file is lost to this server, so that nothing may be written; undefined while it is not. */
  loss(): string | undefined {
    return this.#state?.loss;
  }

  get stateFile(): StateFile | undefined {
    return this.#state;
  }

  /** Without its file, the server rejects every request that writes. Anyone can call the probe, so it does not name the file. */
  whyNotReady(): readonly Issue[] {
    const message = 'is lost to another program; what the server has printed says why';
    return this.loss() === undefined ? [] : [{ path: 'state', message }];
  }

  /** Writes the files and releases the lock. @throws Error with the message of every failed write. */
  async close(): Promise<void> {
    const results = await Promise.allSettled([this.#state?.save(), this.#export()]);
    await this.release();
    const failures = results.flatMap((result) => (result.status === 'rejected' ? [result.reason.message] : []));
    if (failures.length > 0) throw new Error(failures.join('; '));
  }

  /** Releases the lock without writing anything. */
  async release(): Promise<void> {
    await this.#state?.release();
    this.#state = undefined;
  }

  async #export(): Promise<void> {
    const { exportOnExit } = this.#options;
    if (exportOnExit === undefined) return;
    await canonicalPath(exportOnExit)
      .then((path) => replaceFile(path, textOf(this.#mock.snapshot())))
      .catch(failing(`The state could not be exported to ${exportOnExit}`, exportOnExit));
  }
}
