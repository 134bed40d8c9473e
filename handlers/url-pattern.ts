import { SESSION_PREFIX } from '../src/session/session-address.js';

/** Matches the path prefix that names a session. */
const SESSION = `${SESSION_PREFIX}[^/]*`;

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

/**
 * The part of a path that begins with `start`, after the prefix of a session if there is one. That prefix may be anywhere
 * before `start`.
 */
export function withoutBase(pathname: string, start: string): string {
  const sessionAt = pathname.indexOf(SESSION_PREFIX);
  const sessionEnd = sessionAt === -1 ? -1 : pathname.indexOf('/', sessionAt + SESSION_PREFIX.length);
  const afterSession = sessionEnd === -1 ? -1 : pathname.indexOf(start, sessionEnd);
  if (afterSession === -1) return pathname.slice(pathname.indexOf(start));
  return pathname.slice(sessionAt, sessionEnd) + pathname.slice(afterSession);
}

/** The paths at and below the prefixes of a service, with or without a route. */
export function pathsBelow(prefixes: readonly string[]): string[] {
  return prefixes.flatMap((prefix) => [prefix, `${prefix}/*`]);
}
