/**
 * The mock as MSW request handlers.
 * @module
 */
import { type HttpHandler, http } from 'msw';
import type { Mock } from '../src/index.js';

export interface HandlerOptions {
  /** Where the application calls the APIs. Default: the mock's base URL; without one, any. */
  baseUrl?: string;
  /** The services to handle. Default: all. */
  services?: readonly string[];
}

/**
 * MSW handlers for everything that a mock answers: one per route, grouped by service, and after each group one for what
 * the service has no route for, so that a wrong path or method gets the service's own refusal. Handlers that are put
 * before them, as `server.use(...)` does, go first.
 *
 * @example
 * const mock = createMock({ scenario: newsroom });
 * const server = setupServer(...createHandlers(mock));
 * beforeEach(() => mock.reset());
 * @throws MockError `malformed_data` for a service that does not exist.
 */
export function createHandlers(mock: Mock, options: HandlerOptions = {}): HttpHandler[] {
  const baseUrl = options.baseUrl?.replace(/\/+$/, '') ?? mock.baseUrl ?? '*';
  return mock
    .apis(options.services)
    .flatMap(({ prefix, routes }) => [
      ...routes.map(({ method, path }) => handler(mock, methods[method], baseUrl, path)),
      handler(mock, http.all, baseUrl, `${prefix}/*`),
    ]);
}

const methods = { GET: http.get, POST: http.post, PUT: http.put, PATCH: http.patch, DELETE: http.delete };

function handler(mock: Mock, register: typeof http.all, baseUrl: string, path: string): HttpHandler {
  // What stands before the first parameter tells where, under a base URL that is not known, the path begins.
  const [start = ''] = path.split(/[:*]/);
  return register(baseUrl + path, ({ request }) => mock.fetch(below(mock, request, start)));
}

/** The request as if it had been sent to the mock's own base URL. */
function below(mock: Mock, request: Request, start: string): Request {
  const url = new URL(request.url);
  const base = mock.baseUrl ?? url.origin;
  const target = base + url.pathname.slice(Math.max(0, url.pathname.indexOf(start))) + url.search;
  return target === request.url ? request : new Request(target, request);
}
