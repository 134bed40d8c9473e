import type { Mock } from '../src/index.js';
import { type BaseUrl, parseBaseUrl } from '../src/mock/base-url.js';
import { internals } from '../src/mock/internals.js';
import { SESSION_COOKIE, SESSION_HEADER } from '../src/session/session-address.js';

/**
 * The base URL at which the application calls the APIs: that of the options, or else of the mock; undefined if neither has one.
 */
export function baseUrlOf(mock: Mock, options: { baseUrl?: string | undefined }): BaseUrl | undefined {
  const baseUrl = options.baseUrl === undefined ? mock.baseUrl : options.baseUrl;
  return baseUrl === undefined ? undefined : parseBaseUrl(baseUrl);
}

/** What MSW passes to the resolver of a handler. */
export interface Intercepted {
  readonly request: Request;
  readonly cookies: Readonly<Record<string, string>>;
}

/** Lets a mock answer what MSW intercepts below a base URL; `matched` is the route that a handler has matched. */
export function forwardTo(mock: Mock, base: BaseUrl | undefined, matched?: { readonly path: string }) {
  return ({ request, cookies }: Intercepted): Response | Promise<Response> =>
    mock[internals].respond(withSession(moved(mock, request, base?.path ?? ''), cookies[SESSION_COOKIE]), { matched });
}

/** Moves a request from the base path of the handlers to the mock's base URL. */
function moved(mock: Mock, request: Request, basePath: string): Request {
  const { origin, pathname, search } = new URL(request.url);
  const target = (mock.baseUrl ?? origin) + pathname.slice(basePath.length) + search;
  return target === request.url ? request : new Request(target, request);
}

/** Copies the session's name from its cookie to the header, because a browser hides the header `Cookie` from a page. */
function withSession(request: Request, named: string | undefined): Request {
  if (named === undefined || request.headers.has('cookie') || request.headers.has(SESSION_HEADER)) return request;
  const headers = new Headers(request.headers);
  // A header cannot contain every character of a cookie. Encoding leaves valid names unchanged.
  headers.set(SESSION_HEADER, encodeURIComponent(named));
  return new Request(request, { headers });
}
