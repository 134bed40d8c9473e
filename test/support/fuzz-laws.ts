import type { JournalEntry, Mock } from 'briefs-mock';
import type { FuzzRequest } from './fuzz-requests.js';
import { expectDocumented, jsonOf } from './openapi.js';
import type { DocumentedRequest } from './openapi-validator.js';

export interface FuzzAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** A stack trace, or the path of a file. A broken byte can make /usr/ of /user/. */
const INTERNALS =
  /\n {4}at |node:internal|file:\/\/|node_modules|\.[cm]?[jt]s:\d+|\/(home|root|tmp|work|usr\/(bin|lib|local))\//;

/** The maximum length of an error about a short request, in characters. A value can be in `message` and in `issues`. */
const ERROR_LIMIT = 20_000;
const REPEATED = 3;

/** No answer is a failure of the mock, or tells about its code, and no error is large for a request of this length. */
export function expectHarmless(status: number, text: string, sent: number): void {
  if (status >= 500) throw new Error(`The status is ${status}: ${text.slice(0, 1000)}`);
  if (status >= 400 && text.length > ERROR_LIMIT + REPEATED * sent)
    throw new Error(`The error has ${text.length} characters`);
  const [internals] = INTERNALS.exec(text) ?? [];
  if (internals !== undefined)
    throw new Error(`The body contains ${JSON.stringify(internals)}: ${text.slice(0, 1000)}`);
}

/** An answer is harmless and as the OpenAPI document says. */
export function expectLawful({ method, path, headers, body }: FuzzRequest, answer: FuzzAnswer): void {
  expectHarmless(answer.status, answer.text, path.length + (body?.length ?? 0));
  const sent: DocumentedRequest = {
    method,
    path,
    // Only needed for requests that succeed.
    get headers() {
      const all = new Headers(headers);
      // Calls about sessions or for several ones, and open calls run in no named session, so they ignore even an invalid name.
      if (/^\/__mock\/((sessions|ready|live)\b|.*[?&]sessions=)/.test(path)) all.delete('x-mock-session');
      return all;
    },
    get json() {
      return jsonOf(body);
    },
  };
  expectDocumented(sent, answer);
}

/** An error without an OpenAPI operation has a message. The answer to a HEAD request has no body. */
export function expectExplained(text: string): void {
  if (text !== '' && !/"message":"[^"]/.test(JSON.stringify(JSON.parse(text))))
    throw new Error(`The error has no message: ${text.slice(0, 500)}`);
}

/** Two mocks in the same state answer the same. `other` names the mock that gave the expected answer. */
export function expectSame(answer: FuzzAnswer, expected: FuzzAnswer, other: string): void {
  const [seen, wanted] = [answer, expected].map((one) => `${headOf(one, CONNECTION)} ${one.text}`);
  if (seen !== wanted)
    throw new Error(`the answer is ${seen?.slice(0, 1000)}\nbut ${other} answers ${wanted?.slice(0, 1000)}`);
}

/** The answer to a HEAD request is that to a GET, without the body. */
export function expectHeadOf(head: FuzzAnswer, get: FuzzAnswer): void {
  const [seen, wanted] = [head, get].map((one) => headOf(one, [...CONNECTION, 'x-request-id']));
  if (seen !== wanted) throw new Error(`the answer to HEAD is ${seen}\nbut that to GET is ${wanted}`);
}

/** Headers that depend on the connection. */
const CONNECTION = ['connection', 'content-length', 'date', 'keep-alive', 'transfer-encoding'];

/** The status and headers of an answer, except the headers that are ignored. */
function headOf({ status, headers }: FuzzAnswer, ignored: readonly string[]): string {
  const compared = [...headers].filter(([name]) => !ignored.includes(name));
  return `${status} ${JSON.stringify(Object.fromEntries(compared))}`;
}

/** The revisions of the sessions that existed before a request. */
export type Revisions = readonly number[];

/** Rejected requests and reads change nothing. Other API requests are one change or none. */
export function expectRevised(
  { method, path }: FuzzRequest,
  status: number,
  before: Revisions,
  after: Revisions,
): void {
  if (status >= 400) expectUnchanged('was rejected', before, after);
  if (/^(GET|HEAD|OPTIONS)$/.test(method)) expectUnchanged('only reads', before, after);
  const changes = changesIn(before, after);
  if (changes > 1 && !isControlCall(path)) throw new Error(`The request caused ${changes} changes, not one`);
}

export function expectUnchanged(what: string, before: Revisions, after: Revisions): void {
  if (changesIn(before, after) > 0) throw new Error(`The request ${what}, but it changed the state`);
}

function changesIn(before: Revisions, after: Revisions): number {
  return after.reduce((sum, revision, i) => sum + revision - (before[i] as number), 0);
}

/**
 * Prepares the checks of a request that need to see the mock before: the request is journaled, and its answer and changes
 * depend on the state alone, so that they are the same in a copy of the mock.
 */
export function lookCloselyAt(request: FuzzRequest, mock: Mock) {
  const { revision } = mock;
  const isForDefaultSession = request.headers['x-mock-session'] === undefined;
  const copy = isForDefaultSession && !isControlCall(request.path) ? mock.fork() : undefined;
  const entries: JournalEntry[] = [];
  const stop = mock.on('request', (entry) => entries.push(entry));
  return async (answer: FuzzAnswer, ask: (copy: Mock) => Promise<FuzzAnswer>): Promise<void> => {
    stop();
    if (isForDefaultSession || entries.length > 0) expectJournaled(request, answer, entries);
    if (copy === undefined) return;
    expectSame(answer, await ask(copy), 'a copy of the mock');
    const [seen, wanted] = [mock.changes({ since: revision }), copy.changes({ since: 0 })].map((one) =>
      JSON.stringify(one),
    );
    if (seen !== wanted)
      throw new Error(`the request changed ${seen?.slice(0, 500)}\nbut in a copy of the mock ${wanted?.slice(0, 500)}`);
  };
}

/** API requests, except preflights, are journaled. */
function expectJournaled({ method, path }: FuzzRequest, answer: FuzzAnswer, entries: readonly JournalEntry[]): void {
  const isPreflight = method === 'OPTIONS' && answer.status === 204;
  const isJournaled = !isControlCall(path) && !isPreflight;
  const expected = isJournaled ? `${method} ${answer.status} ${answer.headers.get('x-request-id')}` : '';
  const seen = entries.map((entry) => `${entry.method} ${entry.status} ${entry.id}`).join();
  if (seen !== expected) throw new Error(`The journal has the new entries "${seen}", not "${expected}"`);
}

export function isControlCall(path: string): boolean {
  return /^\/__mock(\/|\?|$)/.test(path);
}

/** A mock can go back to a revision, of which `copy` is a copy, and forth again. */
export function expectRewindable(mock: Mock, revision: number, copy: Mock): void {
  const now = mock.revision;
  const fingerprint = mock.fingerprint();
  mock.rewind(revision);
  if (mock.fingerprint() !== copy.fingerprint())
    throw new Error(`The state after rewinding to ${revision} is another than it was`);
  mock.rewind(now);
  if (mock.fingerprint() !== fingerprint) throw new Error(`The state after rewinding to ${now} is another than it was`);
  const { tables } = mock.changes({ since: now });
  if (Object.keys(tables).length > 0) throw new Error(`Rewinding to ${now} changed ${Object.keys(tables).join(', ')}`);
}

/** The snapshot of a mock can be restored. */
export function expectRestorable(mock: Mock): void {
  const snapshot = mock.snapshot();
  const other = mock.fork();
  other.restore(JSON.parse(JSON.stringify(snapshot)));
  if (other.fingerprint() !== snapshot.fingerprint)
    throw new Error(`The restored snapshot has the fingerprint ${other.fingerprint()}, not ${snapshot.fingerprint}`);
}
