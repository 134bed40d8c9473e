import { HonoBase } from 'hono/hono-base';
import type { Describe } from '../control/openapi-document.js';
import { once } from '../foundation/once.js';
import type { Behavior } from '../protocol/behavior.js';
import { allowsPagesOf, type Listener, type Sender } from '../protocol/listener.js';
import { headerIn } from '../protocol/request-headers.js';
import type { KnownService, RouteMatch, Service, ServiceOnDemand } from '../protocol/service.js';
import type { Session } from '../session/session.js';
import { CONTROL_PREFIX } from '../session/session-address.js';
import { apiCors, controlCors } from './cors.js';
import { keepDocuments } from './document-cache.js';
import { type Arrival, BrokenConnection, Exchange } from './exchange.js';
import { type RepeatedAnswer, repeatRead } from './repeated-read.js';
import { isAtOrBelow, requestTarget } from './request-target.js';
import { ResponseCache } from './response-cache.js';
import { routeHandlerOf } from './route-handler.js';
import { StaticFirstRouter } from './static-first-router.js';
import { type KnownParts, unmatchedError } from './unmatched.js';

/** The environment of each request in Hono: one app serves all sessions. */
type Env = { Bindings: Arrival };

/** Answers a request. If a fault rule breaks the connection, the response has the type `error`. */
export type App = (
  request: Request,
  from: Pick<
    Arrival,
    'sessions' | 'defaultSession' | 'listener' | 'sender' | 'bodyError' | 'body' | 'onHandled' | 'turn'
  >,
) => Response | Promise<Response>;

/** Answers a request that was sent as one before, without a Request; undefined if it has to be handled. */
export type Repeat = (
  sender: Sender,
  listener: Listener,
  from: Pick<Arrival, 'sessions' | 'defaultSession'>,
) => RepeatedAnswer | undefined;

/** Creates the app of the APIs and the control API: for each request it finds the session, and a cached answer or the route. */
export function createApp(
  apis: readonly Service[],
  control: ServiceOnDemand,
  behavior: Behavior,
  basePath: string,
  describe: Describe,
) {
  const services = [...apis, control];
  const caches = new WeakMap<Session, ResponseCache>();
  const cacheOf = (session: Session): ResponseCache => {
    let cache = caches.get(session);
    if (cache === undefined) {
      cache = new ResponseCache(session.state);
      caches.set(session, cache);
    }
    return cache;
  };

  const describeOnce = keepDocuments(describe);
  /** Routes requests at or below the prefixes of a service, or below none. Own routes, which have no prefixes, can be anywhere. */
  const createServiceApp = (service: Service | undefined) => {
    const app = newHono();
    for (const one of apis) if (one.prefixes.length === 0) addRoutes(app, one);
    if (service !== undefined) addRoutes(app, service);
    app.notFound((c) => {
      const { method, path } = c.req;
      return new Exchange(c.env, undefined, service).answer(() => {
        throw unmatchedError(
          { method, path, service, allowed: methodsOf(app, path) },
          knownParts(services, c.env.listener),
        );
      });
    });
    return app;
  };
  const addRoutes = (app: HonoBase<Env>, service: Service) => {
    for (const route of service.routes) {
      const handler = once(() => routeHandlerOf(service, route, behavior, describeOnce));
      for (const spelling of [route.path, ...route.aliases]) {
        const match: RouteMatch = { service, route, spelling };
        app.on(route.method, spelling, (c) => {
          const exchange = new Exchange(c.env, match);
          return exchange.answer((bodyOf) => handler()(c.req, exchange, bodyOf), cacheOf(exchange.session));
        });
      }
    }
  };
  // Apps and handlers are created on first use: there are many routes, and a test calls few of them.
  const appOf = (service: Service | undefined) => once(() => createServiceApp(service));
  const apps = new Map<KnownService | undefined, () => HonoBase<Env>>();
  for (const service of [undefined, ...apis]) apps.set(service, appOf(service));
  const loadControl = once(async () => {
    apps.set(control, appOf(await control.load()));
  });
  const appAt = (path: string) => (apps.get(serviceAt(services, path)) as () => HonoBase<Env>)();

  // A cached answer needs no routing.
  const answer = (request: Request, arrival: Arrival) => {
    const { session, defaultSession, sessions, listener, sender, onHandled, turn, path } = arrival;
    const cache = session?.isUndisturbed ? caches.get(session) : undefined;
    const cached = cache?.find(request, path);
    if (session === undefined || cached === undefined) return appAt(path).fetch(request, arrival);
    const headers = sender?.headers ?? request.headers;
    const repeated = repeatRead(cached, session, { sessions, listener, sender, headers });
    onHandled?.();
    turn?.onDelay(0);
    // Pages get more headers, and `repeat` finds only answers of the default session.
    const isPlain = session === defaultSession && headerIn(headers, 'origin') === undefined;
    if (isPlain && listener !== undefined && sender !== undefined) cache?.addSent(sender, listener, cached);
    return new Response(repeated.body, { headers: repeated.headers });
  };

  const withCors = (cors: ReturnType<typeof apiCors>) => {
    const app = newHono();
    app.use(cors);
    app.all('*', (c) => answer(c.req.raw, c.env));
    return app;
  };
  const apiBrowserApp = withCors(apiCors(behavior));
  const controlBrowserApp = withCors(controlCors());
  /** The app for a request of a browser; undefined if the answer needs no CORS headers. */
  const browserAppFor = (method: string, origin: string | undefined, path: string, listener: Listener | undefined) => {
    if (origin === undefined && method !== 'OPTIONS') return undefined;
    if (serviceAt(services, path)?.kind !== 'control') return apiBrowserApp;
    return origin !== undefined && allowsPagesOf(listener, origin) ? controlBrowserApp : undefined;
  };

  const handle: App = (request, from) => {
    const { sessions, defaultSession, listener, sender, bodyError, body, onHandled, turn } = from;
    const hasVisitors = listener?.visitorOf !== undefined;
    const headers = sender?.headers ?? request.headers;
    const { path, sessionName: named } = requestTarget(
      listener?.publicUrl?.basePath ?? basePath,
      request,
      headers,
      !hasVisitors,
    );
    if (!apps.has(control) && isAtOrBelow(path, CONTROL_PREFIX)) {
      return loadControl().then(() => handle(request, from));
    }
    const isVisitor = hasVisitors && named === undefined && serviceAt(services, path)?.kind !== 'control';
    const visitor = isVisitor && sender !== undefined ? listener?.visitorOf?.(sender) : undefined;
    const sessionName = named ?? visitor;
    const session = sessionName === undefined ? defaultSession : sessions.find(sessionName);
    const arrival = {
      request,
      sessions,
      defaultSession,
      listener,
      sender,
      behavior,
      bodyError,
      body,
      onHandled,
      turn,
      path,
      sessionName,
      isVisitor: visitor !== undefined,
      session,
    };
    const browserApp = browserAppFor(request.method, headerIn(headers, 'origin'), path, listener);
    try {
      const response = browserApp === undefined ? answer(request, arrival) : browserApp.fetch(request, arrival);
      return response instanceof Promise ? response.catch(brokenResponse) : response;
    } catch (error) {
      return brokenResponse(error);
    }
  };
  const repeat: Repeat = (sender, listener, { sessions, defaultSession }) => {
    const cached = defaultSession.isUndisturbed ? caches.get(defaultSession)?.findSent(sender, listener) : undefined;
    return cached && repeatRead(cached, defaultSession, { sessions, listener, sender, headers: sender.headers });
  };
  return { handle, repeat };
}

function newHono(): HonoBase<Env> {
  // HonoBase with one router: Hono's presets bundle routers that are not needed here.
  const app = new HonoBase<Env>({ getPath, router: new StaticFirstRouter() });
  app.onError((error) => {
    throw error;
  });
  return app;
}

/** The path was computed by `requestTarget`. */
function getPath(_: Request, options?: { env?: Env['Bindings'] }): string {
  return options?.env?.path ?? '/';
}

function brokenResponse(error: unknown): Response {
  if (error instanceof BrokenConnection) return Response.error();
  throw error;
}

function methodsOf(app: HonoBase<Env>, path: string): string[] {
  return ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'].filter(
    (method) => app.router.match(method === 'HEAD' ? 'GET' : method, path)[0].length > 0,
  );
}

/** If the control API is turned off, errors mention none of its routes. */
function knownParts(services: readonly KnownService[], listener: Listener | undefined): KnownParts {
  if (listener?.control === false) {
    return { services: services.filter(({ kind }) => kind === 'api'), reference: undefined };
  }
  return { services, reference: 'GET /__mock/openapi.json describes them' };
}

function serviceAt(services: readonly KnownService[], path: string): KnownService | undefined {
  return services.find(({ prefixes }) => prefixes.some((prefix) => isAtOrBelow(path, prefix)));
}
