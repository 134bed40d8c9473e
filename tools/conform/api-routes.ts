import { TrieRouter } from 'hono/router/trie-router';
import { once } from '../../src/foundation/once.js';
import type { Route } from '../../src/protocol/route.js';
import { isRead } from '../../src/protocol/route-address.js';
import type { Service } from '../../src/protocol/service.js';
import { services } from '../../src/services/index.js';
import { createdBy } from './kinds.js';

/** A request to one of the three APIs. */
export interface ApiRequest {
  readonly service: Service;
  /** Undefined if the API has no such route. */
  readonly route: Route | undefined;
  /** The origin and the path before that of the API. Requests with the same base are sent to the same server. */
  readonly base: string;
  /** The path from the name of the API on, without a trailing slash. */
  readonly path: string;
  /** The query, with its question mark; empty without one. */
  readonly query: string;
  /** Whether it can change something. The requests of get-preference and of the filters are sent with POST. */
  readonly writes: boolean;
}

const router = once(() => {
  const made = new TrieRouter<Route>();
  for (const route of services.flatMap(({ routes }) => routes)) {
    for (const spelling of [route.path, ...route.aliases]) made.add(route.method, spelling, route);
  }
  return made;
});

/**
 * Recognizes a request to the three APIs by its path, at any origin and below any base path. Undefined for a request to another
 * server, for a preflight, and for a web socket.
 */
export function apiRequest(method: string, url: string): ApiRequest | undefined {
  if (method === 'OPTIONS' || !/^https?:/i.test(url) || !URL.canParse(url)) return undefined;
  const { origin, pathname, search } = new URL(url);
  const found = apiPath(method, pathname);
  if (found === undefined) return undefined;
  const { start, ...about } = found;
  const writes = !isRead(method) && createdBy(about.path)?.length !== 0;
  return { ...about, base: origin + pathname.slice(0, start), query: search, writes };
}

/** A path of an API in a longer path, and where it starts there. */
type ApiPath = Pick<ApiRequest, 'service' | 'route' | 'path'> & { readonly start: number };

/** Finds the path of an API below any base path. Undefined for another path. */
export function apiPath(method: string, whole: string): ApiPath | undefined {
  for (const { service, start } of startsIn(whole)) {
    const path = whole.slice(start).replace(/(?<=.)\/$/, '');
    const route = routeOf(method === 'HEAD' ? 'GET' : method, path);
    // The path of a page or a picture can start like that of an API; the paths of an API continue with a version.
    const rest = path.startsWith(`/${service.name}/`) ? path.slice(service.name.length + 2) : '';
    if (route !== undefined || /^v\d+(\/|$)/.test(rest)) return { service, route, path, start };
  }
  return undefined;
}

function routeOf(method: string, path: string): Route | undefined {
  const found = router()
    .match(method, path)[0]
    .map(([route]) => route);
  // A literal path takes precedence over one with parameters.
  return found.find(({ params }) => params === undefined) ?? found[0];
}

/** The positions in a path at which that of an API can start, from the left. */
function startsIn(path: string): { service: Service; start: number }[] {
  return services
    .flatMap((service) =>
      service.prefixes.flatMap((prefix) => positionsOf(`${prefix}/`, `${path}/`).map((start) => ({ service, start }))),
    )
    .sort((a, b) => a.start - b.start);
}

function positionsOf(part: string, text: string): number[] {
  const positions: number[] = [];
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + 1)) positions.push(at);
  return positions;
}
