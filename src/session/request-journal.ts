import * as z from 'zod/mini';
import { formatValue } from '../foundation/format-value.js';
import { MockError } from '../foundation/mock-error.js';
import { expectValid } from '../foundation/validate.js';
import { type RequestHeaders, sharedHeaders } from '../protocol/request-headers.js';
import { type Expectation, expectation, type Verified, verify } from './expectation.js';
import {
  type JournalEntry,
  type RecordedRequest,
  type RequestContent,
  type RequestMoment,
  type RequestRecord,
  toEntry,
} from './journal-entry.js';
import { type JournalFilter, type JournalPage, journalFilter, journalPage, matcherOf } from './journal-filter.js';

/** The maximum number of requests in a journal, and of the bytes that they take, approximately. */
const ENTRY_LIMIT = 1000;
/** The number of requests among which the latest reader is looked for. */
const CALLER_DEPTH = 100;
const BYTE_LIMIT = 512 * 1024;

/** The maximum number of bytes of bodies and headers, approximately. Beyond it, the oldest requests lose theirs. */
const CONTENT_LIMIT = 512 * 1024;

/** The size of an entry in bytes, without its texts. Each character of a text counts as one byte. */
const ENTRY_BYTES = 160;

/** The assumed size of the headers of a request in bytes: measuring them would take as long as a cached answer. */
const HEADERS_BYTES = 1024;

export const journalOptions = z.strictObject({
  /** Whether the journal keeps bodies and headers. */
  bodies: z._default(z.boolean(), true),
});
export type JournalOptions = z.input<typeof journalOptions>;

/** What the journals of all sessions of a mock share. */
export interface JournalConfig extends z.output<typeof journalOptions> {
  /** The number of the entry that was added last, in any of them. */
  readonly entries: { last: number };
}

/** A list of requests. */
export interface JournalList {
  readonly data: JournalEntry[];
  /** The number of all matching requests, also of those beyond the limit. */
  readonly total: number;
  /** The number of requests that are no longer in the journal. */
  readonly dropped: number;
}

/** Everything in a journal. */
export interface JournalCapture {
  readonly dropped: number;
  readonly requests: readonly RecordedRequest[];
}

/** The number of values in a moment. */
const MOMENT_SIZE = 7;

/**
 * The requests of a session, newest last, in a ring buffer that drops the oldest. Stores references and nine numbers per
 * request, to leave no garbage; entries are created when they are read.
 */
export class Journal {
  /** Is called after it was emptied. */
  onClear: () => void = () => {};
  readonly #config: JournalConfig;
  readonly #session: string | null;
  /** Entry n is at index n modulo the limit. */
  readonly #records: (RequestRecord | undefined)[] = [];
  readonly #contents: (RequestContent | undefined)[] = [];
  readonly #headers: (RequestHeaders | undefined)[] = [];
  readonly #moments: number[] = [];
  /** The bytes of each record and content, so that dropping one does not read it: by then it is in no CPU cache. */
  readonly #recordBytes: number[] = [];
  readonly #contentBytes: number[] = [];
  /** The number of the next entry, of the oldest entry in the buffer, and of the oldest one that may have a content. */
  #end = 0;
  #start = 0;
  #contentStart = 0;
  #totalRecordBytes = 0;
  #totalContentBytes = 0;
  #timesCleared = 0;

  constructor(config: JournalConfig, session: string | null) {
    this.#config = config;
    this.#session = session;
  }

  /** The number of times it was cleared. A request that started before the last time is not recorded. */
  get timesCleared(): number {
    return this.#timesCleared;
  }

  /** The number of requests in it. */
  get size(): number {
    return this.#end - this.#start;
  }

  /** The number of requests that were dropped since it was last cleared, because there were too many. */
  get dropped(): number {
    return this.#start;
  }

  /** Adds a request, and returns its place for `finish` and `at`. */
  add(
    record: RequestRecord,
    moment: Omit<RequestMoment, 'entry'>,
    content: RequestContent,
    headers: RequestHeaders,
  ): number {
    this.#config.entries.last++;
    this.#append(record, moment, this.#config.entries.last);
    if (this.#config.bodies) this.#addContent(content, headers);
    return this.#end - 1;
  }

  /** Changes a request that was added while its answer was held back. Returns false if it was dropped in the meantime. */
  finish(place: number, record: RequestRecord, moment: Omit<RequestMoment, 'entry'>): boolean {
    if (place < this.#start) return false;
    const { entry } = this.#request(place).moment;
    this.#totalRecordBytes -= this.#recordBytes[place % ENTRY_LIMIT] as number;
    this.#write(place, record, moment, entry);
    return true;
  }

  /**
   * The requests, newest last: all of them, or those that match a filter.
   * @throws MockError `malformed_data` for an invalid filter.
   */
  all(filter?: JournalPage): JournalEntry[] {
    return this.list(filter).data;
  }

  /** As `all`, with the number of requests. @throws MockError as `all` */
  list(filter: JournalPage = {}): JournalList {
    const { limit = ENTRY_LIMIT, ...fields } = expectValid(journalPage, filter);
    const matching = this.#requests().filter(matcherOf(fields));
    return { data: matching.slice(-limit).map(this.#toEntry), total: matching.length, dropped: this.dropped };
  }

  /** The entry at a place, which was not dropped. */
  at(place: number): JournalEntry {
    return this.#toEntry(this.#request(place));
  }

  /** The requests that no route matched. */
  unmatched(): JournalEntry[] {
    return this.#requests()
      .filter(({ record }) => record.route === undefined)
      .map(this.#toEntry);
  }

  /**
   * A request, by its `X-Request-Id` or by its `entry`.
   * @throws MockError `not_found`
   */
  get(id: string | number): JournalEntry {
    const found = this.#requests()
      .map(this.#toEntry)
      .find((entry) => entry.id === id || entry.entry === Number(id));
    if (found !== undefined) return found;
    const dropped = this.dropped === 0 ? '' : `; the oldest ${this.dropped} were dropped`;
    throw new MockError('not_found', `There is no request ${formatValue(id)} in the journal${dropped}`);
  }

  /**
   * The number of matching requests among those kept.
   * @throws MockError `malformed_data` for an invalid filter.
   */
  count(filter: JournalFilter = {}): number {
    return this.#requests().filter(matcherOf(expectValid(journalFilter, filter))).length;
  }

  /**
   * Checks that requests were made, and returns how many matched.
   * @throws MockError `conflict` if they were not, with the closest requests; `malformed_data` for an invalid expectation.
   */
  verify(expected: Expectation): Verified {
    return verify(expectValid(expectation, expected), this.#requests(), this.#toEntry, this.dropped);
  }

  /** The reader who sent the latest request of a known reader, among the latest requests; undefined if there is none. */
  get caller(): string | undefined {
    const oldest = Math.max(this.#start, this.#end - CALLER_DEPTH);
    for (let n = this.#end - 1; n >= oldest; n--) {
      const { email } = this.#records[n % ENTRY_LIMIT] as RequestRecord;
      if (email !== null) return email;
    }
    return undefined;
  }

  /** Removes every entry and returns them. */
  clear(): JournalEntry[] {
    const removed = this.all();
    this.reset();
    return removed;
  }

  reset(): void {
    const references = [this.#records, this.#contents, this.#headers];
    for (const values of [...references, this.#moments, this.#recordBytes, this.#contentBytes]) values.length = 0;
    this.#start = this.#end = this.#contentStart = 0;
    this.#totalRecordBytes = this.#totalContentBytes = 0;
    this.#timesCleared++;
    this.onClear();
  }

  /** An independent copy, for another session. */
  copy(session: string | null): Journal {
    const copy = new Journal(this.#config, session);
    for (const { record, moment, content, headers } of this.#requests()) {
      // The copy has no requests that wait.
      if (record.isHeld) continue;
      // The history of the other session starts with the copy.
      copy.#append(record, { ...moment, revision: 0 }, moment.entry);
      if (content !== undefined && headers !== undefined) copy.#addContent(content, headers);
    }
    return copy;
  }

  /** The requests, for a copy in another process. None may be held back. Each is created when it is read. */
  capture(): JournalCapture {
    const copy = new Journal(this.#config, this.#session);
    copy.#records.push(...this.#records);
    copy.#contents.push(...this.#contents);
    copy.#headers.push(...this.#headers);
    copy.#moments.push(...this.#moments);
    copy.#start = this.#start;
    copy.#end = this.#end;
    return {
      dropped: this.#start,
      get requests() {
        return copy.#requests();
      },
    };
  }

  /** Replaces the requests by captured ones. Requests that are being handled are not recorded. */
  install({ dropped, requests }: JournalCapture): void {
    this.reset();
    this.#start = this.#end = this.#contentStart = dropped;
    for (const { record, moment, content, headers } of requests) {
      this.#append(record, moment, moment.entry);
      if (content !== undefined && headers !== undefined) this.#addContent(content, headers);
    }
  }

  readonly #toEntry = (request: RecordedRequest): JournalEntry => toEntry(request, this.#session);

  #requests(): RecordedRequest[] {
    return Array.from({ length: this.#end - this.#start }, (_, i) => this.#request(this.#start + i));
  }

  #request(n: number): RecordedRequest {
    const slot = n % ENTRY_LIMIT;
    const first = slot * MOMENT_SIZE;
    const values = this.#moments.slice(first, first + MOMENT_SIZE);
    const [seed = 0, number = 0, at = 0, duration = 0, wall = 0, entry = 0, packed = 0] = values;
    const change = { revision: Math.floor(packed / 2), hasChanged: packed % 2 === 1 };
    const moment = { seed, number, at, duration, wall, entry, ...change };
    const record = this.#records[slot] as RequestRecord;
    return { record, moment, content: this.#contents[slot], headers: this.#headers[slot] };
  }

  #append(record: RequestRecord, moment: Omit<RequestMoment, 'entry'>, entry: number): void {
    if (this.#end - this.#start === ENTRY_LIMIT) this.#dropOldest();
    this.#write(this.#end, record, moment, entry);
    this.#end++;
    // An entry that is larger than the limit is kept as the only one.
    while (this.#totalRecordBytes > BYTE_LIMIT && this.#end - this.#start > 1) this.#dropOldest();
  }

  #write(place: number, record: RequestRecord, moment: Omit<RequestMoment, 'entry'>, entry: number): void {
    const { seed, number, at, duration, wall, revision, hasChanged } = moment;
    const slot = place % ENTRY_LIMIT;
    const bytes = ENTRY_BYTES + record.length;
    this.#totalRecordBytes += bytes;
    this.#recordBytes[slot] = bytes;
    this.#records[slot] = record;
    const first = slot * MOMENT_SIZE;
    this.#moments[first] = seed;
    this.#moments[first + 1] = number;
    this.#moments[first + 2] = at;
    this.#moments[first + 3] = duration;
    this.#moments[first + 4] = wall;
    this.#moments[first + 5] = entry;
    this.#moments[first + 6] = 2 * revision + Number(hasChanged);
  }

  /** Adds the content of the newest entry. */
  #addContent(content: RequestContent, headers: RequestHeaders): void {
    const slot = (this.#end - 1) % ENTRY_LIMIT;
    this.#contents[slot] = content;
    this.#headers[slot] = sharedHeaders(headers, this.#headers[(slot + ENTRY_LIMIT - 1) % ENTRY_LIMIT]);
    const bytes = HEADERS_BYTES + content.length;
    this.#totalContentBytes += bytes;
    this.#contentBytes[slot] = bytes;
    while (this.#totalContentBytes > CONTENT_LIMIT) this.#dropOldestContent();
  }

  #dropOldest(): void {
    if (this.#contentStart === this.#start) this.#dropOldestContent();
    const slot = this.#start % ENTRY_LIMIT;
    this.#totalRecordBytes -= this.#recordBytes[slot] as number;
    this.#records[slot] = undefined;
    this.#start++;
  }

  #dropOldestContent(): void {
    const slot = this.#contentStart % ENTRY_LIMIT;
    this.#totalContentBytes -= this.#contentBytes[slot] ?? 0;
    this.#contentBytes[slot] = 0;
    this.#contents[slot] = this.#headers[slot] = undefined;
    this.#contentStart++;
  }
}
