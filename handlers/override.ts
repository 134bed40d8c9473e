import type { HttpHandler } from 'msw';
import { nearestRouteHint } from '../src/faults/nearest-route.js';
import { optionNames } from '../src/foundation/check-options.js';
import { fromCaller } from '../src/foundation/from-caller.js';
import { malformed } from '../src/foundation/mock-error.js';
import { parseJson } from '../src/foundation/parse-json.js';
import type { AnswerData, Mock } from '../src/index.js';
import { checkArguments } from '../src/mock/check-arguments.js';
import { baseUrlOf, forwardTo } from './forward.js';
import { MswRouteHandler, matchesUrl } from './msw-route-handler.js';
import { urlPattern } from './url-pattern.js';

export interface OverrideOptions {
  /** The base URL at which the application calls the APIs, as for `createHandlers`. Default: the mock's base URL. */
  baseUrl?: string | undefined;
}

/**
 * Creates an MSW handler that lets the mock answer a route and changes `data` in its successes, also in one that a fault rule made.
 * Errors stay as they are. Place it before the handlers of `createHandlers`.
 *
 * @example
 * const server = setupServer(
 *   override(mock, 'GET /public-api/v1/brief', (briefs) =>
 *     briefs.map((brief) => ({ ...brief, name: brief.name.toUpperCase() })),
 *   ),
 *   ...createHandlers(mock),
 * );
 * @throws MockError `malformed_data` for a route that the mock does not have.
 */
export function override<Route extends keyof AnswerData>(
  mock: Mock,
  route: Route,
  change: (data: AnswerData[Route], request: Request) => unknown,
  options: OverrideOptions = {},
): HttpHandler {
  const { method, path, base } = fromCaller(override, () => {
    checkArguments('override', mock, options, optionNames<OverrideOptions>({ baseUrl: true }));
    return { ...expectRoute(mock, route), base: baseUrlOf(mock, options) };
  });
  const answerOf = forwardTo(mock, base, { path });
  const literals = routesOf(mock).filter(
    (one) => one.method === method && one.path !== path && !one.path.includes('/:'),
  );
  const others = literals.map((one) => urlPattern(base?.href, one.path));
  return new MswRouteHandler(method, path, urlPattern(base?.href, path), async (call) => {
    // A route without parameters takes precedence: MSW tries the next handler.
    if (others.some((pattern) => matchesUrl(pattern, call.request.url))) return undefined;
    const request = call.request.clone();
    const answer = await answerOf(call);
    if (!answer.ok) return answer;
    // A fault rule may have broken the JSON.
    const body = parseJson(await answer.clone().text());
    if (typeof body !== 'object' || body === null || !('data' in body)) return answer;
    const data = await change(body.data as AnswerData[Route], request);
    if (data === undefined)
      throw new Error(`override: the function for ${route} returned nothing; it must return the data`);
    return new Response(JSON.stringify({ ...body, data }), answer);
  });
}

function expectRoute(mock: Mock, route: string): { readonly method: string; readonly path: string } {
  const routes = routesOf(mock);
  const found = routes.find(({ method, path }) => `${method} ${path}` === route);
  if (found !== undefined) return found;
  const [method = '', path = ''] = String(route).split(' ');
  throw malformed(`override: there is no route "${route}"${nearestRouteHint(routes, method, path)}`);
}

function routesOf(mock: Mock) {
  return mock.apis().flatMap((api) => api.routes);
}
