import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { getPath } from 'hono/utils/url';
import { isReachable, mayCall } from '../control/guard.js';
import { callListener } from '../foundation/call-listener.js';
import { getOrInsert } from '../foundation/get-or-insert.js';
import { machineMilliseconds } from '../foundation/machine.js';
import { controlHeaders } from '../http/cors.js';
import { responseOf } from '../http/response-of.js';
import { internals } from '../mock/internals.js';
import type { Mock } from '../mock/mock.js';
import { MethodNotAllowed, toMockError } from '../protocol/http-status.js';
import type { Listener, Outcome, PublicUrl, Sender } from '../protocol/listener.js';
import type { Reply } from '../protocol/reply.js';
import { isRead } from '../protocol/route-address.js';
import type { SharedListener } from '../replicas/command-from.js';
import { CONTROL_PREFIX, withoutSession } from '../session/session-address.js';
import { discardAfterAnswer, discardRest } from './discard-rest.js';
import type { MetricSources } from './metrics.js';
import { breakOff, NodeRequest } from './node-request.js';
import { type AnswerPage, pagesOf } from './pages.js';
import { refusal, refusalResponse, targetCheck } from './refusals.js';
import { RequestCounts } from './request-counts.js';
import { answered } from './request-log.js';
import { sendReply } from './send-reply.js';
import type { ServerOptions } from './server-options.js';
import type { Visitors } from './visitors.js';

const METRICS_PATH = '/__mock/metrics';
const ASSISTANT_PATH = '/__mock/mcp';

interface DeliveryParts {
  readonly mock: Mock;
  readonly host: string;
  readonly control: Listener['control'];
  readonly publicUrl: PublicUrl | undefined;
  /** The path of the public URL, or else of the base URL of the mock. */
  readonly base: Pick<PublicUrl, 'path' | 'basePath'>;
  readonly visitors: Visitors | undefined;
  readonly onRequest: ServerOptions['onRequest'];
  readonly health: Pick<Listener, 'isStopping' | 'whyReadOnly' | 'whyNotReady'>;
  readonly figures: (requests: RequestCounts) => MetricSources;
  /** Called before the events of a stream are sent. */
  readonly onStream: (outgoing: ServerResponse) => void;
}

/** Answers what arrives at a server: with its pages and metrics, otherwise with the mock. */
export class Delivery {
  readonly #parts: DeliveryParts;
  readonly #pages: AnswerPage;
  readonly #requests = new RequestCounts();
  readonly #outcomes = new WeakMap<Sender, Outcome>();
  readonly #checkTarget = targetCheck();
  /** Watches a request from its arrival to the end of its answer, for `onRequest`; undefined without it. */
  readonly watch: RequestListener | undefined;
  #listener: Listener;
  /** By the address at which requests arrived. */
  readonly #elsewhere = new Map<string, Listener>();

  constructor(parts: DeliveryParts) {
    this.#parts = parts;
    this.#pages = pagesOf(parts.base.path);
    this.watch = parts.onRequest && this.#watcher(parts.onRequest);
    this.#listener = this.#listenerOn(parts.host);
  }

  /** Who may call what. */
  get access(): SharedListener {
    const { control, publicUrl, visitors } = this.#parts;
    return { control, publicUrl, hasVisitors: visitors !== undefined };
  }

  /** Sets the address that the server listens on. */
  listensOn(host: string): void {
    this.#listener = { ...this.#listener, host };
  }

  /** Answers a request that arrived at the server itself. */
  readonly answer: RequestListener = (incoming, outgoing) => this.#answer(incoming, outgoing, false);

  /** Answers a request that arrived at another server. */
  readonly answerElsewhere: RequestListener = (incoming, outgoing) => this.#answer(incoming, outgoing, true);

  /**
   * The other server may listen on more than the address of the option `host`. For a request that arrived at an address that other
   * machines reach, that address counts.
   */
  #listenerFor({ localAddress, destroyed }: Socket): Listener {
    const own = this.#listener;
    // A closed connection no longer says where the request arrived. One to a Unix socket never does.
    const host = localAddress ?? (destroyed ? 'unknown' : own.host);
    if (isReachable(own.host) || !isReachable(host)) return own;
    return getOrInsert(this.#elsewhere, host, () => ({ ...own, host }));
  }

  #answer(incoming: IncomingMessage, outgoing: ServerResponse, isElsewhere: boolean): void {
    const fail = (error: unknown) => sendFailure(error, outgoing);
    try {
      discardAfterAnswer(incoming, outgoing);
      const listener = isElsewhere ? this.#listenerFor(incoming.socket) : this.#listener;
      const repeated = this.#parts.mock[internals].repeat(incoming, listener);
      if (repeated !== undefined) {
        sendReply(repeated, outgoing)?.catch(fail);
        return;
      }
      this.#checkTarget(incoming);
      this.#respond(new NodeRequest(incoming, outgoing), listener)?.catch(fail);
    } catch (error) {
      fail(error);
    }
  }

  #respond(request: NodeRequest, listener: Listener): Promise<void> | undefined {
    const path = this.#ownPath(request);
    const own = path === undefined ? undefined : this.#ownAnswer(request, path, listener);
    if (own !== undefined) return sendResponse(own, request);
    const reply = this.#parts.mock[internals].answer(request, { listener, sender: request.incoming });
    const send = (one: Reply) => this.#send(one, request);
    return reply instanceof Promise ? reply.then(send) : send(reply);
  }

  #send(reply: Reply, request: NodeRequest): Promise<void> | undefined {
    const { incoming, outgoing } = request;
    if (reply.events !== undefined) {
      this.#parts.onStream(outgoing);
      // If the client goes away, the body is cancelled. With the signal of the request it would fail, which would be printed.
      const { signal } = new AbortController();
      return sendResponse(responseOf(reply, { signal }), request);
    }
    if (reply.status === 0) {
      breakOff(outgoing);
      return undefined;
    }
    const send = () => sendReply(reply, outgoing, this.#parts.visitors?.cookieFor(incoming));
    // After such an answer, Node closes the connection of HTTP/1 at once. A client that waits to be asked for its body would wait for ever.
    const isLost = outgoing.shouldKeepAlive === false && !incoming.complete && incoming.headers.expect === undefined;
    return isLost && !isRead(request.method) ? discardRest(incoming, outgoing).then(send) : send();
  }

  /** The path below base URL and session, if the server itself may answer; undefined for most requests, whose URL is not parsed. */
  #ownPath(request: NodeRequest): string | undefined {
    const { url } = request;
    if (!url.includes(CONTROL_PREFIX) && !/%|\/$/.test(url)) return undefined;
    // Decoded, as the mock reads it, but with a trailing slash, which pages may need. It reads only the URL.
    return withoutSession(getPath(request as unknown as Request), this.#parts.base.basePath).path;
  }

  #ownAnswer(request: NodeRequest, path: string, listener: Listener): Response | Promise<Response> | undefined {
    const { visitors, mock } = this.#parts;
    const call = this.#metrics(request, path, listener) ?? this.#assistant(request, path, listener);
    if (call !== undefined) return forPages(call, request, listener);
    return (
      visitors?.startAgain(request, path) ??
      visitors?.chapter(request, path, mock, listener) ??
      this.#pages(request, path, listener)
    );
  }

  /** Answers a request for the metrics; undefined for any other, and for callers that the control API rejects. */
  #metrics(request: NodeRequest, path: string, listener: Listener): Response | Promise<Response> | undefined {
    const { method, headers } = request;
    if (!isAt(METRICS_PATH, path) || !mayCall(headers, listener)) return undefined;
    if (!isRead(method)) return refusalResponse(new MethodNotAllowed(method, METRICS_PATH, ['GET', 'HEAD']));
    const figures = this.#parts.figures(this.#requests);
    // Loaded on demand: most servers need no metrics.
    return import('./metrics.js').then(({ metricsResponse }) => metricsResponse(figures));
  }

  /** Answers an assistant; undefined for any other request, and for callers that the control API rejects. */
  #assistant(request: NodeRequest, path: string, listener: Listener): Response | Promise<Response> | undefined {
    const { method, headers } = request;
    if (!isAt(ASSISTANT_PATH, path) || !mayCall(headers, listener)) return undefined;
    if (!/^(POST|DELETE)$/.test(method)) {
      return refusalResponse(new MethodNotAllowed(method, ASSISTANT_PATH, ['POST', 'DELETE']));
    }
    const { mock, base } = this.#parts;
    // Loaded on demand: few servers have an assistant, and its library is large.
    const module = import('./assistant.js');
    return module.then(({ assistantResponse }) =>
      assistantResponse(request, { mock, basePath: base.basePath, listener }),
    );
  }

  #watcher(onRequest: NonNullable<ServerOptions['onRequest']>): RequestListener {
    return (incoming, outgoing) => {
      const startedAt = machineMilliseconds();
      outgoing.once('close', () => {
        const { path } = this.#parts.base;
        const request = answered(incoming, outgoing, startedAt, path, this.#outcomes.get(incoming));
        callListener('onRequest', () => onRequest(request));
      });
    };
  }

  #listenerOn(host: string): Listener {
    const { control, publicUrl, visitors, health } = this.#parts;
    return {
      ...health,
      host,
      control,
      publicUrl,
      addressOf: (sender) => addressOf(sender as IncomingMessage, publicUrl !== undefined),
      visitorOf: visitors && ((sender) => visitors.idOf(sender as IncomingMessage)),
      visitorLoss: visitors && ((id) => visitors.lossOf(id)),
      onOutcome: (outcome, sender) => {
        this.#requests.count(outcome);
        if (this.watch !== undefined) this.#outcomes.set(sender, outcome);
      },
    };
  }
}

/** A path may end with a slash. */
function isAt(own: string, path: string): boolean {
  return path === own || path === `${own}/`;
}

/** Lets pages that may call the control API read its answer. */
async function forPages(
  answer: Response | Promise<Response>,
  { headers }: NodeRequest,
  listener: Listener,
): Promise<Response> {
  const response = await Promise.resolve(answer).catch((error) => refusalResponse(toMockError(error)));
  for (const [name, value] of Object.entries(controlHeaders(headers, listener))) response.headers.set(name, value);
  return response;
}

async function sendResponse(response: Response | Promise<Response>, request: NodeRequest): Promise<void> {
  const due = await response;
  if (due.type === 'error') return breakOff(request.outgoing);
  // Loaded on demand: it loads the classes of `fetch`, and most answers need none of them.
  const { getRequestListener } = await import('@hono/node-server');
  // The clean-up would close the connection before a large body has arrived.
  const options = { overrideGlobalObjects: false, autoCleanupIncoming: false };
  await getRequestListener(() => due, options)(request.incoming, request.outgoing);
}

function sendFailure(error: unknown, outgoing: ServerResponse): void {
  const { status, headers, body } = refusal(toMockError(error));
  if (outgoing.headersSent) breakOff(outgoing);
  else outgoing.writeHead(status, headers).end(body);
}

/** The address of a client. A proxy adds it to X-Forwarded-For as the last one; whatever is before it may be invented. */
function addressOf({ headers, socket }: IncomingMessage, isBehindProxy: boolean): string | undefined {
  const forwardedFor = [headers['x-forwarded-for']].flat().join().split(',').at(-1)?.trim();
  return (isBehindProxy && forwardedFor) || socket.remoteAddress;
}
