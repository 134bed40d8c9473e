/**
 * The mock as MSW request handlers.
 * @module
 */
import type { HttpHandler } from 'msw';
import type { Mock } from '../src/index.js';
import { parseBaseUrl } from '../src/mock/base-url.js';
import { checkArguments } from '../src/mock/check-arguments.js';
import { SESSION_COOKIE, SESSION_HEADER } from '../src/session/session-address.js';
import { RouteHandler } from './msw-route-handler.js';
import { pathsBelow, urlPattern, withoutBase } from './url-pattern.js';

export interface HandlerOptions {
  /** The base URL at which the application calls the APIs. Default: the mock's base URL; without one, any URL. */
  baseUrl?: string;
  /** The services to handle. Default: all. */
  services?: readonly string[];
}

/**
 * Creates MSW handlers for all routes of a mock, grouped by service. Each group ends with handlers for all other requests
 * below the service's prefixes, so that a wrong path or method gets the error of that service. Handlers placed before these,
 * as by `server.use(...)`, take precedence.
 *
 * @example
 * const mock = createMock({ scenario: newsroom });
 * const server = setupServer(...createHandlers(mock));
 * beforeEach(() => mock.reset());
 * @throws MockError `malformed_data` for invalid options, such as an unknown service.
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
  // With an unknown base URL, the text before the first parameter shows where the path begins.
  const [start = ''] = path.split(/[:*]/);
  return new RouteHandler(method, urlPattern(baseUrl, path), ({ request, cookies }) =>
    mock.serve(withSession(below(mock, request, start), cookies[SESSION_COOKIE])),
  );
}

/** Rewrites a request to the mock's own base URL. `start` is the beginning of its path. */
function below(mock: Mock, request: Request, start: string): Request {
  const { origin, pathname, search } = new URL(request.url);
  const target = (mock.baseUrl ?? origin) + withoutBase(pathname, start) + search;
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
