import * as z from 'zod/mini';
import type { RequestPath } from '../faults/path-pattern.js';
import { email, json, positiveInteger } from '../foundation/common-schemas.js';
import { isNestedDeeperThan } from '../foundation/nesting.js';
import { HIDDEN, hideSecrets, hideSecretsInText, isSecretName } from '../foundation/secrets.js';
import { headerEntries, type RequestHeaders } from '../protocol/request-headers.js';
import { requestIdOf } from './request-ids.js';

/** The maximum length of a body in the journal, in characters. */
const BODY_LIMIT = 16 * 1024;

/** Bodies that are nested deeper are shown as text, because recursion could overflow the stack. */
const DEPTH_LIMIT = 200;

const message = z.strictObject({
  /** Names are in lower case. The values of secrets are hidden. */
  headers: z.record(z.string(), z.string()),
  /** JSON, or a text if it is invalid JSON or was cut off. Absent if there was no body, or the mock did not read it. */
  body: z.optional(json),
  /** True if the body was cut off. */
  cut: z.optional(z.literal(true)),
});

/** A request, or its answer. */
type Message = z.output<typeof message>;

export const journalEntry = z.strictObject({
  /** The `X-Request-Id` of the answer. */
  id: z.uuid(),
  /** Counts the requests of all sessions of the mock; no two requests have the same number, also after a reset. */
  entry: positiveInteger,
  /** Present while a fault rule holds the answer back. What follows is then that of the answer to come. */
  held: z.optional(z.literal(true)),
  /** The time of the answer, by the mock's clock; while it is held back, the time of the request. */
  at: z.iso.datetime(),
  /** The time of the answer, by the machine's clock. */
  wall_time: z.iso.datetime(),
  /** In upper case. */
  method: z.string(),
  /** The path of the request below the base URL and the session. */
  path: z.string(),
  /** The query parameters; a repeated one is an array. The values of secrets are hidden. */
  query: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
  /** The status; 0 if a fault rule broke the connection. */
  status: z.int(),
  /** The path of the route that answered, with parameters as `:name`; null if no route matched. */
  route: z.nullable(z.string()),
  /** The caller of the public API; null if the request has no valid token, or belongs to another API. */
  email: z.nullable(email),
  /** The duration in milliseconds, by the machine's clock. */
  duration_ms: z.number(),
  /** The id of its session; null for the default session. */
  session: z.nullable(z.string()),
  /** The revision of the session after the request. */
  revision: z.int(),
  /** Whether the request caused the revision. */
  changed: z.boolean(),
  /** The ids of the fault rules that applied, including those that only delayed the answer. */
  faults: z.array(z.int()),
  /** Why the request failed: the reason of the error, the fault rule, or the nearest route. */
  reason: z.optional(z.string()),
  /** Absent if the journal keeps no bodies and headers, or no longer keeps those of this request. */
  request: z.optional(message),
  /** The same; absent also if a fault rule broke the connection. */
  response: z.optional(message),
});

/** An answered request, or one whose answer is held back. */
export type JournalEntry = z.output<typeof journalEntry>;

/** A request and its answer, without id, time and content. Repeated reads share one record. */
export interface RequestRecord extends RequestPath {
  readonly method: string;
  readonly url: string;
  readonly status: number;
  readonly email: string | null;
  readonly faults: readonly number[];
  readonly reason: string | undefined;
  /** Whether the answer is held back. */
  readonly isHeld: boolean;
  /** The number of characters in it, for the limits: reading its texts again for each repeated read takes too long. */
  readonly length: number;
}

/** The ids and times of a request. */
export interface RequestMoment {
  readonly entry: number;
  /** The seed and the number of the `X-Request-Id`. */
  readonly seed: number;
  readonly number: number;
  /** Milliseconds since 1970, by the mock's clock and by the machine's. */
  readonly at: number;
  readonly wall: number;
  /** Milliseconds, by the machine's clock. */
  readonly duration: number;
  /** The revision of the session when the request was handled, and whether the request caused it. */
  readonly revision: number;
  readonly hasChanged: boolean;
}

/** A body in the journal: `head`, then the request id and `tail` if there is a tail. */
export interface RecordedBody {
  readonly head: string;
  readonly tail: string | undefined;
  readonly cut: boolean;
}

/** The bodies of a request and its answer, and the headers of the answer. Repeated reads share one. */
export interface RequestContent {
  readonly requestBody: RecordedBody | undefined;
  /** Undefined if nothing was answered. */
  readonly response: RecordedResponse | undefined;
  /** The number of characters of the bodies. */
  readonly length: number;
}

interface RecordedResponse {
  /** The headers that {@link answerHeaders} adds to those of every answer. */
  readonly headers: Readonly<Record<string, string>> | undefined;
  readonly body: RecordedBody | undefined;
}

/** One request in the journal. */
export interface RecordedRequest {
  readonly record: RequestRecord;
  readonly moment: RequestMoment;
  /** Both are undefined if they are not kept. */
  readonly content: RequestContent | undefined;
  readonly headers: RequestHeaders | undefined;
}

/** The headers of an answer. */
export function answerHeaders(
  requestId: string,
  additional: Readonly<Record<string, string>> | undefined,
): Record<string, string> {
  const headers = { 'content-type': 'application/json', 'x-request-id': requestId };
  return additional === undefined ? headers : { ...headers, ...additional };
}

/** Cuts a body off at the limit. */
export function recordedBody(head: string, tail?: string): RecordedBody {
  const length = head.length + (tail?.length ?? 0);
  if (length <= BODY_LIMIT) return { head, tail, cut: false };
  if (tail === undefined || head.length >= BODY_LIMIT) {
    return { head: beginningOf(head, BODY_LIMIT), tail: undefined, cut: true };
  }
  return { head: beginningOf(head, BODY_LIMIT), tail: beginningOf(tail, BODY_LIMIT - head.length), cut: true };
}

/** A copy: a slice would keep the whole text in memory. */
function beginningOf(text: string, length: number): string {
  return JSON.parse(JSON.stringify(text.slice(0, length)));
}

export function lengthOfBody(body: RecordedBody | undefined): number {
  return body === undefined ? 0 : body.head.length + (body.tail?.length ?? 0);
}

export function toEntry({ record, moment, content, headers }: RecordedRequest, session: string | null): JournalEntry {
  const { method, url, path, status, route = null, email, faults, reason, isHeld } = record;
  const { entry, seed, number, at, wall, duration, revision, hasChanged } = moment;
  const id = requestIdOf(seed, number);
  const response = content?.response;
  return {
    id,
    entry,
    ...(isHeld && { held: true }),
    at: new Date(at).toISOString(),
    wall_time: new Date(wall).toISOString(),
    method,
    path,
    query: queryOf(url),
    status,
    route,
    email,
    duration_ms: duration,
    session,
    revision,
    changed: hasChanged,
    faults: [...faults],
    ...(reason !== undefined && { reason }),
    ...(headers !== undefined && { request: messageOf(headerEntries(headers), content?.requestBody, id) }),
    ...(response !== undefined && {
      response: messageOf(Object.entries(answerHeaders(id, response.headers)), response.body, id),
    }),
  };
}

function messageOf(headers: readonly [string, string][], body: RecordedBody | undefined, id: string): Message {
  const visible = headers.map(([name, value]) => [name, isSecretName(name) ? HIDDEN : value]);
  const shown: Message = { headers: Object.fromEntries(visible) };
  if (body === undefined) return shown;
  const { head, tail, cut } = body;
  const text = tail === undefined ? head : head + id + tail;
  return cut ? { ...shown, body: hideSecretsInText(text), cut } : { ...shown, body: visibleBody(text) };
}

function visibleBody(text: string): NonNullable<Message['body']> | null {
  try {
    const value = JSON.parse(text);
    if (!isNestedDeeperThan(value, DEPTH_LIMIT)) return hideSecrets(value);
  } catch {
    // Shown as text.
  }
  return hideSecretsInText(text);
}

function queryOf(url: string): JournalEntry['query'] {
  const [target = ''] = url.split('#', 1);
  const start = target.indexOf('?');
  const text = start === -1 ? '' : target.slice(start);
  const values = new Map<string, string[]>();
  for (const [name, value] of new URLSearchParams(text)) {
    const visible = isSecretName(name) ? HIDDEN : value;
    const earlier = values.get(name);
    if (earlier === undefined) values.set(name, [visible]);
    else earlier.push(visible);
  }
  return Object.fromEntries(Array.from(values, ([name, given]) => [name, given.length > 1 ? given : String(given[0])]));
}
