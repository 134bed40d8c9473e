import { distance } from 'fastest-levenshtein';
import type { RouteAddress } from './route-address.js';

/** Longer than the path of any route; the time of the comparison grows with the length. */
const LENGTH_LIMIT = 256;

/** The route that a request probably meant: the one whose path, with its parameters filled in, differs least. */
export function nearestRoute<Known extends Pick<RouteAddress, 'method' | 'path'>>(
  routes: readonly Known[],
  method: string,
  path: string,
): Known | undefined {
  const asked = path.slice(0, LENGTH_LIMIT);
  const segments = asked.split('/');
  let nearest: Known | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const route of routes) {
    const filled = route.path.split('/').map((part, i) => (part.startsWith(':') ? (segments[i] ?? part) : part));
    // The method decides only between paths that differ equally.
    const difference = distance(filled.join('/'), asked) + (route.method === method ? 0 : 0.5);
    if (difference < least) {
      nearest = route;
      least = difference;
    }
  }
  return nearest;
}
