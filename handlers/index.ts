/**
 * The mock as MSW request handlers.
 * @module
 */
import { type HttpHandler, passthrough } from 'msw';
import { checkFlag, optionNames } from '../src/foundation/check-options.js';
import { fromCaller } from '../src/foundation/from-caller.js';
import { malformed } from '../src/foundation/mock-error.js';
import { withoutStackTraces } from '../src/foundation/without-stack-traces.js';
import type { Mock, ServiceName } from '../src/index.js';
import { checkArguments } from '../src/mock/check-arguments.js';
import { CONTROL_PREFIX } from '../src/session/session-address.js';
import { baseUrlOf, forwardTo } from './forward.js';
import { MswRouteHandler } from './msw-route-handler.js';
import { pathsBelow, urlPattern } from './url-pattern.js';

export { type OverrideOptions, override } from './override.js';

export interface HandlerOptions {
  /**
   * The base URL at which the application calls the APIs; in a page, `/api` means a path on the page's own origin. Default: the
   * mock's base URL. Without one, the paths of the APIs match on every origin, if the path of the URL starts with them.
   */
  baseUrl?: string | undefined;
  /** The services to handle. Default: all. */
  services?: readonly ServiceName[] | undefined;
  /**
   * Whether the handlers also answer the control API, below `/__mock`. Everything whose requests MSW intercepts can then call it:
   * the page itself, or the process. Default false.
   */
  control?: boolean | undefined;
  /**
   * Whether requests that the mock does not answer go on to the network: those below the prefixes of the services for which
   * there is no route, and all those of services that `services` does not name. Default false: the former get the error of
   * the service, the latter are unhandled requests for MSW.
   */
  passthrough?: boolean | undefined;
}

const allowedOptions = optionNames<HandlerOptions>({ baseUrl: true, services: true, control: true, passthrough: true });

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
  return fromCaller(createHandlers, () => handlersOf(mock, options));
}

function handlersOf(mock: Mock, options: HandlerOptions): HttpHandler[] {
  checkArguments('createHandlers', mock, options, allowedOptions);
  const { control = false, passthrough: passes = false } = options;
  checkFlag('control', control);
  checkFlag('passthrough', passes);
  const base = baseUrlOf(mock, options);
  const handled = mock.apis(options.services);
  if (handled.length === 0) {
    const names = mock.apis().map(({ name }) => name);
    throw malformed(`services: must name at least one of ${names.join(', ')}, or be left out, but is []`);
  }
  const others = mock.apis().filter(({ name }) => !handled.some((api) => api.name === name));
  const handlerOf = (resolverOf: (address: Address) => Resolver) => (address: Address) => {
    const url = urlPattern(base?.href, address.path);
    // MSW reads from a stack trace where a handler is created; for all of these, that is here.
    return withoutStackTraces(() => new MswRouteHandler(address.method, address.path, url, resolverOf(address)));
  };
  const answered = handlerOf((address) => forwardTo(mock, base, address));
  const passed = handlerOf(() => () => passthrough());
  return [
    ...handled.flatMap(({ routes, prefixes }) => [
      // Below the prefixes of a service, the last handlers answer these too. Custom routes have no prefixes.
      ...(passes || prefixes.length === 0 ? withImplied(routes) : routes).map(answered),
      ...below(prefixes).map(passes ? passed : answered),
    ]),
    ...(passes ? others.flatMap(({ prefixes }) => below(prefixes)).map(passed) : []),
    ...(control ? below([CONTROL_PREFIX]).map(answered) : []),
  ];
}

type Resolver = ConstructorParameters<typeof MswRouteHandler>[3];

/** What a handler matches. */
interface Address {
  readonly method: string;
  readonly path: string;
}

/** All requests at and below prefixes. */
function below(prefixes: readonly string[]): Address[] {
  return pathsBelow(prefixes).map((path) => ({ method: 'ALL', path }));
}

/** Routes with the requests that they imply: HEAD of a GET, and OPTIONS. */
function withImplied(routes: readonly Address[]): Address[] {
  const reads = routes.filter(({ method }) => method === 'GET').map(({ path }) => ({ method: 'HEAD', path }));
  const paths = [...new Set(routes.map(({ path }) => path))];
  return [...routes, ...reads, ...paths.map((path) => ({ method: 'OPTIONS', path }))];
}
