import type { Result } from 'hono/router';
import { RegExpRouter } from 'hono/router/reg-exp-router';
import { getOrInsert } from '../foundation/get-or-insert.js';

/**
 * A router that, unlike RegExpRouter, allows `/requests/unmatched` beside `/requests/:id`, and `/faults/held/:entry/release` beside
 * `/faults/:id/release`.
 */
export class StaticFirstRouter<Handler> {
  readonly #static = new RegExpRouter<Handler>();
  /** By the number of segments: paths of different lengths cannot be taken for each other. */
  readonly #withParameters = new Map<number, RegExpRouter<Handler>>();

  add(method: string, path: string, handler: Handler): void {
    this.#routerFor(path).add(method, path, handler);
  }

  match(method: string, path: string): Result<Handler> {
    const found = this.#static.match(method, path);
    return found[0].length > 0 ? found : (this.#withParameters.get(lengthOf(path))?.match(method, path) ?? [[]]);
  }

  /** Whether a route without parameters matches. It takes precedence. */
  isStatic(method: string, path: string): boolean {
    return this.#static.match(method, path)[0].length > 0;
  }

  #routerFor(path: string): RegExpRouter<Handler> {
    if (!path.includes(':')) return this.#static;
    return getOrInsert(this.#withParameters, lengthOf(path), () => new RegExpRouter<Handler>());
  }
}

/** Counted without a list of the segments, because every request is routed. */
function lengthOf(path: string): number {
  let length = 1;
  for (let slash = path.indexOf('/'); slash !== -1; slash = path.indexOf('/', slash + 1)) length++;
  return length;
}
