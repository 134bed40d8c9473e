import { parse as parseCookies } from 'hono/utils/cookie';

/** How a request names the session that it is in: before its path, in a header or in a cookie. The first of them counts. */

/** What stands before the name, where that stands before the path. */
export const SESSION_PREFIX = '/__mock/s/';
/** Where sessions are made and ended. */
export const SESSIONS_PATH = '/__mock/sessions';
export const SESSION_HEADER = 'x-mock-session';
export const SESSION_COOKIE = 'mock_session';

const COOKIE_VALUE = new RegExp(`(?:^|;)\\s*${SESSION_COOKIE}\\s*=([^;]*)`);

/** A path without a base path, which may stand first, and without a session, which may stand next. */
export function withoutSession(
  whole: string,
  base: string,
): { readonly path: string; readonly named: string | undefined } {
  const path = whole.startsWith(`${base}/`) ? whole.slice(base.length) : whole;
  if (!path.startsWith(SESSION_PREFIX)) return { path, named: undefined };
  const rest = path.slice(SESSION_PREFIX.length);
  const end = rest.indexOf('/');
  return end === -1 ? { path: '/', named: rest } : { path: rest.slice(end), named: rest.slice(0, end) };
}

/** The session that cookies name. A value that no cookie can have is taken as it is: it may not pass for no name at all. */
export function sessionIn(cookies: string | null | undefined): string | undefined {
  if (cookies == null) return undefined;
  const value = COOKIE_VALUE.exec(cookies)?.[1];
  return value && (parseCookies(cookies, SESSION_COOKIE)[SESSION_COOKIE] ?? value);
}
