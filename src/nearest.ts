import { distance } from 'fastest-levenshtein';
import type { Route } from './protocol/route.js';

/** The route that a request probably meant: the one whose path, its parameters filled in, differs least. */
export function nearestRoute(routes: readonly Route[], method: string, path: string): Route | undefined {
  const segments = path.split('/');
  let nearest: Route | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const route of routes) {
    const filled = route.path.split('/').map((part, i) => (part.startsWith(':') ? (segments[i] ?? part) : part));
    // A method that differs decides only between paths that are equally near.
    const difference = distance(filled.join('/'), path) + (route.method === method ? 0 : 0.5);
    if (difference < least) {
      nearest = route;
      least = difference;
    }
  }
  return nearest;
}
