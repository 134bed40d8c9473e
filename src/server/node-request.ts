import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestData } from '../protocol/request-data.js';
import type { RequestHeaders } from '../protocol/request-headers.js';

/** Targets that are the same in a URL. In any other, characters are encoded and dot segments removed. */
const PLAIN_TARGET = /^\/[!#$&-;=?-[\]_a-z~]*$/;
const DOT_SEGMENT = /\/\.\.?(?:[/?#]|$)/;

/** A request of a server, whose target and Host header are checked. Its body is that of its `IncomingMessage`. */
export class NodeRequest implements RequestData {
  readonly method: string;
  readonly url: string;
  readonly headers: RequestHeaders;
  readonly body = null;
  readonly #outgoing: ServerResponse;
  #signal: AbortSignal | undefined;

  constructor(incoming: IncomingMessage, outgoing: ServerResponse) {
    this.method = incoming.method as string;
    this.url = urlOf(incoming);
    this.headers = headersOf(incoming);
    this.#outgoing = outgoing;
    this.#signal = undefined;
  }

  /** Is aborted if the connection ends before the answer is sent. Created when it is first read. */
  get signal(): AbortSignal {
    this.#signal ??= signalOf(this.#outgoing);
    return this.#signal;
  }
}

function urlOf({ url = '/', headers }: IncomingMessage): string {
  if (!url.startsWith('/')) return new URL(url).href;
  const whole = `http://${headers.host}${url}`;
  return PLAIN_TARGET.test(url) && !DOT_SEGMENT.test(url) ? whole : new URL(whole).href;
}

/** Node drops some of the headers that were sent twice, which a Request joins. */
function headersOf({ headers, rawHeaders }: IncomingMessage): RequestHeaders {
  let names = 0;
  for (const _ in headers) names++;
  if (names === rawHeaders.length / 2) return headers;
  const joined = new Headers();
  for (let i = 0; i < rawHeaders.length; i += 2) joined.append(rawHeaders[i] as string, rawHeaders[i + 1] as string);
  return joined;
}

function signalOf(outgoing: ServerResponse): AbortSignal {
  const controller = new AbortController();
  const abort = () => {
    if (!outgoing.writableFinished) controller.abort();
  };
  if (outgoing.closed) abort();
  else outgoing.once('close', abort);
  return controller.signal;
}
