import { MockError } from '../foundation/mock-error.js';
import type { RequestData } from '../protocol/request-data.js';
import { type Body, BodyIncomplete, bodyTooLarge, readBytes } from './read-json.js';

export interface ArrivedBody {
  /** Undefined if there is none. */
  readonly bytes?: Uint8Array | undefined;
  /** Why the body could not be read: the limit of bytes that it exceeds, or it did not arrive completely. */
  readonly failed?: number | 'incomplete' | undefined;
}

/** Reads the body of a request, no more than `limit` bytes. */
export async function arrivedBody(request: RequestData, body: Body, limit: number): Promise<ArrivedBody> {
  try {
    const bytes = await readBytes(request, body, limit);
    return bytes.length === 0 ? {} : { bytes };
  } catch (error) {
    const isTooLarge = error instanceof MockError && error.code === 'payload_too_large';
    return { failed: isTooLarge ? limit : 'incomplete' };
  }
}

/** The body again. Reading it fails where that of the request did. */
export async function* again({ bytes, failed }: ArrivedBody): Body & AsyncGenerator<Uint8Array> {
  if (failed === 'incomplete') throw new BodyIncomplete();
  if (failed !== undefined) throw bodyTooLarge(failed);
  if (bytes !== undefined) yield bytes;
}
