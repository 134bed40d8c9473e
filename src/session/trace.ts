import { getPathNoStrict } from 'hono/utils/url';
import { deepCopy } from '../foundation/deep-copy.js';
import { TRACE_FORMAT, TRACE_VERSION } from '../foundation/file-formats.js';
import { mapSteps, type Steps } from '../foundation/in-slices.js';
import { sha256Of } from '../foundation/sha256.js';
import { version as packageVersion } from '../foundation/version.js';
import { allowsOrigin, type Behavior, shownBehavior } from '../protocol/behavior.js';
import { headerIn } from '../protocol/request-headers.js';
import type { ScenarioRegistry } from '../scenario/scenario-registry.js';
import { isSame } from '../state/changes.js';
import { toSnapshot } from '../state/snapshot.js';
import type { Image } from '../state/state.js';
import type { Cause } from './cause.js';
import { comparedHeaders } from './compared-headers.js';
import {
  causeOf,
  type Entry,
  type HttpExchange,
  isRequestEntry,
  type RecordedText,
  type RequestEntry,
} from './entry.js';
import { requestIdOf } from './request-ids.js';
import type { Session } from './session.js';
import { nothingIn, type SessionImage } from './session-image.js';
import type { LogStart } from './session-log.js';
import { changedParts } from './trace-changes.js';
import type { Trace, TraceBody, TraceChange, TraceEntry, TraceRequest } from './trace-format.js';

/** Longer answers are written as their hash, in characters. */
export const ANSWER_LIMIT = 64 * 1024;
const COMPACT_ANSWER_LIMIT = 200;

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

export interface TraceForm {
  /** Whether all but short answers are written as their hashes, and the state at the end is left out. */
  readonly compact?: boolean | undefined;
}

export function fingerprintedIn({ session, start, image }: TraceMoment, { compact }: TraceForm = {}): Image[] {
  const { baseline } = start.image;
  const seeded = seededAs(baseline, session.shared.registry);
  if (compact && seeded === baseline) return [];
  return [baseline, ...(seeded === undefined ? [] : [seeded]), ...(compact ? [] : [image.state])];
}

/** The trace of a session, an entry in each step. `fingerprintOf` returns the fingerprint of an image of {@link fingerprintedIn}. */
export function* traceSteps(
  { session, start, entries, image: end, wall, revision }: TraceMoment,
  behavior: Behavior,
  fingerprintOf: (image: Image) => string,
  { compact = false }: TraceForm = {},
): Steps<Trace> {
  const form = { answerLimit: compact ? COMPACT_ANSWER_LIMIT : ANSWER_LIMIT, behavior };
  const { baseline, state, faults, snapshots, requestIds, controlIds, ...others } = start.image;
  nothingIn(others);
  const seeded = seededAs(baseline, session.shared.registry);
  // Snapshots of untouched scenarios are the same.
  const isFromScenario =
    seeded === baseline || (seeded !== undefined && fingerprintOf(seeded) === fingerprintOf(baseline));
  const clockOption = session.shared.registry.clockSetting(baseline);
  return {
    format: TRACE_FORMAT,
    version: TRACE_VERSION,
    package: packageVersion,
    behavior: { ...shownBehavior(behavior) },
    scenario: baseline.scenario,
    seed: baseline.seed,
    start: {
      wall_time: isoTime(start.wall),
      clock: { ...baseline.clock },
      // A compact trace is compared by its answers alone, so that a test file need not compute it.
      ...(!(compact && seeded === baseline) && { fingerprint: fingerprintOf(baseline) }),
      ...(clockOption && { clock_option: clockOption }),
      ...(!isFromScenario && { baseline: toSnapshot(baseline) }),
      ...(state !== baseline && { snapshot: toSnapshot(state) }),
      faults: deepCopy(faults),
      kept: Object.fromEntries(Array.from(snapshots, ([name, one]) => [name, toSnapshot(one)])),
      requests: requestIds,
      controls: controlIds,
      revision: start.revision,
    },
    dropped: start.entries,
    entries: yield* mapSteps(entries.entries(), ([i, entry]) => toEntry(entry, start.entries + i + 1, form)),
    end: {
      wall_time: isoTime(wall),
      ...(!compact && { fingerprint: fingerprintOf(end.state) }),
      requests: end.requestIds,
      revision,
    },
  };
}

/** The entries of a trace, without the headers of answers. */
export function tracedEntriesOf({ start, entries }: TraceMoment): TraceEntry[] {
  return entries.map((entry, i) => toEntry(entry, start.entries + i + 1, { answerLimit: ANSWER_LIMIT }));
}

/** The state that the scenario of a baseline gives; undefined if the scenario is unknown, or clearly gives another one. */
function seededAs(baseline: Image, registry: ScenarioRegistry): Image | undefined {
  if (registry.isSeeded(baseline)) return baseline;
  const { scenario, seed, records } = baseline;
  if (!registry.scenarios.some(({ name }) => name === scenario)) return undefined;
  const seeded = registry.image(scenario, seed);
  return isSame(seeded.records.counters, records.counters) ? seeded : undefined;
}

interface EntryForm {
  readonly answerLimit: number;
  /** That of the mock, if the headers of answers are written, which depend on it. */
  readonly behavior?: Behavior;
}

function toEntry(logged: Entry, entry: number, form: EntryForm): TraceEntry {
  return isRequestEntry(logged) ? toRequest(logged, entry, form) : toChange(logged, entry);
}

function toRequest(logged: RequestEntry, entry: number, { answerLimit, behavior }: EntryForm): TraceRequest {
  const { seed, requestNumber: number, exchange } = logged;
  const { method, replay, requestBody, status, answer } = exchange;
  const { actor } = logged;
  const { bodyError } = replay ?? {};
  const headers = { ...Object.fromEntries(replay?.headers ?? []), ...(behavior && originOf(logged)) };
  const compared = behavior && status !== 0 ? answeredHeaders(exchange, headers.origin, behavior) : undefined;
  const id = requestIdOf(seed, number);
  return {
    ...partsOf(logged, entry),
    ...(actor !== undefined && { actor }),
    kind: 'request',
    id,
    number,
    method,
    path: targetOf(exchange),
    headers,
    ...(requestBody && written(textOf(requestBody, id))),
    ...(bodyError && { body_error: { code: bodyError.code, message: bodyError.message } }),
    answer: { status, ...(compared && { headers: compared }), ...(answer && writtenAnswer(answer, id, answerLimit)) },
  };
}

/** The origin of the page that sent a request, if the browser asks whether that page may read the answer. */
function originOf({ headers }: RequestEntry): { origin: string } | undefined {
  const origin = headers && headerIn(headers, 'origin');
  const isCompared = origin !== undefined && headerIn(headers ?? {}, 'sec-fetch-site') !== 'same-origin';
  return isCompared ? { origin } : undefined;
}

/** The headers of an answer that a replay compares. The log has those for pages in the request alone. */
function answeredHeaders({ headers }: HttpExchange, origin: string | undefined, behavior: Behavior) {
  const ofPage = origin !== undefined && allowsOrigin(behavior, origin) && { 'access-control-allow-origin': origin };
  return comparedHeaders(new Headers({ ...headers, ...ofPage }));
}

function writtenAnswer(answer: RecordedText, id: string, limit: number): TraceBody {
  return answer.sha256 === undefined ? written(textOf(answer, id), limit) : { sha256: answer.sha256 };
}

function toChange(logged: Entry, entry: number): TraceChange {
  const { id: _, ...where } = causeOf(logged) as Cause & { id?: string };
  return { ...partsOf(logged, entry), ...(where as Pick<TraceChange, 'kind'>), ...changedParts(logged) };
}

function partsOf({ at, wall, revision, hasChanged }: Entry, entry: number) {
  return { entry, at: isoTime(at), wall_time: isoTime(wall), ...(hasChanged && { revision }) };
}

/** The path and query of a request below the base URL and the session, as they were sent. */
export function targetOf({ url, path }: Pick<HttpExchange, 'url' | 'path'>): string {
  const { pathname, search } = new URL(url);
  const decoded = withoutRoot(getPathNoStrict(new Request(url)));
  const below = withoutRoot(path);
  const prefix = decoded.endsWith(below) ? decoded.slice(0, decoded.length - below.length) : '';
  return `/${pathname.split('/').slice(prefix.split('/').length).join('/')}${search}`;
}

/** The root below a prefix has no slash of its own. */
function withoutRoot(path: string): string {
  return path === '/' ? '' : path;
}

function textOf({ head, tail }: RecordedText, id: string): string {
  return tail === undefined ? head : head + id + tail;
}

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
