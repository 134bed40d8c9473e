import { SESSION_PREFIX } from '../src/session/session-address.js';

/** A path may have the name of a session before it. */
export const SESSION = `${SESSION_PREFIX}[^/]*`;

/**
 * The URLs of a path below a base URL. A regular expression, because of a path that is written as text MSW decodes the
 * parameters, and fails where a request's cannot be decoded; those are the mock's to refuse.
 */
export function urlPattern(baseUrl: string | undefined, path: string): RegExp {
  // A path that is so general that it may well be another application's is looked for at the root alone.
  const anyBase = path.startsWith('/v1/') ? '[^/]+//[^/]+' : '[^/]+//[^/]+(?:/.*)?';
  const base = baseUrl?.replace(/[.*+?^${}()|[\]\\]/g, '\\$&') ?? anyBase;
  return new RegExp(`^${base}(?:${SESSION})?${path.replace(/:\w+/g, '[^/]+').replace('*', '.*')}/?$`);
}

/** The paths that are a service's own, whether it has a route for them or not. */
export function pathsBelow(prefixes: readonly string[]): string[] {
  return prefixes.flatMap((prefix) => [prefix, `${prefix}/*`]);
}
