import type * as z from 'zod';
import type { Clock } from '../foundation/clock.js';
import type { ErrorCode } from '../foundation/mock-error.js';
import type { Tables } from '../model/tables.js';
import type { Session } from '../session/session.js';
import type { Sessions } from '../session/session-store.js';
import type { Behavior } from './behavior.js';
import type { Batch, Items } from './bulk.js';
import type { Describe } from './service.js';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

type Shape = Readonly<Record<string, z.ZodType>>;
type Output<Fields extends Shape> = { readonly [Field in keyof Fields]: z.output<Fields[Field]> };

/** What a handler is given of a request: each part as its schema parsed it. */
export interface RouteInput<
  Params extends Shape = Shape,
  Query extends Shape = Shape,
  Body extends z.ZodType = z.ZodType,
> {
  readonly params: Output<Params>;
  readonly query: Output<Query>;
  readonly body: z.output<Body>;
  readonly batch: Batch;
  readonly headers: Headers;
}

/** What a handler works on. `caller` is whom the service's authentication found. */
export interface RouteContext<Caller = unknown> {
  readonly tables: Tables;
  readonly clock: Clock;
  readonly behavior: Behavior;
  readonly session: Session;
  readonly sessions: Sessions;
  readonly describe: Describe;
  readonly caller: Caller;
}

/** A route as its author writes it. */
export interface RouteDefinition<
  Caller = unknown,
  Params extends Shape = Shape,
  Query extends Shape = Shape,
  Body extends z.ZodType = z.ZodType,
  Result extends z.ZodType = z.ZodType,
> {
  readonly method: Method;
  /** The whole path below the base URL, parameters written `:name`. */
  readonly path: string;
  /** Other spellings of the path. */
  readonly aliases?: readonly string[];
  readonly summary: string;
  /** The decisions of the register that show in what the route answers. */
  readonly decisions?: readonly string[];
  /** A parameter that does not fit names nothing: 404 (X10). */
  readonly params?: Params;
  readonly query?: Query;
  /** The header fields that the handler looks at; what a read answers may depend on no others. */
  readonly headers?: Shape;
  /** The JSON body; left out where a body is not read. */
  readonly body?: Body;
  /** The greatest body that is read, in bytes, where that is not the usual one. */
  readonly bodyLimit?: number;
  /** The items of a bulk body, in place of `body`: the handler checks and writes them with `writeEach`. */
  readonly items?: Items;
  /** The answer, less what the service's envelope adds. */
  readonly response: Result;
  /** What it refuses with beyond what follows from its parts: from `params` 404, from a body 400, 413 and 415. */
  readonly failures?: readonly ErrorCode[];
  /** Whether fault rules pass it by, for it is what ends them. */
  readonly immune?: boolean;
  /** Those of its shapes that documents call by a name, which they spell as types are: `new_client` is `NewClient`. */
  readonly shapes?: Shape;
  /**
   * Answers a request, synchronously and as one transaction: when it throws, nothing was written. A GET, which writes
   * nothing, may promise its answer.
   * @throws MockError for what it refuses.
   */
  readonly handle: (
    input: RouteInput<Params, Query, Body>,
    context: RouteContext<Caller>,
  ) => z.input<Result> | Promise<z.input<Result>>;
}

/** A route as everything that is derived from it sees it. */
export interface Route {
  readonly method: Method;
  readonly path: string;
  readonly aliases: readonly string[];
  readonly summary: string;
  readonly decisions: readonly string[];
  readonly params: Shape | undefined;
  readonly query: Shape | undefined;
  readonly headers: Shape | undefined;
  readonly body: z.ZodType | undefined;
  readonly bodyLimit: number | undefined;
  readonly items: Items | undefined;
  readonly response: z.ZodType;
  readonly failures: readonly ErrorCode[];
  readonly immune: boolean;
  readonly shapes: Shape;
  readonly handle: (input: RouteInput, context: RouteContext) => unknown;
}

/**
 * Defines a route, once: the server's route, the MSW handler, the route table and the contract tests follow from it.
 */
export function defineRoute<
  Caller,
  Params extends Shape = Record<never, never>,
  Query extends Shape = Record<never, never>,
  Body extends z.ZodType = z.ZodUndefined,
  Result extends z.ZodType = z.ZodType,
>(definition: RouteDefinition<Caller, Params, Query, Body, Result>): Route {
  const { aliases = [], decisions = [], failures = [], immune = false, shapes = {}, ...parts } = definition;
  const { params, query, headers, body, bodyLimit, items } = parts;
  const filled = { aliases, decisions, failures, immune, shapes };
  return { ...(definition as unknown as Route), ...filled, params, query, headers, body, bodyLimit, items };
}
