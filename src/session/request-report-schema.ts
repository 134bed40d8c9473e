import * as z from 'zod/mini';
import { email, positiveInteger } from '../foundation/common-schemas.js';

const read = {
  /** The path of the route, with parameters as `:name`. */
  route: z.string(),
  /** The caller of the public API or of an own route; null for the other APIs. */
  email: z.nullable(email),
};

/** A read, by its number in the journal. */
const reportedRead = z.strictObject({
  /** Its `entry` in the journal. */
  entry: positiveInteger,
  ...read,
  /** The path with the query, as in the journal: the values of secrets are hidden. */
  path: z.string(),
});
export type ReportedRead = z.output<typeof reportedRead>;

const repeatedRead = z.strictObject({
  ...read,
  /** The path with the query. */
  path: z.string(),
  /** The number of reads in vain: all but the first. */
  count: positiveInteger,
  /** The `entry` of each, in order. */
  entries: z.array(positiveInteger),
  /** The bytes of the answers in vain. */
  bytes: z.int(),
});
export type RepeatedRead = z.output<typeof repeatedRead>;

const readsPerItem = z.strictObject({
  ...read,
  /** The parameter of the path or of the query that differs between the reads. */
  parameter: z.string(),
  /** The number of different values. */
  count: positiveInteger,
  /** The read whose answer has a list with all these values. */
  source: reportedRead,
  /** The `entry` of each read, in order. */
  entries: z.array(positiveInteger),
});
export type ReadsPerItem = z.output<typeof readsPerItem>;

const chain = z.strictObject({
  /** The number of chains through the same routes; this is the first. */
  count: positiveInteger,
  /** Each has a value that came first with the answer to the one before it. */
  requests: z.array(
    z.extend(reportedRead, {
      /** The value that it waited for; absent in the first. */
      waited_for: z.optional(z.string()),
    }),
  ),
});
export type Chain = z.output<typeof chain>;

const routeTraffic = z.strictObject({
  /** In upper case. */
  method: z.string(),
  /** The path of the route, with parameters as `:name`. */
  route: z.string(),
  /** The number of requests. */
  requests: positiveInteger,
  /** The bytes of the bodies of their answers. */
  bytes: z.int(),
  /** The bytes of those that `repeated` lists as in vain. */
  repeated_bytes: z.int(),
});
export type RouteTraffic = z.output<typeof routeTraffic>;

export const requestReport = z.strictObject({
  /** The number of requests in the report. */
  requests: z.int(),
  /** The number of earlier requests since the journal was cleared that are no longer kept. */
  dropped: z.int(),
  /** The same read by the same person, while nothing that its answer depends on had changed. */
  repeated: z.array(repeatedRead),
  /** Reads of one route, one for each element of an earlier list: at least three. */
  n_plus_one: z.array(readsPerItem),
  /** Three or more reads, each of which had to wait for the one before it; the longest first. */
  chains: z.array(chain),
  /** The requests and bytes of each route; most bytes first. */
  routes: z.array(routeTraffic),
});

/** What the requests of an application asked in vain. */
export type RequestReport = z.output<typeof requestReport>;
