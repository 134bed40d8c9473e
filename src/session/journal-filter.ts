import * as z from 'zod/mini';
import { matchedPathsOf, PathPattern, pathPattern } from '../faults/path-pattern.js';
import { email, nonNegativeInteger, positiveInteger } from '../foundation/common-schemas.js';
import type { REQUEST_METHODS } from '../protocol/route-address.js';
import type { RecordedRequest } from './journal-entry.js';

/** A method that routes answer, or another that was requested; editors suggest the former. */
const methodText: z.core.$ZodType<MethodText, MethodText> = z.string();
type MethodText = (typeof REQUEST_METHODS)[number] | (string & {});

const INVALID_STATUS = 'must be an integer from 200 to 599, or 0 for a broken connection';
/** The statuses that an answer can have: others would select nothing, as a misspelt method would. */
const status = z
  .int({ error: INVALID_STATUS })
  .check(z.refine((value) => value === 0 || (value >= 200 && value <= 599), { error: INVALID_STATUS }));

const time = z.iso.datetime({ offset: true });

export const requestFields = {
  /** In any case: one that routes answer (GET, HEAD, POST, PUT, PATCH or DELETE), or that of a request in the journal. */
  method: z.optional(methodText),
  /** The path of a route, the path of a request, or a prefix and `*`. */
  path: z.optional(pathPattern),
  /** The status of the answer; 0 if a fault rule broke the connection. */
  status: z.optional(status),
  /** The caller of the public API or of an own route. */
  email: z.optional(email),
};

export const journalFilter = z.strictObject({
  ...requestFields,
  /** Answered at this time of the mock's clock, or later. */
  since: z.optional(time),
  /** Answered at this time of the mock's clock, or earlier. */
  until: z.optional(time),
  /** Answered at this time of the machine's clock, or later. */
  wall_since: z.optional(time),
  /** Answered at this time of the machine's clock, or earlier. */
  wall_until: z.optional(time),
  /** Only newer requests than the one with this `entry`. */
  after: z.optional(nonNegativeInteger),
  /** Only older requests than the one with this `entry`. */
  before: z.optional(positiveInteger),
});

/** Selects requests; a field that is left out matches everything. */
export type JournalFilter = z.input<typeof journalFilter>;

export const journalPage = z.extend(journalFilter, {
  /** Only the newest of the matching requests, at most this many. */
  limit: z.optional(positiveInteger),
});

export type JournalPage = z.input<typeof journalPage>;

/** Whether a request matches. @throws MockError `malformed_data` for an invalid filter. */
export function matcherOf(filter: JournalFilter): (request: RecordedRequest) => boolean {
  const { method, path, status, email, after = 0, before = Number.POSITIVE_INFINITY, ...times } = filter;
  const pattern = path === undefined ? undefined : new PathPattern(path);
  const isInRange = within(times.since, times.until);
  const isInWallRange = within(times.wall_since, times.wall_until);
  return ({ logged: { exchange }, answered }) =>
    answered.number > after &&
    answered.number < before &&
    isInRange(answered.at) &&
    isInWallRange(answered.wall) &&
    (method === undefined || exchange.method.toUpperCase() === method.toUpperCase()) &&
    (status === undefined || (answered.sent ?? exchange).status === status) &&
    (email === undefined || exchange.email?.toLowerCase() === email.toLowerCase()) &&
    (pattern === undefined || matchedPathsOf(exchange).some((matched) => pattern.matches(matched)));
}

function within(since: string | undefined, until: string | undefined): (time: number) => boolean {
  const earliest = since === undefined ? Number.NEGATIVE_INFINITY : Date.parse(since);
  const latest = until === undefined ? Number.POSITIVE_INFINITY : Date.parse(until);
  return (time) => time >= earliest && time <= latest;
}
