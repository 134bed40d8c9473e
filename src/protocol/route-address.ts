export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

const READS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Whether requests with this method write nothing. */
export function isRead(method: string): boolean {
  return READS.has(method);
}

/** The method and the paths of a route. */
export interface RouteAddress {
  readonly method: Method;
  /** The whole path below the base URL, with parameters as `:name`. */
  readonly path: string;
  /** Other paths of the same route. */
  readonly aliases: readonly string[];
}
