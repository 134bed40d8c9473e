import type { EventSource } from './event-source.js';

/** An answer as data: a delivery sends it, or creates a Response from it. */
export interface Reply {
  /** 0 if the connection is broken instead. */
  readonly status: number;
  /** Names are in lower case. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** JSON; undefined for no body. */
  readonly body?: string | undefined;
  /** Instead of a body: JSON so long that it takes time to join its parts, and to send them at once. */
  readonly parts?: readonly string[] | undefined;
  /** Sent instead of a body. */
  readonly events?: EventSource | undefined;
}

/** The body of an answer, which may be in parts. */
export function bodyTextOf({ body, parts }: Reply): string | undefined {
  return body ?? parts?.join('');
}

/** The headers of answers that pages of other origins may read. */
export const EXPOSED_HEADERS = 'X-Request-Id,Retry-After,X-Mock-Session-Lost';
