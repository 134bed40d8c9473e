import type { Result, Router } from 'hono/router';
import { RegExpRouter } from 'hono/router/reg-exp-router';

/** A router that, unlike RegExpRouter, allows `/requests/unmatched` beside `/requests/:id`. */
export class StaticFirstRouter<Handler> implements Router<Handler> {
  readonly name = 'StaticFirstRouter';
  readonly #static = new RegExpRouter<Handler>();
  readonly #withParameters = new RegExpRouter<Handler>();

  add(method: string, path: string, handler: Handler): void {
    const router = /[:*]/.test(path) ? this.#withParameters : this.#static;
    router.add(method, path, handler);
  }

  match(method: string, path: string): Result<Handler> {
    const found = this.#static.match(method, path);
    return found[0].length > 0 ? found : this.#withParameters.match(method, path);
  }

  /** Whether a route without parameters matches. It takes precedence. */
  isStatic(method: string, path: string): boolean {
    return this.#static.match(method, path)[0].length > 0;
  }
}
