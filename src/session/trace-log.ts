import type { Cause } from './cause.js';
import type { Revision } from './history.js';
import type { SessionImage, Steering } from './session-image.js';

/** The approximate number of bytes that the log of a session may take. Each character of a text counts as one byte. */
const BYTE_LIMIT = 8 * 1024 * 1024;
/** The number of entries and bytes after which a new segment begins. */
const SEGMENT_ENTRIES = 500;
const SEGMENT_BYTES = BYTE_LIMIT / 8;
/** The size of an entry without its texts, and of an entry with the images before and after a change. */
const REQUEST_BYTES = 256;
const CHANGE_BYTES = 4 * 1024;

/** A text in two parts, with the id of the request between them if there is a second part. */
export interface TextParts {
  readonly head: string;
  readonly tail?: string | undefined;
}

/** The body of an answer: its text, or its SHA-256. */
export type TracedAnswer = TextParts | { readonly sha256: string };

/** What an API request asked and what was answered. Repeated reads share one. */
export interface TracedExchange {
  /** Milliseconds since 1970, by the mock's clock. */
  readonly at: number;
  readonly method: string;
  readonly url: string;
  /** The decoded path below the base URL and the session. */
  readonly path: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** The text of the body; undefined if there was none, or it could not be read. */
  readonly body: string | undefined;
  /** Why the body could not be read. */
  readonly bodyError: { readonly code: string; readonly message: string } | undefined;
  /** 0 if the connection was broken. */
  readonly status: number;
  readonly answer: TracedAnswer | undefined;
  /** The number of characters in it. */
  readonly length: number;
}

/** What differs between two requests that ask the same. */
interface TracedMoment {
  /** The seed and the number of the `X-Request-Id`. */
  readonly seed: number;
  readonly number: number;
  /** Milliseconds since 1970, by the machine's clock. */
  readonly wall: number;
  /** The revision that the request caused. */
  readonly revision: number | undefined;
}

/** An API request as it was handled, with everything that its answer depends on besides the situation of the session. */
export interface TracedRequest extends TracedMoment {
  readonly exchange: TracedExchange;
}

/** A control call, or a call in the process, and what it changed. Without a state change, `change` is undefined. */
export interface TracedChange extends Steering {
  readonly cause: Cause;
  /** Milliseconds since 1970, by the machine's clock and by the mock's. */
  readonly wall: number;
  readonly at: number;
  readonly change: Revision | undefined;
  readonly revision: number | undefined;
}

export type TracedEntry = TracedRequest | TracedChange;

export function isTracedRequest(entry: TracedEntry): entry is TracedRequest {
  return 'exchange' in entry;
}

/** A moment from which the entries can be replayed. */
export interface TraceStart {
  readonly image: SessionImage;
  readonly wall: number;
  /** The number of entries and revisions before. */
  readonly entries: number;
  readonly revision: number;
}

interface Segment {
  readonly start: TraceStart;
  readonly entries: TracedEntry[];
  bytes: number;
}

/** Everything in a trace log. */
export type TraceCapture = readonly (Omit<Segment, 'entries'> & { readonly entries: readonly TracedEntry[] })[];

/**
 * What happened to a session, in order: API requests with their answers, and what other calls changed. Applied to the start,
 * the entries give the same answers and the same state. Beyond its limit it drops the oldest segment; the next one begins
 * with a start of its own.
 */
export class TraceLog {
  readonly #startNow: (entries: number) => TraceStart;
  readonly #onBytes: (bytes: number) => void;
  readonly #segments: Segment[] = [];
  #bytes = 0;

  /** `startNow` describes the present moment, after a number of entries. `onBytes` is called with each change of the size. */
  constructor(startNow: (entries: number) => TraceStart, onBytes: (bytes: number) => void) {
    this.#startNow = startNow;
    this.#onBytes = onBytes;
  }

  /** Begins the first segment, or begins anew. Nothing is recorded before. */
  begin(): void {
    this.#segments.length = 0;
    this.#count(-this.#bytes);
    this.#segments.push({ start: this.#startNow(0), entries: [], bytes: 0 });
  }

  get start(): TraceStart {
    return (this.#segments[0] as Segment).start;
  }

  get entries(): TracedEntry[] {
    return this.#segments.flatMap(({ entries }) => entries);
  }

  /** Adds an entry. It must have been handled already: the next segment starts after it. */
  add(entry: TracedEntry): void {
    const segment = this.#segments.at(-1) as Segment;
    const bytes = isTracedRequest(entry) ? REQUEST_BYTES + entry.exchange.length : CHANGE_BYTES;
    segment.entries.push(entry);
    segment.bytes += bytes;
    this.#count(bytes);
    if (segment.entries.length < SEGMENT_ENTRIES && segment.bytes < SEGMENT_BYTES) return;
    const { start, entries } = segment;
    this.#segments.push({ start: this.#startNow(start.entries + entries.length), entries: [], bytes: 0 });
    while (this.#bytes > BYTE_LIMIT) this.dropOldest();
  }

  /** The headers, or those of the last request if they are the same: most clients send the same headers all the time. */
  sharedHeaders(headers: TracedExchange['headers']): TracedExchange['headers'] {
    const last = this.#segments.at(-1)?.entries.at(-1);
    if (last === undefined || !isTracedRequest(last)) return headers;
    const others = last.exchange.headers;
    const isSame =
      headers.length === others.length &&
      headers.every(([name, value], i) => others[i]?.[0] === name && others[i][1] === value);
    return isSame ? others : headers;
  }

  /** Drops the oldest segment. Returns false if there is only one. */
  dropOldest(): boolean {
    if (this.#segments.length === 1) return false;
    this.#count(-(this.#segments.shift() as Segment).bytes);
    return true;
  }

  capture(): TraceCapture {
    return this.#segments.map(({ start, entries, bytes }) => ({ start, entries: [...entries], bytes }));
  }

  install(captured: TraceCapture): void {
    this.#segments.length = 0;
    this.#count(-this.#bytes);
    for (const { start, entries, bytes } of captured) {
      this.#segments.push({ start, entries: [...entries], bytes });
      this.#count(bytes);
    }
  }

  #count(bytes: number): void {
    this.#bytes += bytes;
    this.#onBytes(bytes);
  }
}
