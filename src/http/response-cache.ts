import type { RouteMatch } from '../protocol/service.js';
import type { RequestRecord } from '../session/request-journal.js';
import type { State } from '../state/state.js';
import type { Answer } from './answer.js';

/** The maximum number of cached answers, and of their characters in total. */
const ANSWER_LIMIT = 256;
const CHARACTER_LIMIT = 128 * 1024;

/** A successful answer. */
export interface Success extends Answer {
  readonly status: 200;
  readonly body: string;
  readonly record: RequestRecord;
}

/** A successful answer without the id of its request, and the route that produced it. */
export interface CachedResponse {
  readonly match: RouteMatch;
  /** The JSON before the request id. */
  readonly head: string;
  /** The JSON after the request id; undefined if the answer has none. */
  readonly tail: string | undefined;
  readonly record: RequestRecord;
}

/**
 * The latest answers to reads of one state. A read depends only on its URL, its token, the records and the time, so an
 * answer stays valid until a record or the time changes; then the whole cache is cleared.
 */
export class ResponseCache {
  readonly #state: State;
  /** By URL, then by Authorization header: two lookups are faster than joining the two. */
  readonly #responses = new Map<string, Map<string | null, CachedResponse>>();
  #size = 0;
  #characters = 0;
  #version = 0;
  #now = 0;

  constructor(state: State) {
    this.#state = state;
  }

  find({ method, url, headers }: Request): CachedResponse | undefined {
    if (method !== 'GET' || !this.#isCurrent()) return undefined;
    return this.#responses.get(url)?.get(headers.get('authorization'));
  }

  /** `id` is the request id if the answer contains it; its first occurrence is replaced in later answers. */
  add({ url, headers }: Request, match: RouteMatch, { body, record }: Success, id: string | undefined): void {
    if (!this.#isCurrent()) this.#clear();
    const credentials = headers.get('authorization');
    const length = url.length + (credentials?.length ?? 0) + body.length;
    if (length > CHARACTER_LIMIT) return;
    if (this.#size === ANSWER_LIMIT || this.#characters + length > CHARACTER_LIMIT) this.#clear();
    const [head = '', tail] = id === undefined ? [body] : splitAt(body, id);
    const ofUrl = this.#responses.get(url) ?? new Map<string | null, CachedResponse>();
    this.#responses.set(url, ofUrl.set(credentials, { match, head, tail, record }));
    this.#size++;
    this.#characters += length;
  }

  #isCurrent(): boolean {
    return this.#version === this.#state.version && this.#now === this.#state.clock.now;
  }

  #clear(): void {
    this.#responses.clear();
    this.#size = this.#characters = 0;
    this.#version = this.#state.version;
    this.#now = this.#state.clock.now;
  }
}

/** The answer to a repeated request, with the id of that request. */
export function withRequestId({ head, tail, record }: CachedResponse, id: string): Success {
  return { status: 200, body: tail === undefined ? head : head + id + tail, record };
}

function splitAt(text: string, part: string): [string, string] {
  const start = text.indexOf(part);
  return [text.slice(0, start), text.slice(start + part.length)];
}
