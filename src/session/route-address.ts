export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The requests that a route answers. */
export interface RouteAddress {
  readonly method: Method;
  /** The whole path below the base URL, with parameters as `:name`. */
  readonly path: string;
  /** Other spellings of the path. */
  readonly aliases: readonly string[];
}
