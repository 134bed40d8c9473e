import type { RequestPath } from '../faults/path-pattern.js';
import type { RequestHeaders } from '../protocol/request-headers.js';
import type { Cause } from './cause.js';
import { requestIdOf } from './request-ids.js';
import type { SessionImage } from './session-image.js';

/** A text that was sent: `head` or, if it contains the id of its request, `head`, the id and `tail`. */
export interface RecordedText {
  readonly head: string;
  readonly tail?: string | undefined;
  /** The SHA-256 of the whole text, if the rest of it was not recorded because it is long. */
  readonly sha256?: string | undefined;
  /** Whether the rest of the text was not recorded. */
  readonly cut?: boolean | undefined;
  /** The length of the whole text in bytes, and the SHA-256 of it without the id of its request: set if `sha256` is. */
  readonly whole?: { readonly bytes: number; readonly withoutId: string } | undefined;
}

/** What a replay needs of a request besides its method, URL and body. */
export interface ReplayParts {
  /** The headers that the answer may depend on. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Why the body could not be read; undefined if it could. */
  readonly bodyError: { readonly code: string; readonly message: string } | undefined;
}

/** What an API request asked and what was answered, but for ids and times. Repeated reads share one. */
export interface HttpExchange extends RequestPath {
  readonly method: string;
  readonly url: string;
  /** The caller of the public API; null if the request has no valid token, or belongs to another API. */
  readonly email: string | null;
  readonly requestBody: RecordedText | undefined;
  /** Undefined for a request that a replay could not repeat. */
  readonly replay: ReplayParts | undefined;
  /** 0 if the connection was broken. */
  readonly status: number;
  /** The headers of the answer, besides those of every answer. */
  readonly headers: Readonly<Record<string, string>> | undefined;
  readonly answer: RecordedText | undefined;
  /** The ids of the fault rules that applied. */
  readonly faults: readonly number[];
  /** The ids of the fault rules that left it out because of their `skip`; undefined if there are none. */
  readonly skippedBy: readonly number[] | undefined;
  /** Why the request failed; undefined if it did not. */
  readonly reason: string | undefined;
  /** The approximate number of characters in it. */
  readonly length: number;
}

export type SentAnswer = Pick<HttpExchange, 'status' | 'headers' | 'answer'>;

/** When an API request was answered, or began to wait for its answer. */
export interface Answered {
  /** Counts the requests of all sessions of a mock in the order of their answers; never used again. */
  readonly number: number;
  /** Milliseconds since 1970, by the mock's clock and by the machine's. */
  readonly at: number;
  readonly wall: number;
  /** Milliseconds, by the machine's clock. */
  readonly duration: number;
  /** Whether a fault rule holds the answer back. */
  readonly isHeld: boolean;
  /** What was sent, if the answer was changed when it was released. */
  readonly sent: SentAnswer | undefined;
}

export interface ImagesOfEntry {
  readonly before: SessionImage;
  readonly after: SessionImage;
}

/** One thing that happened in a session: an API request, a control call, or a call in the process. */
export interface Entry {
  /** Undefined for an API request: see {@link causeOf}. */
  readonly cause: Cause | undefined;
  /** The actor of the scenario that sent an API request; undefined for all others. */
  readonly actor: string | undefined;
  /** The seed and the number of the `X-Request-Id` of an API request. */
  readonly seed: number;
  readonly requestNumber: number;
  /** Milliseconds since 1970, by the machine's clock and by the mock's, when it was handled. */
  readonly wall: number;
  readonly at: number;
  /** The revision of the session afterwards, and whether the entry caused it. */
  readonly revision: number;
  readonly hasChanged: boolean;
  /** What a call changed; a trace repeats API requests instead. */
  readonly images: ImagesOfEntry | undefined;
  /** Set for an API request. */
  exchange: HttpExchange | undefined;
  /** All headers of an API request. */
  readonly headers: RequestHeaders | undefined;
  /** Set for an API request in the journal. */
  answered: Answered | undefined;
}

export type RequestEntry = Entry & { exchange: HttpExchange };

export function isRequestEntry(entry: Entry): entry is RequestEntry {
  return entry.exchange !== undefined;
}

export function causeOf({ cause, actor, seed, requestNumber, exchange }: Entry): Cause {
  if (cause !== undefined) return cause;
  const { method, path } = exchange as HttpExchange;
  return { kind: 'request', id: requestIdOf(seed, requestNumber), method, path, ...(actor !== undefined && { actor }) };
}
