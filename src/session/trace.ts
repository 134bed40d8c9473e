import { getPathNoStrict } from 'hono/utils/url';
import * as z from 'zod/mini';
import { faultsImage } from '../faults/fault-rules.js';
import { clockReadingSchema } from '../foundation/clock.js';
import { nonNegativeInteger, positiveInteger } from '../foundation/common-schemas.js';
import { sha256Of } from '../foundation/sha256.js';
import { version as packageVersion } from '../foundation/version.js';
import type { ScenarioRegistry } from '../scenario/scenario-registry.js';
import { changesBetween, isSame, type StateChanges } from '../state/changes.js';
import { type Snapshot, toSnapshot } from '../state/snapshot.js';
import type { Image } from '../state/state.js';
import type { Cause } from './cause.js';
import {
  causeOf,
  type Entry,
  type HttpExchange,
  type ImagesOfEntry,
  isRequestEntry,
  type RecordedText,
  type RequestEntry,
} from './entry.js';
import { requestIdOf } from './request-ids.js';
import type { Session } from './session.js';
import { type SessionImage, steeringBetween } from './session-image.js';
import type { LogStart } from './session-log.js';

const TRACE_FORMAT = 'briefs-mock/trace';
/** The version of the format. */
const TRACE_VERSION = 1;

/** Longer answers are written as their hash, in characters. */
export const ANSWER_LIMIT = 64 * 1024;

const time = z.iso.datetime();
const snapshot = z.custom<Snapshot>((value) => typeof value === 'object' && value !== null, 'must be a snapshot');

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
  /** The headers that the answer may depend on, in lower case. */
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
    /** The fingerprint of the baseline. */
    fingerprint: z.string(),
    /** The baseline, if it was not built from the scenario. */
    baseline: z.optional(snapshot),
    /** The state, if it was not the baseline. */
    snapshot: z.optional(snapshot),
    /** The fault rules. */
    faults: faultsImage,
    /** The kept snapshots, by name. */
    kept: z.record(z.string(), snapshot),
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
    /** The fingerprint of the state. */
    fingerprint: z.string(),
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

/** A session at one moment, from which its trace can be made later. */
export interface TraceMoment {
  readonly session: Session;
  readonly start: LogStart;
  readonly entries: readonly Entry[];
  readonly image: SessionImage;
  readonly wall: number;
  readonly revision: number;
}

/** @throws MockError `not_found` if the mock keeps no history. */
export function traceMomentOf(session: Session): TraceMoment {
  const { shared, revision } = session;
  const log = session.expectTracedLog();
  return shared.machine.hold(() => {
    const { traceStart: start, tracedEntries: entries } = log;
    return { session, start, entries, image: session.image, wall: shared.machine.now, revision };
  });
}

/** The images whose fingerprints a trace needs. */
export function fingerprintedIn({ session, start, image }: TraceMoment): Image[] {
  const { baseline } = start.image;
  const seeded = seededAs(baseline, session.shared.registry);
  return [baseline, ...(seeded === undefined ? [] : [seeded]), image.state];
}

/** The trace of a session. `fingerprintOf` returns the fingerprint of an image of {@link fingerprintedIn}. */
export function traceOf(
  { session, start, entries, image: end, wall, revision }: TraceMoment,
  behavior: object,
  fingerprintOf: (image: Image) => string,
): Trace {
  const { baseline, state, faults, snapshots, requestIds, controlIds } = start.image;
  const seeded = seededAs(baseline, session.shared.registry);
  // Snapshots of untouched scenarios are the same.
  const isFromScenario = seeded !== undefined && fingerprintOf(seeded) === fingerprintOf(baseline);
  return {
    format: TRACE_FORMAT,
    version: TRACE_VERSION,
    package: packageVersion,
    behavior: { ...behavior },
    scenario: baseline.scenario,
    seed: baseline.seed,
    start: {
      wall_time: isoTime(start.wall),
      clock: baseline.clock,
      fingerprint: fingerprintOf(baseline),
      ...(!isFromScenario && { baseline: toSnapshot(baseline) }),
      ...(state !== baseline && { snapshot: toSnapshot(state) }),
      faults,
      kept: Object.fromEntries(Array.from(snapshots, ([name, one]) => [name, toSnapshot(one)])),
      requests: requestIds,
      controls: controlIds,
      revision: start.revision,
    },
    dropped: start.entries,
    entries: entries.map((entry, i) => toEntry(entry, start.entries + i + 1)),
    end: {
      wall_time: isoTime(wall),
      fingerprint: fingerprintOf(end.state),
      requests: end.requestIds,
      revision,
    },
  };
}

/** The state that the scenario of a baseline gives; undefined if the scenario is unknown, or clearly gives another one. */
function seededAs(baseline: Image, registry: ScenarioRegistry): Image | undefined {
  if (registry.isSeeded(baseline)) return baseline;
  const { scenario, seed, records } = baseline;
  if (!registry.scenarios.some(({ name }) => name === scenario)) return undefined;
  const seeded = registry.image(scenario, seed);
  return isSame(seeded.records.counters, records.counters) ? seeded : undefined;
}

function toEntry(logged: Entry, entry: number): TraceEntry {
  return isRequestEntry(logged) ? toRequest(logged, entry) : toChange(logged, entry);
}

function toRequest(logged: RequestEntry, entry: number): TraceRequest {
  const { seed, requestNumber: number, exchange } = logged;
  const { method, replay, requestBody, status, answer } = exchange;
  const { headers = [], bodyError } = replay ?? {};
  const id = requestIdOf(seed, number);
  return {
    ...partsOf(logged, entry),
    kind: 'request',
    id,
    number,
    method,
    path: targetOf(exchange),
    headers: Object.fromEntries(headers),
    ...(requestBody && written(textOf(requestBody, id))),
    ...(bodyError && { body_error: { code: bodyError.code, message: bodyError.message } }),
    answer: { status, ...(answer && writtenAnswer(answer, id)) },
  };
}

function writtenAnswer(answer: RecordedText, id: string): TraceBody {
  return answer.sha256 === undefined ? written(textOf(answer, id), ANSWER_LIMIT) : { sha256: answer.sha256 };
}

function toChange(logged: Entry, entry: number): TraceChange {
  const { id: _, ...where } = causeOf(logged) as Cause & { id?: string };
  const { before, after } = logged.images as ImagesOfEntry;
  const { faults, saved, removed, baseline } = steeringBetween(before, after) ?? {};
  return {
    ...partsOf(logged, entry),
    ...(where as Pick<TraceChange, 'kind'>),
    ...(logged.hasChanged && { changes: changesBetween(before.state, after.state) }),
    ...(faults && { faults }),
    ...(saved && { kept: [...saved] }),
    ...(removed && { removed: [...removed] }),
    ...(baseline && { baseline: { scenario: baseline.scenario, seed: baseline.seed } }),
  };
}

function partsOf({ at, wall, revision, hasChanged }: Entry, entry: number) {
  return { entry, at: isoTime(at), wall_time: isoTime(wall), ...(hasChanged && { revision }) };
}

/** The path and query of a request below the base URL and the session, as they were sent. */
export function targetOf({ url, path }: Pick<HttpExchange, 'url' | 'path'>): string {
  const { pathname, search } = new URL(url);
  const decoded = getPathNoStrict(new Request(url));
  const prefix = decoded.endsWith(path) ? decoded.slice(0, decoded.length - path.length) : '';
  return `/${pathname.split('/').slice(prefix.split('/').length).join('/')}${search}`;
}

function textOf({ head, tail }: RecordedText, id: string): string {
  return tail === undefined ? head : head + id + tail;
}

/** How a trace shows a body. */
export type TraceBody = Pick<TraceRequest, 'body' | 'text' | 'sha256'>;

/** A body as the trace shows it. A text longer than the limit is shown as its hash. */
export function written(text: string, limit = Number.POSITIVE_INFINITY): TraceBody {
  if (text.length > limit) return { sha256: sha256Of(text) };
  try {
    const body = JSON.parse(text);
    // A body with such a key would be lost where it is copied.
    if (JSON.stringify(body) === text && !text.includes('"__proto__"')) return { body };
  } catch {
    // Not JSON.
  }
  return { text };
}

function isoTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
