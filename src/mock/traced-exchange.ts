import { type ErrorCode, MockError } from '../foundation/mock-error.js';
import { HIDDEN } from '../foundation/secrets.js';
import { sha256Of } from '../foundation/sha256.js';
import type { Body } from '../http/read-json.js';
import { UnsupportedEncoding } from '../protocol/http-status.js';
import type { Sender } from '../protocol/listener.js';
import type { RequestData } from '../protocol/request-data.js';
import { ANSWER_LIMIT, written } from '../session/trace.js';
import type { Trace, TraceBody, TraceRequest } from '../session/trace-format.js';
import type { Mock } from './mock.js';

/** An answer to a request of a trace. */
export interface ReplayedAnswer extends TraceBody {
  /** 0 if the connection was broken. */
  readonly status: number;
  /** The headers besides those of every answer; undefined if they are not compared. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

type AnswerHead = Pick<ReplayedAnswer, 'status' | 'headers'>;

/** The service token of a mock that a trace is replayed in, if it is hidden in the trace. */
export function hiddenTokenOf({ behavior }: Trace, mock: Mock): string | undefined {
  return behavior.serviceToken === HIDDEN ? (mock.behavior.serviceToken ?? undefined) : undefined;
}

/** The request of an entry. `hiddenToken` is sent in the place of a hidden service token. */
export function requestOf(
  { method, path, headers, ...body }: TraceRequest,
  baseUrl = 'http://localhost',
  hiddenToken: string | undefined = undefined,
): Request {
  const isHidden = hiddenToken !== undefined && headers.authorization === `Bearer ${HIDDEN}`;
  const sent = isHidden ? { ...headers, authorization: `Bearer ${hiddenToken}` } : headers;
  const text = textOf(body);
  // As bytes: of a text, the request would get a content type that was not sent.
  return new Request(baseUrl + path, {
    method,
    headers: sent,
    body: text === undefined ? null : new TextEncoder().encode(text),
  });
}

/** The same as data, because the class Request refuses some methods, such as TRACE. */
export function requestDataOf(entry: TraceRequest, baseUrl?: string, hiddenToken?: string): RequestData {
  const { url, headers, body, signal } = requestOf({ ...entry, method: 'POST' }, baseUrl, hiddenToken);
  return { method: entry.method, url, headers, body, signal };
}

/** A Request of a browser cannot have an origin. */
export function senderOf({ headers }: TraceRequest): Sender | undefined {
  return headers.origin === undefined ? undefined : { headers };
}

/** Why the body of a request could not be read. */
export function bodyErrorOf({ body_error, headers }: TraceRequest): MockError | undefined {
  if (body_error === undefined) return undefined;
  const { code, message } = body_error;
  // Its answer has a header that others have not.
  const encoded = new UnsupportedEncoding(headers['content-encoding'] ?? '');
  return encoded.message === message ? encoded : new MockError(code as ErrorCode, message);
}

export async function* failingBody(error: MockError): Body & AsyncGenerator<Uint8Array> {
  yield* [];
  throw error;
}

/** The text of a recorded body; undefined without one. Of one that was recorded as its hash: `actual` if that has the same hash. */
function textOf({ body, text, sha256 }: TraceBody, actual?: string): string | undefined {
  if (sha256 !== undefined) return actual !== undefined && sha256Of(actual) === sha256 ? actual : undefined;
  if (text !== undefined) return text;
  return body === undefined ? undefined : JSON.stringify(body);
}

export function isSameAnswer(expected: ReplayedAnswer, { status, headers }: AnswerHead, text: string): boolean {
  if (expected.status !== status || (textOf(expected, text) ?? '') !== text) return false;
  return areSameHeaders(expected.headers, headers);
}

/** Whether headers are the same, or are not compared. */
function areSameHeaders(expected: ReplayedAnswer['headers'], actual: ReplayedAnswer['headers']): boolean {
  if (expected === undefined || actual === undefined) return true;
  const [one, other] = [expected, actual].map((headers) => JSON.stringify(Object.entries(headers).sort()));
  return one === other;
}

/** An answer in the form of the trace. */
export function answerOf({ status, headers }: AnswerHead, text: string): ReplayedAnswer {
  return { status, ...(headers && { headers }), ...(text !== '' && written(text, ANSWER_LIMIT)) };
}
