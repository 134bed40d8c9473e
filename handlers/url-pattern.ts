import { SESSION_PREFIX } from '../src/session/session-address.js';

/** Matches the path prefix that names a session. */
export const SESSION = `${SESSION_PREFIX}[^/]*`;

/**
 * Matches the URLs of a path below a base URL. A regular expression, because MSW decodes the parameters of a path that is given
 * as text, and throws if they cannot be decoded; the mock answers 400 to such requests.
 */
export function urlPattern(baseUrl: string | undefined, path: string): RegExp {
  // Other applications may have paths that begin with /v1/, so these match at the root only.
  const anyBase = path.startsWith('/v1/') ? '[^/]+//[^/]+' : '[^/]+//[^/]+(?:/.*)?';
  const base = baseUrl?.replace(/[.*+?^${}()|[\]\\]/g, '\\$&') ?? anyBase;
  return new RegExp(`^${base}(?:${SESSION})?${path.replace(/:\w+/g, '[^/]+').replace('*', '.*')}/?$`);
}

/** The paths at and below the prefixes of a service, with or without a route. */
export function pathsBelow(prefixes: readonly string[]): string[] {
  return prefixes.flatMap((prefix) => [prefix, `${prefix}/*`]);
}
