import { getPath } from 'hono/utils/url';
import type * as z from 'zod/mini';
import { $ZodType } from 'zod/v4/core';
import { checkOptions, optionNames } from '../foundation/check-options.js';
import type { Clock } from '../foundation/clock.js';
import { formatValue } from '../foundation/format-value.js';
import { fromCaller } from '../foundation/from-caller.js';
import { malformed } from '../foundation/mock-error.js';
import type { Row } from '../model/tables.js';
import { statusOf } from '../protocol/http-status.js';
import type { RouteContext, RouteDefinition, RouteInput, Schemas } from '../protocol/route.js';
import { METHODS, type Method } from '../protocol/route-address.js';
import { CONTROL_PREFIX } from '../session/session-address.js';
import type { Data } from '../state/collection.js';

/** What the handler of an own route works with. */
export interface OwnRouteContext {
  /** The tables of the request's session, as in `mock.data`. */
  readonly data: Data;
  /** The clock of the request's session. */
  readonly clock: Clock;
  /** A copy of the user whose valid bearer token the request has; otherwise null. */
  readonly caller: Row<'user'> | null;
}

/** The parts of a request, each parsed by its schema. */
export type OwnRouteInput<Params extends Schemas, Query extends Schemas, Body extends z.core.$ZodType> = Pick<
  RouteInput<Params, Query, Body>,
  'params' | 'query' | 'body'
> & {
  /** All headers, not parsed. */
  readonly headers: Headers;
};

type RouteParts<
  Params extends Schemas,
  Query extends Schemas,
  Body extends z.core.$ZodType,
  Result extends z.core.$ZodType,
> = RouteDefinition<RouteContext, Params, Query, Body, Result>;

/** The input of {@link defineRoute}. */
export interface OwnRouteDefinition<
  Params extends Schemas,
  Query extends Schemas,
  Body extends z.core.$ZodType,
  Result extends z.core.$ZodType,
> extends Pick<
      RouteParts<Params, Query, Body, Result>,
      'method' | 'path' | 'description' | 'params' | 'query' | 'headers' | 'body' | 'failures'
    >,
    Partial<Pick<RouteParts<Params, Query, Body, Result>, 'summary'>> {
  /** The zod schema of the answer, for its type and the OpenAPI document. */
  readonly response?: Result;
  /**
   * Answers a request, with status 200 and what it returns as JSON. It is synchronous and one transaction: if it throws,
   * nothing is written. Only the handler of a GET, which must not write, may return a promise.
   * @throws MockError to answer with an error.
   */
  readonly handle: (
    input: OwnRouteInput<Params, Query, Body>,
    context: OwnRouteContext,
  ) => z.input<Result> | Promise<z.input<Result>>;
}

/** A route beside those of the three APIs, created by `defineRoute`. */
export interface OwnRoute {
  /** In upper case. */
  readonly method: Method;
  /** The path below the base URL, with parameters as `:name`. */
  readonly path: string;
}

export type AnyDefinition = OwnRouteDefinition<Schemas, Schemas, z.core.$ZodType, z.core.$ZodType>;

const FIELDS = optionNames<AnyDefinition>({
  method: true,
  path: true,
  summary: true,
  description: true,
  params: true,
  query: true,
  headers: true,
  body: true,
  response: true,
  failures: true,
  handle: true,
});

/**
 * Defines a route beside those of the three APIs, for the option `routes` of `createMock`. Every delivery answers it; fault
 * rules, sessions and the journal treat it as the others. Its errors are `{error: {code, message, issues?}}`.
 *
 * @example
 * const countBookmarks = defineRoute({
 *   method: 'GET',
 *   path: '/stats/v1/bookmark/:brief_slug',
 *   params: { brief_slug: z.string() },
 *   handle: ({ params }, { data }) => ({
 *     count: data.bookmark.count({ where: { brief_slug: { equals: params.brief_slug } } }),
 *   }),
 * });
 * const mock = createMock({ scenario: newsroom, routes: [countBookmarks] });
 * @throws MockError `malformed_data` for a missing or invalid field.
 */
export function defineRoute<
  Params extends Schemas = Record<never, never>,
  Query extends Schemas = Record<never, never>,
  Body extends z.core.$ZodType = z.ZodMiniUndefined,
  Result extends z.core.$ZodType = z.core.$ZodType,
>(definition: OwnRouteDefinition<Params, Query, Body, Result>): OwnRoute {
  fromCaller(defineRoute, () => {
    checkOptions('defineRoute', definition, FIELDS);
    const problem = problemIn(definition as unknown as AnyDefinition);
    if (problem !== undefined) throw malformed(`defineRoute: ${problem}`);
  });
  return Object.freeze({ ...definition });
}

/** Whether a value was created by {@link defineRoute}, also by that of another copy of the package. */
export function isOwnRoute(value: unknown): value is OwnRoute {
  return typeof value === 'object' && value !== null && problemIn(value as AnyDefinition) === undefined;
}

function problemIn(definition: AnyDefinition): string | undefined {
  const { method, path, summary, description, params, query, headers } = definition;
  const { body, response, failures = [], handle } = definition;
  if (!METHODS.includes(method)) return `method must be one of ${METHODS.join(', ')}, but is ${formatValue(method)}`;
  if (typeof path !== 'string' || !/^(\/(:\w+|[^/:*?#{}\s]+))+$/.test(path)) {
    return `path must be a path such as /stats/v1/brief/:slug, without a slash at the end, but is ${formatValue(path)}`;
  }
  const arriving = getPath(new Request(`http://localhost${path}`));
  if (arriving !== path) return `path must be one that requests can have, but ${path} arrives as ${arriving}`;
  if (`${path}/`.startsWith(`${CONTROL_PREFIX}/`)) return `path must not be below ${CONTROL_PREFIX}, but is ${path}`;
  for (const [name, text] of Object.entries({ summary, description })) {
    if (text !== undefined && typeof text !== 'string') return `${name} must be a string, but is ${formatValue(text)}`;
  }
  for (const [name, schemas] of Object.entries({ params, query, headers })) {
    if (schemas !== undefined && !areSchemas(schemas)) return `${name} must map names to zod schemas`;
  }
  for (const [name, schema] of Object.entries({ body, response })) {
    if (schema !== undefined && !isSchema(schema)) return `${name} must be a zod schema`;
  }
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name);
  const twice = names.find((name, i) => names.indexOf(name) !== i);
  if (twice !== undefined) return `path must have each parameter once, but has :${twice} twice in ${path}`;
  const described = Object.keys(params ?? {});
  if (names.length !== described.length || !names.every((name = '') => described.includes(name))) {
    return `params must have a schema for each parameter of the path (${names.join(', ') || 'none'}), but has ${described.join(', ') || 'none'}`;
  }
  if (!Array.isArray(failures)) return `failures must be a list of error codes, but is ${formatValue(failures)}`;
  const unknown = failures.find((code) => !Object.hasOwn(statusOf, code));
  if (unknown !== undefined) {
    return `failures has ${formatValue(unknown)}, which is not an error code; they are ${Object.keys(statusOf).join(', ')}`;
  }
  if (typeof handle !== 'function') return `handle must be a function, but is ${formatValue(handle)}`;
  return undefined;
}

function areSchemas(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.values(value).every(isSchema);
}

/** `instanceof` accepts schemas of `zod` and of other copies of it too: zod compares the names of classes. */
function isSchema(value: unknown): boolean {
  return value instanceof $ZodType;
}
