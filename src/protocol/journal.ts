import * as z from 'zod';
import { expectShape } from '../state/shape.js';
import { fitsPattern, type Place } from './path-pattern.js';

/** How many requests a journal remembers, and about how many bytes they may take. */
const ENTRY_LIMIT = 1000;
const BYTE_LIMIT = 256 * 1024;

/** What an entry takes besides its texts, in bytes. */
const ENTRY_BYTES = 160;

/** Query parameters whose values nobody has to see. */
const SECRET = /token|secret|password|passwd|authorization|credential|session|api[-_]?key|jwt|signature/i;

export const journalEntry = z.strictObject({
  /** The `X-Request-Id` of the answer. */
  id: z.uuid(),
  /** When it was answered, by the mock's clock. */
  at: z.iso.datetime(),
  method: z.string(),
  /** The path as it was asked for, below the base URL and the session. */
  path: z.string(),
  /** The query parameters; an array where one was given several times. Those that look like secrets are hidden. */
  query: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
  /** The status; 0 where a fault broke the connection. */
  status: z.int(),
  /** The path of the route that answered, parameters written `:name`; null where there is none. */
  route: z.string().nullable(),
  /** How long it took, in milliseconds of the machine. */
  duration_ms: z.number(),
  /** The session it was in; null for none. */
  session: z.string().nullable(),
  /** Why it was refused or not matched: the rule that refused it, or the nearest route. */
  reason: z.string().optional(),
});

/** A request that was answered. */
export type JournalEntry = z.output<typeof journalEntry>;

export const journalFilter = z.strictObject({
  method: z.string().optional(),
  /** A route's path, a path, or the beginning of paths and `*`. */
  path: z.string().optional(),
  status: z.int().optional(),
});

/** Which requests to count: what is left out may be anything. */
export type JournalFilter = z.input<typeof journalFilter>;

/** A request as it is kept: what a reader wants is made when there is one. */
export interface Kept {
  readonly id: string;
  /** Milliseconds since 1970, by the mock's clock. */
  readonly at: number;
  readonly method: string;
  readonly places: readonly Place[];
  readonly url: string;
  readonly status: number;
  readonly route: string | undefined;
  readonly duration: number;
  readonly reason: string | undefined;
}

/** The requests of a session, the newest last; the oldest give way. */
export class Journal {
  readonly #session: string | null;
  #entries: Kept[] = [];
  /** Where the oldest is: those before it have been given up. */
  #first = 0;
  #bytes = 0;

  constructor(session: string | null) {
    this.#session = session;
  }

  record(entry: Kept): void {
    this.#entries.push(entry);
    this.#bytes += bytesOf(entry);
    while (this.#entries.length - this.#first > ENTRY_LIMIT || this.#bytes > BYTE_LIMIT) this.#dropOldest();
  }

  all(): JournalEntry[] {
    return this.#kept().map((entry) => shown(entry, this.#session));
  }

  /** Those that no route answered. */
  unmatched(): JournalEntry[] {
    return this.#kept()
      .filter(({ route }) => route === undefined)
      .map((entry) => shown(entry, this.#session));
  }

  /**
   * How many there are of a kind, of those that are remembered.
   * @throws MockError `malformed_data` for a filter that is wrong.
   */
  count(filter: JournalFilter = {}): number {
    const { method, path, status } = expectShape(journalFilter, filter);
    return this.#kept().filter(
      (entry) =>
        (method === undefined || entry.method === method.toUpperCase()) &&
        (status === undefined || entry.status === status) &&
        (path === undefined || entry.places.some((place) => fitsPattern(place, path))),
    ).length;
  }

  /** Forgets all, and answers what there was. */
  clear(): JournalEntry[] {
    const forgotten = this.all();
    this.reset();
    return forgotten;
  }

  reset(): void {
    this.#entries = [];
    this.#first = 0;
    this.#bytes = 0;
  }

  /** An independent copy, for another session. */
  copy(session: string | null): Journal {
    const copy = new Journal(session);
    copy.#entries = this.#kept();
    copy.#bytes = this.#bytes;
    return copy;
  }

  #kept(): Kept[] {
    return this.#entries.slice(this.#first);
  }

  #dropOldest(): void {
    const oldest = this.#entries[this.#first];
    if (oldest === undefined) return;
    this.#bytes -= bytesOf(oldest);
    this.#first++;
    // Moving the rest up once in a while is cheaper than with every request.
    if (this.#first < ENTRY_LIMIT) return;
    this.#entries = this.#kept();
    this.#first = 0;
  }
}

function bytesOf({ places, url, reason }: Kept): number {
  const texts = places.reduce((sum, { path }) => sum + path.length, url.length + (reason?.length ?? 0));
  return ENTRY_BYTES + 2 * texts;
}

function shown({ id, at, method, places, url, status, route, duration, reason }: Kept, session: string | null) {
  const entry: JournalEntry = {
    id,
    at: new Date(at).toISOString(),
    method,
    path: places[0]?.path ?? '',
    query: queryOf(url),
    status,
    route: route ?? null,
    duration_ms: duration,
    session,
  };
  return reason === undefined ? entry : { ...entry, reason };
}

function queryOf(url: string): JournalEntry['query'] {
  const start = url.indexOf('?');
  const text = start === -1 ? '' : url.slice(start).replace(/#.*$/, '');
  const query = new Map<string, string | string[]>();
  for (const [name, value] of new URLSearchParams(text)) {
    const visible = SECRET.test(name) ? '[hidden]' : value;
    const earlier = query.get(name);
    query.set(name, earlier === undefined ? visible : [earlier, visible].flat());
  }
  return Object.fromEntries(query);
}
