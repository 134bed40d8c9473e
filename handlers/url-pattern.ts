import { literalSource } from '../src/foundation/literal-source.js';
import { pageOrigin } from '../src/mock/base-url.js';
import { SESSION_PREFIX } from '../src/session/session-address.js';

/**
 * Matches the URLs of a path below a base URL. A regular expression, because MSW decodes the parameters of a path that is given
 * as text, and throws if they cannot be decoded; the mock answers 400 to such requests.
 */
export function urlPattern(baseUrl: string | undefined, path: string): RegExp {
  const base = baseUrl === undefined ? originPattern(path) : literalSource(baseUrl);
  // What follows the session is a path of a service: no prefix of a session matches as a path of the control API.
  const session = `(?:${SESSION_PREFIX}[^/]*)?(?!${SESSION_PREFIX})`;
  return new RegExp(`^${base}${session}${pathSource(path)}/?$`);
}

/** The source of a regular expression that matches a path as a URL has it, in which some characters are encoded. */
export function pathSource(path: string): string {
  const { pathname } = new URL(path, 'http://localhost');
  return literalSource(pathname).replace(/:\w+/g, '[^/]+').replace('\\*', '.*');
}

/** The paths at and below the prefixes of a service, with or without a route. */
export function pathsBelow(prefixes: readonly string[]): string[] {
  return prefixes.flatMap((prefix) => [prefix, `${prefix}/*`]);
}

/** Matches the origins at which a path is answered if there is no base URL. */
function originPattern(path: string): string {
  if (!/^\/v1\/brief(\/|$)/.test(path)) return '[^/]+//[^/]+';
  // Any service may have this short form, so it matches on the page's own origin only.
  const own = pageOrigin();
  return own === undefined ? NOTHING : literalSource(own);
}

const NOTHING = '(?!)';
