import type { MachineTime } from '../foundation/machine.js';
import { lengthOfHeaders, type RequestHeaders, sharedHeaders } from '../protocol/request-headers.js';
import type { Image } from '../state/state.js';
import type { Cause } from './cause.js';
import type { Entry, HttpExchange, ImagesOfEntry, RequestEntry } from './entry.js';
import { History, type HistoryCapture } from './history.js';
import { type JournalCapture, JournaledRequests } from './journaled-requests.js';
import type { SessionImage } from './session-image.js';

/** The approximate number of bytes that the entries of a session may take. Each character of a text counts as one byte. */
const BYTE_LIMIT = 8 * 1024 * 1024;
/** The number of entries and bytes after which a new segment starts. */
const SEGMENT_ENTRIES = 500;
const SEGMENT_BYTES = BYTE_LIMIT / 8;
/** The approximate size of an entry without its texts. */
const ENTRY_BYTES = 256;
/** The approximate size of the images before and after a change, and of each record that was written for them. */
const IMAGES_BYTES = 4 * 1024;
const RECORD_BYTES = 512;

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
  start: LogStart;
  readonly entries: Entry[];
  /** The places of requests whose handlers wait, in order. */
  readonly places: EntryPlace[];
  bytes: number;
}

/** Where the entry of a request will be whose handler waits, and when that was called. */
export interface EntryPlace {
  readonly segment: Segment;
  /** The number of entries in the segment before it. */
  index: number;
  readonly wall: number;
  readonly at: number;
}

export interface CapturedSegment {
  readonly start: LogStart;
  readonly entries: readonly Entry[];
  readonly bytes: number;
}

export interface LogCapture extends JournalCapture, HistoryCapture {
  readonly began: number;
  readonly segments: readonly CapturedSegment[];
}

type Handled = Pick<Entry, 'actor' | 'seed' | 'requestNumber' | 'wall' | 'at' | 'revision' | 'hasChanged'> & {
  readonly exchange: HttpExchange;
  readonly headers: RequestHeaders;
};

/**
 * What happened to a session, in order: API requests with their answers, and what other calls changed. Journal, history and
 * trace are views of it. Applied to the start, the entries give the same answers and the same state. Beyond its limit it drops the
 * oldest entries.
 */
export class SessionLog {
  readonly history: History;
  #journaled = new JournaledRequests();
  /**
   * When it began, in milliseconds since 1970. It tells the log from that of an earlier server, or of an earlier session with the
   * same name.
   */
  began: number;
  /** Called with each change of `bytes`. */
  onBytes: ((change: number) => void) | undefined;
  readonly #imageNow: () => SessionImage;
  readonly #machine: MachineTime;
  #requests: readonly Entry[] = [];
  readonly #segments: Segment[] = [];
  #bytes = 0;
  /** The number of entries since the start of the trace that a replay would repeat. */
  #replayable = 0;
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
    this.began = parts.machine.now;
    const { state, baseline } = parts.imageNow();
    // The session has them, whatever its history keeps.
    for (const { records } of [state, baseline]) records.countWritten();
    this.history = new History({
      limit: parts.historyLimit,
      revision: parts.revision,
      state,
      sizeOf: (image) => this.#sizeOf(image),
      onBytes: (change) => this.#count(change),
    });
    const { journal } = parts;
    if (journal !== undefined) this.journaled.install(journal, journal.requests);
    this.#startAfter(journal?.requests ?? []);
  }

  get hasHistory(): boolean {
    return this.history.limit > 0;
  }

  /** The approximate number of bytes that it takes. */
  get bytes(): number {
    return this.#bytes;
  }

  get entries(): Entry[] {
    return [...this.#requests, ...this.#segments.flatMap(({ entries }) => entries)];
  }

  /** Requests before the start of the trace: only the journal shows them. */
  get untraced(): readonly Entry[] {
    return this.#requests;
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
    this.#machine.hold(() => this.#startAfter(this.journaled.among(this.entries)));
  }

  /** Adds the next revision, which a call or an API request has caused. */
  addRevision(cause: Cause, state: Image): void {
    if (this.hasHistory) this.history.add({ cause, state });
  }

  addCall(cause: Cause, images: ImagesOfEntry, hasChanged: boolean): void {
    if (!this.hasHistory) return;
    const { before, after } = images;
    const entry: Entry = {
      cause,
      actor: undefined,
      seed: before.state.seed,
      requestNumber: before.requestIds,
      wall: this.#machine.now,
      at: Date.parse(after.state.clock.now),
      revision: this.history.revision,
      hasChanged,
      images,
      exchange: undefined,
      headers: undefined,
      answered: undefined,
    };
    this.#append(entry, this.#bytesOf(entry, undefined));
  }

  /** Keeps the place of a request that waits from here on. `at` is the time of the mock's clock. */
  keepPlace(at: number): EntryPlace {
    const segment = this.#segments.at(-1) as Segment;
    const place = { segment, index: segment.entries.length, wall: this.#machine.now, at };
    segment.places.push(place);
    return place;
  }

  /** Adds an API request that was handled, at its place if that was kept. Its answer may follow later. */
  addRequest(handled: Handled, place?: EntryPlace): RequestEntry {
    const { actor, seed, requestNumber, wall, at, revision, hasChanged, exchange } = handled;
    const latest = this.#segments.at(-1)?.entries.at(-1);
    // Written out: every request makes one, and a spread takes longer.
    const entry: RequestEntry = {
      cause: undefined,
      actor,
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
    if (place === undefined) this.#append(entry, this.#bytesOf(entry, latest));
    else this.#insert(entry, place);
    return entry;
  }

  /** Drops the oldest segment and half of the revisions. Returns false if there is no more to drop. */
  dropOldest(): boolean {
    this.history.dropHalf();
    return this.#dropSegment() || this.history.size > 0;
  }

  capture(): LogCapture {
    return {
      began: this.began,
      requests: this.#requests,
      segments: this.#segments.map(({ start, entries, bytes }) => ({ start, entries: [...entries], bytes })),
      ...this.history.capture(),
      journaled: this.journaled.total,
      clearedAt: this.journaled.clearedAt,
    };
  }

  get journaled(): JournaledRequests {
    return this.#journaled;
  }

  /** Clears the journal: `last` is the number of the last request. */
  clearJournal(last: number): void {
    this.#journaled = this.#journaled.cleared(last);
  }

  /** Replaces everything by what was captured. Requests that are being handled are not in the journal. */
  install(captured: LogCapture): void {
    const { began, requests, segments } = captured;
    this.began = began;
    this.history.install(captured);
    this.#clear();
    this.#setRequests(requests);
    this.#replayable = segments[0]?.start.entries ?? 0;
    for (const segment of segments) {
      const entries = [...segment.entries];
      this.#segments.push({ ...segment, entries, places: [] });
      this.#count(segment.bytes);
      this.#replayable += entries.filter(isReplayable).length;
    }
    this.journaled.install(captured, this.entries);
  }

  /** Starts the trace after requests that are not part of it. */
  #startAfter(requests: readonly Entry[]): void {
    this.#clear();
    this.#setRequests(requests);
    this.journaled.lookIn(requests);
    this.#replayable = 0;
    this.#segments.push({ start: this.#startNow(), entries: [], places: [], bytes: 0 });
  }

  #setRequests(requests: readonly Entry[]): void {
    this.#count(this.#bytesOfAll(requests) - this.#bytesOfAll(this.#requests));
    this.#requests = requests;
  }

  #startNow(): LogStart {
    const { now: wall } = this.#machine;
    return { image: this.#imageNow(), wall, entries: this.#replayable, revision: this.history.revision };
  }

  #append(entry: Entry, bytes: number): void {
    const segment = this.#segments.at(-1) as Segment;
    segment.entries.push(entry);
    segment.bytes += bytes;
    this.#count(bytes);
    if (isReplayable(entry)) this.#replayable++;
    if (segment.entries.length < SEGMENT_ENTRIES && segment.bytes < SEGMENT_BYTES) return;
    this.#segments.push({ start: this.#startNow(), entries: [], places: [], bytes: 0 });
    while (this.#isTooLong() && this.#dropSegment());
  }

  #insert(entry: Entry, place: EntryPlace): void {
    const { segment, index } = place;
    const { entries, places } = segment;
    const number = this.#segments.indexOf(segment);
    if (number === -1) {
      // The trace starts after it.
      this.#setRequests([...this.#requests, entry]);
      return;
    }
    const bytes = this.#bytesOf(entry, entries[index - 1]);
    entries.splice(index, 0, entry);
    segment.bytes += bytes;
    this.#count(bytes);
    const [, ...following] = places.splice(places.indexOf(place));
    for (const other of following) other.index++;
    places.push(...following);
    if (!isReplayable(entry)) return;
    this.#replayable++;
    for (const later of this.#segments.slice(number + 1)) {
      later.start = { ...later.start, entries: later.start.entries + 1 };
    }
  }

  #isTooLong(): boolean {
    return !this.hasHistory || this.#bytes - this.history.bytes > BYTE_LIMIT;
  }

  /** Drops the oldest segment, but for what the journal shows of it. Returns false if there is only one. */
  #dropSegment(): boolean {
    const [first] = this.#segments;
    if (first === undefined || this.#segments.length === 1) return false;
    const shown = this.journaled.outlive([...this.#requests, ...first.entries]);
    this.#segments.shift();
    this.#count(-first.bytes);
    this.#setRequests(shown);
    return true;
  }

  #clear(): void {
    for (const { bytes } of this.#segments) this.#count(-bytes);
    this.#segments.length = 0;
  }

  #bytesOfAll(entries: readonly Entry[]): number {
    return entries.reduce((sum, entry, i) => sum + this.#bytesOf(entry, entries[i - 1]), 0);
  }

  #bytesOf({ exchange, headers, images, revision, hasChanged }: Entry, previous: Entry | undefined): number {
    if (exchange !== undefined) {
      const isShared = headers === undefined || headers === previous?.headers;
      return ENTRY_BYTES + exchange.length + (isShared ? 0 : lengthOfHeaders(headers));
    }
    if (images === undefined || !hasChanged) return IMAGES_BYTES;
    return this.history.get(revision)?.bytes ?? this.#sizeOf(images.after.state);
  }

  /** The approximate size of a change. What other changes share counts for the first of them. */
  #sizeOf({ records }: Image): number {
    // A copy that only tries a call has no budget: the records count when the call is made.
    const written = this.onBytes === undefined ? 0 : records.countWritten();
    return Math.max(IMAGES_BYTES, written * RECORD_BYTES);
  }

  #count(bytes: number): void {
    this.#bytes += bytes;
    this.onBytes?.(bytes);
  }
}

function isReplayable({ exchange }: Entry): boolean {
  return exchange === undefined || exchange.replay !== undefined;
}
