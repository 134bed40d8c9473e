/**
 * The mock as an HTTP server.
 * @module
 */
import { once } from 'node:events';
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hostname } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { getRequestListener } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import * as z from 'zod/mini';
import { mayCall } from '../control/guard.js';
import { checkOptions, optionNames } from '../foundation/check-options.js';
import { tokenText } from '../foundation/common-schemas.js';
import { fromCaller } from '../foundation/from-caller.js';
import { machineMilliseconds } from '../foundation/machine.js';
import { type Issue, issuesError } from '../foundation/mock-error.js';
import { expectValid } from '../foundation/validate.js';
import { parseBaseUrl } from '../mock/base-url.js';
import { checkArguments } from '../mock/check-arguments.js';
import { type Mock, onSessionLoss, repeatOf, sessionsOf } from '../mock/mock.js';
import { originList } from '../protocol/behavior.js';
import { MethodNotAllowed, toMockError } from '../protocol/http-status.js';
import type { ControlAccess, Listener, Outcome, Sender } from '../protocol/listener.js';
import { isRead } from '../protocol/route-address.js';
import { ALL_SESSIONS } from '../protocol/session-name.js';
import type { Replica } from '../replicas/replica.js';
import { CONTROL_PREFIX, EVENTS_PATH, withoutSession } from '../session/session-address.js';
import type { LostSession } from '../session/session-store.js';
import { Connections } from './connections.js';
import { discardRest } from './discard-rest.js';
import { pagesOf } from './pages.js';
import { Persistence, type PersistenceOptions } from './persistence.js';
import { refusal, refusalResponse, targetCheck } from './refusals.js';
import { RequestCounts } from './request-counts.js';
import { type AnsweredRequest, answered } from './request-log.js';
import { serverOptions } from './server-settings.js';
import { joinStore, type StoreOptions } from './store.js';
import { Visitors } from './visitors.js';

export type { StoreLog } from '../replicas/store-log.js';
export type { AnsweredRequest } from './request-log.js';

export interface ServerOptions extends PersistenceOptions, StoreOptions {
  /** The port to listen on; 0 takes a free one. Default 4010. */
  port?: number | undefined;
  /** The address to listen on. Default 127.0.0.1. */
  host?: string | undefined;
  /** The name of the server in its metrics. Default: the host name of the machine. */
  name?: string | undefined;
  /** How many seconds `close()` waits for running requests, at most 86,400. Default 5. */
  drain?: number | undefined;
  /**
   * How many seconds `close()` still accepts requests before, while `/__mock/ready` answers 503 and each answer closes its
   * connection: load balancers need time to notice. At most 86,400. Default 0.
   */
  drainDelay?: number | undefined;
  /**
   * The control API: `false` turns it off, so that its paths answer 404; with a token, every call needs
   * `Authorization: Bearer <token>`. Without a token it answers on loopback addresses only.
   */
  control?: false | ControlAccess | undefined;
  /**
   * The URL at which clients reach the server through a proxy, such as `https://demo.example/mock`. The control API then needs
   * a token, and the last address in `X-Forwarded-For` is that of the client. Default: the server's own address.
   */
  publicUrl?: string | undefined;
  /**
   * Whether each visitor has a session, by a cookie that the server sets. Then the control API is off unless it has a token, and
   * `/__mock/demo/start-again` lets a visitor end the session. Default false.
   */
  visitors?: boolean | undefined;
  /** Is called when a session ends because it was idle, or because of a limit. */
  onSessionEnd?: ((session: LostSession) => void) | undefined;
  /** Is called after every request. */
  onRequest?: ((request: AnsweredRequest) => void) | undefined;
  /**
   * Whether the server may replace the global `Request` and `Response` of the process by faster ones. Default false.
   */
  ownsProcess?: boolean | undefined;
}

/** A server for a mock. */
export interface MockServer {
  /** The URL of the server; throws before `listen()`. */
  readonly url: string;
  /** The port of the server; throws before `listen()`. */
  readonly port: number;
  /**
   * Starts the server. Rejects if the port is in use, the address is not one of this machine, the state file is invalid or
   * used by another server, or the store could not be used for 30 seconds; with an `AbortError` if `close()` is called meanwhile.
   */
  listen(): Promise<MockServer>;
  /**
   * Accepts requests for `drainDelay` seconds more, waits for running ones, at most for `drain` seconds, stops the server, and
   * writes its files. Rejects if a file cannot be written.
   * Does nothing if the server is not listening.
   */
  close(): Promise<void>;
}

const optionsSchema = z.partial(z.object(serverOptions satisfies Record<keyof ServerOptions, z.core.$ZodType>));

const METRICS_PATH = '/__mock/metrics';
const STOPPING: Issue = { path: 'server', message: 'is stopping' };

/** Both ends of an HTTP request. */
interface Ends {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
}

/**
 * Creates a server for a mock; `listen()` starts it.
 *
 * @example
 * const server = await createServer(mock, { port: 0 }).listen();
 * await fetch(`${server.url}/public-api/v1/brief`, { headers: { authorization: `Bearer ${token}` } });
 * await server.close();
 * @throws MockError `malformed_data` for invalid options, such as a control token with spaces.
 */
export function createServer(mock: Mock, options: ServerOptions = {}): MockServer {
  return fromCaller(createServer, () => serverOf(mock, options));
}

function serverOf(mock: Mock, options: ServerOptions): MockServer {
  checkArguments('createServer', mock, options, Object.keys(serverOptions));
  const settings = expectValid(optionsSchema, options);
  const { port = 4010, host = '127.0.0.1', name = hostname(), drain = 5, drainDelay = 0 } = settings;
  const { ownsProcess = false, onRequest, onSessionEnd } = options;
  checkControl(options.control);
  const persistence = new Persistence(mock, options);
  const publicUrl = options.publicUrl === undefined ? undefined : parseBaseUrl(options.publicUrl, 'publicUrl');
  const base = publicUrl?.path ?? (mock.baseUrl === undefined ? '' : parseBaseUrl(mock.baseUrl).path);
  const pages = pagesOf(base);
  let replica: Replica | undefined;
  const endSession = async (id: string) => {
    if (replica !== undefined) return replica.end(id);
    mock.sessions.endAll(id);
    return undefined;
  };
  const visitors = options.visitors ? new Visitors(endSession, base, publicUrl) : undefined;
  // A proxy on this machine may pass on the requests of visitors.
  const isOff = visitors !== undefined && !(options.control && options.control.token !== undefined);
  const control = isOff ? false : options.control;
  const whyReadOnly = () => persistence.loss();
  let closing: Promise<void> | undefined;
  const whyNotReady = () => [
    ...(closing === undefined ? [] : [STOPPING]),
    ...persistence.whyNotReady(),
    ...(replica?.failure === undefined ? [] : [{ path: 'store', message: `cannot be used: ${replica.failure}` }]),
  ];
  const requests = new RequestCounts();
  const outcomes = new WeakMap<Sender, Outcome>();
  let listener: Listener = {
    host,
    control,
    publicUrl,
    whyReadOnly,
    isStopping: () => closing !== undefined,
    whyNotReady,
    addressOf: (sender) => addressOf(sender as IncomingMessage, publicUrl !== undefined),
    visitorOf: visitors && ((sender) => visitors.idOf(sender as IncomingMessage)),
    onOutcome: (outcome, sender) => {
      requests.count(outcome);
      if (onRequest !== undefined) outcomes.set(sender, outcome);
    },
  };

  /** The path below base URL and session, if the server itself may answer; undefined for most requests, whose URL is not parsed. */
  const ownPath = ({ url }: Request): string | undefined =>
    url.includes(CONTROL_PREFIX) || url.endsWith('/') ? withoutSession(new URL(url).pathname, base).path : undefined;
  /** Answers a request for the metrics; undefined for any other, and for callers that the control API rejects. */
  const metrics = (request: Request, path: string): Response | Promise<Response> | undefined => {
    if (!isAt(METRICS_PATH, path) || !mayCall(request.headers, listener)) return undefined;
    const { method } = request;
    if (!/^(GET|HEAD)$/.test(method))
      return refusalResponse(new MethodNotAllowed(method, METRICS_PATH, ['GET', 'HEAD']));
    const { sessions } = mock[sessionsOf];
    const { stateFile } = persistence;
    // Loaded on demand: most servers need no metrics.
    return import('./metrics.js').then(({ metricsResponse }) =>
      metricsResponse({ name, requests, sessions, connections, stateFile, replica, whyNotReady }),
    );
  };
  const ownAnswer = (request: Request, path: string, incoming: IncomingMessage) =>
    visitors?.startAgain(request, path, incoming) ?? pages(request, path, listener) ?? metrics(request, path);
  const deliver = (response: Response, request: Request, path: string | undefined, { incoming, outgoing }: Ends) => {
    if (!isRead(request.method)) {
      outgoing.once('finish', () => {
        if (!incoming.complete) void discardRest(request, incoming);
      });
    }
    if (path !== undefined && isAt(EVENTS_PATH, path)) connections.addStream(outgoing);
    // Status 0 means a network error. Reading `type` instead would create a whole Response.
    if (response.status !== 0) {
      visitors?.greet(incoming, response);
      return response;
    }
    outgoing.destroy();
    return RESPONSE_ALREADY_SENT;
  };
  const answer = getRequestListener(
    (request, ends) => {
      const { incoming } = ends as Ends;
      const path = ownPath(request);
      const own = path === undefined ? undefined : ownAnswer(request, path, incoming);
      const response = own ?? mock.serve(request, listener, incoming);
      const send = (response: Response) => deliver(response, request, path, ends as Ends);
      return response instanceof Promise ? response.then(send) : send(response);
    },
    {
      overrideGlobalObjects: ownsProcess,
      // It would close the connection before a large body has arrived.
      autoCleanupIncoming: false,
      errorHandler: (error) => refusalResponse(toMockError(error)),
    },
  );
  const server = createHttpServer({ requireHostHeader: false });
  const checkTarget = targetCheck();
  const connections = new Connections(server, drain * 1000, (incoming, outgoing) => {
    try {
      const repeated = mock[repeatOf](incoming, listener);
      if (repeated !== undefined) {
        const { headers, body } = repeated;
        headers['content-length'] = String(Buffer.byteLength(body));
        outgoing.writeHead(200, headers).end(body);
        return;
      }
      checkTarget(incoming);
    } catch (error) {
      const { status, headers, body } = refusal(toMockError(error));
      outgoing.writeHead(status, headers).end(body);
      return;
    }
    void answer(incoming, outgoing);
  });
  if (onRequest !== undefined) {
    server.prependListener('request', (incoming: IncomingMessage, response: ServerResponse) => {
      const startedAt = machineMilliseconds();
      response.once('close', () => onRequest(answered(incoming, response, startedAt, base, outcomes.get(incoming))));
    });
  }

  const address = () => {
    const address = server.address() as AddressInfo | null;
    if (address === null) throw new Error('The server is not listening; call listen() first');
    return address;
  };
  let isListening = false;
  let stopWatching = () => {};
  const leave = async () => {
    await replica?.stop();
    replica = undefined;
  };
  /** Set while the server is being started: it may wait for the store. */
  let starting: { readonly controller: AbortController; readonly ended: Promise<void> } | undefined;
  const open = async (signal: AbortSignal) => {
    isListening = true;
    try {
      await persistence.open();
      const settings = { control, publicUrl, hasVisitors: visitors !== undefined };
      replica = await joinStore(mock, options, settings, signal);
      signal.throwIfAborted();
      // `host` may be a name; access to the control API depends on the address it resolved to.
      server.once('listening', () => {
        listener = { ...listener, host: address().address };
      });
      server.listen(port, host);
      await once(server, 'listening');
      if (onSessionEnd !== undefined) stopWatching = mock[onSessionLoss](onSessionEnd);
    } catch (error) {
      isListening = false;
      await leave();
      await persistence.release();
      throw error;
    }
  };
  const stop = async () => {
    starting?.controller.abort(new DOMException('The server was closed before it was ready', 'AbortError'));
    await starting?.ended.catch(() => {});
    if (!isListening) return;
    // Otherwise it would wait for them until the end of the drain time.
    if (replica !== undefined) replica.release();
    else for (const { faults } of mock.sessions.matching(ALL_SESSIONS)) faults.release();
    if (drainDelay > 0) {
      connections.endKeepAlive();
      await wait(drainDelay * 1000);
    }
    await connections.close();
    await leave();
    isListening = false;
    stopWatching();
    await persistence.close();
  };
  const mockServer: MockServer = {
    get url() {
      return `http://${openableHost(host)}:${address().port}`;
    },
    get port() {
      return address().port;
    },
    listen: async () => {
      if (isListening) throw new Error('The server is already listening');
      const controller = new AbortController();
      starting = { controller, ended: open(controller.signal) };
      try {
        await starting.ended;
      } finally {
        starting = undefined;
      }
      return mockServer;
    },
    close: () => {
      closing ??= stop().finally(() => {
        closing = undefined;
      });
      return closing;
    },
  };
  return mockServer;
}

function checkControl(control: ServerOptions['control']): void {
  if (control === undefined || control === false) return;
  // Without this check, a misspelt option would leave the control API without a token.
  checkOptions('control', control, optionNames<ControlAccess>({ token: true, corsOrigin: true }));
  expectValid(z.optional(tokenText), control.token, { root: ['control', 'token'] });
  const { corsOrigin = [] } = control;
  expectValid(originList, corsOrigin, { root: ['control', 'corsOrigin'] });
  if (corsOrigin.length > 0 && control.token === undefined) {
    throw issuesError('malformed_data', [{ path: 'control.corsOrigin', message: 'needs a control token' }]);
  }
}

/** The host in the URL of a server that listens on an address. All addresses of the machine include the loopback address. */
function openableHost(address: string): string {
  if (address === '0.0.0.0') return '127.0.0.1';
  if (address === '::') return '[::1]';
  return address.includes(':') ? `[${address}]` : address;
}

/** A path may end with a slash. */
function isAt(wanted: string, path: string): boolean {
  return path === wanted || path === `${wanted}/`;
}

/** The address of a client. A proxy adds it to X-Forwarded-For as the last one; whatever is before it may be invented. */
function addressOf({ headers, socket }: IncomingMessage, isBehindProxy: boolean): string | undefined {
  const forwardedFor = [headers['x-forwarded-for']].flat().join().split(',').at(-1)?.trim();
  return (isBehindProxy && forwardedFor) || socket.remoteAddress;
}
