import { type Answered, type Entry, type HttpExchange, isRequestEntry, type RequestEntry } from './entry.js';
import { cutText, type RecordedRequest, shownLength } from './journal-entry.js';

/** The maximum number of requests in a journal, and of the bytes that they take, approximately. */
export const ENTRY_LIMIT = 1000;
const BYTE_LIMIT = 512 * 1024;

/** The maximum number of bytes of bodies and headers, approximately. Beyond it, the oldest requests lose theirs. */
const CONTENT_LIMIT = 512 * 1024;

/** The size of a request in bytes, without its texts. Each character of a text counts as one byte. */
const REQUEST_BYTES = 160;

/** The assumed size of the headers of a request in bytes. */
const HEADERS_BYTES = 1024;

type Journaled = RequestEntry & { readonly answered: Answered };

/** The requests that a journal shows of the entries of a log, newest last. It was cleared after the request number `clearedAt`. */
export function journalWindow(entries: readonly Entry[], clearedAt: number): RecordedRequest[] {
  const journaled = entries
    .filter((entry): entry is Journaled => isRequestEntry(entry) && (entry.answered?.number ?? 0) > clearedAt)
    .sort((one, other) => other.answered.number - one.answered.number);
  const requests: RecordedRequest[] = [];
  let bytes = 0;
  let contentBytes = 0;
  for (const logged of journaled) {
    const { exchange, headers, answered } = logged;
    bytes += REQUEST_BYTES + lengthOf(exchange);
    // A request that is larger than the limit is the only one.
    if (requests.length === ENTRY_LIMIT || (bytes > BYTE_LIMIT && requests.length > 0)) break;
    contentBytes += HEADERS_BYTES + shownLength(exchange.requestBody) + shownLength(exchange.answer);
    requests.push({ logged, answered, hasContent: headers !== undefined && contentBytes <= CONTENT_LIMIT });
  }
  return requests.reverse();
}

/** What the journal shows of some of the entries, and those of them that are not answered yet. */
export function journalOnly(all: readonly Entry[], clearedAt: number, entries = all): Entry[] {
  const shown = new Map(journalWindow(all, clearedAt).map((request) => [request.logged, request]));
  return entries.flatMap((entry): Entry[] => {
    if (!isRequestEntry(entry)) return [];
    // Its answer will be added to it.
    if (entry.answered === undefined || entry.answered.isHeld) return [entry];
    const request = shown.get(entry);
    return request === undefined ? [] : [{ ...entry, images: undefined, ...contentOf(request) }];
  });
}

function contentOf({ logged, hasContent }: RecordedRequest): Pick<RequestEntry, 'exchange' | 'headers'> {
  const { exchange, headers } = logged;
  const { requestBody, answer } = exchange;
  const texts = hasContent
    ? { requestBody: requestBody && cutText(requestBody), answer: answer && cutText(answer) }
    : { requestBody: undefined, answer: undefined };
  const length = lengthOf(exchange) + shownLength(texts.requestBody) + shownLength(texts.answer);
  return { exchange: { ...exchange, ...texts, replay: undefined, length }, headers: hasContent ? headers : undefined };
}

function lengthOf({ url, path, ownPath = '', reason = '' }: HttpExchange): number {
  return url.length + path.length + ownPath.length + reason.length;
}
