import {
  closeSync,
  fchmodSync,
  fdatasync,
  fdatasyncSync,
  fstatSync,
  ftruncateSync,
  openSync,
  writeSync,
} from 'node:fs';
import { promisify } from 'node:util';
import { LogLines } from './log-lines.js';
import { OWNER_ONLY } from './snapshot-file.js';

const flush = promisify(fdatasync);

/** A log that this process writes. The calls are synchronous: what is appended survives if the process is killed. */
export class LogFile {
  readonly #descriptor: number;
  #isSynced = false;
  #sum = 0;
  #length = 0;
  /** Whether a part of an entry may follow the last whole one. */
  #isTorn = false;

  private constructor(descriptor: number) {
    this.#descriptor = descriptor;
  }

  /** Creates a file. @throws Error if it exists */
  static create(path: string, mode: number): LogFile {
    const descriptor = openSync(path, 'wx', OWNER_ONLY);
    // Unlike a mode that is passed to `openSync`, this one is not reduced by the process's umask.
    fchmodSync(descriptor, mode);
    return new LogFile(descriptor);
  }

  /** The number of bytes. */
  get length(): number {
    return this.#length;
  }

  /** Identifies the file. */
  get inode(): number {
    return fstatSync(this.#descriptor).ino;
  }

  /** Appends entries. If that fails, the file keeps the entries before them. @throws Error */
  append(entries: readonly object[]): void {
    const lines = new LogLines(this.#sum);
    const bytes = lines.encode(entries);
    this.#repair();
    try {
      this.#isTorn = true;
      // A write can be short, as on a full disk; the next one then fails.
      for (let written = 0; written < bytes.length; ) {
        written += writeSync(this.#descriptor, bytes, written, bytes.length - written, this.#length + written);
      }
      if (this.#isSynced) fdatasyncSync(this.#descriptor);
    } catch (error) {
      try {
        this.#repair();
      } catch {
        // The next append tries again.
      }
      throw error;
    }
    this.#isTorn = false;
    this.#length += bytes.length;
    this.#sum = lines.sum;
  }

  /** Waits until everything is on the disk, without blocking the process. @throws Error */
  flush(): Promise<void> {
    return flush(this.#descriptor);
  }

  /** From now on, each append waits for the disk, so that it survives a power failure. @throws Error */
  syncAppends(): void {
    fdatasyncSync(this.#descriptor);
    this.#isSynced = true;
  }

  close(): void {
    closeSync(this.#descriptor);
  }

  #repair(): void {
    if (!this.#isTorn) return;
    ftruncateSync(this.#descriptor, this.#length);
    this.#isTorn = false;
  }
}
