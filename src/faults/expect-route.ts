import { issuesError } from '../foundation/mock-error.js';
import type { RouteAddress } from '../protocol/route-address.js';
import type { FaultRule } from './fault-rule.js';
import { nearestRouteHint } from './nearest-route.js';
import { PathPattern } from './path-pattern.js';

/**
 * Checks that a rule can apply to one of the routes. `root` is where the rule is in the input.
 * @throws MockError `malformed_data`, with the nearest route or the methods that there are
 */
export function expectRoute(
  routes: readonly RouteAddress[],
  { method, path }: FaultRule,
  root: readonly (string | number)[],
): void {
  if (path === undefined) return;
  const pattern = new PathPattern(path);
  const matching = routes.filter((route) =>
    [route.path, ...route.aliases].some((spelling) => pattern.canMatchRoute(spelling)),
  );
  if (matching.length === 0) {
    const message = `matches no route${nearestRouteHint(routes, method ?? 'GET', path)}`;
    throw issuesError('malformed_data', [{ path: [...root, 'path'].join('.'), message }]);
  }
  const wanted = method === 'HEAD' ? 'GET' : method;
  if (wanted === undefined || matching.some((route) => route.method === wanted)) return;
  const allowed = [...new Set(matching.map((route) => route.method))].join(', ');
  const message = `is ${method}, but ${path} supports only ${allowed}`;
  throw issuesError('malformed_data', [{ path: [...root, 'method'].join('.'), message }]);
}
