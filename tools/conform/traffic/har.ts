import * as z from 'zod/mini';
import { malformedAt } from '../../../src/foundation/mock-error.js';
import { parseJson } from '../../../src/foundation/parse-json.js';
import { expectValid } from '../../../src/foundation/validate.js';
import { apiRequest } from '../api-routes.js';
import { type Exchange, secretsIn, tokenIn } from './exchange.js';

const headers = z._default(z.array(z.object({ name: z.string(), value: z.string() })), []);

/** The parts of an entry of HAR 1.2 that are read. Browsers leave out fields that the format requires, and add others. */
const entrySchema = z.object({
  startedDateTime: z.string().check(z.refine((text) => !Number.isNaN(Date.parse(text)), 'must be a date and time')),
  /** In milliseconds. */
  time: z.nullish(z.number()),
  request: z.object({
    method: z.string(),
    url: z.string(),
    headers,
    postData: z.nullish(z.object({ text: z.nullish(z.string()) })),
  }),
  response: z.object({
    /** Without an answer, browsers record 0, and Playwright -1. */
    status: z.pipe(
      z.int(),
      z.transform((status) => Math.max(status, 0)),
    ),
    headers,
    content: z.nullish(
      z.object({
        size: z.nullish(z.number()),
        mimeType: z.nullish(z.string()),
        text: z.nullish(z.string()),
        encoding: z.nullish(z.string()),
      }),
    ),
  }),
  /** Chrome: the answer came from the cache. */
  _fromCache: z.optional(z.unknown()),
});

const harOf = <Entry extends z.core.$ZodType>(entry: Entry) => z.object({ log: z.object({ entries: z.array(entry) }) });

type RecordedEntry = z.output<typeof entrySchema>;

/**
 * Reads the requests to the three APIs from a recording in the format HTTP Archive 1.2, as the developer tools of browsers export it,
 * in the order of their answers. Entries of other sites are not checked.
 * @throws MockError `malformed_data` for anything else, with the issues
 */
export function readHar(har: unknown): Exchange[] {
  const { entries } = expectValid(harOf(z.unknown()), har, { root: ['har'] }).log;
  const own = { log: { entries: entries.map((entry) => (isOfOthers(entry) ? null : entry)) } };
  const { log } = expectValid(harOf(z.nullable(entrySchema)), own, { root: ['har'] });
  const found = log.entries.flatMap((entry, i) => {
    const request = entry && apiRequest(entry.request.method.toUpperCase(), entry.request.url);
    return request ? [{ entry, number: i + 1, writes: request.writes, ...timeOf(entry) }] : [];
  });
  const writing = found.filter(({ writes }) => writes);
  return found
    .sort((a, b) => a.end - b.end)
    .map((one) => ({
      ...exchangeOf(one.entry, one.number),
      isConcurrent: writing.some((other) => other !== one && overlap(one, other)),
    }));
}

/** Whether an entry has an address that is not one of the APIs. */
function isOfOthers(entry: unknown): boolean {
  const { request } = (entry ?? {}) as { request?: { url?: unknown } | null };
  return typeof request?.url === 'string' && apiRequest('GET', request.url) === undefined;
}

interface Span {
  readonly start: number;
  readonly end: number;
}

function timeOf({ startedDateTime, time }: RecordedEntry): Span {
  const start = Date.parse(startedDateTime);
  // With less, a request could seem to end before the one that was sent before it.
  return { start, end: start + Math.max(ROUNDING, time ?? 0) };
}

/** The start is rounded down to milliseconds. Requests that overlap by less were sent one after the other. */
const ROUNDING = 1;

function overlap(one: Span, other: Span): boolean {
  return one.start < other.end - ROUNDING && other.start < one.end - ROUNDING;
}

function exchangeOf(entry: RecordedEntry, number: number): Omit<Exchange, 'isConcurrent'> {
  const { request, response, startedDateTime } = entry;
  return {
    entry: number,
    at: startedDateTime,
    method: request.method.toUpperCase(),
    url: request.url,
    token: tokenIn(headerOf(request.headers, 'authorization')),
    secrets: secretsIn(request.headers.map(({ name, value }) => [name, value])),
    sent: request.postData?.text ?? undefined,
    status: response.status,
    link: headerOf(response.headers, 'link'),
    contentType: response.headers.length === 0 ? undefined : headerOf(response.headers, 'content-type'),
    body: bodyOf(entry, number),
    isCached: Boolean(entry._fromCache) || response.status === 304,
  };
}

/** The whole body; undefined if the recording does not have it. */
function bodyOf({ response: { content, status } }: RecordedEntry, number: number): string | undefined {
  const { text, size, encoding } = content ?? {};
  if (status === 0) return undefined;
  if (text == null) return size === 0 ? '' : undefined;
  const bytes = encoding === 'base64' ? bytesOf(text, number) : new TextEncoder().encode(text);
  const body = encoding === 'base64' ? new TextDecoder().decode(bytes) : text;
  // Tools cut long bodies off; then the size is unknown, or larger.
  const isWhole = size != null && size >= 0 && size <= bytes.length;
  return isWhole || parseJson(body) !== undefined ? body : undefined;
}

function bytesOf(base64: string, number: number): Uint8Array {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    const path = `har.log.entries.${number - 1}.response.content.text`;
    throw malformedAt(path, 'must be base64, as its encoding says');
  }
}

function headerOf(list: RecordedEntry['request']['headers'], name: string): string | null {
  return list.find((header) => header.name.toLowerCase() === name)?.value ?? null;
}
