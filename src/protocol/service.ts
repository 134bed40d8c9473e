import type { MockError } from '../state/errors.js';
import type { Route, RouteContext } from './route.js';

/** Where a request came in over the network. */
export interface Listener {
  /** The address that the server listens on. */
  readonly host: string;
}

/** What is known of a request before its caller is. */
export interface CallContext extends Omit<RouteContext, 'caller'> {
  /** Undefined for calls in the process itself. */
  readonly listener: Listener | undefined;
}

/** One of the mocked APIs: its routes, who may call them, and how it wraps its answers. */
export interface Service {
  readonly name: string;
  /** Every path that starts so is this service's to answer, even where it has no route. */
  readonly prefix: string;
  readonly routes: readonly Route[];
  /** Whether browsers may call it from other origins (X25). */
  readonly cors: boolean;
  /**
   * Finds out who calls, before anything else of the request is looked at.
   * @throws MockError `unauthorized` or `forbidden`
   */
  readonly authenticate: (headers: Headers, context: CallContext) => unknown;
  /** The body of a success: what the handler answered, in the service's envelope. */
  readonly success: (result: unknown, requestId: string) => unknown;
  /** The body of a failure. */
  readonly failure: (error: MockError, status: number, requestId: string) => unknown;
}
