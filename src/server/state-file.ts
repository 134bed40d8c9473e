import { renameSync, rmSync, statSync } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { inSlices } from '../foundation/in-slices.js';
import { machineMilliseconds } from '../foundation/machine.js';
import { MockError, prefixing } from '../foundation/mock-error.js';
import { internals } from '../mock/internals.js';
import type { Mock } from '../mock/mock.js';
import { sharingRecords } from '../session/log-entries.js';
import type { Session } from '../session/session.js';
import type { Sessions } from '../session/sessions.js';
import type { SessionEvent } from '../session/sink.js';
import { readSnapshot } from '../state/read-snapshot.js';
import { type Snapshot, toSnapshot } from '../state/snapshot.js';
import type { Image } from '../state/state.js';
import { FileLock } from './file-lock.js';
import { LogFile } from './log-file.js';
import { OpenLog } from './open-log.js';
import { SaveProblems } from './save-problems.js';
import {
  canonicalPath,
  createSnapshotFile,
  expectReplaceable,
  type FileVersion,
  failing,
  fileErrorText,
  flushFolder,
  flushFolderSync,
  isSameVersion,
  OWNER_ONLY,
  readJsonFile,
  unlessMissing,
} from './snapshot-file.js';
import { logPaths, type ReadLog, readLogFor, replayLog } from './state-log.js';

/** After this time without a change, in milliseconds, the log is folded into the state file. */
const QUIET_PERIOD = 1_000;
/**
 * After folding, the pause is this many times as long as the folding took, so that a large state uses a small share of the
 * machine.
 */
const PAUSE_FACTOR = 10;
/** The log is folded at once when it has more bytes than this, and more than the state file. */
const LOG_LIMIT = 4 * 1024 * 1024;

/** What the state file contained when this process read or wrote it last. */
interface LastSeen {
  readonly version: FileVersion;
  readonly fingerprint: string;
  readonly image: Image;
}

export interface StateFileOptions {
  /** Receives problems that do not stop the server. */
  readonly report: (message: string) => void;
  /** Whether the file may have been edited by hand. It is then saved again, with its new fingerprint. */
  readonly edited: boolean;
  /** Whether each change also waits for the disk. */
  readonly sync: boolean;
  /** Whether what comes before the damage in a damaged log is used. A copy of the log is kept. */
  readonly repair: boolean;
}

/**
 * Keeps the sessions of a mock in a file and its log: the state of the default session as of some time ago is in the file, and
 * everything since, with the other sessions and the named snapshots, is in the log. Each change is appended to the log before it
 * is answered. Now and then the log is folded: the file is rewritten, and a new log starts.
 */
export class StateFile {
  readonly #main: Session;
  readonly #sessions: Sessions;
  readonly #file: string;
  readonly #lock: FileLock;
  readonly #options: StateFileOptions;
  readonly #problems: SaveProblems;
  #detach: () => void = () => {};
  #isStopping = false;
  #lastSeen: LastSeen | undefined;
  #log: OpenLog | undefined;
  /** The events since the current folding of the log started; undefined if it is not being folded. */
  #sinceFold: SessionEvent[] | undefined;
  /** Sessions that were lost when the log could not be written. */
  #unsaved: SessionEvent[] = [];
  #loss: string | undefined;
  /** Why there is no log to append to since the start; undefined if there is one. */
  #fullDisk: Error | undefined;
  /** The bytes of the log that was there at the start; 0 if it had no entries. */
  #logAtStart = 0;
  /** Runs when the log is to be folded after a quiet period. */
  #timer: NodeJS.Timeout | undefined;
  #folding: Promise<void> | undefined;
  #pause = QUIET_PERIOD;
  /** How often the state was written to the file, and how often that failed. */
  readonly saves = { success: 0, failure: 0 };

  private constructor(mock: Mock, file: string, lock: FileLock, options: StateFileOptions) {
    const { session: main, sessions } = mock[internals];
    this.#main = main;
    this.#sessions = sessions;
    this.#file = file;
    this.#lock = lock;
    this.#options = options;
    this.#problems = new SaveProblems(options.report);
    lock.onMissing(() => this.#retakeLock());
  }

  /**
   * Restores the state from a file and its log, if they exist, and keeps them locked.
   * @throws Error if the file is in use by another server, or if the file or its log cannot be read, is invalid, or cannot be
   * written; the reason of the signal, if it aborts while the file is in use.
   */
  static async open(mock: Mock, file: string, options: StateFileOptions, signal: AbortSignal): Promise<StateFile> {
    const explain = (error: unknown) => new Error(`The state file ${(error as Error).message}`);
    const path = await canonicalPath(file).catch(failing(`The state file ${file} cannot be used`, file));
    const report = (message: string) => options.report(`the state file ${message}`);
    const lock = await FileLock.acquire(path, report, signal).catch((error) => {
      signal.throwIfAborted();
      throw explain(error);
    });
    const stateFile = new StateFile(mock, path, lock, options);
    let loaded: Image | undefined;
    try {
      loaded = await stateFile.#load();
    } catch (error) {
      await stateFile.release();
      throw explain(new Error(`${path} cannot be used, and was not changed: ${fileErrorText(error, path)}`));
    }
    try {
      await stateFile.#fold(loaded);
      // Otherwise it would be noticed with the first change that the file is read-only, or somebody else's.
      await expectReplaceable(path, await stat(path)).catch((error) => stateFile.#foldFailed(error));
      // The folder may be left over from a crash.
      if (stateFile.pending > 0) stateFile.#scheduleFold();
      return stateFile;
    } catch (error) {
      // Without a state file, there is nothing that the server could start with.
      if (loaded !== undefined && isDiskFull(error)) return stateFile.#startReadOnly(error as Error);
      await stateFile.release();
      throw explain(new Error(`${path} cannot be written: ${fileErrorText(error, path)}`));
    }
  }

  /** Starts with what the files contain, although nothing can be saved now. They stay as they are until something can. */
  #startReadOnly(error: Error): this {
    const { log } = logPaths(this.#file);
    const problem = `the server is read-only, because nothing can be saved beside ${this.#file}: ${fileErrorText(error, this.#file)}`;
    this.#problems.failed(
      log,
      error,
      `${problem}; it has the whole state of the file and its log, answers requests that write with 503, and tries again`,
    );
    this.#fullDisk = error;
    this.#timer = setTimeout(() => this.#foldNow(), this.#pause);
    return this;
  }

  /** The bytes of the changes in the log that are not in the file yet. */
  get pending(): number {
    return this.#log?.pending ?? (this.#fullDisk === undefined ? 0 : this.#logAtStart);
  }

  /** Why this process may never write the file again; undefined while it may. */
  get loss(): string | undefined {
    return this.#loss;
  }

  /** Writes everything, so that the file may be edited, and stops saving. @throws Error if that fails. */
  async save(): Promise<void> {
    await this.#stop();
    // Nothing has changed since the files were read.
    if (this.#fullDisk !== undefined) return;
    await this.#foldAtEnd().catch(failing(`The state could not be saved to ${this.#file}`, this.#file));
  }

  async #foldAtEnd(): Promise<void> {
    try {
      await this.#fold(undefined, true);
    } catch (error) {
      // A state that is too large for an entry of the log: its other sessions need the file.
      if (!(error instanceof MockError)) throw error;
      await this.#fold();
    }
  }

  /** Stops saving, and releases the lock. */
  async release(): Promise<void> {
    await this.#stop();
    this.#log?.file.close();
    this.#log = undefined;
    await this.#lock.release();
  }

  /** Stops saving, and waits until the log is no longer being folded. */
  async #stop(): Promise<void> {
    this.#isStopping = true;
    this.#detach();
    clearTimeout(this.#timer);
    await this.#folding;
  }

  /** Restores the sessions. Returns the state in the file, without the log; undefined if there is no file. */
  async #load(): Promise<Image | undefined> {
    const { report, edited, repair } = this.#options;
    const version = await unlessMissing(stat(this.#file));
    const saved = await unlessMissing(readJsonFile(this.#file));
    let image: Image | undefined;
    let fingerprint: string | undefined;
    if (version !== undefined && saved !== undefined) {
      const read = readSnapshot(saved, { edited });
      image = sharingRecords(this.#main.shared, read.image);
      const { fingerprint: written } = saved as Snapshot;
      fingerprint = edited ? toSnapshot(image).fingerprint : written;
      if (read.dropped.length > 0) {
        const dropped = read.dropped.join(', ');
        report(`the state file ${this.#file} is of another version; these tables or columns were dropped: ${dropped}`);
      }
      // A file of another version, or with another fingerprint, is rewritten.
      const isCurrent = read.dropped.length === 0 && fingerprint === written;
      if (isCurrent) this.#lastSeen = { version, fingerprint, image };
    }
    const log = await readLogFor(this.#file, fingerprint, { report, repair });
    if (log !== undefined && log.entries.length > 0) this.#logAtStart = (await stat(log.path)).size;
    this.#restore(image, log);
    this.#detach = this.#sessions.attach({ save: this.#save }, this.#main);
    return image;
  }

  /** @throws Error if the log cannot be applied; then nothing has changed. */
  #restore(image: Image | undefined, log: ReadLog | undefined): void {
    const { registry } = this.#main.shared;
    if (log === undefined) {
      if (image !== undefined) this.#main.restore(registry.resumed(image));
      return;
    }
    const start = image ?? this.#main.state.capture();
    try {
      const { main, named } = replayLog(this.#main.shared, log.entries, start);
      for (const saved of named) {
        // Somebody may have stopped it for this session.
        const state = saved.image.clock.frozen ? saved.image : registry.resumed(saved.image);
        prefixing(`session ${saved.id}`, () => this.#sessions.addSaved({ ...saved, image: state }));
      }
      this.#main.snapshots.images = main.snapshots;
      if (image !== undefined) this.#main.restore(registry.resumed(main.image));
    } catch (error) {
      const reason = `its log ${log.path}, which version ${log.header.package} wrote, cannot be applied: ${(error as Error).message}`;
      throw new Error(
        `${reason}; start that version with the same flags and config file, or delete the log to start with the state file alone`,
      );
    }
  }

  /** Saves an event before it is final. @throws MockError `unavailable` if that fails. */
  readonly #save = (event: SessionEvent): void => {
    try {
      this.#append(event);
    } catch (error) {
      if (event.kind !== 'ended' || !event.isLost) throw error;
      if (this.#loss === undefined) this.#unsaved.push(event);
    }
  };

  #append(event: SessionEvent): void {
    const { log } = logPaths(this.#file);
    try {
      if (!this.#lock.isHeldThisTurn) this.#ensureLock();
      if (this.#fullDisk !== undefined) throw this.#fullDisk;
      if (this.#loss === undefined) this.#write(event);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === undefined) throw error;
      const problem = `the change cannot be saved to ${log}: ${fileErrorText(error, log)}`;
      this.#problems.failed(log, error as Error, `${problem}; until it can, the server answers such requests with 503`);
      throw new MockError('unavailable', `Nothing was changed, because ${problem}`);
    }
    if (this.#loss !== undefined) throw new MockError('unavailable', `Nothing was changed, because ${this.#loss}`);
    this.#problems.solved(log, `changes are saved again to ${log}`);
  }

  #write(event: SessionEvent): void {
    for (const one of [...this.#unsaved, event]) {
      this.#log?.writer.add(one);
      this.#sinceFold?.push(one);
      if (one !== event) this.#unsaved.shift();
    }
    this.#scheduleFold();
  }

  /** Folds the log after a quiet period, or now if it is long. */
  #scheduleFold(): void {
    if (this.#folding !== undefined || this.#log === undefined || this.#isStopping) return;
    const limit = Math.max(LOG_LIMIT, this.#lastSeen?.version.size ?? 0);
    const isLong = this.#log.pending > limit;
    // After a failure it waits, because the next attempt may take as long, and fail as well.
    if (isLong && !this.#problems.has(this.#file)) this.#foldNow();
    else if (this.#timer === undefined) this.#timer = setTimeout(() => this.#foldNow(), this.#pause);
    else this.#timer.refresh();
  }

  #foldNow(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#folding !== undefined || this.#loss !== undefined || this.#isStopping) return;
    // Later, because the event that was just saved may not have happened yet.
    this.#folding = Promise.resolve()
      .then(() => this.#fold())
      .then(
        () => {
          this.#problems.solved(this.#file, `the state is saved again to ${this.#file}`);
          if (this.#fullDisk === undefined) return;
          this.#fullDisk = undefined;
          this.#problems.solved(logPaths(this.#file).log, `changes are saved again to ${logPaths(this.#file).log}`);
        },
        (error) => this.#foldFailed(error),
      )
      .finally(() => {
        this.#folding = undefined;
        if (this.#fullDisk !== undefined && !this.#isStopping) {
          this.#timer = setTimeout(() => this.#foldNow(), this.#pause);
        } else if (this.pending > 0) this.#scheduleFold();
      });
  }

  #foldFailed(error: Error): void {
    // A full disk at the start was reported then.
    if (this.#loss !== undefined || (this.#fullDisk !== undefined && isDiskFull(error))) return;
    const problem = `the state cannot be saved to ${this.#file}: ${fileErrorText(error, this.#file)}`;
    const consequence = `the changes are in ${logPaths(this.#file).log}, and the server tries again`;
    this.#problems.failed(this.#file, error, `${problem}; ${consequence}`);
  }

  /**
   * Writes the state to the file, and everything else to a new log. Requests are answered meanwhile. `image` is the state of the
   * default session to write; default: the current one. At the end, `isFinal`, the new log does not depend on the file.
   */
  async #fold(image?: Image, isFinal = false): Promise<void> {
    // More than once only if the lock was removed during the attempt.
    for (;;) {
      this.#ensureLock();
      if (this.#loss !== undefined) throw new Error(this.#loss);
      const startedAt = machineMilliseconds();
      const { retakes } = this.#lock;
      try {
        await this.#foldOnce(image, isFinal);
        this.saves.success++;
        this.#pause = Math.max(QUIET_PERIOD, PAUSE_FACTOR * (machineMilliseconds() - startedAt));
        return;
      } catch (error) {
        this.saves.failure++;
        if (this.#lock.isHeld && this.#lock.retakes === retakes) throw error;
      } finally {
        this.#sinceFold = undefined;
      }
    }
  }

  async #foldOnce(given: Image | undefined, isFinal: boolean): Promise<void> {
    const current = this.#main.state.capture();
    const image = given ?? current;
    const events = this.#sessions.asEvents(this.#main);
    const { length } = events;
    const after = this.#main.image;
    if (image !== current) events.push({ kind: 'changed', id: null, before: { ...after, state: image }, after });
    this.#sinceFold = events;
    const drafts = { state: join(this.#lock.folder, 'state.tmp'), log: join(this.#lock.folder, 'log.tmp') };
    let log: LogFile | undefined;
    let previous: FileHandle | undefined;
    try {
      const present = await unlessMissing(stat(this.#file));
      // The log names sessions, and anyone who knows the name of one can use it.
      const mode = present?.mode ?? OWNER_ONLY;
      const isWritten = present !== undefined && this.#lastSeen?.image === image;
      if (!isWritten) await expectReplaceable(this.#file, present);
      const seen = isWritten ? this.#lastSeen : { ...(await createSnapshotFile(drafts.state, image, mode)), image };
      log = LogFile.create(drafts.log, mode);
      const next = new OpenLog(log, this.#main.shared, isFinal ? null : (seen as LastSeen).fingerprint, image);
      await inSlices(taken(events, length), (event) => next.writer.add(event));
      next.begins();
      await inSlices(taken(events), (event) => next.writer.add(event));
      await log.flush();
      // Deleting a large file takes milliseconds. As long as it is open, the rename that replaces it does not delete it.
      if (present !== undefined && !isWritten) previous = await open(this.#file, 'r');
      // No other code runs from here on, so no event is missed.
      for (const event of events) next.writer.add(event);
      if (this.#options.sync) log.syncAppends();
      this.#replace(drafts, isWritten);
      this.#lastSeen = seen;
      this.#log?.file.close();
      this.#log = next;
      // Before a change that is in the new log is answered.
      if (this.#options.sync) flushFolderSync(dirname(this.#file));
    } catch (error) {
      if (this.#log?.file !== log) log?.close();
      throw error;
    } finally {
      for (const draft of Object.values(drafts)) rmSync(draft, { force: true });
      await previous?.close();
    }
    if (isFinal && log.length === this.#log.headerLength) rmSync(logPaths(this.#file).log, { force: true });
    await flushFolder(dirname(this.#file));
  }

  /**
   * Replaces the file and its log by the drafts. If the process is killed between two steps, one of the logs fits the file. The
   * drafts are in the folder of the lock: without the lock, they cannot be renamed. @throws Error
   */
  #replace(drafts: { state: string; log: string }, isWritten: boolean): void {
    const { log, next } = logPaths(this.#file);
    renameSync(drafts.log, next);
    try {
      if (!isWritten) renameSync(drafts.state, this.#file);
    } catch (error) {
      if (this.#lock.isHeld) rmSync(next, { force: true });
      throw error;
    }
    try {
      renameSync(next, log);
    } catch (error) {
      // The old log does not fit the new file, and nothing may be appended to it from now on.
      this.#lose(
        this.#lock.isHeld ? `${next} cannot be renamed to ${log}: ${fileErrorText(error, next)}` : this.#explainLoss(),
      );
      throw new Error(this.#loss);
    }
  }

  #retakeLock(): void {
    try {
      this.#ensureLock();
    } catch {
      // For example, the folder is missing. The next change reports it, and tries again.
    }
  }

  /**
   * Takes the lock again if it was removed. If another process holds it, or has changed the files since, the file is lost to
   * this process. @throws Error if the lock cannot be read or taken.
   */
  #ensureLock(): void {
    if (this.#loss !== undefined || this.#lock.isHeld) return;
    if (!this.#lock.retake(() => this.#isAsLastSeen())) {
      this.#lose(this.#explainLoss());
      return;
    }
    this.#options.report(`the lock of the state file ${this.#file} was removed; this server has locked the file again`);
    // The log may have been removed as well.
    this.#foldNow();
  }

  #lose(reason: string): void {
    this.#loss = reason;
    this.#options.report(
      `${reason}; this server no longer saves its state, which GET /__mock/snapshot answers, and answers requests that write with 503; restart it to use the file again`,
    );
  }

  #explainLoss(): string {
    const { holder } = this.#lock;
    return holder === undefined
      ? `another program has changed the state file ${this.#file} while this server had no lock on it`
      : `another server (${holder}) has taken over the state file ${this.#file}, because this one did not renew its lock: it was stopped, or the machine was asleep`;
  }

  /** Whether the file and its log are as this process left them, or were deleted. */
  #isAsLastSeen(): boolean {
    const file = statSync(this.#file, { throwIfNoEntry: false });
    const log = statSync(logPaths(this.#file).log, { throwIfNoEntry: false });
    const isSameFile =
      file === undefined || (this.#lastSeen !== undefined && isSameVersion(file, this.#lastSeen.version));
    return isSameFile && (log === undefined || log.ino === this.#log?.file.inode);
  }
}

/** The errors of a disk without space, and of a file that may not grow. */
const NO_SPACE = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

function isDiskFull(error: unknown): boolean {
  return NO_SPACE.has(String((error as NodeJS.ErrnoException).code));
}

/** Takes items from the front of a list, to which others may add meanwhile. */
function* taken<Item>(items: Item[], count = Number.POSITIVE_INFINITY): Generator<Item> {
  for (let left = count; left > 0 && items.length > 0; left--) yield items.shift() as Item;
}
