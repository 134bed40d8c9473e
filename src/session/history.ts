import * as z from 'zod/mini';
import { positiveInteger } from '../foundation/common-schemas.js';
import { formatValue } from '../foundation/format-value.js';
import { notFound } from '../foundation/mock-error.js';
import { expectValid } from '../foundation/validate.js';
import { tableNames } from '../model/tables.js';
import { changesBetween, type TableChanges } from '../state/changes.js';
import { changeKindOf } from '../state/describe-changes.js';
import type { Image } from '../state/state.js';
import { type Cause, cause } from './cause.js';

export const historyOptions = z.strictObject({
  /** The number of revisions that a session keeps. */
  limit: z._default(z.int().check(z.positive(), z.maximum(100_000)), 1000),
});
export type HistoryOptions = z.input<typeof historyOptions>;

const counts = z.strictObject({
  /** The number of created records. */
  created: z.int(),
  /** The number of updated records. */
  updated: z.int(),
  /** The number of removed records. */
  removed: z.int(),
});

export const historyEntry = z.strictObject({
  /** The number of the revision; the first change of a session is 1. */
  revision: positiveInteger,
  /** The time of the change, by the mock's clock. */
  at: z.iso.datetime(),
  /** The request or call that made the change. */
  cause,
  /** The number of changed records, by table. Tables without changes are absent. */
  tables: z.partialRecord(z.enum(tableNames as [string, ...string[]]), counts),
});
/** One change of a session. */
export type HistoryEntry = z.output<typeof historyEntry>;

const historyPage = z.strictObject({
  /** Only the newest entries, at most this many. */
  limit: z.optional(positiveInteger),
  /** Only older entries: those before this revision. */
  before: z.optional(positiveInteger),
});
export type HistoryPage = z.input<typeof historyPage>;

export interface Revision {
  readonly cause: Cause;
  /** The state afterwards. */
  readonly state: Image;
}

/** A revision with its approximate size. */
export type SizedRevision = Revision & { readonly bytes: number };

export interface HistoryCapture {
  /** The number of the last revision. */
  readonly revision: number;
  /** The state before the oldest revision that is kept. */
  readonly oldest: Image;
  /** Oldest first. */
  readonly revisions: readonly SizedRevision[];
  /** The revision at which request ids started again; 0 if they never did. */
  readonly idsFrom: number;
}

/** The changes of a session, by number. Beyond a limit the oldest are dropped. */
export class History {
  /** The number of changes that it keeps; 0 if it keeps none. */
  readonly limit: number;
  readonly #sizeOf: (state: Image) => number;
  readonly #onBytes: (change: number) => void;
  /** Oldest first. */
  readonly #byNumber = new Map<number, SizedRevision>();
  #bytes = 0;
  #revision: number;
  /** The state before the oldest change that is kept. */
  #oldestState: Image;
  /** The revision at which request ids started again; 0 if they never did. */
  #idsFrom = 0;

  /** `revision` changes, which led to `state`, were made before. `sizeOf` is called once for each change. */
  constructor(parts: {
    readonly limit: number;
    readonly revision: number;
    readonly state: Image;
    readonly sizeOf: (state: Image) => number;
    readonly onBytes: (change: number) => void;
  }) {
    this.limit = parts.limit;
    this.#revision = parts.revision;
    this.#oldestState = parts.state;
    this.#sizeOf = parts.sizeOf;
    this.#onBytes = parts.onBytes;
  }

  /** The number of the last revision; 0 before the first change. */
  get revision(): number {
    return this.#revision;
  }

  /** The number of changes that are kept. */
  get size(): number {
    return this.#byNumber.size;
  }

  /** The approximate number of bytes that the changes take. */
  get bytes(): number {
    return this.#bytes;
  }

  /** The oldest revision that is kept: the one before the first kept change. */
  get oldest(): number {
    return this.revision - this.size;
  }

  /**
   * The state as it was after a revision.
   * @throws MockError `not_found` for a number that is not a revision, or for a revision that is no longer kept.
   */
  imageAt(revision: number): Image {
    if (revision === this.oldest) return this.#oldestState;
    const found = this.#byNumber.get(revision);
    if (found !== undefined) return found.state;
    if (Number.isSafeInteger(revision) && revision >= 0 && revision < this.oldest) {
      throw notFound(`Revision ${revision} is no longer kept; ${this.#range}`);
    }
    throw notFound(`There is no revision ${formatValue(revision)}; ${this.#range}`);
  }

  /** Request ids start again: from now on, an id means a later request. */
  forgetRequestIds(): void {
    this.#idsFrom = this.#revision;
  }

  /**
   * The revision that a request has caused since the last reset or restore, after which ids start again.
   * @throws MockError `not_found` if it is unknown, changed nothing, or was sent before that, or if its revision is no longer kept.
   */
  revisionOf(requestId: string): number {
    const before = Math.max(this.oldest, this.#idsFrom);
    for (let { revision } = this; revision > before; revision--) {
      const cause = this.#byNumber.get(revision)?.cause;
      if (cause?.kind === 'request' && cause.id === requestId) return revision;
    }
    const reasons =
      'it is unknown, it changed nothing, it was sent before the last reset or restore, or its revision is no longer kept';
    const problem = `There is no revision of the request ${formatValue(requestId)}: ${reasons}`;
    throw notFound(`${problem}; ${this.#range}`);
  }

  /** The entries, newest last. @throws MockError `malformed_data` for an invalid page. */
  list(options: HistoryPage = {}): HistoryEntry[] {
    return this.page(options).entries;
  }

  /** A page of the entries, and how many there are before `before`. @throws MockError as `list` */
  page(options: HistoryPage): { entries: HistoryEntry[]; total: number } {
    const { limit = Number.POSITIVE_INFINITY, before = this.revision + 1 } = expectValid(historyPage, options);
    const end = Math.min(before - 1, this.revision);
    const total = Math.max(0, end - this.oldest);
    const count = Math.min(limit, total);
    return { entries: Array.from({ length: count }, (_, i) => this.#entry(end - count + 1 + i)), total };
  }

  get(revision: number): SizedRevision | undefined {
    return this.#byNumber.get(revision);
  }

  add(change: Revision): void {
    this.#revision++;
    const { cause, state } = change;
    this.#set(this.#revision, { cause, state, bytes: this.#sizeOf(state) });
  }

  dropHalf(): void {
    for (let count = Math.ceil(this.size / 2); count > 0; count--) this.#dropOldest();
  }

  capture(): HistoryCapture {
    return {
      revision: this.#revision,
      oldest: this.#oldestState,
      revisions: [...this.#byNumber.values()],
      idsFrom: this.#idsFrom,
    };
  }

  install({ revision, oldest, revisions, idsFrom }: HistoryCapture): void {
    this.#count(-this.#bytes);
    this.#byNumber.clear();
    this.#revision = revision;
    this.#oldestState = oldest;
    this.#idsFrom = idsFrom;
    for (const [i, one] of revisions.entries()) this.#set(revision - revisions.length + i + 1, one);
  }

  #set(revision: number, change: SizedRevision): void {
    this.#byNumber.set(revision, change);
    this.#count(change.bytes);
    if (this.size > this.limit) this.#dropOldest();
  }

  #dropOldest(): void {
    const [first] = this.#byNumber;
    if (first === undefined) return;
    const [revision, { state, bytes }] = first;
    this.#oldestState = state;
    this.#byNumber.delete(revision);
    this.#count(-bytes);
  }

  #count(bytes: number): void {
    this.#bytes += bytes;
    this.#onBytes(bytes);
  }

  get #range(): string {
    return `the session keeps the revisions ${this.oldest} to ${this.revision}`;
  }

  #entry(revision: number): HistoryEntry {
    return entryOf(revision, this.#byNumber.get(revision) as Revision, this.imageAt(revision - 1));
  }
}

/** The entry of a change of the state `before`. */
export function entryOf(revision: number, { cause, state }: Revision, before: Image): HistoryEntry {
  const { tables } = changesBetween(before, state);
  return { revision, at: state.clock.now, cause: { ...cause }, tables: countsOf(tables) };
}

function countsOf(tables: TableChanges): HistoryEntry['tables'] {
  const counted: HistoryEntry['tables'] = {};
  for (const name of tableNames) {
    const changes = tables[name];
    if (changes === undefined) continue;
    const counts = { created: 0, updated: 0, removed: 0 };
    for (const change of changes) counts[changeKindOf(change)]++;
    counted[name] = counts;
  }
  return counted;
}
