import type { HonoRequest } from 'hono/request';
import * as z from 'zod/mini';
import { $ZodString } from 'zod/v4/core';
import type { ControlContext } from '../control/control-route.js';
import type { Describe } from '../control/openapi-document.js';
import { issuesError, MockError } from '../foundation/mock-error.js';
import { expectValid } from '../foundation/validate.js';
import type { Behavior } from '../protocol/behavior.js';
import { type Batch, batchOf } from '../protocol/bulk.js';
import { recordId, recordIdOf } from '../protocol/parameter-schemas.js';
import type { Route, RouteInput } from '../protocol/route.js';
import type { Service } from '../protocol/service.js';
import { SESSIONS_QUERY } from '../session/session-address.js';
import { broadcast } from './broadcast.js';
import type { BodyOf, Exchange } from './exchange.js';

/** Runs a route: authenticates, parses the parts of the request, calls the route's handler in a transaction. */
export type RouteHandler = (request: HonoRequest, exchange: Environment, bodyOf: BodyOf) => unknown;

/** What a route needs to know of the exchange that it is part of. */
type Environment = Pick<Exchange, 'session' | 'sessions' | 'listener' | 'email' | 'run'>;

const NO_BATCH: Batch = { items: [], indexed: false };

export function routeHandlerOf(service: Service, route: Route, behavior: Behavior, describe: Describe): RouteHandler {
  const parseParams = route.params && paramsParser(route.params);
  const hasIds = service.routes.some(({ path }) => path.startsWith(`${route.path}/:`));
  const removesAll = service.kind === 'control' && route.method === 'DELETE' && hasIds;
  const querySchema = service.kind === 'control' ? strictQuery(route.query) : route.query && z.object(route.query);

  function handle(request: HonoRequest, context: ControlContext, exchange: Environment, bodyOf: BodyOf): unknown {
    if (removesAll) expectNoSlash(request);
    const params = parseParams?.(request.param()) ?? {};
    const found = route.find?.(params, context);
    const query = querySchema === undefined ? {} : expectValid(querySchema, request.query());
    // Errors of the path and the query take precedence over those of the body (X6).
    const body = bodyOf();
    const input: RouteInput = {
      params,
      found,
      query,
      body: route.body && parseBody(route.body, body),
      batch: route.items === undefined ? NO_BATCH : batchOf(body, route.items),
      headers: request.raw.headers,
    };
    if (route.method === 'GET') return route.handle(input, context);
    return exchange.run(() => route.handle(input, context), context.session);
  }

  /** Handles a control call that can name several sessions. */
  function handleInSessions(
    request: HonoRequest,
    context: ControlContext,
    exchange: Environment,
    bodyOf: BodyOf,
  ): unknown {
    const pattern = route.broadcast ? request.query(SESSIONS_QUERY) : undefined;
    if (pattern === undefined) return handle(request, context, exchange, bodyOf);
    return broadcast(context.sessions, pattern, (session) => {
      const { tables, clock } = session.state;
      return handle(request, { ...context, tables, clock, session }, exchange, bodyOf);
    });
  }

  const handleCall = service.kind === 'control' ? handleInSessions : handle;

  return (request, exchange, bodyOf) => {
    const { session, sessions, listener } = exchange;
    const { tables, clock } = session.state;
    const { url } = request.raw;
    const context = {
      tables,
      clock,
      behavior,
      session,
      sessions,
      describe,
      listener,
      url,
      caller: undefined as unknown,
    };
    const caller = service.authenticate(request.raw.headers, context);
    context.caller = caller;
    exchange.email = caller?.email ?? null;
    return handleCall(request, context, exchange, bodyOf);
  };
}

/**
 * Checks that the path of a control call that removes all items does not end with a slash: with an empty variable as the id, a
 * script would remove all of them.
 * @throws MockError `malformed_data`
 */
function expectNoSlash({ path, raw }: HonoRequest): void {
  if (!new URL(raw.url).pathname.endsWith('/')) return;
  const problem = `The path ends with a slash, after which an id is missing`;
  throw new MockError('malformed_data', `${problem}; to remove all, send DELETE ${path} without the slash`);
}

/** The query of a control call. An unknown parameter, for example a misspelt filter, would have no effect. */
function strictQuery(parameters: Route['query'] = {}): z.core.$ZodType<RouteInput['query']> {
  const names = Object.keys(parameters);
  const allowed = names.length === 0 ? 'it has none' : `it has ${names.join(', ')}`;
  const unknown = `is not a query parameter of this route; ${allowed}`;
  return z.strictObject(parameters, {
    error: ({ code }) => (code === 'unrecognized_keys' ? unknown : undefined),
  });
}

/** Unless the schema allows a missing body, it gets a special message. */
function parseBody<Schema extends z.core.$ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  if (body !== undefined) return expectValid(schema, body);
  const parsed = z.safeParse(schema, undefined);
  if (parsed.success) return parsed.data;
  throw issuesError('malformed_data', [{ path: '', message: 'A request body is required' }]);
}

/** Parses path parameters. Plain strings need no parsing, and valid ids no schema, which would take an eighth of the time of a read. */
function paramsParser(schemas: NonNullable<Route['params']>) {
  const isPlainString = (schema: z.core.$ZodType) => schema instanceof $ZodString && !schema._zod.def.checks?.length;
  if (Object.values(schemas).every(isPlainString)) return (given: Record<string, string>) => given;
  const params = z.object(schemas);
  const parse = (given: Record<string, string>) => expectValid(params, given, { code: 'not_found' });
  if (!Object.values(schemas).every((schema) => schema === recordId)) return parse;
  const names = Object.keys(schemas);
  return (given: Record<string, string>) => {
    const ids: Record<string, number> = {};
    for (const name of names) {
      const id = recordIdOf(given[name] as string);
      if (id === undefined) return parse(given);
      ids[name] = id;
    }
    return ids;
  };
}
