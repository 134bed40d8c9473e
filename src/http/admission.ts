import type { Listener, Sender } from '../protocol/listener.js';
import type { RequestData } from '../protocol/request-data.js';
import type { RequestHeaders } from '../protocol/request-headers.js';
import { type Route, readsBody } from '../protocol/route.js';
import type { Service } from '../protocol/service.js';
import { BODY_LIMIT } from './read-json.js';
import { normalizeBasePath, type RequestTarget, targetOf } from './request-target.js';
import type { Routes } from './routes.js';

/** What is known about a request before its body is read. */
export interface Admission extends RequestTarget {
  /** The service of its path; undefined if the path belongs to none. */
  readonly service: Service | undefined;
  /** The route that it matches; undefined if there is none. */
  readonly route: Route | undefined;
}

/** Whether the guard of its service refuses a request. Then nothing of its body is read. */
export function isRefused(
  { service, route }: Admission,
  headers: RequestHeaders,
  listener: Listener | undefined,
): boolean {
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

/** Finds out where requests lead, without handling them. */
export class Admissions {
  readonly #routes: Routes;
  readonly #basePath: string;

  /** `basePath` is the path of the base URL. */
  constructor(routes: Routes, basePath: string) {
    this.#routes = routes;
    this.#basePath = normalizeBasePath(basePath);
  }

  /** Loads the routes of the control API if the path belongs to it. */
  async admit(request: RequestData, listener: Listener | undefined, sender: Sender | undefined): Promise<Admission> {
    const target = this.targetOf(request, listener, sender);
    const known = this.#routes.serviceAt(target.path);
    await this.#routes.load(known);
    const { service, route } = this.#routes.find(known, request.method, target.path)?.match ?? {};
    return { ...target, service: service ?? this.#routes.loaded(known), route };
  }

  targetOf(request: RequestData, listener: Listener | undefined, sender: Sender | undefined): RequestTarget {
    return targetOf(request, listener, sender, this.#basePath);
  }
}
