import type * as z from 'zod/mini';
import type { Clock } from '../foundation/clock.js';
import type { Steps } from '../foundation/in-slices.js';
import type { ErrorCode } from '../foundation/mock-error.js';
import type { TableName, Tables } from '../model/tables.js';
import type { Behavior } from './behavior.js';
import type { Batch, Items } from './bulk.js';
import type { FindExample } from './example.js';
import type { RequestHeaders } from './request-headers.js';
import type { Method } from './route-address.js';

/** Zod schemas by the names of the values that they describe. */
export type Schemas = Readonly<Record<string, z.core.$ZodType>>;
type ParsedFields<Fields extends Schemas> = { readonly [Field in keyof Fields]: z.output<Fields[Field]> };

/** The parts of a request, each parsed by its schema, as passed to a handler. */
export interface RouteInput<
  Params extends Schemas = Schemas,
  Query extends Schemas = Schemas,
  Body extends z.core.$ZodType = z.core.$ZodType,
  Found = unknown,
  Prepared = unknown,
> {
  /** The parameters in the path. */
  readonly params: ParsedFields<Params>;
  /** The result of the route's `find`. */
  readonly found: Found;
  /** The result of the route's `prepare`. */
  readonly prepared: Prepared;
  /** The query parameters. */
  readonly query: ParsedFields<Query>;
  /** The JSON body; undefined for a route without a schema of it. */
  readonly body: z.output<Body>;
  /** The items of a bulk body. */
  readonly batch: Batch;
  /** All headers, not parsed. */
  readonly headers: RequestHeaders;
}

/** The context of a handler. `caller` is the result of the service's `authenticate`. */
export interface RouteContext<Caller = unknown> {
  readonly tables: Tables;
  readonly clock: Clock;
  readonly behavior: Behavior;
  readonly caller: Caller;
}

/** What a route of a plain resource does with the records of a table. */
export interface ResourceRoute {
  readonly table: TableName;
  /** `update` answers with the record after the change. */
  readonly does: 'list' | 'get' | 'create' | 'update' | 'delete';
}

type Stringify = (result: unknown) => string | readonly string[] | Promise<readonly string[]>;

/** The input of {@link defineRoute}. */
export interface RouteDefinition<
  Context extends RouteContext = RouteContext,
  Params extends Schemas = Schemas,
  Query extends Schemas = Schemas,
  Body extends z.core.$ZodType = z.core.$ZodType,
  Result extends z.core.$ZodType = z.core.$ZodType,
  Found = unknown,
  Prepared = unknown,
> {
  /** In upper case. */
  readonly method: Method;
  /** The whole path below the base URL, with parameters as `:name`. */
  readonly path: string;
  /** Other paths of the same route. */
  readonly aliases?: readonly string[];
  /** What it does, in one line. */
  readonly summary: string;
  /** What the summary does not say, for OpenAPI documents. */
  readonly description?: string;
  /** The ids of the decisions that affect its answers. */
  readonly decisions?: readonly string[];
  /** Path parameters. An invalid one is answered with 404 (X10). */
  readonly params?: Params;
  /**
   * Finds the records that the path names. It runs before the query and the body are validated, so that its error takes
   * precedence over theirs (X6).
   * @throws MockError `not_found`
   */
  readonly find?: (params: ParsedFields<Params>, context: Context) => Found;
  /** Query parameters. Others are ignored. */
  readonly query?: Query;
  /** The headers that the handler reads, which traces keep. Answers of routes that have any are not cached. */
  readonly headers?: Schemas;
  /** The JSON body; without a schema the body is not read. */
  readonly body?: Body;
  /** The size limit of the body in bytes, for snapshots. The lists in such a body may have any length. */
  readonly bodyLimit?: number;
  /** The items of a bulk body, instead of `body`; the handler validates and writes them with `writeEach`. */
  readonly items?: Items;
  /** The table whose records the items create, for examples. */
  readonly creates?: TableName;
  /** Set if it does nothing but what its kind of route does with a table. */
  readonly resource?: ResourceRoute;
  /** An example request, if none follows from the rest: one is made for lists, for records by id, and for `creates`. */
  readonly example?: FindExample;
  /** The answer without the fields of the service's envelope. */
  readonly response: Result;
  /** Writes the answer as JSON, in parts if it is long. Default: `JSON.stringify`. */
  readonly stringify?: Stringify;
  /** Error codes in addition to those implied by its parts: 404 by `params`; 400, 409, 413 and 415 by a body. */
  readonly failures?: readonly ErrorCode[];
  /** Fault rules never apply to it, because it is needed to remove them, or because what watches the server calls it. */
  readonly exemptFromFaults?: boolean;
  /** Whether a control call can be sent to several sessions, with the query parameter `sessions`. */
  readonly broadcast?: boolean;
  /** Whether the calls of its handler are entries of their own if the mock lives. The handler checks everything first. */
  readonly inParts?: boolean;
  /** Whether it changes nothing, although it is not a GET: a control call creates no session for it. */
  readonly onlyReads?: boolean;
  /** Whether it only reads the journal. It can then be called for a session that has ended. */
  readonly readsJournal?: boolean;
  /** The guard of the service lets everyone call it. The call does not belong to a session. */
  readonly isOpen?: boolean;
  /**
   * `handle` returns an `EventSource`, whose events are the answer. Watching a session must not change it, so the route takes no
   * request id and does not count as a use of the session.
   */
  readonly isStream?: boolean;
  /** Schemas with a name in OpenAPI documents: `new_client` becomes `NewClient`. */
  readonly schemas?: Schemas;
  /**
   * What takes long and changes nothing: others are answered between its steps. A call for several sessions does it once, so that
   * it must depend on the request alone.
   * @throws MockError to answer with an error.
   */
  readonly prepare?: (input: RouteInput<Params, Query, Body, Found>, context: Context) => Steps<Prepared>;
  /**
   * Answers a request, synchronously and as one transaction: if it throws, nothing is written. A GET, which writes nothing,
   * may return a promise.
   * @throws MockError to answer with an error.
   */
  readonly handle: (
    input: RouteInput<Params, Query, Body, Found, Prepared>,
    context: Context,
  ) => z.input<Result> | Promise<z.input<Result>>;
}

/** The parts that a definition may leave out, as a route has them then. */
const DEFAULTS = {
  aliases: [],
  decisions: [],
  stringify: JSON.stringify,
  failures: [],
  exemptFromFaults: false,
  broadcast: false,
  inParts: false,
  onlyReads: false,
  readsJournal: false,
  isOpen: false,
  isStream: false,
  schemas: {},
} satisfies Partial<RouteDefinition>;
const defaults = Object.entries(DEFAULTS);

/** A definition with its defaults; everything else is derived from it. */
export type Route = RouteDefinition & Required<Pick<RouteDefinition, keyof typeof DEFAULTS>>;

/** Whether a route reads the body of its requests. */
export function readsBody({ body, items }: Route): boolean {
  return body !== undefined || items !== undefined;
}

/** For messages about an own route. */
export function handlerName({ method, path }: Pick<Route, 'method' | 'path'>): string {
  return `The handler of ${method} ${path}`;
}

/** Defines a route. Server routes, MSW handlers, OpenAPI operations and contract tests are derived from the definition. */
export function defineRoute<
  Context extends RouteContext,
  Params extends Schemas = Record<never, never>,
  Query extends Schemas = Record<never, never>,
  Body extends z.core.$ZodType = z.ZodMiniUndefined,
  Result extends z.core.$ZodType = z.core.$ZodType,
  Found = undefined,
  Prepared = undefined,
>(definition: RouteDefinition<Context, Params, Query, Body, Result, Found, Prepared>): Route {
  // The definition is completed, not copied: its schemas may be getters that create them on first use, because creating those of all
  // routes takes longer than a test with a few requests.
  const route = definition as unknown as Record<string, unknown>;
  for (const [name, value] of defaults) if (!(name in route)) route[name] = value;
  return route as unknown as Route;
}
