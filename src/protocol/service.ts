import type * as z from 'zod/mini';
import type { ErrorCode, MockError } from '../foundation/mock-error.js';
import type { Listener } from './listener.js';
import type { RequestHeaders } from './request-headers.js';
import type { Route, RouteContext } from './route.js';
import type { RouteAddress } from './route-address.js';

/** The names of the mocked APIs. */
export type ApiName = 'public-api' | 'user-data' | 'user-preference';

/** The names of the mocked APIs, and `own` for the routes that a mock has in addition. */
export type ServiceName = ApiName | 'own';

interface Caller {
  readonly email: string;
}

/** The context of a request before its caller is known. */
export type CallContext = Omit<RouteContext, 'caller'>;

/** The bearer token that a service accepts. */
interface Credential {
  /** Its name in OpenAPI documents. */
  readonly name: string;
  readonly description: string;
  /** Whether a mock can be configured not to require it. */
  readonly optional: boolean;
}

/** One of the mocked APIs, or the control API: its routes, its authentication, and the envelope of its answers. */
export interface Service {
  readonly name: string;
  /** Its title in OpenAPI documents. */
  readonly title: string;
  /** The service answers every path at or below these, with 404 if it has no such route. Own routes have none. */
  readonly prefixes: readonly string[];
  readonly routes: readonly Route[];
  /**
   * A mocked API, or the control API: control calls allow no CORS (X25), are not journaled, and are affected only by fault
   * rules whose `path` matches.
   */
  readonly kind: 'api' | 'control';
  /**
   * Rejects callers before routing.
   * @throws MockError `forbidden`, `unauthorized`, or `no_such_route` to hide the service
   */
  readonly guard?: (headers: RequestHeaders, listener: Listener | undefined) => void;
  /**
   * Finds the caller, before the rest of the request is validated; null if the service does not tell callers apart.
   * @throws MockError `unauthorized`
   */
  readonly authenticate: (headers: RequestHeaders, context: CallContext) => Caller | null;
  /** The token that `authenticate` reads. */
  readonly credential: Credential;
  /** The body of a success: the handler's result in the service's envelope. */
  readonly success: (result: unknown, requestId: string) => unknown;
  /** The fields that `success` adds. */
  readonly envelope: Readonly<Record<string, z.core.$ZodType>>;
  readonly failure: (error: MockError, status: number, requestId: string) => unknown;
  /** The schema of a failure with this status and one of these codes. */
  readonly failureSchema: (status: number, codes: readonly [ErrorCode, ...ErrorCode[]]) => z.core.$ZodType;
}

/** A service of whose routes only the addresses are needed. */
export type KnownService = Omit<Service, 'routes'> & { readonly routes: readonly RouteAddress[] };

/** A service whose routes are loaded by the first request to it. */
export interface ServiceOnDemand extends KnownService {
  readonly load: () => Promise<Service>;
}

export interface RouteMatch {
  readonly service: Service;
  readonly route: Route;
  /** The path or alias of the route that the request matched. */
  readonly spelling: string;
}
