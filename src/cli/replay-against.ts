import { effectsOf } from '../faults/fault-rule.js';
import { malformed } from '../foundation/mock-error.js';
import { HIDDEN } from '../foundation/secrets.js';
import { isAtOrBelow } from '../http/request-target.js';
import type { Fault, Mock, Replay, ReplayDifference, ReplayOptions, Trace, TraceRequest } from '../index.js';
import { parseBaseUrl } from '../mock/base-url.js';
import { replaySteps } from '../mock/replay-steps.js';
import { answerOf, hiddenTokenOf, isSameAnswer, requestOf } from '../mock/traced-exchange.js';
import { services } from '../services/index.js';
import { SESSION_PREFIX } from '../session/session-address.js';
import { canBeSent } from '../session/trace-format.js';
import { ANSWER_TIMEOUT, noServerAt } from './no-server.js';
import { OtherMock } from './other-mock.js';

export interface AgainstOptions extends ReplayOptions {
  /** The control token of the other server, if that is a briefs-mock. */
  readonly controlToken?: string | undefined;
  /** Called before anything is sent, with the session that a briefs-mock has created for it: {@link announcement} says so. */
  readonly onStart: (session: string | undefined) => void;
}

export interface ReplayedAgainst {
  /** The number of requests that were sent. */
  readonly requests: number;
  readonly differences: readonly ReplayDifference[];
  /** What was not sent because the trace lacks its secrets; undefined if nothing was. */
  readonly redacted?: Replay['redacted'];
  /** The number of requests that cannot be sent again. */
  readonly unsendable: number;
  /** What was not sent, because the other server is not a briefs-mock. */
  readonly leftOut: {
    /** Calls of the control API, and in the process. */
    readonly calls: number;
    /** Requests that a fault rule answered, or whose answer it changed. */
    readonly faulted: number;
  };
}

/** The URL of `--against`, without a slash at its end. @throws MockError if it is invalid, or names a session */
export function targetOf(against: string): string {
  const { href } = parseBaseUrl(against, '--against');
  if (!href.includes(SESSION_PREFIX)) return href;
  throw malformed('--against must not name a session: a briefs-mock gets one of its own');
}

/**
 * Sends the API requests of a trace to another server, one after the other, and returns the answers that differ. Request ids may
 * differ. A briefs-mock gets them in a session of their own, with the state, the clock and the fault rules that the trace has at
 * each request; any other server gets only those requests that no fault rule answered.
 */
export async function replayAgainst(
  trace: Trace,
  server: string,
  { controlToken, onStart, ...options }: AgainstOptions,
): Promise<ReplayedAgainst> {
  const other = await OtherMock.at(server, controlToken);
  onStart(other?.session);
  try {
    return await sendAll(trace, other?.url ?? server, other, options);
  } finally {
    await other?.end();
  }
}

async function sendAll(
  trace: Trace,
  url: string,
  other: OtherMock | undefined,
  options: ReplayOptions,
): Promise<ReplayedAgainst> {
  const differences: ReplayDifference[] = [];
  let [requests, unsendable, calls, faulted] = [0, 0, 0, 0];
  let rules: readonly Fault[] = [];
  const isHidden = trace.behavior.serviceToken === HIDDEN;
  // In the mock that is followed here, requests that were recorded without a token need none.
  const steps = replaySteps(trace, isHidden ? options : { ...options, behavior: {} });
  let step = await steps.next();
  for (; !step.done; step = await steps.next()) {
    const { entry, mock, number } = step.value;
    const rulesBefore = rules;
    rules = mock.faults.all();
    if (entry?.kind !== 'request') {
      if (entry !== undefined) calls++;
      if (entry === undefined || entry.changes !== undefined) await other?.restore(mock);
      else if (entry.faults !== undefined) await other?.setFaults(rules);
      continue;
    }
    if (other === undefined && wasFaulted(mock)) {
      faulted++;
      continue;
    }
    if (!canBeSent(entry)) {
      unsendable++;
      // A rule may have counted it.
      if (rules.length > 0) await other?.setFaults(rules);
      continue;
    }
    requests++;
    await other?.setTime(entry.at);
    if (rulesBefore.some(isByChance)) await other?.setFaults(withoutChance(rulesBefore, mock));
    const request = trace.behavior.serviceToken == null ? withToken(entry, options.behavior?.serviceToken) : entry;
    const actual = await askServer(request, url, hiddenTokenOf(trace, mock));
    if (entry.redacted === 'answer') continue;
    const { answer: expected } = entry;
    if (!isSameAnswer(expected, actual, actual.text)) {
      differences.push({ number, request: entry, expected, actual: answerOf({ status: actual.status }, actual.text) });
    }
  }
  const { redacted } = step.value;
  const leftOut = other === undefined ? { calls, faulted } : { calls: 0, faulted: 0 };
  return { requests, differences, redacted, unsendable, leftOut };
}

/** What is about to be sent, and where. With several traces, `session` is that of the first one. */
export function announcement(
  traces: readonly Trace[],
  server: string,
  session: string | undefined,
  until?: number,
): string {
  const requests = traces.flatMap(({ entries }) =>
    entries
      .filter((entry) => entry.kind === 'request')
      .slice(0, until)
      .filter(canBeSent),
  );
  const writes = requests.filter(({ method }) => !['GET', 'HEAD', 'OPTIONS'].includes(method)).length;
  const what = `sends ${requests.length} requests, of which ${writes} may write,`;
  if (session === undefined) return `${what} to ${server}; what they write stays there`;
  const where = traces.length === 1 ? `the session ${session}` : 'a session for each trace';
  return `${what} to the briefs-mock at ${server}, in ${where}, which ends afterwards`;
}

function isByChance({ probability = 1 }: Fault): boolean {
  return probability < 1;
}

/** The rules for the latest request. The other mock draws other random numbers, so chance is replaced by what it decided here. */
function withoutChance(rules: readonly Fault[], mock: Mock): Fault[] {
  const applied = mock.requests.all({ limit: 1 }).flatMap(({ faults }) => faults);
  return rules
    .filter((rule) => !isByChance(rule) || applied.includes(rule.id))
    .map(({ probability: _, ...rule }) => rule);
}

/** Whether a fault rule answered the latest request, or changed its answer. One that only delays or holds it does not. */
function wasFaulted(mock: Mock): boolean {
  const [entry] = mock.requests.all({ limit: 1 });
  const rules = mock.faults.all();
  return (entry?.faults ?? []).some((id) => {
    const { hold: _, ...rule } = rules.find((one) => one.id === id) ?? {};
    return effectsOf(rule).length > 0;
  });
}

/** The paths of the APIs that may require the service token. */
const tokenPaths = services.flatMap(({ credential, prefixes }) => (credential.name === 'serviceToken' ? prefixes : []));

/** A request with the service token, if it is one to these APIs, and has no token. */
function withToken(request: TraceRequest, token: string | null | undefined): TraceRequest {
  const { path, headers } = request;
  const mayNeedIt = headers.authorization === undefined && tokenPaths.some((prefix) => isAtOrBelow(path, prefix));
  if (token == null || !mayNeedIt) return request;
  return { ...request, headers: { ...headers, authorization: `Bearer ${token}` } };
}

async function askServer(
  request: TraceRequest,
  server: string,
  hiddenToken: string | undefined,
): Promise<{ status: number; text: string }> {
  try {
    const { origin: _, ...headers } = request.headers;
    const response = await fetch(requestOf({ ...request, headers }, server, hiddenToken), {
      redirect: 'manual',
      signal: AbortSignal.timeout(ANSWER_TIMEOUT),
    });
    const text = await response.text();
    return { status: response.status, text: withRecordedId(text, request.id) };
  } catch (error) {
    const { cause } = error as { cause?: NodeJS.ErrnoException };
    if (cause?.code === 'ECONNREFUSED') throw noServerAt(server, error);
    // The connection was broken.
    return { status: 0, text: '' };
  }
}

/** The answer with the request id that was recorded in its envelope (X2), so that also hashes can be compared. */
function withRecordedId(text: string, recorded: string): string {
  return text.replace(/^(\{"status_code":\d+,"request_id":)"[^"]*"/, `$1"${recorded}"`);
}
