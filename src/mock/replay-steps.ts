import { parseInstant } from '../foundation/clock.js';
import { id } from '../foundation/common-schemas.js';
import { formatOf, partOf, wrongFile } from '../foundation/file-kind.js';
import { formatValue } from '../foundation/format-value.js';
import { inSlices } from '../foundation/in-slices.js';
import { MachineTime } from '../foundation/machine.js';
import { MockError, malformed, malformedAt, notFound } from '../foundation/mock-error.js';
import { expectValid } from '../foundation/validate.js';
import { responseOf } from '../http/response-of.js';
import { waitForNothing } from '../http/waiting.js';
import type { BehaviorOptions } from '../protocol/behavior.js';
import { Baselines } from '../scenario/baselines.js';
import { comparedHeaders } from '../session/compared-headers.js';
import { stopOf } from '../session/redact-trace.js';
import type { Session } from '../session/session.js';
import type { SessionImage } from '../session/session-image.js';
import { repeatChange } from '../session/trace-changes.js';
import { type Trace, type TraceEntry, type TraceRequest, traceSchema } from '../session/trace-format.js';
import { readSnapshot } from '../state/read-snapshot.js';
import type { Snapshot } from '../state/snapshot.js';
import type { Image } from '../state/state.js';
import { type Assembled, assemble, expectScenarios, nothing } from './assemble.js';
import { internals } from './internals.js';
import type { Mock } from './mock.js';
import type { MockOptions, ReplayOptions } from './mock-options.js';
import { RequestNumbers } from './request-numbers.js';
import {
  answerOf,
  bodyErrorOf,
  failingBody,
  hiddenTokenOf,
  isSameAnswer,
  type ReplayedAnswer,
  requestDataOf,
  senderOf,
} from './traced-exchange.js';

/** An answer that is not the recorded one. */
export interface ReplayDifference {
  /** The number of the API request in the trace, from 1. */
  readonly number: number;
  /** The request, as recorded. */
  readonly request: TraceRequest;
  /** The recorded answer. */
  readonly expected: ReplayedAnswer;
  /** The answer of the replay. */
  readonly actual: ReplayedAnswer;
}

/** The result of a replay. */
export interface Replay {
  /** A mock in the situation after the last entry: state, fault rules, named snapshots, journal, history. It goes on from there. */
  readonly mock: Mock;
  /** The number of API requests that were replayed. */
  readonly requests: number;
  /** What was left out because the trace lacks its secrets; undefined if nothing was. */
  readonly redacted?: Redacted;
  /** The answers that differ, in order. */
  readonly differences: readonly ReplayDifference[];
  /** The fingerprints of the state at the end, if they differ. Not compared if the replay stopped before the end. */
  readonly fingerprint:
    | {
        /** The recorded one. */
        readonly expected: string;
        /** That of the state after the replay. */
        readonly actual: string;
      }
    | undefined;
}

/** What a replay left out because its secrets are hidden. */
export interface Redacted {
  /** The number of requests that were left out. */
  readonly requests: number;
  /** The replay ended before the request with this number, which had written or which a fault rule may have counted. */
  readonly stoppedBefore?: number;
}

/** Repeats traces as `replay` does. The baselines that they have in common are built and compared once. */
export function replayOfMany(): typeof replayAll {
  const baselines = new Baselines();
  return (trace, options) => replayAll(trace, options, { baselines });
}

/** Repeats a trace to its end; calls `onStep` before the first entry, and after each. @throws as `replay` */
export async function replayAll(
  trace: unknown,
  options?: ReplayOptions,
  { baselines, onStep }: { baselines?: Baselines; onStep?: (step: ReplayStep) => void } = {},
): Promise<Replay> {
  const differences: ReplayDifference[] = [];
  const steps = checkedSteps(trace, options, baselines);
  let step = await steps.next();
  while (!step.done) {
    onStep?.(step.value);
    if (step.value.difference !== undefined) differences.push(step.value.difference);
    step = await steps.next();
  }
  return { ...step.value, differences };
}

/** The state where a trace ends, or after a number of its requests. Other requests get their turn meanwhile. @throws as `replay` */
export async function stateAfter(json: unknown, options: ReplayOptions): Promise<Snapshot> {
  let end: ReplayStep | undefined;
  await inSlices(checkedSteps(json, options), (step) => (end = step));
  return (end as ReplayStep).mock.snapshot();
}

/** The steps of a replay. @throws MockError for what is not a trace, and if `until` is not the number of one of its requests */
function checkedSteps(json: unknown, options?: ReplayOptions, baselines?: Baselines): ReturnType<typeof replaySteps> {
  const trace = expectTrace(json);
  if (options?.until !== undefined) expectUntil(options.until, requestsIn(trace), 'until');
  return replaySteps(trace, options, baselines);
}

export interface ReplayStep {
  readonly mock: Mock;
  /** The entry that was replayed; undefined before the first. */
  readonly entry: TraceEntry | undefined;
  /** The number of its requests so far, with those that were left out. */
  readonly number: number;
  readonly difference: ReplayDifference | undefined;
}

/** Replays a trace, which is valid, and yields before its first entry and after each. Returns the result at its end. */
export async function* replaySteps(
  trace: Trace,
  { until, ...options }: ReplayOptions = {},
  baselines = new Baselines(),
): AsyncGenerator<ReplayStep, Omit<Replay, 'differences'>> {
  const machine = new MachineTime();
  const { mock, session, answer } = startOf(trace, options, machine, baselines);
  const hiddenToken = hiddenTokenOf(trace, mock);
  let bodyError: MockError | undefined;
  // Not by the other layers: a request without a token was nobody's.
  const stop = mock[internals].use(() => (request, from) => {
    const body = bodyError && failingBody(bodyError);
    // A header that names a session is in the trace if a fault rule compares it.
    return answer(request, { ...from, body, isForDefault: true, waiting: waitForNothing });
  });
  const stopsBefore = stopOf(trace);
  const numbers = new RequestNumbers(trace.start.requests, () => session.forgetRequests());
  let [number, left, stoppedBefore] = [0, 0, undefined as number | undefined];
  yield { mock, entry: undefined, number, difference: undefined };
  for (const entry of trace.entries) {
    if (number === until) break;
    if (entry.kind === 'request') numbers.take(entry.number);
    if (entry.kind === 'request' && entry.redacted === 'request') {
      number++;
      left++;
      if (number !== stopsBefore) continue;
      stoppedBefore = number;
      break;
    }
    machine.follow(Date.parse(entry.wall_time));
    let difference: ReplayDifference | undefined;
    if (entry.kind === 'request') {
      number++;
      session.requestIds.count = entry.number - 1;
      bodyError = bodyErrorOf(entry);
      const sent = requestDataOf(entry, mock.baseUrl, hiddenToken);
      session.actor = entry.actor;
      const response = responseOf(await mock[internals].answer(sent, { sender: senderOf(entry) }), sent);
      session.actor = undefined;
      const text = await response.text();
      const { status } = response;
      const actual = { status, headers: status === 0 ? undefined : comparedHeaders(response.headers) };
      const isSame =
        entry.redacted === 'answer' ? actual.status === entry.answer.status : isSameAnswer(entry.answer, actual, text);
      if (!isSame) {
        const found = answerOf(actual, text);
        difference = { number, request: entry, expected: entry.answer, actual: found };
      }
    } else repeatChange(entry, session);
    yield { mock, entry, number, difference };
  }
  const isWhole = until === undefined && stoppedBefore === undefined;
  if (isWhole) numbers.end(trace.end.requests);
  const fingerprint = isWhole ? finish(trace, session, machine) : undefined;
  stop();
  release(session, machine);
  const redacted = left === 0 ? undefined : { requests: left, ...(stoppedBefore !== undefined && { stoppedBefore }) };
  return { mock, requests: number - left, fingerprint, ...(redacted && { redacted }) };
}

/** A trace, also that of a file that was handed over. @throws MockError `malformed_data` for anything else, with the issues. */
export function expectTrace(json: unknown): Trace {
  const trace = partOf(json, 'trace');
  const problem = wrongFile(trace, 'trace');
  if (problem !== undefined) throw malformed(`trace: ${problem}`);
  expectValid(formatOf(traceSchema), trace, { root: ['trace'] });
  const valid = expectValid(traceSchema, trace, { root: ['trace'] });
  const gap = valid.entries.findIndex(({ entry }, i) => entry !== valid.dropped + i + 1);
  if (gap === -1) return valid;
  const [expected, found] = [valid.dropped + gap + 1, valid.entries[gap]?.entry];
  throw malformed(
    `trace.entries: the trace is not as it was written: entry ${expected} is missing before entry ${found}`,
  );
}

export function requestsIn({ entries }: Trace): number {
  return entries.filter(({ kind }) => kind === 'request').length;
}

/** @throws MockError `malformed_data` if `until`, an option of this name, is not the number of a request. */
export function expectUntil(until: number, requests: number, name: string): void {
  expectValid(id, until, { root: [name] });
  if (until <= requests) return;
  throw malformedAt(name, `must be at most ${requests}, the number of requests in the trace, but is ${until}`);
}

/** A mock in the situation at the start of the trace. */
function startOf(
  { behavior, scenario: name, seed, start }: Trace,
  options: MockOptions,
  machine: MachineTime,
  baselines: Baselines,
): Assembled {
  const { scenarios = [] } = options;
  expectScenarios(scenarios);
  const scenario = [...scenarios, nothing].find((one) => one.name === name);
  if (start.baseline === undefined && scenario === undefined) {
    const names = scenarios.map((one) => one.name).join(', ') || 'none';
    throw notFound(`The trace began from the scenario ${formatValue(name)}, which is unknown; known: ${names}`);
  }
  const { now, frozen } = start.clock;
  const isOwnClock = scenario !== undefined && frozen && Date.parse(now) === parseInstant(scenario.clock);
  // Older traces do not say whether the clock was given.
  const given = start.baseline === undefined && !isOwnClock ? start.clock : undefined;
  machine.follow(Date.parse(start.wall_time));
  const imageAt = (baseline: Image): SessionImage => {
    if (start.fingerprint !== undefined) expectBaseline(baseline, start.fingerprint, baselines);
    const imageOf = (snapshot: Snapshot) => readSnapshot(snapshot).image;
    return {
      baseline,
      state: start.snapshot === undefined ? baseline : imageOf(start.snapshot),
      faults: start.faults,
      snapshots: new Map(Object.entries(start.kept).map(([name, snapshot]) => [name, imageOf(snapshot)])),
      requestIds: start.requests,
      controlIds: start.controls,
    };
  };
  return assemble(
    {
      ...options,
      ...(scenario && { scenario }),
      seed,
      clock: start.clock_option ?? given,
      behavior: { ...(behavior as BehaviorOptions), ...options.behavior },
      snapshot: start.baseline,
    },
    stateAfter,
    { machine, baselines, revision: start.revision, imageAt },
  );
}

/** @throws MockError `conflict` if the baseline is not the one that the trace began from. */
function expectBaseline(baseline: Image, expected: string, { fingerprints }: Baselines): void {
  if (fingerprints.of(baseline) === expected) return;
  const { scenario, seed } = baseline;
  const problem = `The scenario ${formatValue(scenario)} with seed ${seed} has other records than the one that the trace began from`;
  throw new MockError('conflict', `${problem}; replay it with the version and the scenarios that wrote it`);
}

function finish({ end }: Trace, session: Session, machine: MachineTime): Replay['fingerprint'] {
  machine.follow(Date.parse(end.wall_time));
  session.requestIds.count = end.requests;
  if (end.fingerprint === undefined) return undefined;
  const actual = session.snapshot().fingerprint;
  return actual === end.fingerprint ? undefined : { expected: end.fingerprint, actual };
}

/** Lets the mock follow the machine's time again. Its clock continues from its present time. */
function release({ state, log }: Session, machine: MachineTime): void {
  const reading = state.clock.reading();
  machine.release();
  state.clock.reset(reading);
  // What follows is not in the trace, and differs from what followed an earlier replay of it.
  log.began = machine.now;
}
