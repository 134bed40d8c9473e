import { parse as parseCookies } from 'hono/utils/cookie';

/** A request names its session by a path prefix, a header or a cookie, in this order of precedence. */

/** The paths at or below it belong to the control API, except those of sessions. */
export const CONTROL_PREFIX = '/__mock';
/** The path prefix, before the session's name. */
export const SESSION_PREFIX = `${CONTROL_PREFIX}/s/`;
/** The path of the session routes in the control API. */
export const SESSIONS_PATH = `${CONTROL_PREFIX}/sessions`;
/** The path of the stream of events of a session in the control API. */
export const EVENTS_PATH = `${CONTROL_PREFIX}/events`;
/** The query parameter of control calls for several sessions. */
export const SESSIONS_QUERY = 'sessions';
/** The number of sessions whose answers such a call lists. */
export const LISTED_SESSIONS = 20;
export const SESSION_HEADER = 'x-mock-session';
export const SESSION_COOKIE = 'mock_session';

const COOKIE_VALUE = new RegExp(`(?:^|;)\\s*${SESSION_COOKIE}\\s*=([^;]*)`);

/** Removes the base path, if present, and the path prefix of a session, if present. */
export function withoutSession(
  whole: string,
  base: string,
): { readonly path: string; readonly sessionName: string | undefined } {
  const isBelow = whole.startsWith(base) && (whole.length === base.length || whole[base.length] === '/');
  const path = isBelow ? whole.slice(base.length) || '/' : whole;
  if (!path.startsWith(SESSION_PREFIX)) return { path, sessionName: undefined };
  const rest = path.slice(SESSION_PREFIX.length);
  const end = rest.indexOf('/');
  return end === -1 ? { path: '/', sessionName: rest } : { path: rest.slice(end), sessionName: rest.slice(0, end) };
}

/** The session name in a Cookie header. A value that cannot be decoded is returned unchanged, and then rejected. */
export function sessionFromCookie(cookies: string | null | undefined): string | undefined {
  if (cookies == null) return undefined;
  const value = COOKIE_VALUE.exec(cookies)?.[1];
  return value && (cookieIn(cookies, SESSION_COOKIE) ?? value);
}

/** The value of a cookie, decoded. */
export function cookieIn(cookies: string | null, name: string): string | undefined {
  return cookies === null ? undefined : parseCookies(cookies, name)[name];
}
