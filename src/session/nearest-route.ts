import { distance } from 'fastest-levenshtein';
import type { RouteAddress } from './route-address.js';

/** More characters than the path of any route has. Longer paths are cut off, because comparing them takes longer. */
const LENGTH_LIMIT = 256;

/** The route that was probably meant: the one whose path, with its parameters filled in, has the least edit distance. */
export function nearestRoute<Known extends Pick<RouteAddress, 'method' | 'path'>>(
  routes: readonly Known[],
  method: string,
  path: string,
): Known | undefined {
  const requested = path.slice(0, LENGTH_LIMIT);
  const segments = requested.split('/');
  let nearest: Known | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const route of routes) {
    const filled = route.path.split('/').map((part, i) => (part.startsWith(':') ? (segments[i] ?? part) : part));
    // The method decides only between paths with the same distance.
    const difference = distance(filled.join('/'), requested) + (route.method === method ? 0 : 0.5);
    if (difference < least) {
      nearest = route;
      least = difference;
    }
  }
  return nearest;
}
