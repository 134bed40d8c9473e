import { getPathNoStrict, getQueryParam } from 'hono/utils/url';
import type { Listener, Sender } from '../protocol/listener.js';
import type { RequestData } from '../protocol/request-data.js';
import { headerIn } from '../protocol/request-headers.js';
import {
  CONTROL_PREFIX,
  SESSION_HEADER,
  SESSIONS_PATH,
  SESSIONS_QUERY,
  sessionFromCookie,
  withoutSession,
} from '../session/session-address.js';

export interface RequestTarget {
  /** The decoded path below the base URL and the session, without a trailing slash (X18). */
  readonly path: string;
  readonly sessionName: string | undefined;
}

/** The base path in the form that {@link targetOf} compares paths in. */
export function normalizeBasePath(basePath: string): string {
  return basePath === '' ? '' : getPathNoStrict(new Request(`http://localhost${basePath}/`)).replace(/^\/$/, '');
}

/**
 * The target of a request to a mock below a base path. It names its session by a path prefix, a header or a cookie, in this order of
 * precedence. The cookie is not read if it tells visitors apart.
 */
export function targetOf(
  request: RequestData,
  listener: Listener | undefined,
  sender: Sender | undefined,
  ownBasePath: string,
): RequestTarget {
  const basePath = listener?.publicUrl?.basePath ?? ownBasePath;
  const headers = sender?.headers ?? request.headers;
  const { path, sessionName } = withoutSession(pathOf(request), basePath);
  // Control calls that create and end sessions run in the default session: the named one may not exist yet. Those for several
  // sessions must not create one.
  const namesSeveral = isAtOrBelow(path, CONTROL_PREFIX) && getQueryParam(request.url, SESSIONS_QUERY) !== undefined;
  if (namesSeveral || isAtOrBelow(path, SESSIONS_PATH)) return { path, sessionName: undefined };
  const named = sessionName ?? headerIn(headers, SESSION_HEADER);
  if (named !== undefined || listener?.visitorOf !== undefined) return { path, sessionName: named };
  return { path, sessionName: sessionFromCookie(headerIn(headers, 'cookie')) };
}

/** The path of a request, decoded, without a trailing slash. */
export function pathOf(request: Pick<RequestData, 'url'>): string {
  // It reads only the URL.
  return getPathNoStrict(request as Request);
}

export function isAtOrBelow(path: string, prefix: string): boolean {
  return path.startsWith(prefix) && (path.length === prefix.length || path[prefix.length] === '/');
}
