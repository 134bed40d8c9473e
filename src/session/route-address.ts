export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The method and the paths of a route. */
export interface RouteAddress {
  readonly method: Method;
  /** The whole path below the base URL, with parameters as `:name`. */
  readonly path: string;
  /** Other paths of the same route. */
  readonly aliases: readonly string[];
}
