import { getOrInsert } from '../foundation/get-or-insert.js';
import type { Listener, Sender } from '../protocol/listener.js';
import type { RequestData } from '../protocol/request-data.js';
import { headerIn } from '../protocol/request-headers.js';
import type { RouteMatch } from '../protocol/service.js';
import type { HttpExchange } from '../session/entry.js';
import type { State } from '../state/state.js';

/** The maximum number of cached answers, and of their characters in total. */
const ANSWER_LIMIT = 256;
const CHARACTER_LIMIT = 128 * 1024;

/** A successful answer without the id of its request, and the route that produced it. */
export interface CachedReply {
  readonly match: RouteMatch;
  /** The JSON before the request id. */
  readonly head: string;
  /** The JSON after the request id; undefined if the answer has none. */
  readonly tail: string | undefined;
  readonly exchange: HttpExchange;
}

/** A client of a server, which sends the same headers with each request. */
interface RepeatingClient {
  /** The listener of its server, whose settings decide what a request means. */
  readonly listener: Listener;
  /** The names and values of the headers, in turns. */
  readonly lines: readonly string[];
  /** By target, as it was sent. */
  readonly responses: Map<string, CachedReply>;
}

/**
 * The latest answers to reads of one state. A read depends only on its URL, its token, the records and the time, so an
 * answer stays valid until a record or the time changes; then the whole cache is cleared.
 */
export class ResponseCache {
  readonly #state: State;
  /** By Authorization header, then by URL: two lookups are faster than joining the two. */
  readonly #responses = new Map<string | undefined, Map<string, CachedReply>>();
  /** By Authorization header. */
  readonly #clients = new Map<string | undefined, RepeatingClient>();
  #latestClient: RepeatingClient | undefined;
  /** The number of answers added for all of these headers. */
  #sent = 0;
  #size = 0;
  #characters = 0;
  #version = 0;
  #now = 0;

  constructor(state: State) {
    this.#state = state;
  }

  /** `path` is that of the request below the base URL, which differs between servers. */
  find({ method, url, headers }: RequestData, path: string): CachedReply | undefined {
    if (method !== 'GET' || !this.#isCurrent()) return undefined;
    const found = this.#responses.get(headerIn(headers, 'authorization'))?.get(url);
    return found?.exchange.path === path ? found : undefined;
  }

  /**
   * Like `find`, for a request that is identical to an earlier one, down to the last header; undefined if it has to be parsed.
   */
  findSent(sender: Sender, listener: Listener): CachedReply | undefined {
    const { method, url } = sender;
    if (method !== 'GET' || url === undefined || !this.#isCurrent()) return undefined;
    return this.#clientOf(sender, listener)?.responses.get(url);
  }

  /** Remembers what was sent for a cached answer. */
  addSent({ url, rawHeaders: lines, headers }: Sender, listener: Listener, cached: CachedReply): void {
    if (url === undefined || lines === undefined) return;
    // Targets that are spelt differently may have the same answer.
    if (this.#sent === ANSWER_LIMIT) this.#forgetClients();
    let client = this.#clientOf({ rawHeaders: lines, headers }, listener);
    if (client === undefined) {
      client = { listener, lines, responses: new Map() };
      this.#clients.set(headerIn(headers, 'authorization'), client);
    }
    client.responses.set(url, cached);
    this.#sent++;
  }

  #clientOf({ rawHeaders, headers }: Sender, listener: Listener): RepeatingClient | undefined {
    const isSame = (client: RepeatingClient | undefined) =>
      client !== undefined && client.listener === listener && areSame(rawHeaders, client.lines);
    // One client often sends several requests in a row.
    if (!isSame(this.#latestClient)) {
      const client = this.#clients.get(headerIn(headers, 'authorization'));
      this.#latestClient = isSame(client) ? client : undefined;
    }
    return this.#latestClient;
  }

  #forgetClients(): void {
    this.#clients.clear();
    this.#latestClient = undefined;
    this.#sent = 0;
  }

  /** `id` is the request id if the answer contains it; it is replaced in later answers. */
  add(
    { url, headers }: RequestData,
    match: RouteMatch,
    body: string,
    exchange: HttpExchange,
    id: string | undefined,
  ): void {
    if (!this.#isCurrent()) this.#clear();
    const credentials = headerIn(headers, 'authorization');
    const length = url.length + (credentials?.length ?? 0) + body.length;
    if (length > CHARACTER_LIMIT) return;
    if (this.#size === ANSWER_LIMIT || this.#characters + length > CHARACTER_LIMIT) this.#clear();
    const [head, tail] = splitAt(body, id);
    getOrInsert(this.#responses, credentials, () => new Map()).set(url, { match, head, tail, exchange });
    this.#size++;
    this.#characters += length;
  }

  #isCurrent(): boolean {
    return this.#version === this.#state.version && this.#now === this.#state.clock.now;
  }

  #clear(): void {
    this.#responses.clear();
    this.#forgetClients();
    this.#size = this.#characters = 0;
    this.#version = this.#state.version;
    this.#now = this.#state.clock.now;
  }
}

/** The parts of an answer before and after the first occurrence of the request id; one part if the answer has none. */
export function splitAt(body: string, id: string | undefined): [head: string, tail?: string] {
  if (id === undefined) return [body];
  const start = body.indexOf(id);
  return [body.slice(0, start), body.slice(start + id.length)];
}

function areSame(texts: readonly string[] | undefined, others: readonly string[]): boolean {
  if (texts?.length !== others.length) return false;
  for (let i = 0; i < texts.length; i++) if (texts[i] !== others[i]) return false;
  return true;
}
