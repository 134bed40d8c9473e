import type { HonoRequest } from 'hono/request';
import * as z from 'zod';
import { formatValue } from '../foundation/format-value.js';
import { issuesError, MockError } from '../foundation/mock-error.js';
import { expectValid } from '../foundation/validate.js';
import type { Behavior } from '../protocol/behavior.js';
import { type Batch, batchOf } from '../protocol/bulk.js';
import type { ControlContext } from '../protocol/control-route.js';
import type { Listener } from '../protocol/listener.js';
import type { Describe } from '../protocol/openapi-document.js';
import type { Route, RouteInput } from '../protocol/route.js';
import type { Service } from '../protocol/service.js';
import type { Session } from '../session/session.js';
import type { SessionStore } from '../session/session-store.js';
import { checkLists } from './check-lists.js';
import { readJson } from './read-json.js';

/** What a route needs to know of the exchange that it is part of, and what it tells it for the journal. */
export interface RouteEnvironment {
  readonly session: Session;
  readonly sessions: SessionStore;
  readonly listener: Listener | undefined;
  /** The caller of the public API. */
  email: string | null;
  /** The text of the body, if it was read. */
  requestBody: string | undefined;
  /** Runs a handler that may write, as one transaction. */
  run(write: () => unknown): unknown;
}

/** Runs a route: authenticates, parses the parts of the request, calls the route's handler in a transaction. */
export type RouteHandler = (request: HonoRequest, environment: RouteEnvironment) => unknown;

const NO_BATCH: Batch = { items: [], indexed: false };

/** The handler answers synchronously if the route reads no body. */
export function routeHandlerOf(service: Service, route: Route, behavior: Behavior, describe: Describe): RouteHandler {
  const parseParams = route.params && paramsParser(route.params);
  const querySchema = service.kind === 'control' ? strictQuery(route.query) : route.query && z.object(route.query);
  const bodyOptions = { requireContentType: behavior.requireContentType, limit: route.bodyLimit };

  /** `bodyOf` throws the error of a body that cannot be read: errors of the path take precedence over it (X6). */
  function handle(
    request: HonoRequest,
    context: ControlContext,
    environment: RouteEnvironment,
    bodyOf: () => unknown,
  ): unknown {
    const params = parseParams?.(request.param()) ?? {};
    const found = route.find?.(params, context);
    const query = querySchema === undefined ? {} : expectValid(querySchema, request.query());
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
    return environment.run(() => route.handle(input, context));
  }

  return (request, environment) => {
    const { session, sessions, listener } = environment;
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
    environment.email = caller?.email ?? null;
    if (route.body === undefined && route.items === undefined)
      return handle(request, context, environment, () => undefined);
    const isKept = sessions.keeps(session);
    const handleIfKept = (bodyOf: () => unknown) => {
      // A write to a session that has ended would be lost.
      if (isKept && !sessions.keeps(session)) throw sessionEnded(session);
      return handle(request, context, environment, bodyOf);
    };
    const onText = (text: string) => {
      // The journal has no control calls, and the text of a snapshot is large.
      if (service.kind === 'api') environment.requestBody = text;
    };
    return readJson(request.raw, { ...bodyOptions, onText }).then(
      (body) =>
        handleIfKept(() => {
          if (route.bodyLimit === undefined) checkLists(body);
          return body;
        }),
      (error) =>
        handleIfKept(() => {
          throw error;
        }),
    );
  };
}

function sessionEnded({ id }: Session): MockError {
  const problem = `The session ${formatValue(id)} ended before the request body had arrived, so nothing was changed`;
  return new MockError('conflict', `${problem}; send the request again`);
}

/** The query of a control call. An unknown parameter, for example a misspelt filter, would have no effect. */
function strictQuery(parameters: Route['query'] = {}): z.ZodType<RouteInput['query']> {
  const names = Object.keys(parameters);
  const allowed = names.length === 0 ? 'it has none' : `it has ${names.join(', ')}`;
  const unknown = `is not a query parameter of this route; ${allowed}`;
  return z.strictObject(parameters, {
    error: ({ code }) => (code === 'unrecognized_keys' ? unknown : undefined),
  });
}

/** Unless the schema allows a missing body, it gets a special message. */
function parseBody<Schema extends z.ZodType>(schema: Schema, body: unknown): z.output<Schema> {
  if (body !== undefined) return expectValid(schema, body);
  const parsed = schema.safeParse(undefined);
  if (parsed.success) return parsed.data;
  throw issuesError('malformed_data', [{ path: '', message: 'A request body is required' }]);
}

/** Parses path parameters. Plain strings need no parsing. */
function paramsParser(schemas: NonNullable<Route['params']>) {
  const isPlainString = (schema: z.ZodType) => schema instanceof z.ZodString && !schema.def.checks?.length;
  if (Object.values(schemas).every(isPlainString)) return (given: Record<string, string>) => given;
  const params = z.object(schemas);
  return (given: Record<string, string>) => expectValid(params, given, { code: 'not_found' });
}
