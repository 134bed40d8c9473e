import { EntryWriter } from '../session/entry-writer.js';
import { headerFor, LoggedSessions } from '../session/log-entries.js';
import type { SharedConfig } from '../session/shared-config.js';
import type { Image } from '../state/state.js';
import type { LogFile } from './log-file.js';

export class OpenLog {
  readonly file: LogFile;
  readonly writer: EntryWriter;
  readonly headerLength: number;
  #start: number;

  constructor(file: LogFile, shared: SharedConfig, fingerprint: string | null, image: Image) {
    const append = (entries: readonly object[]) => file.append(entries);
    append([headerFor(fingerprint)]);
    this.file = file;
    this.writer = new EntryWriter(
      append,
      new LoggedSessions(shared, { image, isLogged: fingerprint !== null, isBaseline: false }),
    );
    this.headerLength = file.length;
    this.#start = file.length;
  }

  /** Counts the changes from here on. */
  begins(): void {
    this.#start = this.file.length;
  }

  /** The bytes of the changes that are not in the state file yet. */
  get pending(): number {
    return this.file.length - this.#start;
  }
}
