import type * as z from 'zod';
import type { ErrorCode, MockError } from '../foundation/mock-error.js';
import type { Session } from '../session/session.js';
import type { Route, RouteContext } from './route.js';

/** Where a request came in over the network; undefined for calls in the process itself. */
export interface Listener {
  /** The address that the server listens on, as numbers. */
  readonly host: string;
  /** Whether the control API can be called at all, and the token that it asks for. */
  readonly control?: false | { readonly token?: string | undefined } | undefined;
}

/** What is known of a request before its caller is. */
export type CallContext = Omit<RouteContext, 'caller'>;

/** An OpenAPI document, of which little is said here: it is for programs that know the format. */
export interface OpenApiDocument {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly [field: string]: unknown;
}

/** Makes the OpenAPI document of all services, or of the one that is named, with examples from a session's state. */
export type Describe = (session: Session, service?: string) => Promise<OpenApiDocument>;

/** What callers of a service show: `Authorization: Bearer <token>`. */
interface Credential {
  /** What documents call it by. */
  readonly name: string;
  readonly description: string;
  /** Whether there are mocks that do not ask for it. */
  readonly optional: boolean;
}

/** One of the mocked APIs, or the control API: its routes, who may call them, and how it wraps its answers. */
export interface Service {
  readonly name: string;
  /** What it is called in documents. */
  readonly title: string;
  /** Every path at or below one of these is this service's to answer, even where it has no route. */
  readonly prefixes: readonly string[];
  readonly routes: readonly Route[];
  /**
   * A mocked API, or what steers the mock: that is not for pages of other origins (X25), not in the journal, and struck only
   * by fault rules that name its path.
   */
  readonly kind: 'api' | 'control';
  /**
   * Refuses who may not even ask, at paths that have no route too.
   * @throws MockError `forbidden`, `unauthorized`, or `no_such_route` where it is to look as if nothing were there
   */
  readonly guard?: (headers: Headers, listener: Listener | undefined) => void;
  /**
   * Finds out who calls, before anything else of the request is looked at.
   * @throws MockError `unauthorized`
   */
  readonly authenticate: (headers: Headers, context: CallContext) => unknown;
  /** What `authenticate` looks for. */
  readonly credential: Credential;
  /** The body of a success: what the handler answered, in the service's envelope. */
  readonly success: (result: unknown, requestId: string) => unknown;
  /** The fields that `success` adds. */
  readonly envelope: Readonly<Record<string, z.ZodType>>;
  /** The body of a failure. */
  readonly failure: (error: MockError, status: number, requestId: string) => unknown;
  /** The shape of a failure that has this status and one of these codes. */
  readonly failureShape: (status: number, codes: readonly [ErrorCode, ...ErrorCode[]]) => z.ZodType;
}

/** The route that a request is for. */
export interface Match {
  readonly service: Service;
  readonly route: Route;
  /** The spelling of the route's path that the request used. */
  readonly spelling: string;
}
