import { distance } from 'fastest-levenshtein';
import { getOrInsert } from '../foundation/get-or-insert.js';
import { isRead, type RouteAddress } from '../protocol/route-address.js';

/** The part of a path that is compared: more than the path of any route has. */
const LENGTH_LIMIT = 256;
const SEGMENT_LIMIT = 12;

/**
 * The costs of differences. Replacing a segment by one that has nothing in common with it costs as much as removing one and
 * adding one.
 */
const MISSING_SEGMENT = 1.5;
const MISSING_PARAMETER = 0.75;
const EXTRA_SEGMENT = 1;
const UNLIKE_SEGMENTS = MISSING_SEGMENT + EXTRA_SEGMENT;
const FILLED_PARAMETER = 0.25;
/** Multiplied by the share of characters that differ. */
const TYPOS = 4;
const OTHER_METHOD = 0.5;
const READ_FOR_WRITE = 1;

/**
 * The route that was probably meant: the one with the most similar segments, and preferably with the method. Undefined if it has
 * no word in common with the path.
 */
function nearestRoute<Known extends { readonly method: string; readonly path: string }>(
  routes: readonly Known[],
  method: string,
  path: string,
): Known | undefined {
  const requested = path.slice(0, LENGTH_LIMIT);
  const segments = segmentsOf(requested);
  const costOf = remembered(replacementOf);
  const candidates = routes.map((route) => {
    const difference = differenceOf(segmentsOf(route.path), segments, costOf) + methodDifference(route.method, method);
    return { route, difference };
  });
  const least = Math.min(...candidates.map(({ difference }) => difference));
  const nearest = candidates.filter(({ difference }) => difference === least).map(({ route }) => route);
  const [route] = nearest.sort((a, b) => distance(a.path, requested) - distance(b.path, requested));
  return route !== undefined && haveWordInCommon(segmentsOf(route.path), segments) ? route : undefined;
}

/** `; the nearest route is GET /public-api/v1/brief`, or nothing if no route is similar. */
export function nearestRouteHint(
  routes: readonly Pick<RouteAddress, 'method' | 'path'>[],
  method: string,
  path: string,
): string {
  const nearest = nearestRoute(routes, method, path);
  return nearest === undefined ? '' : `; the nearest route is ${nearest.method} ${nearest.path}`;
}

/**
 * Like `nearestRouteHint`, for a pattern of paths: if it ends in `*`, the hint is a pattern too, such as `; the nearest route is
 * /public-api/v1/brief/*`.
 */
export function nearestPatternHint(
  routes: readonly Pick<RouteAddress, 'method' | 'path'>[],
  method: string,
  pattern: string,
): string {
  if (!pattern.endsWith('*')) return nearestRouteHint(routes, method, pattern);
  const start = pattern.slice(0, -1);
  const segments = segmentsOf(start.slice(0, LENGTH_LIMIT));
  const starts = [...new Set(routes.flatMap(({ path }) => startsOf(path)))].map((path) => ({ method: 'GET', path }));
  const ofSameLength = starts.filter(({ path }) => segmentsOf(path).length === segments.length);
  const similar = starts.filter(({ path }) => haveWordInCommon(segmentsOf(path), segments));
  const nearest = nearestRoute(ofSameLength, 'GET', start) ?? nearestRoute(similar, 'GET', start);
  return nearest === undefined ? '' : `; the nearest route is ${nearest.path}/*`;
}

/** The parts of a path before each slash except the first. */
function startsOf(path: string): string[] {
  const parts = path.split('/');
  return parts.slice(2).map((_, i) => parts.slice(0, i + 2).join('/'));
}

function methodDifference(method: string, requested: string): number {
  if (method === requested) return 0;
  return isRead(method) === isRead(requested) ? OTHER_METHOD : READ_FOR_WRITE;
}

function segmentsOf(path: string): string[] {
  return path
    .toLowerCase()
    .split('/')
    .filter((segment) => segment !== '')
    .slice(0, SEGMENT_LIMIT);
}

/** The least cost of changing the segments of a route to those of a request: the edit distance with these costs. */
function differenceOf(route: readonly string[], requested: readonly string[], costOf: ReplacementCost): number {
  let previous = Array.from({ length: requested.length + 1 }, (_, i) => i * EXTRA_SEGMENT);
  for (const part of route) {
    const missing = isParameter(part) ? MISSING_PARAMETER : MISSING_SEGMENT;
    const current = [(previous[0] as number) + missing];
    for (const [j, segment] of requested.entries()) {
      const replaced = (previous[j] as number) + costOf(part, segment);
      const left = (previous[j + 1] as number) + missing;
      current.push(Math.min(replaced, left, (current[j] as number) + EXTRA_SEGMENT));
    }
    previous = current;
  }
  return previous.at(-1) as number;
}

/** The cost of replacing a segment of a route by one of a request. */
type ReplacementCost = (part: string, segment: string) => number;

/** Computes each cost once: routes have most of their segments in common. */
function remembered(costOf: ReplacementCost): ReplacementCost {
  const costs = new Map<string, number>();
  // No segment contains a slash.
  return (part, segment) => getOrInsert(costs, `${part}/${segment}`, () => costOf(part, segment));
}

function replacementOf(part: string, segment: string): number {
  return isParameter(part) ? FILLED_PARAMETER : Math.min(UNLIKE_SEGMENTS, TYPOS * unlikeness(part, segment));
}

/** From 0 for equal segments to 1, by characters or, if words are in another order or left out, by words. */
function unlikeness(a: string, b: string): number {
  if (a === b) return 0;
  const words = wordsOf(a);
  const others = wordsOf(b);
  const shared = [...words].filter((word) => others.has(word)).length;
  const byWords = 1 - shared / (words.size + others.size - shared);
  return Math.min(distance(a, b) / Math.max(a.length, b.length), Math.max(0.1, byWords));
}

/** The words of a segment, in the singular. */
function wordsOf(segment: string): ReadonlySet<string> {
  return new Set(segment.split(/[-_.]/).map((word) => word.replace(/(?<=..)s$/, '')));
}

function isParameter(part: string): boolean {
  return part.startsWith(':');
}

/** Whether a literal segment of a route, other than a version, is similar to a segment of a request. */
function haveWordInCommon(route: readonly string[], requested: readonly string[]): boolean {
  const literals = route.filter((part) => !isParameter(part) && !/^v\d+$/.test(part));
  return literals.some((part) => requested.some((segment) => unlikeness(part, segment) < 0.5));
}
