import type { Answered, Entry, RequestEntry } from './entry.js';
import type { RecordedRequest } from './journal-entry.js';
import { ENTRY_LIMIT, type Journaled, journaledIn, journalOnly, journalWindow, shownPart } from './journal-window.js';

/** The answer of an entry that a journal never lists: no request has the number. */
const UNLISTED: Answered = { number: 0, at: 0, wall: 0, duration: 0, isHeld: false, sent: undefined };

export interface JournalCapture {
  /** Those that are not part of the trace, oldest first. */
  readonly requests: readonly Entry[];
  /** The number of API requests since the journal was cleared, and the number of the last request before. */
  readonly journaled: number;
  readonly clearedAt: number;
}

/** The requests of a log that its journal shows. To find them among all entries would take longer than a request. */
export class JournaledRequests {
  /** At least those that the journal shows, newest last. */
  #requests: Journaled[] = [];
  #total = 0;
  #clearedAt = 0;
  #timesCleared = 0;

  /** The requests that the journal shows, newest last. */
  get shown(): RecordedRequest[] {
    return journalWindow(this.#requests);
  }

  /** The number of API requests since the journal was cleared. */
  get total(): number {
    return this.#total;
  }

  /** The number of the last request before the journal was cleared. */
  get clearedAt(): number {
    return this.#clearedAt;
  }

  /** The number of times that the journal was cleared. A request that started before the last time is not in it. */
  get timesCleared(): number {
    return this.#timesCleared;
  }

  /** The requests for a journal, without what they changed, and without those whose answers are held back. */
  capture(): JournalCapture {
    const answered = this.shown.filter((request) => !request.answered.isHeld);
    const held = this.#requests.filter((request) => request.answered.isHeld).length;
    return { requests: answered.map(shownPart), journaled: this.#total - held, clearedAt: this.#clearedAt };
  }

  /**
   * A copy of a request that was in flight when the journal was cleared, to get its answer. The log drops the entry itself as any
   * other: no answer will be added to it.
   */
  leaveOut(entry: RequestEntry): RequestEntry {
    const copy = { ...entry };
    entry.answered = UNLISTED;
    return copy;
  }

  /** Adds an answer. */
  add(entry: RequestEntry, answered: Answered): void {
    const isNew = entry.answered === undefined;
    entry.answered = answered;
    if (!isNew) return;
    this.#total++;
    this.#requests.push(entry as Journaled);
    if (this.#requests.length > 2 * ENTRY_LIMIT) this.#requests = this.#requests.slice(-ENTRY_LIMIT);
  }

  /** The journal after it is cleared: `last` is the number of the last request. This one stays, for a session that has ended. */
  cleared(last: number): JournaledRequests {
    const empty = new JournaledRequests();
    empty.#clearedAt = last;
    empty.#timesCleared = this.#timesCleared + 1;
    return empty;
  }

  /** Replaces everything by what was captured; `entries` are those of the log. */
  install({ journaled, clearedAt }: JournalCapture, entries: readonly Entry[]): void {
    this.#total = journaled;
    this.#clearedAt = clearedAt;
    this.lookIn(entries);
    this.#timesCleared++;
  }

  /** Finds the requests in the entries of a log. */
  lookIn(entries: readonly Entry[]): void {
    this.#requests = journaledIn(entries, this.#clearedAt);
  }

  /** What the journal shows of entries that are to be dropped, and those of them that are not answered yet. */
  outlive(entries: readonly Entry[]): Entry[] {
    const window = this.shown;
    const shown = journalOnly(window, entries);
    this.#requests = window.map(({ logged }) => (shown.get(logged) ?? logged) as Journaled);
    return [...shown.values()];
  }

  /** Drops what the journal does not show. Answers to requests in flight are still added. */
  strip(): void {
    this.outlive(this.#requests);
  }

  /** What the journal shows of entries, and those of them that are not answered yet. */
  among(entries: readonly Entry[]): Entry[] {
    return [...journalOnly(this.shown, entries).values()];
  }
}
