import { nearestRouteHint } from '../faults/nearest-route.js';
import { MockError } from '../foundation/mock-error.js';
import { MethodNotAllowed } from '../protocol/http-status.js';
import type { KnownService, Service } from '../protocol/service.js';

/** A request that no route matched. */
export interface UnmatchedRequest {
  readonly method: string;
  readonly path: string;
  /** The service of the path; undefined if no service has the prefix. */
  readonly service: Service | undefined;
  /** The methods that the path supports. */
  readonly allowed: readonly string[];
}

/** What an error can refer to. */
export interface KnownParts {
  readonly services: readonly KnownService[];
  /** Where the routes are described; undefined if nothing describes them. */
  readonly reference: string | undefined;
}

/** The error for a request that no route matched: 405 for a known path, otherwise 404 with the nearest route (X5, X15). */
export function unmatchedError(
  { method, path, service, allowed }: UnmatchedRequest,
  { services, reference }: KnownParts,
): MockError {
  if (allowed.length > 0) {
    return new MethodNotAllowed(method, path, service?.kind === 'control' ? allowed : [...allowed, 'OPTIONS']);
  }
  const routes = service?.routes ?? services.flatMap(({ routes }) => routes);
  const nearest = nearestRouteHint(routes, method, path) || overviewOf(services, reference);
  const hint = nearest + proxyHint(services, path);
  const [, api = '', version] = /^(\/[^/]+)\/(v\d+)(?:\/|$)/.exec(path) ?? [];
  if (version && service?.routes.every((route) => !route.path.startsWith(`${api}/${version}/`))) {
    const message = `${api} has no version ${version}`;
    return new MockError('no_such_version', message, [], message + hint);
  }
  return new MockError('no_such_route', `There is no route ${method} ${path}${hint}`);
}

/** What to do if a proxy has put something before the path. */
function proxyHint(services: readonly KnownService[], path: string): string {
  const starts = services.flatMap(({ prefixes }) => prefixes.map((prefix) => path.indexOf(`${prefix}/`)));
  const start = starts.find((index) => index > 0);
  return start === undefined ? '' : `; if a proxy adds ${path.slice(0, start)}, start the server with --public-url`;
}

/** The paths of the mocked APIs, for a request that has nothing in common with a route. */
function overviewOf(services: readonly KnownService[], reference: string | undefined): string {
  const prefixes = services.filter(({ kind }) => kind === 'api').flatMap(({ prefixes }) => prefixes.slice(0, 1));
  const list = prefixes.join(', ').replace(/, (?=[^,]*$)/, ' and ');
  return `; the APIs are at ${list}${reference === undefined ? '' : `; ${reference}`}`;
}
