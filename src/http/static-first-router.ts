import { type Result, type Router, UnsupportedPathError } from 'hono/router';
import { RegExpRouter } from 'hono/router/reg-exp-router';

/**
 * A router that, unlike RegExpRouter, allows `/requests/unmatched` and `/faults/profiles/:name` beside `/requests/:id` and
 * `/faults/:id`.
 */
export class StaticFirstRouter<Handler> implements Router<Handler> {
  readonly name = 'StaticFirstRouter';
  readonly #static = new RegExpRouter<Handler>();
  readonly #withParameters = new RegExpRouter<Handler>();
  /** The paths with a text where another path has a parameter. */
  readonly #besideParameters = new RegExpRouter<Handler>();

  add(method: string, path: string, handler: Handler): void {
    try {
      const router = /[:*]/.test(path) ? this.#withParameters : this.#static;
      router.add(method, path, handler);
    } catch (error) {
      if (!(error instanceof UnsupportedPathError)) throw error;
      this.#besideParameters.add(method, path, handler);
    }
  }

  match(method: string, path: string): Result<Handler> {
    for (const router of [this.#static, this.#withParameters]) {
      const found = router.match(method, path);
      if (found[0].length > 0) return found;
    }
    return this.#besideParameters.match(method, path);
  }
}
