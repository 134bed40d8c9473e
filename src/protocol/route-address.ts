/** The methods of the requests that routes answer: HEAD as GET. */
export const REQUEST_METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

export type Method = Exclude<(typeof REQUEST_METHODS)[number], 'HEAD'>;

export const METHODS = REQUEST_METHODS.filter((method): method is Method => method !== 'HEAD');

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
  /** Whether fault rules never apply to it. */
  readonly exemptFromFaults?: boolean;
}
