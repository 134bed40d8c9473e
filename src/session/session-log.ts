import type { MachineTime } from '../foundation/machine.js';
import { type RequestHeaders, sharedHeaders } from '../protocol/request-headers.js';
import type { Image } from '../state/state.js';
import type { Cause } from './cause.js';
import type { Answered, Entry, HttpExchange, ImagesOfEntry, NewEntry, RequestEntry } from './entry.js';
import type { RecordedRequest } from './journal-entry.js';
import { ENTRY_LIMIT, type Journaled, journaledIn, journalOnly, journalWindow } from './journal-window.js';
import type { SessionImage } from './session-image.js';

/** The approximate number of bytes that the entries of a session may take. Each character of a text counts as one byte. */
const BYTE_LIMIT = 8 * 1024 * 1024;
/** The number of entries and bytes after which a new segment starts. */
const SEGMENT_ENTRIES = 500;
const SEGMENT_BYTES = BYTE_LIMIT / 8;
/** The approximate size of an entry without its texts, and of the images before and after a change. */
const ENTRY_BYTES = 256;
const IMAGES_BYTES = 4 * 1024;

/** A moment from which the entries that follow can be replayed. */
export interface LogStart {
  readonly image: SessionImage;
  readonly wall: number;
  /** The number of entries before it that a replay would repeat, and of revisions. */
  readonly entries: number;
  readonly revision: number;
}

/** Entries that are dropped together: the next segment starts where they ended. */
interface Segment {
  readonly start: LogStart;
  readonly entries: Entry[];
  bytes: number;
}

/** A segment as it is captured. */
export interface CapturedSegment {
  readonly start: LogStart;
  readonly entries: readonly Entry[];
}

/** Everything in a log. */
export interface LogCapture extends JournalCapture {
  readonly segments: readonly CapturedSegment[];
  /** The number of the last revision. */
  readonly revision: number;
  /** The state before the oldest revision that can be asked for. */
  readonly oldest: Image;
  /** Oldest first. */
  readonly revisions: readonly Revision[];
}

/** A change of the state. */
export interface Revision {
  readonly cause: Cause;
  /** The state afterwards. */
  readonly state: Image;
}

/** The API requests of a log. */
export interface JournalCapture {
  /** Those that are not part of the trace, oldest first. */
  readonly requests: readonly Entry[];
  /** The number of API requests since the journal was cleared, and the number of the last request before. */
  readonly journaled: number;
  readonly clearedAt: number;
}

const EMPTY_JOURNAL: JournalCapture = { requests: [], journaled: 0, clearedAt: 0 };

/** An API request that was handled. */
type Handled = Pick<NewEntry, 'seed' | 'requestNumber' | 'wall' | 'at' | 'revision' | 'hasChanged'> & {
  readonly exchange: HttpExchange;
  readonly headers: RequestHeaders;
};

/**
 * What happened to a session, in order: API requests with their answers, and what other calls changed. Journal, history and
 * trace are views of it. Applied to the start, the entries give the same answers and the same state. Beyond its limit it drops the
 * oldest entries.
 */
export class SessionLog {
  readonly #imageNow: () => SessionImage;
  readonly #machine: MachineTime;
  readonly #historyLimit: number;
  #watcher: ((bytes: number) => void) | undefined;
  /** Requests before the first segment: only the journal shows them. */
  #requests: readonly Entry[] = [];
  readonly #segments: Segment[] = [];
  #bytes = 0;
  /** The number of entries since the start of the trace that a replay would repeat. */
  #replayable = 0;
  #revision: number;
  /** By number, oldest first. */
  readonly #revisions = new Map<number, Revision>();
  /** The state before the oldest of them. */
  #oldest: Image;
  /** At least those that the journal shows, newest last: to find them among all entries would take longer than a request. */
  #journal: Journaled[] = [];
  #journaled = 0;
  #clearedAt = 0;
  #timesCleared = 0;

  /** `revision` changes were made before. Without a history, `historyLimit` is 0. `journal` is that of another log. */
  constructor(parts: {
    readonly imageNow: () => SessionImage;
    readonly machine: MachineTime;
    readonly historyLimit: number;
    readonly revision: number;
    readonly journal: JournalCapture | undefined;
  }) {
    this.#imageNow = parts.imageNow;
    this.#machine = parts.machine;
    this.#historyLimit = parts.historyLimit;
    this.#revision = parts.revision;
    this.#oldest = parts.imageNow().state;
    const { requests, journaled, clearedAt } = parts.journal ?? EMPTY_JOURNAL;
    this.#clearedAt = clearedAt;
    this.#startAfter(requests);
    this.#journaled = journaled;
  }

  /** Whether changes are kept. */
  get hasHistory(): boolean {
    return this.#historyLimit > 0;
  }

  /** The number of the last revision; 0 before the first. */
  get revision(): number {
    return this.#revision;
  }

  /** The revisions that can be asked for, by number, oldest first. */
  get revisions(): ReadonlyMap<number, Revision> {
    return this.#revisions;
  }

  /** The state before the oldest of them. */
  get oldestState(): Image {
    return this.#oldest;
  }

  /** The approximate number of bytes that it takes. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Calls `watcher`, the only one, with each change of that number. Returns a function that ends this. */
  watchBytes(watcher: (bytes: number) => void): () => void {
    this.#watcher = watcher;
    return () => {
      this.#watcher = undefined;
    };
  }

  get entries(): Entry[] {
    return [...this.#requests, ...this.#segments.flatMap(({ entries }) => entries)];
  }

  /** Where the trace starts: after the entries that were dropped. */
  get traceStart(): LogStart {
    return (this.#segments[0] as Segment).start;
  }

  /** What a replay repeats from there, in order. */
  get tracedEntries(): Entry[] {
    return this.#segments.flatMap(({ entries }) => entries).filter(isReplayable);
  }

  /** Starts the trace from here. Only those earlier entries stay that the journal may show. */
  restartTrace(): void {
    this.#machine.hold(() => this.#startAfter(this.#journalOnly()));
  }

  /** Adds the next revision, which a call or an API request has caused. */
  addRevision(cause: Cause, state: Image): void {
    if (!this.hasHistory) return;
    this.#revision++;
    this.#setRevision(this.#revision, { cause, state });
  }

  /** Adds a call that changed something. */
  addCall(cause: Cause, images: ImagesOfEntry, hasChanged: boolean): void {
    if (!this.hasHistory) return;
    const { before, after } = images;
    const entry: Entry = {
      cause,
      seed: before.state.seed,
      requestNumber: before.requestIds,
      wall: this.#machine.now,
      at: Date.parse(after.state.clock.now),
      revision: this.#revision,
      hasChanged,
      images,
      exchange: undefined,
      headers: undefined,
      answered: undefined,
    };
    this.#append(entry, IMAGES_BYTES);
  }

  /** Adds an API request that was handled. Its answer may follow later. */
  addRequest(handled: Handled): RequestEntry {
    const { seed, requestNumber, wall, at, revision, hasChanged, exchange } = handled;
    const latest = this.#segments.at(-1)?.entries.at(-1);
    const entry: RequestEntry = {
      cause: undefined,
      seed,
      requestNumber,
      wall,
      at,
      revision,
      hasChanged,
      images: undefined,
      exchange,
      headers: sharedHeaders(handled.headers, latest?.headers),
      answered: undefined,
    };
    this.#append(entry, ENTRY_BYTES + exchange.length);
    return entry;
  }

  /** Adds an answer to the journal: that of a request that was added before the journal was cleared is left out. */
  addAnswer(entry: RequestEntry, answered: Answered): void {
    const isNew = entry.answered === undefined;
    entry.answered = answered;
    if (!isNew) return;
    this.#journaled++;
    this.#journal.push(entry as Journaled);
    if (this.#journal.length > 2 * ENTRY_LIMIT) this.#journal = this.#journal.slice(-ENTRY_LIMIT);
  }

  /** The requests that the journal shows, newest last. */
  get journal(): RecordedRequest[] {
    return journalWindow(this.#journal);
  }

  /** The number of API requests since the journal was cleared. */
  get journaled(): number {
    return this.#journaled;
  }

  /** The number of the last request before the journal was cleared. */
  get clearedAt(): number {
    return this.#clearedAt;
  }

  /** The number of times that the journal was cleared. A request that started before the last time is not in it. */
  get timesCleared(): number {
    return this.#timesCleared;
  }

  /** Clears the journal: `last` is the number of the last request. */
  clearJournal(last: number): void {
    this.#clearedAt = last;
    this.#journal = [];
    this.#journaled = 0;
    this.#timesCleared++;
  }

  /** The API requests for a journal, without what they changed. No answer may be held back. */
  captureJournal(): JournalCapture {
    const all = this.#journalOnly().filter(({ answered }) => answered !== undefined);
    const requests = all.filter(({ answered }) => !answered?.isHeld);
    return { requests, journaled: this.#journaled - (all.length - requests.length), clearedAt: this.#clearedAt };
  }

  /** Drops the oldest segment and half of the revisions. Returns false if there is no more to drop. */
  dropOldest(): boolean {
    for (let count = Math.ceil(this.#revisions.size / 2); count > 0; count--) this.#dropRevision();
    return this.#dropSegment() || this.#revisions.size > 0;
  }

  capture(): LogCapture {
    return {
      requests: this.#requests,
      segments: this.#segments.map(({ start, entries }) => ({ start, entries: [...entries] })),
      revision: this.#revision,
      oldest: this.#oldest,
      revisions: [...this.#revisions.values()],
      journaled: this.#journaled,
      clearedAt: this.#clearedAt,
    };
  }

  /** Replaces everything by what was captured. Requests that are being handled are not in the journal. */
  install({ requests, segments, revision, oldest, revisions, journaled, clearedAt }: LogCapture): void {
    this.#clear();
    this.#count(-this.#revisions.size * IMAGES_BYTES);
    this.#revisions.clear();
    this.#revision = revision;
    this.#oldest = oldest;
    this.#setRequests(requests);
    this.#replayable = segments[0]?.start.entries ?? 0;
    for (const { start, entries } of segments) {
      const bytes = bytesOf(entries);
      this.#segments.push({ start, entries: [...entries], bytes });
      this.#count(bytes);
      this.#replayable += entries.filter(isReplayable).length;
    }
    for (const [i, one] of revisions.entries()) this.#setRevision(revision - revisions.length + i + 1, one);
    this.#journaled = journaled;
    this.#clearedAt = clearedAt;
    this.#journal = journaledIn(this.entries, clearedAt);
    this.#timesCleared++;
  }

  /** Starts the trace after requests that are not part of it. */
  #startAfter(requests: readonly Entry[]): void {
    this.#clear();
    this.#setRequests(requests);
    this.#journal = journaledIn(requests, this.#clearedAt);
    this.#replayable = 0;
    this.#segments.push({ start: this.#startNow(), entries: [], bytes: 0 });
  }

  /** What the journal shows of all entries, and those of them that are not answered yet. */
  #journalOnly(): Entry[] {
    return [...journalOnly(this.journal, this.entries).values()];
  }

  #setRequests(requests: readonly Entry[]): void {
    this.#count(bytesOf(requests) - bytesOf(this.#requests));
    this.#requests = requests;
  }

  #startNow(): LogStart {
    const { now: wall } = this.#machine;
    return { image: this.#imageNow(), wall, entries: this.#replayable, revision: this.#revision };
  }

  #append(entry: Entry, bytes: number): void {
    const segment = this.#segments.at(-1) as Segment;
    segment.entries.push(entry);
    segment.bytes += bytes;
    this.#count(bytes);
    if (isReplayable(entry)) this.#replayable++;
    if (segment.entries.length < SEGMENT_ENTRIES && segment.bytes < SEGMENT_BYTES) return;
    this.#segments.push({ start: this.#startNow(), entries: [], bytes: 0 });
    while (this.#isTooLong() && this.#dropSegment());
  }

  #isTooLong(): boolean {
    const revisionBytes = this.#revisions.size * IMAGES_BYTES;
    return !this.hasHistory || this.#bytes - revisionBytes > BYTE_LIMIT;
  }

  /** Drops the oldest segment, but for what the journal shows of it. Returns false if there is only one. */
  #dropSegment(): boolean {
    const [first] = this.#segments;
    if (first === undefined || this.#segments.length === 1) return false;
    const window = this.journal;
    const shown = journalOnly(window, [...this.#requests, ...first.entries]);
    this.#journal = window.map(({ logged }) => (shown.get(logged) ?? logged) as Journaled);
    this.#segments.shift();
    this.#count(-first.bytes);
    this.#setRequests([...shown.values()]);
    return true;
  }

  #clear(): void {
    for (const { bytes } of this.#segments) this.#count(-bytes);
    this.#segments.length = 0;
  }

  #setRevision(number: number, revision: Revision): void {
    this.#revisions.set(number, revision);
    this.#count(IMAGES_BYTES);
    if (this.#revisions.size > this.#historyLimit) this.#dropRevision();
  }

  #dropRevision(): void {
    const [first] = this.#revisions;
    if (first === undefined) return;
    const [number, { state }] = first;
    this.#oldest = state;
    this.#revisions.delete(number);
    this.#count(-IMAGES_BYTES);
  }

  #count(bytes: number): void {
    this.#bytes += bytes;
    this.#watcher?.(bytes);
  }
}

/** Whether a replay repeats an entry. */
function isReplayable({ exchange }: Entry): boolean {
  return exchange === undefined || exchange.replay !== undefined;
}

function bytesOf(entries: readonly Entry[]): number {
  return entries.reduce((sum, { exchange }) => sum + (exchange ? ENTRY_BYTES + exchange.length : IMAGES_BYTES), 0);
}
