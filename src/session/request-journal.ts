import * as z from 'zod';
import { HIDDEN, isSecretName } from '../foundation/secrets.js';
import { expectValid } from '../foundation/validate.js';
import { matchedPathsOf, PathPattern, pathPattern, type RequestPath } from './path-pattern.js';
import { requestIdOf } from './request-ids.js';

/** The maximum number of requests in a journal, and of the bytes that they take, approximately. */
const ENTRY_LIMIT = 1000;
const BYTE_LIMIT = 512 * 1024;

/** The size of an entry in bytes, without its texts. Each character of a text counts as one byte. */
const ENTRY_BYTES = 160;

export const journalEntry = z.strictObject({
  /** The `X-Request-Id` of the answer. */
  id: z.uuid(),
  /** The time of the answer, by the mock's clock. */
  at: z.iso.datetime(),
  /** In upper case. */
  method: z.string(),
  /** The path of the request below the base URL and the session. */
  path: z.string(),
  /** The query parameters; a repeated one is an array. The values of secrets are hidden. */
  query: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
  /** The status; 0 if a fault rule broke the connection. */
  status: z.int(),
  /** The path of the route that answered, with parameters as `:name`; null if no route matched. */
  route: z.string().nullable(),
  /** The duration in milliseconds, by the machine's clock. */
  duration_ms: z.number(),
  /** The id of its session; null for the default session. */
  session: z.string().nullable(),
  /** Why the request failed: the reason of the error, the fault rule, or the nearest route. */
  reason: z.string().optional(),
});

/** An answered request. */
export type JournalEntry = z.output<typeof journalEntry>;

export const journalFilter = z.strictObject({
  /** Case-insensitive. */
  method: z.string().optional(),
  /** The path of a route, the path of a request, or a prefix and `*`. */
  path: pathPattern.optional(),
  /** The status of the answer; 0 if a fault rule broke the connection. */
  status: z.int().optional(),
});

/** Selects the requests to count; a field that is left out matches everything. */
export type JournalFilter = z.input<typeof journalFilter>;

/** A request and its answer, without id and time. Repeated requests share one record. */
export interface RequestRecord extends RequestPath {
  readonly method: string;
  readonly url: string;
  readonly status: number;
  readonly reason: string | undefined;
}

/** The id and time of a request. */
export interface RequestMoment {
  /** The seed and the number of the `X-Request-Id`. */
  readonly seed: number;
  readonly number: number;
  /** Milliseconds since 1970, by the mock's clock. */
  readonly at: number;
  /** Milliseconds, by the machine's clock. */
  readonly duration: number;
}

/** The number of values in a moment. */
const MOMENT_SIZE = 4;

interface Entry {
  readonly record: RequestRecord;
  readonly moment: RequestMoment;
}

/**
 * The requests of a session, newest last, in a ring buffer that drops the oldest. Stores a shared record and four numbers
 * per request, to leave no garbage; entries are created when they are read.
 */
export class Journal {
  readonly #session: string | null;
  /** Entry n is at index n modulo the limit. */
  readonly #records: (RequestRecord | undefined)[] = [];
  readonly #moments: number[] = [];
  /** The number of the next entry, and of the oldest entry in the buffer. */
  #end = 0;
  #start = 0;
  #bytes = 0;
  #timesCleared = 0;

  constructor(session: string | null) {
    this.#session = session;
  }

  /** The number of times it was cleared. A request that started before the last time is not recorded. */
  get timesCleared(): number {
    return this.#timesCleared;
  }

  add(record: RequestRecord, { seed, number, at, duration }: RequestMoment): void {
    if (this.#end - this.#start === ENTRY_LIMIT) this.#dropOldest();
    const slot = this.#end % ENTRY_LIMIT;
    this.#records[slot] = record;
    const first = slot * MOMENT_SIZE;
    this.#moments[first] = seed;
    this.#moments[first + 1] = number;
    this.#moments[first + 2] = at;
    this.#moments[first + 3] = duration;
    this.#end++;
    this.#bytes += bytesOf(record);
    // An entry that is larger than the limit is kept as the only one.
    while (this.#bytes > BYTE_LIMIT && this.#end - this.#start > 1) this.#dropOldest();
  }

  all(): JournalEntry[] {
    return this.#entries().map((entry) => toPublic(entry, this.#session));
  }

  /** The newest entry; the journal must not be empty. */
  newest(): JournalEntry {
    return toPublic(this.#entry(this.#end - 1), this.#session);
  }

  /** The requests that no route matched. */
  unmatched(): JournalEntry[] {
    return this.#entries()
      .filter(({ record }) => record.route === undefined)
      .map((entry) => toPublic(entry, this.#session));
  }

  /**
   * The number of matching requests among those kept.
   * @throws MockError `malformed_data` for an invalid filter.
   */
  count(filter: JournalFilter = {}): number {
    const { method, path, status } = expectValid(journalFilter, filter);
    const pattern = path === undefined ? undefined : new PathPattern(path);
    return this.#entries().filter(
      ({ record }) =>
        (method === undefined || record.method === method.toUpperCase()) &&
        (status === undefined || record.status === status) &&
        (pattern === undefined || matchedPathsOf(record).some((matched) => pattern.matches(matched))),
    ).length;
  }

  /** Removes every entry and returns them. */
  clear(): JournalEntry[] {
    const removed = this.all();
    this.reset();
    return removed;
  }

  reset(): void {
    this.#records.length = this.#moments.length = 0;
    this.#start = this.#end = 0;
    this.#bytes = 0;
    this.#timesCleared++;
  }

  /** An independent copy, for another session. */
  copy(session: string | null): Journal {
    const copy = new Journal(session);
    for (const { record, moment } of this.#entries()) copy.add(record, moment);
    return copy;
  }

  #entries(): Entry[] {
    return Array.from({ length: this.#end - this.#start }, (_, i) => this.#entry(this.#start + i));
  }

  #entry(n: number): Entry {
    const slot = n % ENTRY_LIMIT;
    const first = slot * MOMENT_SIZE;
    const [seed = 0, number = 0, at = 0, duration = 0] = this.#moments.slice(first, first + MOMENT_SIZE);
    return { record: this.#records[slot] as RequestRecord, moment: { seed, number, at, duration } };
  }

  #dropOldest(): void {
    const slot = this.#start % ENTRY_LIMIT;
    this.#bytes -= bytesOf(this.#records[slot] as RequestRecord);
    this.#records[slot] = undefined;
    this.#start++;
  }
}

function bytesOf({ path, ownPath, url, reason }: RequestRecord): number {
  return ENTRY_BYTES + path.length + url.length + (ownPath?.length ?? 0) + (reason?.length ?? 0);
}

function toPublic({ record, moment }: Entry, session: string | null): JournalEntry {
  const { method, url, path, status, route = null, reason } = record;
  const { seed, number, at, duration } = moment;
  const entry: JournalEntry = {
    id: requestIdOf(seed, number),
    at: new Date(at).toISOString(),
    method,
    path,
    query: queryOf(url),
    status,
    route,
    duration_ms: duration,
    session,
  };
  return reason === undefined ? entry : { ...entry, reason };
}

function queryOf(url: string): JournalEntry['query'] {
  const [target = ''] = url.split('#', 1);
  const start = target.indexOf('?');
  const text = start === -1 ? '' : target.slice(start);
  const values = new Map<string, string[]>();
  for (const [name, value] of new URLSearchParams(text)) {
    const visible = isSecretName(name) ? HIDDEN : value;
    const earlier = values.get(name);
    if (earlier === undefined) values.set(name, [visible]);
    else earlier.push(visible);
  }
  return Object.fromEntries(Array.from(values, ([name, given]) => [name, given.length > 1 ? given : String(given[0])]));
}
