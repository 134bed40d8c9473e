import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Http2ServerResponse } from 'node:http2';
import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import type { RequestData } from '../protocol/request-data.js';
import type { RequestHeaders } from '../protocol/request-headers.js';

/** Targets that are the same in a URL. In any other, characters are encoded and dot segments removed. */
const PLAIN_TARGET = /^\/[!#$&-;=?-[\]_a-z~]*$/;
const DOT_SEGMENT = /\/\.\.?(?:[/?#]|$)/;

/** In HTTP/2. */
const INTERNAL_ERROR = 2;

/** A request of a server, whose target and Host header are checked. Its body is that of its `IncomingMessage`. */
export class NodeRequest implements RequestData {
  readonly method: string;
  readonly url: string;
  readonly headers: RequestHeaders;
  readonly body = null;
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  #signal: AbortSignal | undefined;

  constructor(incoming: IncomingMessage, outgoing: ServerResponse) {
    this.method = incoming.method as string;
    this.url = urlOf(incoming);
    this.headers = headersOf(incoming);
    this.incoming = incoming;
    this.outgoing = outgoing;
    this.#signal = undefined;
  }

  /** Is aborted if the connection ends before the answer is sent. Created when it is first read. */
  get signal(): AbortSignal {
    this.#signal ??= signalOf(this.outgoing);
    return this.#signal;
  }
}

function urlOf({ url = '/', headers, socket }: IncomingMessage): string {
  if (!url.startsWith('/')) return new URL(url).href;
  const whole = `${isEncrypted(socket) ? 'https' : 'http'}://${headers.host}${url}`;
  return PLAIN_TARGET.test(url) && !DOT_SEGMENT.test(url) ? whole : new URL(whole).href;
}

/** Node drops some of the headers that were sent twice, which a Request joins. Those of HTTP/2 include parts of the target. */
function headersOf({ headers, rawHeaders }: IncomingMessage): RequestHeaders {
  let names = 0;
  for (const _ in headers) names++;
  if (names === rawHeaders.length / 2) return headers;
  const joined = new Headers();
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] as string;
    if (!name.startsWith(':')) joined.append(name, rawHeaders[i + 1] as string);
  }
  if (!joined.has('host')) joined.set('host', headers.host as string);
  return joined;
}

function signalOf(outgoing: ServerResponse): AbortSignal {
  const controller = new AbortController();
  const abort = () => {
    if (!isSent(outgoing)) controller.abort();
  };
  if (outgoing.closed) abort();
  else outgoing.once('close', abort);
  return controller.signal;
}

/** Whether the whole answer was sent. In HTTP/2, one that the client cancels finishes as well. */
export function isSent(outgoing: ServerResponse): boolean {
  return outgoing.writableFinished && !streamOf(outgoing)?.aborted;
}

/** Ends an answer so that the client notices that it is not complete. In HTTP/2, that needs an error. */
export function breakOff(outgoing: ServerResponse): void {
  const stream = streamOf(outgoing);
  if (stream === undefined) outgoing.destroy();
  else stream.close(INTERNAL_ERROR);
}

/** Whether a request arrived by HTTPS, at a server that passes it on to the mock in this process. */
export function isEncrypted(socket: Socket): boolean {
  return (socket as Partial<TLSSocket>).encrypted === true;
}

/** The stream of an answer in HTTP/2, which a server in front of the mock may speak. */
export function streamOf(outgoing: ServerResponse | Http2ServerResponse) {
  return 'stream' in outgoing ? outgoing.stream : undefined;
}
