import * as z from 'zod/mini';
import { expectRoute } from '../faults/expect-route.js';
import { expectObject } from '../foundation/check-options.js';
import { formatValue } from '../foundation/format-value.js';
import { atOnce, mapSteps, type Steps } from '../foundation/in-slices.js';
import { malformedAt, notFound } from '../foundation/mock-error.js';
import { expectValid } from '../foundation/validate.js';
import { REQUEST_METHODS, type RouteAddress } from '../protocol/route-address.js';
import type { Answered, RequestEntry } from './entry.js';
import { type Expectation, expectation, type Verified, verifySteps } from './expectation.js';
import { type JournalEntry, type RecordedRequest, toEntry } from './journal-entry.js';
import { type JournalFilter, type JournalPage, journalFilter, journalPage, matcherOf } from './journal-filter.js';
import { ENTRY_LIMIT } from './journal-window.js';
import { CONTROL_PREFIX } from './session-address.js';
import type { SessionLog } from './session-log.js';

/** The number of requests among which the latest reader is looked for. */
const CALLER_DEPTH = 100;

export const journalOptions = z.strictObject({
  /** Whether the journal keeps bodies and headers. */
  bodies: z._default(z.boolean(), true),
});
export type JournalOptions = z.input<typeof journalOptions>;

/** What the journals of all sessions of a mock share. */
export interface JournalConfig extends z.output<typeof journalOptions> {
  /** The number of the entry that was added last, in any of them. */
  readonly entries: { last: number };
  /** The routes whose requests are recorded. */
  readonly routes: readonly RouteAddress[];
}

/** A list of requests. */
export interface JournalList {
  readonly data: JournalEntry[];
  /** The number of all matching requests, also of those beyond the limit. */
  readonly total: number;
  /** The number of requests that are no longer in the journal. */
  readonly dropped: number;
}

/** The API requests of a session's log, since the journal was cleared: the newest, within limits. */
export class Journal {
  readonly #log: SessionLog;
  readonly #config: JournalConfig;
  readonly #session: string | null;
  /** The number of requests that were ever added, whether listed or not. */
  #added = 0;

  /** @internal */
  constructor(log: SessionLog, config: JournalConfig, session: string | null) {
    this.#log = log;
    this.#config = config;
    this.#session = session;
  }

  /** The number of requests in it. */
  get size(): number {
    return this.#requests().length;
  }

  /** The number of requests that were dropped since it was last cleared, because there were too many. */
  get dropped(): number {
    return this.#log.journaled.total - this.size;
  }

  /**
   * The number of requests of the mock that were added to other journals: those of other sessions, and of forks.
   * @internal
   */
  get elsewhere(): number {
    return this.#config.entries.last - this.#added;
  }

  /**
   * Adds a request that was answered, or that waits for its answer; completes one that waited. One that is not listed only gets its
   * answer.
   * @internal
   */
  add(entry: RequestEntry, { at, wall, duration, isHeld, sent }: Omit<Answered, 'number'>, isListed: boolean): void {
    const { entries } = this.#config;
    if (entry.answered === undefined) {
      entries.last++;
      this.#added++;
    }
    const number = entry.answered?.number ?? entries.last;
    const answered = { number, at, wall, duration, isHeld, sent };
    if (isListed) this.#log.journaled.add(entry, answered);
    else entry.answered = answered;
  }

  /**
   * The entry of a request that was added.
   * @internal
   */
  entryOf(logged: RequestEntry): JournalEntry {
    const { bodies: hasContent } = this.#config;
    return this.#toEntry({ logged, answered: logged.answered as Answered, hasContent });
  }

  /**
   * The requests, newest last: all of them, or those that match a filter.
   * @throws MockError `malformed_data` for an invalid filter, such as a path that no route answers.
   */
  all(filter?: JournalPage): JournalEntry[] {
    return this.list(filter).data;
  }

  /** As `all`, with the number of requests. @throws MockError as `all` */
  list(filter?: JournalPage): JournalList {
    return atOnce(this.listSteps(filter));
  }

  /**
   * As `list`, a request in each step.
   * @throws MockError as `all`
   * @internal
   */
  *listSteps(filter: JournalPage = {}): Steps<JournalList> {
    expectObject('requests.all', filter);
    const { limit = ENTRY_LIMIT, ...fields } = expectValid(journalPage, filter);
    this.#expectRoute(fields);
    const requests = this.#requests();
    const matching = requests.filter(matcherOf(fields));
    const dropped = this.#log.journaled.total - requests.length;
    return { data: yield* mapSteps(matching.slice(-limit), this.#toEntry), total: matching.length, dropped };
  }

  /** The requests that no route matched. */
  unmatched(): JournalEntry[] {
    return this.#requests()
      .filter(({ logged }) => logged.exchange.route === undefined)
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
    throw notFound(`There is no request ${formatValue(id)} in the journal${dropped}`);
  }

  /**
   * The number of matching requests among those kept.
   * @throws MockError `malformed_data` for an invalid filter, such as a path that no route answers.
   */
  count(filter: JournalFilter = {}): number {
    expectObject('requests.count', filter);
    const fields = expectValid(journalFilter, filter);
    this.#expectRoute(fields);
    return this.#requests().filter(matcherOf(fields)).length;
  }

  /**
   * Checks that requests were made, and returns how many matched.
   * @throws MockError `conflict` if they were not, with the closest requests; `malformed_data` for an invalid expectation.
   */
  verify(expected: Expectation): Verified {
    return atOnce(this.verifySteps(expected));
  }

  /**
   * As `verify`, a request in each step.
   * @throws MockError as `verify`
   * @internal
   */
  *verifySteps(expected: Expectation): Steps<Verified> {
    expectObject('requests.verify', expected);
    const checked = expectValid(expectation, expected);
    const { inOrder = [] } = checked;
    this.#expectRoute(checked);
    for (const [i, one] of inOrder.entries()) this.#expectRoute(one, `inOrder.${i}.`);
    const requests = this.#requests();
    return yield* verifySteps(checked, requests, this.#toEntry, this.#log.journaled.total - requests.length);
  }

  /** With a misspelt path or method, a check that nothing was sent would always succeed. */
  #expectRoute({ method, path }: JournalFilter, root = ''): void {
    if (method === undefined && path === undefined) return;
    // A request without a route can be looked up too.
    if (this.#requests().some(matcherOf({ method, path }))) return;
    if (path?.startsWith(`${CONTROL_PREFIX}/`)) {
      throw malformedAt(`${root}path`, `is ${formatValue(path)}, but control calls are not recorded`);
    }
    expectRoute({ method, path }, this.#config.routes, root);
    const known: readonly string[] = REQUEST_METHODS;
    if (method === undefined || known.includes(method.toUpperCase())) return;
    const message = `must be one of ${known.join(', ')}, or the method of a request in the journal, but is ${formatValue(method)}`;
    throw malformedAt(`${root}method`, message);
  }

  /** The reader who sent the latest request of a known reader, among the latest requests; undefined if there is none. */
  get caller(): string | undefined {
    const latest = this.#requests().slice(-CALLER_DEPTH);
    return latest.findLast(({ logged }) => logged.exchange.email !== null)?.logged.exchange.email ?? undefined;
  }

  /** Removes every entry and returns them. */
  clear(): JournalEntry[] {
    const removed = this.all();
    this.#log.clearJournal(this.#config.entries.last);
    return removed;
  }

  readonly #toEntry = (request: RecordedRequest): JournalEntry => toEntry(request, this.#session);

  /** Newest last. */
  #requests(): RecordedRequest[] {
    const { shown: requests } = this.#log.journaled;
    return this.#config.bodies ? requests : requests.map((request) => ({ ...request, hasContent: false }));
  }
}
