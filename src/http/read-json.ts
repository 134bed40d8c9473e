import { MockError } from '../foundation/mock-error.js';
import { isNestedDeeperThan } from '../foundation/nesting.js';
import { UnsupportedEncoding } from '../protocol/http-status.js';
import type { Sender } from '../protocol/listener.js';
import type { RequestData } from '../protocol/request-data.js';
import { headerIn } from '../protocol/request-headers.js';

/** The maximum nesting depth of a body, well below the depth at which recursion overflows the stack. */
const DEPTH_LIMIT = 200;

/** The default size limit of a body, in bytes. */
export const BODY_LIMIT = 1024 * 1024;

interface BodyOptions {
  readonly requireContentType: boolean;
  readonly limit?: number | undefined;
  /** Called with the text of the body before it is parsed. */
  readonly onText: (text: string) => void;
}

/** The chunks of a body. */
export type Body = AsyncIterable<Uint8Array>;

/** The body of a request as it arrives. */
export function bodyOf(request: RequestData, sender: Sender | undefined): Body {
  return sender?.iterator?.({ destroyOnReturn: false }) ?? chunksOf(request);
}

/** Waits for a body. Reading the result fails at the same point as the body. */
export async function arrivedBody(body: Body): Promise<Body> {
  const chunks: Uint8Array[] = [];
  let end = () => {};
  try {
    for await (const chunk of body) chunks.push(chunk);
  } catch (error) {
    end = () => {
      throw error;
    };
  }
  return (async function* () {
    yield* chunks;
    end();
  })();
}

/**
 * The JSON body of a request; undefined for an empty one.
 * @throws MockError `payload_too_large`, `malformed_data` (incomplete, not UTF-8, not JSON) or `unsupported_media_type`
 * (encoded, or without the content type when it is required). The rest of a body that is too large is left unread.
 */
export async function readJson(
  request: RequestData,
  body: Body,
  { requireContentType, limit = BODY_LIMIT, onText }: BodyOptions,
): Promise<unknown> {
  const bytes = await readBytes(request, body, limit).catch((error) => {
    throw error instanceof MockError
      ? error
      : new MockError('malformed_data', 'The request body did not arrive completely');
  });
  if (bytes.length === 0) return undefined;
  checkContentEncoding(headerIn(request.headers, 'content-encoding'));
  if (requireContentType) checkContentType(headerIn(request.headers, 'content-type'));
  const value = parse(bytes, onText);
  if (!isNestedDeeperThan(value, DEPTH_LIMIT)) return value;
  throw new MockError('malformed_data', `The request body is nested more than ${DEPTH_LIMIT} levels deep`);
}

function parse(bytes: Uint8Array, onText: BodyOptions['onText']): unknown {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    onText(text);
    return JSON.parse(text);
  } catch (error) {
    throw new MockError('malformed_data', `The request body is not valid JSON: ${(error as Error).message}`);
  }
}

/** `identity` means that the body is not encoded. */
function checkContentEncoding(encoding: string | undefined): void {
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

/** @throws MockError `payload_too_large`; what the body throws if it does not arrive */
export async function readBytes(request: RequestData, body: Body, limit: number): Promise<Uint8Array> {
  // Checks the declared length before reading; without one, reading stops at the limit.
  if (Number(headerIn(request.headers, 'content-length') ?? 0) > limit) throw bodyTooLarge(limit);
  const chunks: Uint8Array[] = [];
  let length = 0;
  // If the body is too large, it is left as it is: ending it would end the connection before the answer is sent. The server
  // discards the rest.
  for await (const chunk of body) {
    length += chunk.length;
    if (length > limit) throw bodyTooLarge(limit);
    chunks.push(chunk);
  }
  if (chunks.length === 1) return chunks[0] as Uint8Array;
  const bytes = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.length;
  }
  return bytes;
}

/** Some browsers cannot iterate over a stream. */
async function* chunksOf({ body }: RequestData): AsyncGenerator<Uint8Array> {
  if (body === null) return;
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    reader.releaseLock();
  }
}

export function bodyTooLarge(limit: number): MockError {
  return new MockError('payload_too_large', `The request body is larger than the limit of ${limit} bytes`);
}
