/**
 * The mock as MSW request handlers.
 * @module
 */
import type { HttpHandler } from 'msw';
import type { Mock, ServiceName } from '../src/index.js';
import { type BaseUrl, parseBaseUrl } from '../src/mock/base-url.js';
import { checkArguments, checkFlag } from '../src/mock/check-arguments.js';
import { CONTROL_PREFIX, SESSION_COOKIE, SESSION_HEADER } from '../src/session/session-address.js';
import { RouteHandler } from './msw-route-handler.js';
import { pathsBelow, urlPattern } from './url-pattern.js';

export interface HandlerOptions {
  /**
   * The base URL at which the application calls the APIs; in a page, `/api` means a path on the page's own origin. Default:
   * the mock's base URL. Without one, the paths of the APIs match on every origin, if the path of the URL begins with them.
   */
  baseUrl?: string;
  /** The services to handle. Default: all. */
  services?: readonly ServiceName[];
  /**
   * Whether the handlers also answer the control API, below `/__mock`. They answer it to whoever makes requests that MSW
   * intercepts: the page itself, or the process. Default false.
   */
  control?: boolean;
}

/**
 * Creates MSW handlers for all routes of a mock, grouped by service. Each group ends with handlers for all other requests
 * below the service's prefixes, so that a wrong path or method gets the error of that service. With `control`, handlers of the
 * control API follow. Handlers placed before these, as by `server.use(...)`, take precedence.
 *
 * @example
 * const mock = createMock({ scenario: newsroom });
 * const server = setupServer(...createHandlers(mock));
 * beforeEach(() => mock.reset());
 * @throws MockError `malformed_data` for invalid options, such as an unknown service.
 */
export function createHandlers(mock: Mock, options: HandlerOptions = {}): HttpHandler[] {
  checkArguments('createHandlers', mock, options, [
    'baseUrl',
    'services',
    'control',
  ] satisfies (keyof HandlerOptions)[]);
  const { control = false } = options;
  checkFlag('control', control);
  const baseUrl = options.baseUrl === undefined ? mock.baseUrl : options.baseUrl;
  const base = baseUrl === undefined ? undefined : parseBaseUrl(baseUrl);
  return [
    ...mock
      .apis(options.services)
      .flatMap(({ prefixes, routes }) => [
        ...routes.map(({ method, path }) => handler(mock, method, base, path)),
        ...pathsBelow(prefixes).map((path) => handler(mock, 'ALL', base, path)),
      ]),
    ...(control ? pathsBelow([CONTROL_PREFIX]).map((path) => handler(mock, 'ALL', base, path)) : []),
  ];
}

function handler(mock: Mock, method: string, base: BaseUrl | undefined, path: string): HttpHandler {
  return new RouteHandler(method, path, urlPattern(base?.href, path), ({ request, cookies }) =>
    mock.serve(withSession(moved(mock, request, base?.path ?? ''), cookies[SESSION_COOKIE])),
  );
}

/** Moves a request from the base path of the handlers to the mock's own base URL. */
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
