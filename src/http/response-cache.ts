import type { RouteMatch } from '../protocol/service.js';
import type { RequestContent, RequestRecord } from '../session/journal-entry.js';
import type { TracedExchange } from '../session/trace-log.js';
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
  readonly content: RequestContent;
}

/** A successful answer without the id of its request, and the route that produced it. */
export interface CachedResponse {
  readonly match: RouteMatch;
  /** The JSON before the request id. */
  readonly head: string;
  /** The JSON after the request id; undefined if the answer has none. */
  readonly tail: string | undefined;
  readonly record: RequestRecord;
  readonly content: RequestContent;
  readonly traced: TracedExchange | undefined;
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

  /** `id` is the request id if the answer contains it; it is replaced in later answers. */
  add({ url, headers }: Request, match: RouteMatch, success: Success, id: string | undefined): void {
    if (!this.#isCurrent()) this.#clear();
    const { body, record, content, traced } = success;
    const credentials = headers.get('authorization');
    const length = url.length + (credentials?.length ?? 0) + body.length;
    if (length > CHARACTER_LIMIT) return;
    if (this.#size === ANSWER_LIMIT || this.#characters + length > CHARACTER_LIMIT) this.#clear();
    const [head, tail] = splitAt(body, id);
    const ofUrl = this.#responses.get(url) ?? new Map<string | null, CachedResponse>();
    this.#responses.set(url, ofUrl.set(credentials, { match, head, tail, record, content, traced }));
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
export function withRequestId({ head, tail, record, content, traced }: CachedResponse, id: string): Success {
  return { status: 200, body: tail === undefined ? head : head + id + tail, record, content, traced };
}

/** The parts of an answer before and after the first occurrence of the request id; one part if the answer has none. */
export function splitAt(body: string, id: string | undefined): [head: string, tail?: string] {
  if (id === undefined) return [body];
  const start = body.indexOf(id);
  return [body.slice(0, start), body.slice(start + id.length)];
}
