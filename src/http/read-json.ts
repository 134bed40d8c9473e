import { bytesIn } from '../foundation/bytes-in.js';
import { inSlices } from '../foundation/in-slices.js';
import { JsonInParts, type UnreadableJson } from '../foundation/json-in-parts.js';
import { MockError, malformed } from '../foundation/mock-error.js';
import { isNestedDeeperThan } from '../foundation/nesting.js';
import { jsonProblem } from '../foundation/parse-json.js';
import { UnsupportedEncoding } from '../protocol/http-status.js';
import type { Sender } from '../protocol/listener.js';
import type { RequestData } from '../protocol/request-data.js';
import { headerIn } from '../protocol/request-headers.js';

/** The maximum nesting depth of a body, well below the depth at which recursion overflows the stack. */
export const DEPTH_LIMIT = 200;

/** The default size limit of a body, in bytes. */
export const BODY_LIMIT = 1024 * 1024;

/** The maximum length of a text in a large body, in characters: it is read at once. */
export const TEXT_LIMIT = 16 * 1024 * 1024;

/** The maximum number of values of an array or object in a large body: a longer one takes long to grow. */
export const VALUES_LIMIT = 1_000_000;

/** The number of bytes or characters of a long body that are read at once. */
const PART = 64 * 1024;

interface BodyOptions {
  readonly requireContentType: boolean;
  readonly limit?: number | undefined;
  /** Called with the text of a body before it is parsed, unless it is read in parts. */
  readonly onText: (text: string) => void;
  /** Whether others are answered while a long body is read. */
  readonly isInSlices: boolean;
}

export type Body = AsyncIterable<Uint8Array>;

/** The body of a request as it arrives. */
export function bodyOf(request: RequestData, sender: Sender | undefined): Body {
  return sender?.iterator?.({ destroyOnReturn: false }) ?? chunksOf(request);
}

/**
 * The JSON body of a request; undefined for an empty one.
 * @throws MockError `payload_too_large`, `malformed_data` (incomplete, not UTF-8, not JSON) or `unsupported_media_type`
 * (encoded, or without the content type when it is required). The rest of a body that is too large is left unread.
 */
export async function readJson(request: RequestData, body: Body, options: BodyOptions): Promise<unknown> {
  const { requireContentType, limit = BODY_LIMIT, onText, isInSlices } = options;
  const isLarge = limit > BODY_LIMIT;
  const read = isLarge ? readInParts(request, body, limit, options) : readBytes(request, body, limit);
  const bytes = await read;
  if (bytes.length === 0) return undefined;
  checkContentEncoding(headerIn(request.headers, 'content-encoding'));
  if (requireContentType) checkContentType(headerIn(request.headers, 'content-type'));
  // In jsdom, the global Uint8Array is not that of the body.
  if ('value' in bytes) return bytes.value();
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw notJson(error);
  }
  onText(text);
  return isInSlices && text.length > PART ? parseInSlices(text) : parseBody(text);
}

/** @throws MockError `payload_too_large` */
export function checkLength(text: string): void {
  if (bytesIn(text) > BODY_LIMIT) throw bodyTooLarge(BODY_LIMIT);
}

/** The value of a body. @throws MockError `malformed_data` if it is not JSON, or nested too deep */
export function parseBody(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw notJson(error);
  }
  if (!isNestedDeeperThan(value, DEPTH_LIMIT)) return value;
  throw tooDeep();
}

/** As `parseBody`, but others are answered meanwhile: an object with many keys takes long. */
async function parseInSlices(text: string): Promise<unknown> {
  const json = new JsonInParts({ levels: DEPTH_LIMIT });
  const starts = Array.from({ length: Math.ceil(text.length / PART) }, (_, i) => i * PART);
  try {
    await inSlices(starts, (start) => json.push(text.slice(start, start + PART)));
    return json.end();
  } catch {
    // Its errors say more.
    return parseBody(text);
  }
}

function notJson(error: unknown): MockError {
  return malformed(`The request body is not valid JSON: ${jsonProblem(error as Error)}`);
}

function tooDeep(): MockError {
  return malformed(`The request body is nested more than ${DEPTH_LIMIT} levels deep`);
}

/** `identity` means that the body is not encoded. @throws MockError `unsupported_media_type` */
export function checkContentEncoding(encoding: string | undefined): void {
  const encodings = (encoding ?? '').split(',').map((one) => one.trim().toLowerCase());
  if (encoding !== undefined && !encodings.every((one) => one === '' || one === 'identity')) {
    throw new UnsupportedEncoding(encoding);
  }
}

function checkContentType(type: string | undefined): void {
  if (type !== undefined && /^application\/(json|[\w.+-]+\+json)\s*(;|$)/i.test(type)) return;
  const problem = type === undefined ? '; the header is missing' : `, not ${type}`;
  throw new MockError('unsupported_media_type', `The header Content-Type must be application/json${problem}`);
}

/** @throws MockError `payload_too_large`; `malformed_data` if it does not arrive completely */
export async function readBytes(request: RequestData, body: Body, limit: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of limited(request, body, limit)) chunks.push(chunk);
  if (chunks.length === 1) return chunks[0] as Uint8Array;
  const bytes = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0));
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.length;
  }
  return bytes;
}

/** A large body. `value` throws if it is not JSON that can be read. */
interface LargeBody {
  readonly length: number;
  value(): unknown;
}

/** Parses a body as it arrives. @throws as {@link readBytes} */
async function readInParts(
  request: RequestData,
  body: Body,
  limit: number,
  { isInSlices }: BodyOptions,
): Promise<LargeBody> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const json = new JsonInParts({ levels: DEPTH_LIMIT, text: TEXT_LIMIT, values: VALUES_LIMIT });
  let length = 0;
  let failure: unknown;
  const take = (chunk: Uint8Array) => {
    length += chunk.length;
    // The rest of an invalid body is read all the same, because many clients read the answer only when they have sent everything.
    if (failure !== undefined) return;
    try {
      json.push(decoder.decode(chunk, { stream: true }));
    } catch (error) {
      failure = error;
    }
  };
  const parts = inParts(limited(request, body, limit));
  if (isInSlices) await inSlices(parts, take);
  else for await (const part of parts) take(part);
  const value = () => {
    try {
      if (failure !== undefined) throw failure;
      json.push(decoder.decode());
      return json.end();
    } catch (error) {
      throw unreadable(error);
    }
  };
  return { length, value };
}

function unreadable(error: unknown): MockError {
  const { problem } = error as Partial<UnreadableJson>;
  if (problem === 'nested') return tooDeep();
  if (problem !== 'long' && problem !== 'many') return notJson(error);
  const what =
    problem === 'long'
      ? `a text of more than ${TEXT_LIMIT / 1024 / 1024} MiB`
      : `a list or an object with more than ${VALUES_LIMIT.toLocaleString('en')} values`;
  return new MockError('payload_too_large', `The request body has ${what}, the limit`);
}

/** A client in the process sends all at once. */
async function* inParts(chunks: Body): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    for (let start = 0; start < chunk.length; start += PART) yield chunk.subarray(start, start + PART);
  }
}

/** @throws as {@link readBytes} */
async function* limited(request: RequestData, body: Body, limit: number): AsyncGenerator<Uint8Array> {
  // Checks the declared length before reading; without one, reading stops at the limit.
  if (Number(headerIn(request.headers, 'content-length') ?? 0) > limit) throw bodyTooLarge(limit);
  let length = 0;
  // If the body is too large, it is left as it is: ending it would end the connection before the answer is sent. The server
  // discards the rest.
  try {
    for await (const chunk of body) {
      length += chunk.length;
      if (length > limit) throw bodyTooLarge(limit);
      yield chunk;
    }
  } catch (error) {
    throw error instanceof MockError ? error : new BodyIncomplete();
  }
}

/** Some browsers cannot iterate over a stream. The body of a request that is aborted does not arrive, as on a network. */
async function* chunksOf(request: RequestData): AsyncGenerator<Uint8Array> {
  if (request.body === null) return;
  const { signal } = request;
  const reader = request.body.getReader();
  const cancel = () => void reader.cancel(signal.reason).catch(() => {});
  if (signal.aborted) cancel();
  else signal.addEventListener('abort', cancel);
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (signal.aborted) throw new BodyIncomplete();
      if (done) return;
      yield value;
    }
  } finally {
    signal.removeEventListener('abort', cancel);
    reader.releaseLock();
  }
}

/** The error for a body that does not arrive completely, for example because the client has aborted the request. */
export class BodyIncomplete extends MockError {
  constructor() {
    super('malformed_data', 'The request body did not arrive completely');
  }
}

export function bodyTooLarge(limit: number): MockError {
  return new MockError('payload_too_large', `The request body is larger than the limit of ${limit} bytes`);
}
