import { distance } from 'fastest-levenshtein';
import type { Route } from '../protocol/route.js';

/** More of a path than any route has: comparing takes time in proportion. */
const LONGEST = 256;

/** The route that a request probably meant: the one whose path, its parameters filled in, differs least. */
export function nearestRoute<Known extends Pick<Route, 'method' | 'path'>>(
  routes: readonly Known[],
  method: string,
  path: string,
): Known | undefined {
  const asked = path.slice(0, LONGEST);
  const segments = asked.split('/');
  let nearest: Known | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const route of routes) {
    const filled = route.path.split('/').map((part, i) => (part.startsWith(':') ? (segments[i] ?? part) : part));
    // A method that differs decides only between paths that are equally near.
    const difference = distance(filled.join('/'), asked) + (route.method === method ? 0 : 0.5);
    if (difference < least) {
      nearest = route;
      least = difference;
    }
  }
  return nearest;
}
