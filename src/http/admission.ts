import { once } from '../foundation/once.js';
import type { Listener, Sender } from '../protocol/listener.js';
import { type Route, readsBody } from '../protocol/route.js';
import type { KnownService, Service, ServiceOnDemand } from '../protocol/service.js';
import { BODY_LIMIT } from './read-json.js';
import { isAtOrBelow, normalizeBasePath, type RequestTarget, requestTarget } from './request-target.js';
import { StaticFirstRouter } from './static-first-router.js';

/** What is known about a request before its body is read. */
export interface Admission extends RequestTarget {
  /** The service of its path; undefined if the path belongs to none. */
  readonly service: Service | undefined;
  /** The route that it matches; undefined if there is none. */
  readonly route: Route | undefined;
}

/** Whether the guard of its service refuses a request. Then nothing of its body is read. */
export function isRefused({ service, route }: Admission, headers: Headers, listener: Listener | undefined): boolean {
  if (route?.isOpen) return false;
  try {
    service?.guard?.(headers, listener);
    return false;
  } catch {
    return true;
  }
}

/** The maximum size of the body that a route reads, in bytes; 0 if it reads none. */
export function bodyLimitOf(route: Route | undefined): number {
  return route === undefined || !readsBody(route) ? 0 : (route.bodyLimit ?? BODY_LIMIT);
}

type RequestDestination = Pick<Admission, 'service' | 'route'>;

/** Finds out where requests lead, without handling them. */
export class Admissions {
  readonly #apis: readonly Service[];
  readonly #control: ServiceOnDemand;
  readonly #loadControl: () => Promise<Service>;
  readonly #basePath: string;
  /** By the service of a path. */
  readonly #routers = new Map<Service | undefined, StaticFirstRouter<RequestDestination>>();

  /** `basePath` is the path of the base URL. */
  constructor(apis: readonly Service[], control: ServiceOnDemand, basePath: string) {
    this.#apis = apis;
    this.#control = control;
    this.#loadControl = once(() => control.load());
    this.#basePath = normalizeBasePath(basePath);
  }

  /** Loads the routes of the control API if the path belongs to it. */
  async admit(request: Request, listener: Listener | undefined, sender: Sender | undefined): Promise<Admission> {
    const target = this.targetOf(request, listener, sender);
    const isPathOf = ({ prefixes }: KnownService) => prefixes.some((prefix) => isAtOrBelow(target.path, prefix));
    const service = isPathOf(this.#control) ? await this.#loadControl() : this.#apis.find(isPathOf);
    const method = request.method === 'HEAD' ? 'GET' : request.method;
    const found = this.#routerOf(service).match(method, target.path)[0][0]?.[0];
    return { ...target, service, route: undefined, ...found };
  }

  targetOf(request: Request, listener: Listener | undefined, sender: Sender | undefined): RequestTarget {
    const { basePath = this.#basePath } = listener?.publicUrl ?? {};
    const readsCookie = listener?.visitorOf === undefined;
    return requestTarget(basePath, request, sender?.headers ?? request.headers, readsCookie);
  }

  #routerOf(service: Service | undefined): StaticFirstRouter<RequestDestination> {
    const known = this.#routers.get(service);
    if (known !== undefined) return known;
    const router = new StaticFirstRouter<RequestDestination>();
    // Own routes, whose service has no prefixes, can be anywhere.
    for (const one of [...this.#apis.filter(({ prefixes }) => prefixes.length === 0), service]) {
      for (const route of one?.routes ?? []) {
        for (const spelling of [route.path, ...route.aliases]) {
          router.add(route.method, spelling, { service: one, route });
        }
      }
    }
    this.#routers.set(service, router);
    return router;
  }
}
