import { nearestRouteHint } from '../faults/nearest-route.js';
import { MockError } from '../foundation/mock-error.js';
import { MethodNotAllowed } from '../protocol/http-status.js';
import type { KnownService } from '../protocol/service.js';
import type { Call } from './call.js';

/**
 * The error for a request that no route matched: 405 for a path that has the methods `allowed`, otherwise 404 with the nearest route
 * (X5, X15). It mentions `services` only.
 */
export function unmatchedError(
  { request: { method, url }, path, service }: Call,
  allowed: readonly string[],
  services: readonly KnownService[],
): MockError {
  if (allowed.length > 0) {
    return new MethodNotAllowed(method, path, service?.kind === 'control' ? allowed : [...allowed, 'OPTIONS']);
  }
  const routes = service?.routes ?? services.flatMap(({ routes }) => routes);
  const nearest = nearestRouteHint(routes, method, path) || overviewOf(services);
  const base = basePathOf(url, path);
  const hint = nearest + (service ? '' : prefixHint(services, path, base)) + baseHint(services, base);
  const [, api = '', version] = /^(\/[^/]+)\/(v\d+)(?:\/|$)/.exec(path) ?? [];
  if (version && service?.routes.every((route) => !route.path.startsWith(`${api}/${version}/`))) {
    const message = `${api} has no version ${version}`;
    return new MockError('no_such_version', message, [], message + hint);
  }
  return new MockError('no_such_route', `There is no route ${method} ${path}${hint}`);
}

/** What a URL has before the path: the path of the base URL. */
function basePathOf(url: string, path: string): string {
  const { pathname } = new URL(url);
  return pathname.endsWith(path) ? pathname.slice(0, -path.length) : '';
}

/** What to do if the path of an API has something before it: the base URL once more, or what a proxy has put there. */
function prefixHint(services: readonly KnownService[], path: string, base: string): string {
  const starts = services.flatMap(({ prefixes }) => prefixes.map((prefix) => path.indexOf(`${prefix}/`)));
  const start = starts.find((index) => index > 1);
  if (start === undefined) return '';
  const prefix = path.slice(0, start);
  if (prefix === base) return `; the URL has ${base} twice, once from the base URL: leave it out of the path`;
  return `; if a proxy adds ${prefix}, start the server with --public-url`;
}

/** What to do if the base URL contains the path of an API, which every route has itself. */
function baseHint(services: readonly KnownService[], base: string): string {
  const prefixes = services.filter(({ kind }) => kind === 'api').flatMap(({ prefixes }) => prefixes);
  const start = prefixes.map((prefix) => `${base}/`.indexOf(`${prefix}/`)).find((index) => index !== -1);
  return start === undefined ? '' : `; the base URL must end before ${base.slice(start)}, which every path has itself`;
}

/** The paths of the mocked APIs, for a request that has nothing in common with a route. */
function overviewOf(services: readonly KnownService[]): string {
  const prefixes = services.filter(({ kind }) => kind === 'api').flatMap(({ prefixes }) => prefixes.slice(0, 1));
  const list = prefixes.join(', ').replace(/, (?=[^,]*$)/, ' and ');
  const hasControl = services.some(({ kind }) => kind === 'control');
  return `; the APIs are at ${list}${hasControl ? '; GET /__mock/openapi.json describes them' : ''}`;
}
