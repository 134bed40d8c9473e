import type { Context } from 'hono';
import { cors } from 'hono/cors';
import { HonoBase } from 'hono/hono-base';
import { RegExpRouter } from 'hono/router/reg-exp-router';
import { getPathNoStrict } from 'hono/utils/url';
import * as z from 'zod';
import { MockError, refusal } from '../foundation/mock-error.js';
import { once } from '../foundation/once.js';
import { expectShape } from '../foundation/validate.js';
import type { Behavior } from '../protocol/behavior.js';
import { type Batch, batchOf } from '../protocol/bulk.js';
import { MethodNotAllowed } from '../protocol/http-status.js';
import type { Route, RouteContext, RouteInput } from '../protocol/route.js';
import type { Describe, Match, Service } from '../protocol/service.js';
import { nearestRoute } from '../session/nearest-route.js';
import { SESSION_HEADER, SESSIONS_PATH, sessionIn, withoutSession } from '../session/session-address.js';
import { type Arrival, Exchange } from './exchange.js';
import { readJson } from './read-json.js';

/** Each request has its arrival as its environment: one app serves any number of sessions. */
type Env = { Bindings: Arrival };

const NO_BATCH: Batch = { items: [], indexed: false };

/** Answers a request; the type of the answer is `error` where a fault rule breaks the connection. */
export type App = (
  request: Request,
  from: Pick<Arrival, 'sessions' | 'session' | 'listener'>,
) => Response | Promise<Response>;

/**
 * The HTTP side of services: routing, the order in which a request is looked at, envelopes, CORS. `basePath` is what
 * stands before every path.
 */
export function createApp(services: readonly Service[], behavior: Behavior, basePath: string, describe: Describe): App {
  // Spelled as paths are when they are looked at. A whole Request would have Node load all of `fetch` for its URL.
  const base = getPathNoStrict({ url: `http://base${basePath}/` } as Request).replace(/^\/$/, '');
  const app = newHono();
  for (const service of services) {
    for (const route of service.routes) {
      // There are many routes, and a test asks few of them.
      const handler = once(() => handlerOf(service, route, behavior, describe));
      for (const spelling of [route.path, ...route.aliases]) {
        const match: Match = { service, route, spelling };
        app.on(route.method, spelling, (c) => {
          const exchange = new Exchange(c.env, match);
          return exchange.answer(() => handler()(c, exchange));
        });
      }
    }
  }
  app.notFound((c) => {
    const service = serviceAt(services, c.req.path);
    return new Exchange(c.env, undefined, service).answer(() => refuseUnrouted(c, service, services, app));
  });

  // What was answered before needs no routing.
  const answer = (request: Request, arrival: Arrival) => {
    const known = arrival.found?.answers.find(request);
    return known === undefined ? app.fetch(request, arrival) : new Exchange(arrival, known.match).repeat(known);
  };

  const browserApp = newHono();
  browserApp.use(corsFor(behavior));
  browserApp.all('*', (c) => answer(c.req.raw, c.env));
  return (request, { sessions, session, listener }) => {
    const { path, named } = destination(base, request);
    const found = named === undefined ? session : sessions.find(named);
    const arrival: Arrival = { request, sessions, session, listener, path, named, found, aborted: false };
    // Only browsers need the CORS middleware, and only APIs that they may call.
    const fromBrowser = request.method === 'OPTIONS' || request.headers.has('origin');
    const needsCors = fromBrowser && serviceAt(services, path)?.kind !== 'control';
    const answered = needsCors ? browserApp.fetch(request, arrival) : answer(request, arrival);
    const settle = (response: Response) => (arrival.aborted ? Response.error() : response);
    return answered instanceof Promise ? answered.then(settle) : settle(answered);
  };
}

/** Hono's own choices of routers bring along others, for paths such as no route has. */
function newHono(): HonoBase<Env> {
  return new HonoBase({ getPath, router: new RegExpRouter() });
}

/** The path was found out already: see `destination`. */
function getPath(_: Request, options?: { env?: Env['Bindings'] }): string {
  return options?.env?.path ?? '/';
}

/**
 * Where a request is to go: its path as routes are matched with it, decoded, without a base path and a slash at the end
 * (X18), and the session that it names: by a prefix of the path, by a header or by a cookie, in this order.
 */
function destination(basePath: string, request: Request): Pick<Arrival, 'path' | 'named'> {
  const { path, named } = withoutSession(getPathNoStrict(request), basePath);
  // What makes sessions and ends them is in none: it may name one that is yet to be made.
  if (isAtOrBelow(path, SESSIONS_PATH)) return { path, named: undefined };
  const { headers } = request;
  return { path, named: named ?? headers.get(SESSION_HEADER) ?? sessionIn(headers.get('cookie')) };
}

/** X25: with credentials, so that a page may send its session cookie along. */
function corsFor({ corsOrigin }: Behavior) {
  return cors({
    origin: (origin) => (corsOrigin === '*' || corsOrigin.includes(origin) ? origin : null),
    allowMethods: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'],
    credentials: true,
    exposeHeaders: ['X-Request-Id', 'Retry-After'],
    maxAge: 600,
  });
}

/** What answers a route. Without a body to read it answers at once. */
function handlerOf(service: Service, route: Route, behavior: Behavior, describe: Describe) {
  const readParams = route.params && paramsReader(route.params);
  const query = route.query && z.object(route.query);
  const bodyOptions = { requireContentType: behavior.requireContentType, limit: route.bodyLimit };

  function handle(c: Context<Env>, context: RouteContext, body: unknown): unknown {
    const input: RouteInput = {
      params: readParams?.(c.req.param()) ?? {},
      query: query === undefined ? {} : expectShape(query, c.req.query()),
      body: route.body && expectBody(route.body, body),
      batch: route.items === undefined ? NO_BATCH : batchOf(body, route.items),
      headers: c.req.raw.headers,
    };
    if (route.method === 'GET') return route.handle(input, context);
    return context.session.state.transaction(() => route.handle(input, context));
  }

  return (c: Context<Env>, { session, sessions }: Exchange): unknown => {
    const { tables, clock } = session.state;
    const context = { tables, clock, behavior, session, sessions, describe, caller: undefined as unknown };
    context.caller = service.authenticate(c.req.raw.headers, context);
    if (route.body === undefined && route.items === undefined) return handle(c, context, undefined);
    return readJson(c.req.raw, bodyOptions).then((body) => handle(c, context, body));
  };
}

function expectBody<Shape extends z.ZodType>(shape: Shape, body: unknown): z.output<Shape> {
  if (body !== undefined || shape.safeParse(body).success) return expectShape(shape, body);
  throw refusal('malformed_data', [{ path: '', message: 'A body is required' }]);
}

/** What reads the parameters of a path. Where each may be any text, there is nothing to hold them against. */
function paramsReader(shape: NonNullable<Route['params']>) {
  const isAnyText = (param: z.ZodType) => param instanceof z.ZodString && !param.def.checks?.length;
  if (Object.values(shape).every(isAnyText)) return (given: Record<string, string>) => given;
  const params = z.object(shape);
  return (given: Record<string, string>) => expectShape(params, given, { code: 'not_found' });
}

/**
 * Refuses a request that no route answers.
 * @throws MockError for a known path (405), a version there is not, or a path that is unknown (X5, X15).
 */
function refuseUnrouted(
  { req: { method, path } }: Context<Env>,
  service: Service | undefined,
  services: readonly Service[],
  app: HonoBase<Env>,
): never {
  const allowed = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'].filter(
    (other) => app.router.match(other === 'HEAD' ? 'GET' : other, path)[0].length > 0,
  );
  const nearest = nearestRoute(service?.routes ?? services.flatMap(({ routes }) => routes), method, path);
  const hint = nearest === undefined ? '' : `; the nearest is ${nearest.method} ${nearest.path}`;
  if (allowed.length > 0) {
    throw new MethodNotAllowed(method, path, service?.kind === 'api' ? [...allowed, 'OPTIONS'] : allowed);
  }
  const [, api = '', version] = /^(\/[^/]+)\/(v\d+)(?:\/|$)/.exec(path) ?? [];
  if (version && service?.routes.every((route) => !route.path.startsWith(`${api}/${version}/`))) {
    const message = `${api} has no version ${version}`;
    throw new MockError('no_such_version', message, [], message + hint);
  }
  throw new MockError('no_such_route', `There is no route ${method} ${path}${hint}`);
}

function serviceAt(services: readonly Service[], path: string): Service | undefined {
  return services.find(({ prefixes }) => prefixes.some((prefix) => isAtOrBelow(path, prefix)));
}

function isAtOrBelow(path: string, prefix: string): boolean {
  return path.startsWith(prefix) && (path.length === prefix.length || path[prefix.length] === '/');
}
