import { MockError } from '../foundation/mock-error.js';
import { type Body, bodyTooLarge, largestBody, readBytes } from '../http/read-json.js';

/** A request, with everything that its answer depends on besides the sessions. */
export interface RequestCommand {
  /** In upper case. */
  readonly method: string;
  /** The whole URL. */
  readonly url: string;
  /** Names are in lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  /** The body as text. */
  readonly body?: string;
  /** The body in base64, if it is not UTF-8. */
  readonly bytes?: string;
  /** Why there is no body: the limit of bytes that it exceeds, or it did not arrive completely. */
  readonly failed?: number | 'incomplete';
  /** The address that the server listens on; absent for calls in the process. */
  readonly host?: string | undefined;
  /** The address of the client. */
  readonly client?: string | undefined;
  /** The id of the visitor. */
  readonly visitor?: string | undefined;
  /** The session of requests that name none, of a call in the process. */
  readonly main?: string | undefined;
}

/** What a replica appends to the log. A client may leave before it gets an answer that is held back. */
export type Command =
  | RequestCommand
  | {
      /** The key of a request. */
      readonly aborts: string;
    }
  | {
      /** The name of a session to end. */
      readonly ends: string;
    };

const NEVER = new AbortController().signal;

/** The body of a request that may write, for its command. Reads no more than a route could. */
export async function readBody(
  request: Request,
  body: Body,
): Promise<Pick<RequestCommand, 'body' | 'bytes' | 'failed'>> {
  const limit = largestBody(request.url);
  let bytes: Uint8Array;
  try {
    bytes = await readBytes(request, body, limit);
  } catch (error) {
    const isTooLarge = error instanceof MockError && error.code === 'payload_too_large';
    return { failed: isTooLarge ? limit : 'incomplete' };
  }
  if (bytes.length === 0) return {};
  try {
    return { body: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch {
    return { bytes: base64Of(bytes) };
  }
}

/** The body of a command. Reading it fails where that of the request did. */
export async function* bodyOf({ body, bytes, failed }: RequestCommand): Body & AsyncGenerator<Uint8Array> {
  if (failed === 'incomplete') throw new MockError('malformed_data', 'The request body did not arrive completely');
  if (failed !== undefined) throw bodyTooLarge(failed);
  if (body !== undefined) yield new TextEncoder().encode(body);
  else if (bytes !== undefined) yield Uint8Array.from(atob(bytes), (character) => character.charCodeAt(0));
}

function base64Of(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}

/** The request of a command, as the mock reads it. `sent` is the request that arrived, at the replica where it did. */
export function requestOf({ method, url, headers }: RequestCommand, sent: Request | undefined): Request {
  const all = Object.entries(headers).map(([name, value]): [string, string] => [name, [value].flat().join(', ')]);
  const request: Partial<Request> & { sent: Request | undefined } = {
    method,
    url,
    headers: new Headers(all),
    body: null,
    get signal() {
      return sent?.signal ?? NEVER;
    },
    // A signal works as long as its request is in memory.
    sent,
  };
  // Creating a Request takes longer than handling one.
  return request as Request;
}
