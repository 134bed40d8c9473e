/**
 * The mock as MSW request handlers.
 * @module
 */
import type { HttpHandler } from 'msw';
import type { Mock } from '../src/index.js';
import { parseBaseUrl } from '../src/mock/base-url.js';
import { checkArguments } from '../src/mock/check-arguments.js';
import { SESSION_COOKIE, SESSION_HEADER } from '../src/session/session-address.js';
import { RouteHandler } from './route-handler.js';
import { pathsBelow, SESSION, urlPattern } from './url-pattern.js';

export interface HandlerOptions {
  /** Where the application calls the APIs. Default: the mock's base URL; without one, any. */
  baseUrl?: string;
  /** The services to handle. Default: all. */
  services?: readonly string[];
}

/**
 * MSW handlers for everything that a mock answers: one per route, grouped by service, and after each group some for what
 * the service has no route for, so that a wrong path or method gets the service's own refusal. Handlers that are put
 * before them, as `server.use(...)` does, go first.
 *
 * @example
 * const mock = createMock({ scenario: newsroom });
 * const server = setupServer(...createHandlers(mock));
 * beforeEach(() => mock.reset());
 * @throws MockError `malformed_data` for options that are wrong, such as a service that does not exist.
 */
export function createHandlers(mock: Mock, options: HandlerOptions = {}): HttpHandler[] {
  checkArguments('createHandlers', mock, options, ['baseUrl', 'services'] satisfies (keyof HandlerOptions)[]);
  const baseUrl = options.baseUrl === undefined ? mock.baseUrl : parseBaseUrl(options.baseUrl).href;
  return mock
    .apis(options.services)
    .flatMap(({ prefixes, routes }) => [
      ...routes.map(({ method, path }) => handler(mock, method, baseUrl, path)),
      ...pathsBelow(prefixes).map((path) => handler(mock, ANY_METHOD, baseUrl, path)),
    ]);
}

const ANY_METHOD = /.+/;

function handler(mock: Mock, method: string | RegExp, baseUrl: string | undefined, path: string): HttpHandler {
  // What stands before the first parameter tells where, under a base URL that is not known, the path begins; a session may
  // stand anywhere before it.
  const [start = ''] = path.split(/[:*]/);
  const head = new RegExp(`^(?:.*?(${SESSION}))?.*?(?=${start})`);
  return new RouteHandler(method, urlPattern(baseUrl, path), ({ request, cookies }) =>
    mock.serve(withSession(below(mock, request, head), cookies[SESSION_COOKIE])),
  );
}

/** The request as if it had been sent to the mock's own base URL. `head` is what stands before the path, with a session. */
function below(mock: Mock, request: Request, head: RegExp): Request {
  const url = new URL(request.url);
  const base = mock.baseUrl ?? url.origin;
  const [prefix, session = ''] = head.exec(url.pathname) ?? [''];
  const target = base + session + url.pathname.slice(prefix.length) + url.search;
  return target === request.url ? request : new Request(target, request);
}

/** The request with the session that a cookie names: in a browser, cookies are not among the headers that a page sees. */
function withSession(request: Request, named: string | undefined): Request {
  if (named === undefined || request.headers.has('cookie') || request.headers.has(SESSION_HEADER)) return request;
  const headers = new Headers(request.headers);
  // Encoded, for any text to be a header; a name stays as it is.
  headers.set(SESSION_HEADER, encodeURIComponent(named));
  return new Request(request, { headers });
}
