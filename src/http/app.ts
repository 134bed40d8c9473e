import type { Describe } from '../control/openapi-document.js';
import { getOrInsert } from '../foundation/get-or-insert.js';
import type { MockError } from '../foundation/mock-error.js';
import { once } from '../foundation/once.js';
import type { Behavior } from '../protocol/behavior.js';
import type { Listener, Sender } from '../protocol/listener.js';
import type { Reply } from '../protocol/reply.js';
import type { RequestData } from '../protocol/request-data.js';
import { headerIn } from '../protocol/request-headers.js';
import type { Route } from '../protocol/route.js';
import type { KnownService, Service, ServiceOnDemand } from '../protocol/service.js';
import type { Session } from '../session/session.js';
import { type App, Call, type CallConfig, compose, type Destination, type From, type RouteHandler } from './call.js';
import { withCors } from './cors.js';
import { cacheDocuments } from './document-cache.js';
import { type RequestTarget, targetOf } from './request-target.js';
import { type CachedReply, ResponseCache } from './response-cache.js';
import { Routes } from './routes.js';
import { authenticate } from './steps/authenticate.js';
import { chooseSession } from './steps/choose-session.js';
import { envelope } from './steps/envelope.js';
import { guard } from './steps/guard.js';
import { handle, routeHandlerOf } from './steps/handle.js';
import { injectFaults } from './steps/inject-faults.js';
import { readBody } from './steps/read-body.js';
import { record } from './steps/record.js';
import { repeat } from './steps/repeat.js';
import { unmatchedError } from './unmatched.js';

/** Every request takes these steps, those of repeated reads and of paths without a route too. */
const run = compose([guard, chooseSession, readBody, record, repeat, injectFaults, envelope, authenticate, handle]);

const NO_PARAMS = {};
// Created when it is needed: a Worker may not create one while its modules load.
const never = once(() => new AbortController().signal);

type FromSessions = Pick<From, 'sessions' | 'defaultSession'>;

/** The APIs and the control API: for each request, finds the session and the route, and runs the steps. */
export class Apis {
  readonly #services: readonly KnownService[];
  readonly routes: Routes;
  readonly #basePath: string;
  readonly #config: CallConfig;
  readonly #caches = new WeakMap<Session, ResponseCache>();

  constructor(
    apis: readonly Service[],
    control: ServiceOnDemand,
    behavior: Behavior,
    basePath: string,
    describe: Describe,
  ) {
    this.#services = [...apis, control];
    this.routes = new Routes(apis, control);
    this.#basePath = basePath;
    this.#config = {
      behavior,
      describe: cacheDocuments(describe),
      cacheOf: (session) => getOrInsert(this.#caches, session, () => new ResponseCache(session.state)),
      handlerOf: cacheHandlers(),
      unmatched: (call) => this.#unmatched(call),
    };
  }

  readonly answer: App = (request, from) => {
    const target = targetOf(request, from.listener, from.sender, this.#basePath);
    const known = this.routes.serviceAt(target.path);
    const isControl = known?.kind === 'control';
    const handled = (): Reply | Promise<Reply> => {
      const call = this.#callOf(request, from, target, known);
      // What a transaction sends is handled after it: it may be undone, and is one entry of the trace.
      return call.session.isRunning ? Promise.resolve().then(handled) : withoutBody(request, run(call));
    };
    const answer = () => withCors(request, from, this.#config.behavior, isControl, handled);
    return this.routes.load(known)?.then(answer) ?? answer();
  };

  /** Answers a request of a server that was sent as one before, before its URL is known; undefined if it has to be handled. */
  repeat(sender: Sender, listener: Listener, { sessions, defaultSession: session }: FromSessions): Reply | undefined {
    const cache = session.isUndisturbed ? this.#caches.get(session) : undefined;
    const cached = cache?.findSent(sender, listener);
    if (cached === undefined) return undefined;
    const { url, path } = cached.exchange;
    const from = { sessions, defaultSession: session, listener, sender };
    const request = { method: 'GET', url, headers: sender.headers, body: null, signal: never() };
    const arrival = { request, from, config: this.#config, path, sessionName: undefined, isVisitor: false, session };
    // Repeated reads never wait.
    return run(new Call(arrival, destinationOf(cached))) as Reply;
  }

  #callOf(
    request: RequestData,
    from: From,
    { path, sessionName: asked }: RequestTarget,
    known: KnownService | undefined,
  ): Call {
    const { sessions, defaultSession, listener, sender } = from;
    const named = from.isForDefault ? undefined : asked;
    const canVisit = named === undefined && known?.kind !== 'control' && sender !== undefined;
    const visitor = canVisit ? listener?.visitorOf?.(sender) : undefined;
    const sessionName = named ?? visitor;
    const isVisitor = visitor !== undefined;
    const session = sessionName === undefined ? defaultSession : sessions.find(sessionName);
    const cached = session?.isUndisturbed ? this.#cachedFor(request, from, path, session) : undefined;
    const arrival = { request, from, config: this.#config, path, sessionName, isVisitor, session };
    if (cached !== undefined) return new Call(arrival, destinationOf(cached));
    return new Call(arrival, this.#destinationOf(request, from, path, known));
  }

  #destinationOf({ method }: RequestData, { matched }: From, path: string, known?: KnownService): Destination {
    const found = this.routes.find(known, method, path, matched);
    const { match, params = NO_PARAMS } = found ?? {};
    return { service: match?.service ?? this.routes.loaded(known), match, params, cached: undefined };
  }

  #cachedFor(request: RequestData, { listener, sender, defaultSession }: From, path: string, session: Session) {
    const cache = this.#caches.get(session);
    const cached = cache?.find(request, path);
    if (cached === undefined || listener === undefined || sender === undefined) return cached;
    // Answers for pages have more headers, and `repeat` finds only answers of the default session.
    const isPlain = session === defaultSession && headerIn(sender.headers, 'origin') === undefined;
    if (isPlain) cache?.addSent(sender, listener, cached);
    return cached;
  }

  #unmatched(call: Call): MockError {
    const { path, from } = call;
    const allowed = this.routes.methodsAt(this.routes.serviceAt(path), path);
    // If the control API is turned off, errors mention none of its routes.
    const isHidden = ({ kind }: KnownService) => kind === 'control' && from.listener?.control === false;
    const services = this.#services.filter((service) => !isHidden(service));
    return unmatchedError(call, allowed, services);
  }
}

/** A repeated read needs no routing. */
function destinationOf(cached: CachedReply): Destination {
  const { match } = cached;
  return { service: match.service, match, params: NO_PARAMS, cached };
}

/** Creates the handlers of routes on first use: there are many routes, and a test calls few of them. */
function cacheHandlers(): CallConfig['handlerOf'] {
  const handlers = new Map<Route, RouteHandler>();
  return ({ service, route }) => getOrInsert(handlers, route, () => routeHandlerOf(service, route));
}

/** The answer to a HEAD has no body. */
function withoutBody({ method }: RequestData, reply: Reply | Promise<Reply>): Reply | Promise<Reply> {
  if (method !== 'HEAD') return reply;
  return reply instanceof Promise ? reply.then(headOf) : headOf(reply);
}

function headOf({ status, headers }: Reply): Reply {
  return { status, headers };
}
