import { type Context, Hono } from 'hono';
import { cors } from 'hono/cors';
import { getPathNoStrict } from 'hono/utils/url';
import * as z from 'zod';
import { nearestRoute } from './nearest.js';
import type { Behavior } from './protocol/behavior.js';
import { readJson } from './protocol/body.js';
import { type Batch, batchOf } from './protocol/bulk.js';
import { statusOf, toMockError } from './protocol/errors.js';
import type { Route, RouteContext, RouteInput } from './protocol/route.js';
import type { Listener, Service } from './protocol/service.js';
import type { Session } from './protocol/session.js';
import { MockError } from './state/errors.js';
import { expectShape } from './state/shape.js';

/** Each request runs in a session, which comes as its environment: one app serves any number of them. */
type Env = { Bindings: { session: Session; listener: Listener | undefined } };

const NO_BATCH: Batch = { items: [], indexed: false };

export type App = (request: Request, session: Session, listener?: Listener) => Response | Promise<Response>;

/**
 * The HTTP side of services: routing, the order in which a request is looked at, envelopes, CORS. `basePath` is what
 * stands before every path.
 */
export function createApp(services: readonly Service[], behavior: Behavior, basePath: string): App {
  const getPath = (request: Request) => pathBelow(basePath, request);
  const app = basePath === '' ? new Hono<Env>({ strict: false }) : new Hono<Env>({ getPath });
  for (const service of services) {
    for (const route of service.routes) {
      const answer = answererOf(service, route, behavior);
      for (const path of [route.path, ...route.aliases]) app.on(route.method, path, answer);
    }
  }
  app.notFound((c) => answerUnrouted(c, services, app));

  const browserApp = new Hono<Env>({ strict: false });
  browserApp.use(corsFor(behavior));
  browserApp.all('*', (c) => app.fetch(c.req.raw, c.env));
  return (request, session, listener) => {
    // Only browsers need the CORS middleware, and only APIs that they may call.
    const fromBrowser = request.method === 'OPTIONS' || request.headers.has('origin');
    const target = fromBrowser && serviceAt(services, pathBelow(basePath, request))?.cors !== false ? browserApp : app;
    return target.fetch(request, { session, listener });
  };
}

/** The path of a request as routes are matched with it: decoded, without a base path and a slash at the end (X18). */
function pathBelow(basePath: string, request: Request): string {
  const whole = getPathNoStrict(request);
  return whole.startsWith(`${basePath}/`) ? whole.slice(basePath.length) : whole;
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

/** What answers one route. Without a body to read it answers at once. */
function answererOf(service: Service, route: Route, behavior: Behavior) {
  const params = route.params && z.object(route.params);
  const query = route.query && z.object(route.query);

  function handle(c: Context<Env>, context: RouteContext, body: unknown): unknown {
    const input: RouteInput = {
      params: params === undefined ? {} : expectShape(params, c.req.param(), { code: 'not_found' }),
      query: query === undefined ? {} : expectShape(query, c.req.query()),
      body: route.body && expectShape(route.body, body),
      batch: route.items === undefined ? NO_BATCH : batchOf(body, route.items),
      headers: c.req.raw.headers,
    };
    if (route.method === 'GET') return route.handle(input, context);
    return context.session.state.transaction(() => route.handle(input, context));
  }

  return (c: Context<Env>): Response | Promise<Response> => {
    const { session, listener } = c.env;
    const requestId = session.nextRequestId();
    const fail = (error: unknown) => failure(service, toMockError(error), requestId);
    try {
      service.guard?.(c.req.raw.headers, listener);
      const { tables, clock } = session.state;
      const call = { tables, clock, behavior, session };
      const context: RouteContext = { ...call, caller: service.authenticate(c.req.raw.headers, call) };
      const finish = (body: unknown) => respond(200, service.success(handle(c, context, body), requestId), requestId);
      if (route.body === undefined && route.items === undefined) return finish(undefined);
      return readJson(c.req.raw, behavior.requireContentType).then(finish).catch(fail);
    } catch (error) {
      return fail(error);
    }
  };
}

/** A request that no route answers: a known path (405), a version there is not, or a path that is unknown (X5, X15). */
function answerUnrouted(c: Context<Env>, services: readonly Service[], app: Hono<Env>): Response {
  const { method, path } = c.req;
  const requestId = c.env.session.nextRequestId();
  const service = serviceAt(services, path);
  try {
    service?.guard?.(c.req.raw.headers, c.env.listener);
  } catch (error) {
    return failure(service, toMockError(error), requestId);
  }
  const allowed = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'].filter(
    (other) => app.router.match(other === 'HEAD' ? 'GET' : other, path)[0].length > 0,
  );
  if (allowed.length > 0) {
    const allow = (service?.cors === false ? allowed : [...allowed, 'OPTIONS']).join(', ');
    const error = new MockError('method_not_allowed', `${path} does not answer ${method}; it answers ${allow}`);
    return failure(service, error, requestId, { allow });
  }
  const [, api = '', version] = /^(\/[^/]+)\/(v\d+)(?:\/|$)/.exec(path) ?? [];
  if (version && service?.routes.every((route) => !route.path.startsWith(`${api}/${version}/`))) {
    return failure(service, new MockError('no_such_version', `${api} has no version ${version}`), requestId);
  }
  const nearest = nearestRoute(service?.routes ?? services.flatMap(({ routes }) => routes), method, path);
  const hint = nearest === undefined ? '' : `; the nearest is ${nearest.method} ${nearest.path}`;
  return failure(service, new MockError('no_such_route', `There is no route ${method} ${path}${hint}`), requestId);
}

function serviceAt(services: readonly Service[], path: string): Service | undefined {
  return services.find(({ prefixes }) => prefixes.some((prefix) => path === prefix || path.startsWith(`${prefix}/`)));
}

/** The failure body of the service that was asked; outside every service, a plain one. */
function failure(
  service: Service | undefined,
  error: MockError,
  requestId: string,
  headers?: Record<string, string>,
): Response {
  const status = statusOf[error.code];
  const { code, message } = error;
  const body = service === undefined ? { error: { code, message } } : service.failure(error, status, requestId);
  return respond(status, body, requestId, code === 'unauthorized' ? { 'www-authenticate': 'Bearer' } : headers);
}

function respond(status: number, body: unknown, requestId: string, headers?: Record<string, string>): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', 'x-request-id': requestId, ...headers },
  });
}
