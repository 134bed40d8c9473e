import * as z from 'zod/mini';
import { faultsImage } from '../faults/faults-image.js';
import { clockReadingSchema } from '../foundation/clock.js';
import { nonNegativeInteger, positiveInteger } from '../foundation/common-schemas.js';
import { TRACE_FORMAT, TRACE_VERSION } from '../foundation/file-formats.js';
import { isPlainObject } from '../foundation/is-object.js';
import type { StateChanges } from '../state/changes.js';
import type { Snapshot } from '../state/snapshot.js';

const time = z.iso.datetime();
const isSnapshot = (value: unknown): value is Snapshot => typeof value === 'object' && value !== null;
const snapshot = z.custom<Snapshot>(isSnapshot, 'must be a snapshot');
/** Not a record, from which zod drops the name `__proto__`. */
const snapshots = z.custom<Readonly<Record<string, Snapshot>>>(
  (value) => isPlainObject(value) && Object.values(value).every(isSnapshot),
  'must be an object of snapshots',
);

/** A body: its JSON if that is the same text, else the text, or its SHA-256 if it is long. Without all three there was none. */
const body = {
  /** The body as JSON. */
  body: z.optional(z.unknown()),
  /** The body as text, if it is not JSON or is formatted. */
  text: z.optional(z.string()),
  /** The SHA-256 of a long body, in hexadecimal. */
  sha256: z.optional(z.string()),
};

const entryParts = {
  /** Counts the entries of the session from 1. */
  entry: positiveInteger,
  /** The mock's time, in ISO 8601. */
  at: time,
  /** The machine's time, in ISO 8601. */
  wall_time: time,
  /** The revision that it caused; absent if it changed nothing. */
  revision: z.optional(positiveInteger),
  /** The name of the actor of the scenario whose act it was. */
  actor: z.optional(z.string()),
};

const requestEntry = z.strictObject({
  ...entryParts,
  /** A request to the three APIs. */
  kind: z.literal('request'),
  /** The `X-Request-Id` of the answer. */
  id: z.uuid(),
  /** The number of that id in the sequence of the session. */
  number: positiveInteger,
  /** In upper case. */
  method: z.string(),
  /** The path below the base URL and the session, with the query. */
  path: z.string(),
  /** The headers that the answer may depend on, in lower case. `origin` is that of a page of another origin than the mock. */
  headers: z.record(z.string(), z.string()),
  ...body,
  /** Why the body could not be read. */
  body_error: z.optional(
    z.strictObject({
      /** What went wrong, for programs. */
      code: z.string(),
      /** What went wrong, for people. */
      message: z.string(),
    }),
  ),
  /**
   * What `redact` has hidden secrets in: the request, and perhaps its answer, or the answer alone. A replay leaves out the request
   * or, if it is the answer, compares its status only.
   */
  redacted: z.optional(z.enum(['request', 'answer'])),
  /** The answer. */
  answer: z.strictObject({
    /** The status; 0 if a fault rule broke the connection. */
    status: z.int(),
    /**
     * The headers besides those of every answer, in lower case. Absent if the connection was broken, and from traces of earlier
     * versions: a replay does not compare them.
     */
    headers: z.optional(z.record(z.string(), z.string())),
    ...body,
  }),
});

const changeEntry = z.strictObject({
  ...entryParts,
  /** A call of the control API, or in the process. */
  kind: z.enum(['control', 'call']),
  /** The method of a control call, in upper case. */
  method: z.optional(z.string()),
  /** The path of a control call. */
  path: z.optional(z.string()),
  /** The name of a call in the process, such as `data.user.create`. */
  call: z.optional(z.string()),
  /** What it changed of the state. */
  changes: z.optional(
    z.custom<StateChanges>((value) => typeof value === 'object' && value !== null, 'must be an object'),
  ),
  /** All fault rules afterwards, if it changed them. */
  faults: z.optional(faultsImage),
  /** The names of the snapshots that it kept, of the state afterwards. */
  kept: z.optional(z.array(z.string())),
  /** The names of the snapshots that it removed. */
  removed: z.optional(z.array(z.string())),
  /** The scenario and the seed that a reset goes back to, if it changed them. */
  baseline: z.optional(
    z.strictObject({
      /** The name of the scenario. */
      scenario: z.string(),
      /** The seed of all random values. */
      seed: nonNegativeInteger,
      /** Whether it is the state afterwards, as after a reset. Older traces do not say so. */
      is_state: z.optional(z.literal(true)),
    }),
  ),
});

export const traceSchema = z.strictObject({
  /** Tells a trace from other JSON. */
  format: z.literal(TRACE_FORMAT),
  /** The version of the format, not of the package. */
  version: z.literal(TRACE_VERSION),
  /** The version of briefs-mock that wrote it. */
  package: z.string(),
  /** The switches of the mock. */
  behavior: z.record(z.string(), z.unknown()),
  /** The name of the scenario of the baseline at the start. */
  scenario: z.string(),
  /** The seed of the baseline at the start. */
  seed: nonNegativeInteger,
  /** The situation before the first entry. */
  start: z.strictObject({
    /** The machine's time, in ISO 8601. */
    wall_time: time,
    /** The clock of the baseline. */
    clock: clockReadingSchema,
    /** The fingerprint of the baseline; absent from a compact trace whose baseline was built from the scenario. */
    fingerprint: z.optional(z.string()),
    /** The baseline, if it was not built from the scenario. */
    baseline: z.optional(snapshot),
    /**
     * The option `clock` of the mock, which also applies to the scenarios that a reset changes to; absent if the mock has none.
     * Instead of `'now'`, it has the time of the baseline.
     */
    clock_option: z.optional(z.partial(clockReadingSchema)),
    /** The state, if it was not the baseline. */
    snapshot: z.optional(snapshot),
    /** The fault rules. */
    faults: faultsImage,
    /** The kept snapshots, by name. */
    kept: snapshots,
    /** The number of API requests so far. */
    requests: nonNegativeInteger,
    /** The number of control calls so far. */
    controls: nonNegativeInteger,
    /** The number of the last change. */
    revision: nonNegativeInteger,
  }),
  /** The number of entries before the start that were dropped. */
  dropped: nonNegativeInteger,
  /** Everything that happened since, in order. */
  entries: z.array(z.discriminatedUnion('kind', [requestEntry, changeEntry])),
  /** The situation after the last entry. */
  end: z.strictObject({
    /** The machine's time, in ISO 8601. */
    wall_time: time,
    /** The fingerprint of the state; absent from a compact trace. */
    fingerprint: z.optional(z.string()),
    /** The number of API requests so far. */
    requests: nonNegativeInteger,
    /** The number of the last change. */
    revision: nonNegativeInteger,
  }),
});

/** Everything that happened to a session, from its start: `briefs-mock replay` repeats it. */
export type Trace = z.input<typeof traceSchema>;
export type TraceEntry = Trace['entries'][number];
export type TraceRequest = z.input<typeof requestEntry>;
export type TraceChange = z.input<typeof changeEntry>;

/** How a trace shows a body. */
export type TraceBody = Pick<TraceRequest, 'body' | 'text' | 'sha256'>;

/** Whether a request can be sent again: `fetch` refuses some methods, and the trace lacks a body that could not be read. */
export function canBeSent({ method, body_error }: TraceRequest): boolean {
  return body_error === undefined && !/^(TRACE|TRACK|CONNECT)$/.test(method);
}
