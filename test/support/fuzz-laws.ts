import type { Mock } from 'briefs-mock';
import type { FuzzRequest } from './fuzz-requests.js';
import { expectDocumented, jsonOf } from './openapi.js';

export interface FuzzAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** A stack trace, or the path of a file. */
const INTERNALS = /\n {4}at |node:internal|file:\/\/|node_modules|\.[cm]?[jt]s:\d+|\/(home|root|usr|tmp|work)\//;

/** No answer is a failure of the mock, or tells about its code. */
export function expectHarmless(status: number, text: string): void {
  if (status >= 500) throw new Error(`The status is ${status}: ${text.slice(0, 1000)}`);
  const [internals] = INTERNALS.exec(text) ?? [];
  if (internals !== undefined)
    throw new Error(`The body contains ${JSON.stringify(internals)}: ${text.slice(0, 1000)}`);
}

/** An answer is harmless and as the OpenAPI document says. */
export function expectLawful({ method, path, headers, body }: FuzzRequest, answer: FuzzAnswer): void {
  expectHarmless(answer.status, answer.text);
  const sent = new Headers(headers);
  // Calls about sessions and open calls run in no named session, so they ignore even an invalid name.
  if (/^\/__mock\/(sessions|ready|live)\b/.test(path)) sent.delete('x-mock-session');
  expectDocumented({ method, path, headers: sent, json: jsonOf(body) }, answer);
}

export function expectSame(answer: FuzzAnswer, expected: FuzzAnswer): void {
  if (answer.status === expected.status && answer.text === expected.text) return;
  throw new Error(
    `the answer is ${answer.status} ${answer.text.slice(0, 500)}\nbut mock.fetch answers ${expected.status} ${expected.text.slice(0, 500)}`,
  );
}

/** The snapshot of a mock can be restored. */
export function expectRestorable(mock: Mock): void {
  const snapshot = mock.snapshot();
  const other = mock.fork();
  other.restore(JSON.parse(JSON.stringify(snapshot)));
  if (other.fingerprint() !== snapshot.fingerprint)
    throw new Error(`The restored snapshot has the fingerprint ${other.fingerprint()}, not ${snapshot.fingerprint}`);
}
