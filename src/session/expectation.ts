import * as z from 'zod/mini';
import { issueAdder, type ListSchema, nonNegativeInteger } from '../foundation/common-schemas.js';
import { countOf } from '../foundation/count-of.js';
import { formatText, formatValue } from '../foundation/format-value.js';
import { mapSteps, type Steps } from '../foundation/in-slices.js';
import { type Issue, MockError } from '../foundation/mock-error.js';
import type { JournalEntry, RecordedRequest } from './journal-entry.js';
import {
  type Candidate,
  countValues,
  RequestComparison,
  type RequestDifference,
  type RequestPattern,
  requestPattern,
} from './request-comparison.js';

/** The number of requests that a message describes, and of the differences that it lists for each. */
const CLOSEST_LIMIT = 3;
const DIFFERENCE_LIMIT = 5;

/** The maximum number of values in an expectation, in all its queries, headers and bodies: each is compared with every request. */
export const VALUE_LIMIT = 1000;

/** The maximum number of requests that are expected in an order. */
export const ORDERED_LIMIT = 100;

/** Requests whose differences are larger than this together are equally far away. */
const SIZE_LIMIT = 50;

/** The maximum length of a difference in characters: two values and where they are. */
const DIFFERENCE_LENGTH = 600;

const requestList: ListSchema<typeof requestPattern> = z
  .array(requestPattern)
  .check(z.minLength(2), z.maxLength(ORDERED_LIMIT));

export const expectation = z
  .extend(requestPattern, {
    /** The exact number of matching requests. */
    times: z.optional(nonNegativeInteger),
    /** The least number of matching requests. Default 1, unless `times` or `atMost` is given. */
    atLeast: z.optional(nonNegativeInteger),
    /** The greatest number of matching requests. Default: any. */
    atMost: z.optional(nonNegativeInteger),
    /** Requests that were made in this order, possibly with others between them. */
    inOrder: z.optional(requestList),
  })
  .check(
    z.superRefine(({ times, atLeast, atMost, inOrder, ...fields }, context) => {
      const addIssue = issueAdder(context);
      if (times !== undefined && (atLeast ?? atMost) !== undefined) {
        addIssue('cannot be combined with atLeast and atMost', 'times');
      }
      if (atLeast !== undefined && atMost !== undefined && atLeast > atMost) {
        addIssue(`must not be above atMost, which is ${atMost}`, 'atLeast');
      }
      const others = Object.entries({ times, atLeast, atMost, ...fields }).filter(([, value]) => value !== undefined);
      const values = [fields, ...(inOrder ?? [])].reduce((sum, one) => sum + valuesOf(one), 0);
      if (values > VALUE_LIMIT) {
        addIssue(`has ${values} values in query, headers and body; the limit is ${VALUE_LIMIT}`);
      }
      if (inOrder !== undefined && others.length > 0) {
        addIssue(`cannot be combined with ${others.map(([name]) => name).join(', ')}`, 'inOrder');
      }
    }),
  );

function valuesOf({ query = {}, headers = {}, body }: RequestPattern): number {
  const parts = [...Object.values(headers), ...Object.values(query), ...(body === undefined ? [] : [body])];
  return parts.reduce<number>((sum, part) => sum + countValues(part), 0);
}

/** The requests that a test expects. */
export type Expectation = z.input<typeof expectation>;

export const verified = z.strictObject({
  /** The number of requests that matched. */
  count: z.int(),
  /** False if it may be higher, because the journal has dropped requests. */
  complete: z.boolean(),
});
export type Verified = z.output<typeof verified>;

/** Compares a request in each step. @throws MockError `conflict` with the closest requests, if the expectation is not met. */
export function* verifySteps(
  { times, atLeast, atMost, inOrder, ...single }: z.output<typeof expectation>,
  requests: readonly RecordedRequest[],
  toEntry: (request: RecordedRequest) => JournalEntry,
  dropped: number,
): Steps<Verified> {
  const found = requests.map((request): Candidate => {
    let entry: JournalEntry | undefined;
    return {
      ...request,
      get entry() {
        entry ??= toEntry(request);
        return entry;
      },
    };
  });
  const complete = dropped === 0;
  const note = complete ? '' : `; ${dropped} older requests are no longer in the journal`;
  if (inOrder !== undefined) return { count: yield* countInOrder(inOrder, found, note), complete };

  const comparison = new RequestComparison(single);
  const matching = yield* matchingSteps(comparison, found);
  const { length: count } = matching;
  const least = times ?? atLeast ?? (atMost === undefined ? 1 : 0);
  const most = times ?? atMost ?? Number.POSITIVE_INFINITY;
  if (count >= least && count <= most) return { count, complete };
  const wanted = [rangeOf(least, most), describePattern(single)].filter((part) => part !== '').join(' ');
  const problem = `Expected ${wanted}, but found ${count}${note}`;
  if (count < least) throw yield* closestFailure(problem, comparison, found);
  const close = matching.map((request) => ({ request, differences: [] }));
  throw failure(`${problem}. The requests:`, close);
}

/** Matches each pattern with the first request after that of the previous one. */
function* countInOrder(patterns: readonly RequestPattern[], found: readonly Candidate[], note: string): Steps<number> {
  let next = 0;
  for (const [i, wanted] of patterns.entries()) {
    const comparison = new RequestComparison(wanted);
    const [first] = yield* matchingSteps(comparison, found.slice(next), 1);
    if (first === undefined) {
      const after = i === 0 ? '' : ` after request ${found[next - 1]?.entry.entry}`;
      const earlier = (yield* matchingSteps(comparison, found.slice(0, next))).at(-1);
      const before = earlier === undefined ? '' : `; request ${earlier.entry.entry} matches, but came before`;
      const problem = `Expected ${describePattern(wanted) || 'any request'}${after} as number ${i + 1} in order, but found none${before}${note}`;
      throw yield* closestFailure(problem, comparison, found.slice(next));
    }
    next = found.indexOf(first) + 1;
  }
  return patterns.length;
}

/** The requests that match, or the first of them. */
function* matchingSteps(
  comparison: RequestComparison,
  requests: readonly Candidate[],
  limit = Number.POSITIVE_INFINITY,
): Steps<Candidate[]> {
  const matching: Candidate[] = [];
  for (const request of requests) {
    if (comparison.matches(request) && matching.push(request) === limit) break;
    yield;
  }
  return matching;
}

interface Close {
  readonly request: Candidate;
  readonly differences: Iterable<RequestDifference>;
}

/** The requests, the one with the smallest differences first; of equal ones, the newest. */
function* closest(comparison: RequestComparison, found: readonly Candidate[]): Steps<Close[]> {
  const all = yield* mapSteps(found, (request) => {
    const differences = { [Symbol.iterator]: () => comparison.differences(request) };
    const distance = sizeUpTo(SIZE_LIMIT, comparison.differences(request)) + comparison.distance(request);
    return { request, differences, distance };
  });
  return all.reverse().sort((one, other) => one.distance - other.distance);
}

function sizeUpTo(limit: number, differences: Iterable<RequestDifference>): number {
  let sum = 0;
  for (const { size } of differences) {
    sum += size;
    if (sum >= limit) return limit;
  }
  return sum;
}

function* closestFailure(
  problem: string,
  comparison: RequestComparison,
  found: readonly Candidate[],
): Steps<MockError> {
  if (found.length === 0) return new MockError('conflict', `${problem}; there are no requests to compare`);
  return failure(`${problem}. The closest requests:`, yield* closest(comparison, found));
}

function failure(problem: string, close: readonly Close[]): MockError {
  const issues = close.slice(0, CLOSEST_LIMIT).map(({ request: { entry }, differences: all }): Issue => {
    const differences = [...all];
    const listed = differences.slice(0, DIFFERENCE_LIMIT).map(({ write }) => formatText(write(), DIFFERENCE_LENGTH));
    const rest = differences.length - listed.length;
    const message = [...listed, ...(rest > 0 ? [`and ${rest} more differences`] : [])].join('; ');
    return { path: `requests.${entry.entry}`, message: `${describeRequest(entry)}${message && `: ${message}`}` };
  });
  const lines = issues.map(({ path, message }) => `\n  ${path}: ${message}`);
  return new MockError('conflict', problem + lines.join(''), issues);
}

function describeRequest({ method, path, status }: JournalEntry): string {
  return `${method} ${formatText(path)} ${status}`;
}

function describePattern({ method, path, status, email, query, headers, body }: RequestPattern): string {
  const parts = Object.entries({ status, email, query, headers, body })
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name} ${formatValue(value)}`);
  const what = [method?.toUpperCase(), path].filter((part) => part !== undefined).map((part) => formatText(part));
  return [...what, ...(parts.length === 0 ? [] : [`with ${parts.join(', ')}`])].join(' ');
}

function rangeOf(least: number, most: number): string {
  if (least === most) return `exactly ${requests(least)}`;
  if (most === Number.POSITIVE_INFINITY) return `at least ${requests(least)}`;
  return least === 0 ? `at most ${requests(most)}` : `${least} to ${requests(most)}`;
}

function requests(count: number): string {
  return countOf(count, 'request', 'requests');
}
