import * as z from 'zod/mini';
import { email, json, positiveInteger } from '../foundation/common-schemas.js';
import { isNestedDeeperThan } from '../foundation/nesting.js';
import { parseJson } from '../foundation/parse-json.js';
import { HIDDEN, hideSecrets, hideSecretsInText, isSecretName, visibleHeader } from '../foundation/secrets.js';
import { headerEntries } from '../protocol/request-headers.js';
import type { Answered, RecordedText, RequestEntry } from './entry.js';
import { requestIdOf } from './request-ids.js';
import { queryOf } from './request-query.js';

/** The maximum length of a body in the journal, in characters. */
export const BODY_LIMIT = 16 * 1024;

/** Bodies that are nested deeper are shown as text, because recursion could overflow the stack. */
const DEPTH_LIMIT = 200;

const message = z.strictObject({
  /** Names are in lower case. The values of secrets are hidden. */
  headers: z.record(z.string(), z.string()),
  /** JSON, or a text if it is invalid JSON or was cut off. Absent if there was no body, or the mock did not read it. */
  body: z.optional(json),
  /** True if the body is a text because it is not JSON that can be read. */
  text: z.optional(z.literal(true)),
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
  /** As it was sent: in upper case, unless no route could answer it. */
  method: z.string(),
  /** The path of the request below the base URL and the session. */
  path: z.string(),
  /** The query parameters; a repeated one is an array. The values of secrets are hidden. */
  query: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
  /** The status; 0 if a fault rule broke the connection. */
  status: z.int(),
  /** The path of the route that answered, with parameters as `:name`; null if no route matched. */
  route: z.nullable(z.string()),
  /** The caller of the public API or of an own route; null if the request has no valid token, or belongs to another API. */
  email: z.nullable(email),
  /** The name of the actor of the scenario that sent it; absent for a request of anybody else. */
  actor: z.optional(z.string()),
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
  /** Why the request failed: the reason of the error, the fault rule that replaced or broke the answer, or the nearest route. */
  reason: z.optional(z.string()),
  /** Absent if the journal keeps no bodies and headers, or no longer keeps those of this request. */
  request: z.optional(message),
  /** The same; absent also if a fault rule broke the connection. */
  response: z.optional(message),
});

/** An answered request, or one whose answer is held back. */
export type JournalEntry = z.output<typeof journalEntry>;

export interface RecordedRequest {
  readonly logged: RequestEntry;
  readonly answered: Answered;
  /** Whether the journal has its headers and bodies. */
  readonly hasContent: boolean;
}

export function answerHeaders(
  requestId: string,
  additional: Readonly<Record<string, string>> | undefined,
): Record<string, string> {
  const headers = { 'content-type': 'application/json', 'x-request-id': requestId };
  return additional === undefined ? headers : { ...headers, ...additional };
}

/** A text, cut off at the limit. */
export function cutText({ head, tail, cut = false }: RecordedText): RecordedText {
  const length = head.length + (tail?.length ?? 0);
  if (length <= BODY_LIMIT) return { head, tail, cut };
  if (tail === undefined || head.length >= BODY_LIMIT) {
    return { head: beginningOf(head, BODY_LIMIT), tail: undefined, cut: true };
  }
  return { head: beginningOf(head, BODY_LIMIT), tail: beginningOf(tail, BODY_LIMIT - head.length), cut: true };
}

/** A copy: a slice would keep the whole text in memory. */
function beginningOf(text: string, length: number): string {
  return JSON.parse(JSON.stringify(text.slice(0, length)));
}

/** The number of characters that the journal shows of a text. */
export function shownLength(text: RecordedText | undefined): number {
  return text === undefined ? 0 : Math.min(BODY_LIMIT, text.head.length + (text.tail?.length ?? 0));
}

export function toEntry({ logged, answered, hasContent }: RecordedRequest, session: string | null): JournalEntry {
  const { actor, seed, requestNumber, revision, hasChanged, exchange, headers } = logged;
  const { method, url, path, route = null, email, faults, reason } = exchange;
  const { status, headers: ofAnswer, answer } = answered.sent ?? exchange;
  const id = requestIdOf(seed, requestNumber);
  return {
    id,
    entry: answered.number,
    ...(answered.isHeld && { held: true }),
    at: new Date(answered.at).toISOString(),
    wall_time: new Date(answered.wall).toISOString(),
    method,
    path,
    query: visibleQuery(url),
    status,
    route,
    email,
    ...(actor !== undefined && { actor }),
    duration_ms: answered.duration,
    session,
    revision,
    changed: hasChanged,
    faults: [...faults],
    ...(reason !== undefined && { reason }),
    ...(hasContent &&
      headers !== undefined && { request: messageOf(headerEntries(headers), exchange.requestBody, id) }),
    ...(hasContent &&
      status !== 0 && {
        response: messageOf(Object.entries(answerHeaders(id, ofAnswer)), answer, id),
      }),
  };
}

function messageOf(headers: readonly [string, string][], recorded: RecordedText | undefined, id: string): Message {
  const visible = headers.map(([name, value]) => [name, visibleHeader(name, value)]);
  const shown: Message = { headers: Object.fromEntries(visible) };
  if (recorded === undefined) return shown;
  const { head, tail, cut } = cutText(recorded);
  const text = tail === undefined ? head : head + id + tail;
  return cut ? { ...shown, body: hideSecretsInText(text), cut: true } : { ...shown, ...visibleBody(text) };
}

function visibleBody(text: string): Pick<Message, 'body' | 'text'> {
  const value = parseJson(text) as Message['body'];
  const isText = value === undefined || isNestedDeeperThan(value, DEPTH_LIMIT);
  return isText ? { body: hideSecretsInText(text), text: true } : { body: hideSecrets(value) };
}

/** The body of a message as it was sent, but for its secrets and spaces. */
export function bodyTextOf({ body, text, cut }: Message): string | undefined {
  return body === undefined || text || cut ? (body as string | undefined) : JSON.stringify(body);
}

function visibleQuery(url: string): JournalEntry['query'] {
  const visible = Object.entries(queryOf(url)).map(([name, values]): [string, string | string[]] => {
    const shown = isSecretName(name) ? values.map(() => HIDDEN) : [...values];
    return [name, shown.length > 1 ? shown : String(shown[0])];
  });
  return Object.fromEntries(visible);
}
