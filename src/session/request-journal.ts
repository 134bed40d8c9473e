import * as z from 'zod';
import { Uuids } from '../foundation/random.js';
import { expectShape } from '../foundation/validate.js';
import { fitsPattern, type Place, pathPattern } from './path-pattern.js';

/** How many requests a journal remembers, and about how many bytes they may take. */
const ENTRY_LIMIT = 1000;
const BYTE_LIMIT = 512 * 1024;

/** What an entry takes besides its texts, in bytes; these take about one for each character. */
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
  path: pathPattern.optional(),
  status: z.int().optional(),
});

/** Which requests to count: what is left out may be anything. */
export type JournalFilter = z.input<typeof journalFilter>;

/** What was asked and how it was answered. Requests that repeat each other may share one. */
export interface Note {
  readonly method: string;
  readonly url: string;
  readonly path: string;
  /** The path as the route that answered spells it, if that is not how it was asked for. */
  readonly ownPath: string | undefined;
  /** The pattern by which the route was found; undefined where there was none. */
  readonly spelling: string | undefined;
  readonly route: string | undefined;
  readonly status: number;
  readonly reason: string | undefined;
}

/** Which request it was, and when. */
export interface Moment {
  /** The seed and the number that the `X-Request-Id` is made of. */
  readonly seed: number;
  readonly number: number;
  /** Milliseconds since 1970, by the mock's clock. */
  readonly at: number;
  /** Milliseconds of the machine. */
  readonly duration: number;
}

/** How many numbers a moment is. */
const MOMENT_SIZE = 4;

interface Kept {
  readonly note: Note;
  readonly moment: Moment;
}

/**
 * The requests of a session, the newest last; the oldest give way. What a reader wants is made when there is one: a request
 * leaves nothing behind but numbers in their place, so that the collector of garbage has nothing to move.
 */
export class Journal {
  readonly #session: string | null;
  /** Those of each request at its number modulo the limit. */
  readonly #notes: (Note | undefined)[] = [];
  readonly #moments: number[] = [];
  /** How many were ever recorded, and how many of these were given up. */
  #end = 0;
  #start = 0;
  #bytes = 0;
  #emptied = 0;

  constructor(session: string | null) {
    this.#session = session;
  }

  /** How many times it was emptied: a request that began before that is none of its own any more. */
  get emptied(): number {
    return this.#emptied;
  }

  record(note: Note, { seed, number, at, duration }: Moment): void {
    if (this.#end - this.#start === ENTRY_LIMIT) this.#dropOldest();
    const place = this.#end % ENTRY_LIMIT;
    this.#notes[place] = note;
    const first = place * MOMENT_SIZE;
    this.#moments[first] = seed;
    this.#moments[first + 1] = number;
    this.#moments[first + 2] = at;
    this.#moments[first + 3] = duration;
    this.#end++;
    this.#bytes += bytesOf(note);
    // One that is longer than all that may be kept is kept alone.
    while (this.#bytes > BYTE_LIMIT && this.#end - this.#start > 1) this.#dropOldest();
  }

  all(): JournalEntry[] {
    return this.#kept().map((entry) => shown(entry, this.#session));
  }

  /** Those that no route answered. */
  unmatched(): JournalEntry[] {
    return this.#kept()
      .filter(({ note }) => note.route === undefined)
      .map((entry) => shown(entry, this.#session));
  }

  /**
   * How many there are of a kind, of those that are remembered.
   * @throws MockError `malformed_data` for a filter that is wrong.
   */
  count(filter: JournalFilter = {}): number {
    const { method, path, status } = expectShape(journalFilter, filter);
    return this.#kept().filter(
      ({ note }) =>
        (method === undefined || note.method === method.toUpperCase()) &&
        (status === undefined || note.status === status) &&
        (path === undefined || placesOf(note).some((place) => fitsPattern(place, path))),
    ).length;
  }

  /** Forgets all, and answers what there was. */
  clear(): JournalEntry[] {
    const forgotten = this.all();
    this.reset();
    return forgotten;
  }

  reset(): void {
    this.#notes.length = this.#moments.length = 0;
    this.#start = this.#end = 0;
    this.#bytes = 0;
    this.#emptied++;
  }

  /** An independent copy, for another session. */
  copy(session: string | null): Journal {
    const copy = new Journal(session);
    for (const { note, moment } of this.#kept()) copy.record(note, moment);
    return copy;
  }

  #kept(): Kept[] {
    return Array.from({ length: this.#end - this.#start }, (_, i) => {
      const place = (this.#start + i) % ENTRY_LIMIT;
      const first = place * MOMENT_SIZE;
      const [seed = 0, number = 0, at = 0, duration = 0] = this.#moments.slice(first, first + MOMENT_SIZE);
      return { note: this.#notes[place] as Note, moment: { seed, number, at, duration } };
    });
  }

  #dropOldest(): void {
    const place = this.#start % ENTRY_LIMIT;
    this.#bytes -= bytesOf(this.#notes[place] as Note);
    this.#notes[place] = undefined;
    this.#start++;
  }
}

/** The ids that the requests to a state have, by their number (X12). */
export function requestIdsOf(seed: number): Uuids {
  return new Uuids(seed, 'request');
}

/** Where a request went and, if its path was spelled otherwise than the route's own, where that would have gone. */
export function placesOf({
  path,
  spelling,
  route,
  ownPath,
}: Pick<Note, 'path' | 'spelling' | 'route' | 'ownPath'>): Place[] {
  const asked = { path, pattern: spelling };
  return ownPath === undefined ? [asked] : [asked, { path: ownPath, pattern: route }];
}

function bytesOf({ path, ownPath, url, reason }: Note): number {
  return ENTRY_BYTES + path.length + url.length + (ownPath?.length ?? 0) + (reason?.length ?? 0);
}

function shown({ note, moment }: Kept, session: string | null): JournalEntry {
  const { method, url, path, status, route = null, reason } = note;
  const { seed, number, at, duration } = moment;
  const entry: JournalEntry = {
    id: requestIdsOf(seed).nth(number),
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
