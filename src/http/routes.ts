import { tryDecodeURIComponent } from 'hono/utils/url';
import { once } from '../foundation/once.js';
import { REQUEST_METHODS } from '../protocol/route-address.js';
import type { KnownService, RouteMatch, Service, ServiceOnDemand } from '../protocol/service.js';
import type { MatchedAddress } from './call.js';
import { isAtOrBelow } from './request-target.js';
import { StaticFirstRouter } from './static-first-router.js';

/** The route that a request matches, and the parameters in its path, decoded. */
export interface FoundRoute {
  readonly match: RouteMatch;
  readonly params: Readonly<Record<string, string>>;
}

interface ServiceRoutes {
  readonly router: StaticFirstRouter<RouteMatch>;
  /** By method and spelling. */
  readonly matches: ReadonlyMap<string, RouteMatch>;
}

/**
 * The routes of all services. Each service has a router, which is created on first use: there are many routes, and a test calls few
 * of them. Own routes, which have no prefixes, can be anywhere.
 */
export class Routes {
  readonly #services: readonly KnownService[];
  readonly #control: ServiceOnDemand;
  readonly #own: readonly Service[];
  readonly #routers = new Map<KnownService | undefined, () => ServiceRoutes>();
  readonly #loaded = new Map<KnownService, Service>();
  readonly #load: () => Promise<void>;

  constructor(apis: readonly Service[], control: ServiceOnDemand) {
    this.#services = [...apis, control];
    this.#control = control;
    this.#own = apis.filter(({ prefixes }) => prefixes.length === 0);
    this.#routers.set(undefined, this.#routerOf());
    for (const api of apis) this.#add(api, api);
    this.#load = once(async () => this.#add(control, await control.load()));
  }

  /** The service of a path: the one that answers at or below it. */
  serviceAt(path: string): KnownService | undefined {
    return this.#services.find(({ prefixes }) => prefixes.some((prefix) => isAtOrBelow(path, prefix)));
  }

  /** Loads the routes of a service. Undefined if they are loaded. */
  load(service: KnownService | undefined): Promise<void> | undefined {
    return service === this.#control && !this.#loaded.has(service) ? this.#load() : undefined;
  }

  /** A service with its routes, which must be loaded. */
  loaded(service: KnownService | undefined): Service | undefined {
    return service && this.#loaded.get(service);
  }

  /**
   * The route of a request to a service or, without one, to a path that belongs to no service. `matched` is the route that the
   * delivery has matched: if the request fits it, no other is looked for.
   */
  find(
    service: KnownService | undefined,
    method: string,
    path: string,
    matched?: MatchedAddress,
  ): FoundRoute | undefined {
    const routes = this.#routers.get(service)?.();
    const asked = method === 'HEAD' ? 'GET' : method;
    return routes && ((matched && fitting(routes, matched, asked, path)) ?? found(routes, asked, path));
  }

  methodsAt(service: KnownService | undefined, path: string): string[] {
    return REQUEST_METHODS.filter((method) => this.find(service, method, path) !== undefined);
  }

  #add(known: KnownService, service: Service): void {
    this.#loaded.set(known, service);
    this.#routers.set(known, this.#routerOf(service));
  }

  #routerOf(service?: Service): () => ServiceRoutes {
    return once(() => {
      const router = new StaticFirstRouter<RouteMatch>();
      const matches = new Map<string, RouteMatch>();
      for (const one of new Set([...this.#own, ...(service === undefined ? [] : [service])])) {
        for (const route of one.routes) {
          for (const spelling of [route.path, ...route.aliases]) {
            const match = { service: one, route, spelling };
            router.add(route.method, spelling, match);
            matches.set(`${route.method} ${spelling}`, match);
          }
        }
      }
      return { router, matches };
    });
  }
}

function found({ router }: ServiceRoutes, method: string, path: string): FoundRoute | undefined {
  const [[first], stash] = router.match(method, path);
  if (first === undefined) return undefined;
  const [match, names] = first;
  const params: Record<string, string> = {};
  for (const name in names) {
    const value = stash === undefined ? names[name] : stash[names[name] as number];
    if (typeof value === 'string') params[name] = tryDecodeURIComponent(value);
  }
  return { match, params };
}

/** A route that a delivery has matched. The delivery knows neither decoded paths nor which routes take precedence. */
function fitting(
  { router, matches }: ServiceRoutes,
  { path: spelling }: MatchedAddress,
  method: string,
  path: string,
): FoundRoute | undefined {
  const match = matches.get(`${method} ${spelling}`);
  const params = match && paramsIn(path, spelling);
  if (match === undefined || params === undefined) return undefined;
  return path !== spelling && router.isStatic(method, path) ? undefined : { match, params };
}

/** The parameters in a path; undefined if it does not match. */
function paramsIn(path: string, spelling: string): Record<string, string> | undefined {
  const names = spelling.split('/');
  const values = path.split('/');
  if (names.length !== values.length) return undefined;
  const params: Record<string, string> = {};
  for (const [i, name] of names.entries()) {
    const value = values[i] as string;
    if (name.startsWith(':') && value !== '') params[name.slice(1)] = tryDecodeURIComponent(value);
    else if (name !== value) return undefined;
  }
  return params;
}
