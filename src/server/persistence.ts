import type { Mock } from '../mock/mock.js';
import { canonicalPath, checkWritable, replaceFile, textOf } from './snapshot-file.js';
import { StateFile } from './state-file.js';

export interface PersistenceOptions {
  /**
   * A file that keeps the state: read at the start if it is there, written after changes and at the end. One server at a
   * time can use it. What other code of the process changes is saved with the next request that writes, and at the end.
   */
  state?: string | undefined;
  /** A snapshot file to write when the server is closed. */
  exportOnExit?: string | undefined;
  /** Is told what goes wrong while the server runs on, such as a state that cannot be saved. Default: standard error. */
  onProblem?: ((message: string) => void) | undefined;
}

/** What a server keeps of its mock's state beyond its own life. */
export class Persistence {
  readonly #mock: Mock;
  readonly #options: PersistenceOptions;
  #state: StateFile | undefined;

  constructor(mock: Mock, options: PersistenceOptions) {
    this.#mock = mock;
    this.#options = options;
  }

  /** Puts the kept state, if there is one, into the mock. @throws Error where a file cannot be used. */
  async open(): Promise<void> {
    const { state, exportOnExit, onProblem = tell } = this.#options;
    if (exportOnExit !== undefined) {
      await checkWritable(exportOnExit).catch((error) => {
        throw new Error(`The export file ${exportOnExit} could not be written: ${error.message}`);
      });
    }
    if (state !== undefined) this.#state = await StateFile.open(this.#mock, state, onProblem);
  }

  /** Says that a request may have changed the state. */
  changed(): void {
    this.#state?.changed();
  }

  /** Writes what is to be written, and ends. @throws Error that tells of all that could not be written. */
  async close(): Promise<void> {
    const results = await Promise.allSettled([this.#state?.save(), this.#export()]);
    await this.release();
    const failures = results.flatMap((result) => (result.status === 'rejected' ? [result.reason.message] : []));
    if (failures.length > 0) throw new Error(failures.join('; '));
  }

  /** Ends without writing anything. */
  async release(): Promise<void> {
    await this.#state?.release();
    this.#state = undefined;
  }

  async #export(): Promise<void> {
    const { exportOnExit } = this.#options;
    if (exportOnExit === undefined) return;
    try {
      await replaceFile(await canonicalPath(exportOnExit), textOf(this.#mock.snapshot()));
    } catch (error) {
      throw new Error(`The state could not be exported to ${exportOnExit}: ${(error as Error).message}`);
    }
  }
}

function tell(message: string): void {
  process.stderr.write(`briefs-mock: ${message}\n`);
}
