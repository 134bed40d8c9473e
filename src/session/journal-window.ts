import { lengthOfHeaders } from '../protocol/request-headers.js';
import { type Answered, type Entry, type HttpExchange, isRequestEntry, type RequestEntry } from './entry.js';
import { cutText, type RecordedRequest, shownLength } from './journal-entry.js';

/** The maximum number of requests in a journal, and of the bytes that they take, approximately. */
export const ENTRY_LIMIT = 1000;
export const BYTE_LIMIT = 512 * 1024;

/** The maximum number of bytes of bodies and headers, approximately. Beyond it, the oldest requests lose theirs. */
export const CONTENT_LIMIT = 512 * 1024;

/** The size of a request in bytes, without its texts. Each character of a text counts as one byte. */
const REQUEST_BYTES = 160;

export type Journaled = RequestEntry & { readonly answered: Answered };

/** The requests in a log that were answered, or began to wait for their answers, since its journal was cleared: in this order. */
export function journaledIn(entries: readonly Entry[], clearedAt: number): Journaled[] {
  return entries
    .filter((entry): entry is Journaled => isRequestEntry(entry) && (entry.answered?.number ?? 0) > clearedAt)
    .sort((one, other) => one.answered.number - other.answered.number);
}

/** Those that a journal shows, newest last. */
export function journalWindow(journaled: readonly Journaled[]): RecordedRequest[] {
  const requests: RecordedRequest[] = [];
  let bytes = 0;
  let contentBytes = 0;
  let headersBytes = 0;
  for (let i = journaled.length - 1; i >= 0; i--) {
    const logged = journaled[i] as Journaled;
    const { exchange, headers, answered } = logged;
    bytes += REQUEST_BYTES + lengthOf(exchange);
    // A request that is larger than the limit is the only one.
    if (requests.length === ENTRY_LIMIT || (bytes > BYTE_LIMIT && requests.length > 0)) break;
    // Most requests share their headers with the next one.
    if (headers !== journaled[i + 1]?.headers) headersBytes = headers === undefined ? 0 : lengthOfHeaders(headers);
    contentBytes += headersBytes + shownLength(exchange.requestBody) + shownLength(exchange.answer);
    requests.push({ logged, answered, hasContent: headers !== undefined && contentBytes <= CONTENT_LIMIT });
  }
  return requests.reverse();
}

/** What a journal shows of some of the entries, and those of them that are not answered yet: by the entries themselves. */
export function journalOnly(window: readonly RecordedRequest[], entries: readonly Entry[]): Map<Entry, Entry> {
  const requests = new Map<Entry, RecordedRequest>(window.map((request) => [request.logged, request]));
  const shown = new Map<Entry, Entry>();
  for (const entry of entries) {
    if (!isRequestEntry(entry)) continue;
    const request = requests.get(entry);
    // Its answer will be added to it.
    if (entry.answered === undefined || entry.answered.isHeld) shown.set(entry, entry);
    else if (request !== undefined) shown.set(entry, shownPart(request));
  }
  return shown;
}

/** A request with what the journal shows of it. */
export function shownPart({ logged, hasContent }: RecordedRequest): RequestEntry {
  const { exchange, headers } = logged;
  const { requestBody, answer } = exchange;
  const texts = hasContent
    ? { requestBody: requestBody && cutText(requestBody), answer: answer && cutText(answer) }
    : { requestBody: undefined, answer: undefined };
  const length = lengthOf(exchange) + shownLength(texts.requestBody) + shownLength(texts.answer);
  return {
    ...logged,
    images: undefined,
    exchange: { ...exchange, ...texts, replay: undefined, length },
    headers: hasContent ? headers : undefined,
  };
}

function lengthOf({ url, path, ownPath = '', reason = '' }: HttpExchange): number {
  return url.length + path.length + ownPath.length + reason.length;
}
