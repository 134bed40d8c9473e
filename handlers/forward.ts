import type { Mock } from '../src/index.js';
import { type BaseUrl, parseBaseUrl } from '../src/mock/base-url.js';
import { internals } from '../src/mock/internals.js';
import { PERSONA_COOKIE } from '../src/mock/persona.js';
import { type RequestData, withHeader } from '../src/protocol/request-data.js';
import { SESSION_COOKIE } from '../src/session/session-address.js';

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
    mock[internals].respond(withCookies(moved(mock, request, base?.path ?? ''), cookies), { matched });
}

/** Moves a request from the base path of the handlers to the mock's base URL. */
function moved(mock: Mock, request: Request, basePath: string): Request {
  const { origin, pathname, search } = new URL(request.url);
  // By its segments: a character may be encoded in the URL that is not in the base path.
  const below = ['', ...pathname.split('/').slice(basePath.split('/').length)].join('/');
  const target = (mock.baseUrl ?? origin) + below + search;
  return target === request.url ? request : new Request(target, request);
}

/** The cookies that the mock reads, in the header that a browser hides from a page. */
function withCookies(request: Request, cookies: Intercepted['cookies']): RequestData {
  const sent = [SESSION_COOKIE, PERSONA_COOKIE].flatMap((name) => {
    const value = cookies[name];
    return value === undefined ? [] : `${name}=${encodeURIComponent(value)}`;
  });
  return sent.length === 0 || request.headers.has('cookie') ? request : withHeader(request, 'cookie', sent.join('; '));
}
