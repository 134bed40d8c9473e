import { formatValue } from '../foundation/format-value.js';
import { malformedAt } from '../foundation/mock-error.js';
import type { RouteAddress } from '../protocol/route-address.js';
import { nearestPatternHint } from './nearest-route.js';
import { PathPattern } from './path-pattern.js';

/** A pattern of paths, and a method in any case; without one, it matches requests with every method. */
interface RequestSelection {
  readonly method?: string | undefined;
  readonly path?: string | undefined;
}

/**
 * Checks that a selection can match requests to a route. `root` is its place in the input, for issues.
 * @throws MockError `malformed_data`, with the nearest route or the methods of the path
 */
export function expectRoute({ method, path }: RequestSelection, routes: readonly RouteAddress[], root = ''): void {
  if (path === undefined) return;
  const pattern = new PathPattern(path);
  const matching = routes.filter((route) =>
    [route.path, ...route.aliases].some((spelling) => pattern.canMatchRoute(spelling)),
  );
  const reached = matching.filter(isReached);
  const given = method?.toUpperCase();
  if (reached.length === 0) {
    const [start = ''] = path.split(/[?#]/, 1);
    const hint = nearestPatternHint(routes.filter(isReached), given ?? 'GET', start);
    const problem = matching.length > 0 ? 'to which no fault rule applies' : problemOf(path) + hint;
    throw malformedAt(`${root}path`, `is ${formatValue(path)}, ${problem}`);
  }
  const wanted = given === 'HEAD' ? 'GET' : given;
  if (wanted === undefined || reached.some((route) => route.method === wanted)) return;
  const allowed = [...new Set(reached.map((route) => route.method))].join(', ');
  const limit = reached.length < matching.length ? `fault rules apply to ${path} only with` : `${path} supports only`;
  throw malformedAt(`${root}method`, `is ${given}, but ${limit} ${allowed}`);
}

function isReached({ exemptFromFaults = false }: RouteAddress): boolean {
  return !exemptFromFaults;
}

function problemOf(path: string): string {
  if (path.includes('?')) return 'but must not have a query, which is a condition of its own';
  if (path.includes('#')) return 'but must not have a fragment, which no request has';
  return path.slice(0, -1).includes('*') ? 'but can have * only at its end' : 'which matches no route';
}
