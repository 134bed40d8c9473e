import * as z from 'zod';

/** The path of a request and the pattern of the route that it matched, if any. */
export interface MatchedPath {
  readonly path: string;
  readonly pattern: string | undefined;
}

/** The path of a request, and the route that it matched. */
export interface RequestPath {
  readonly path: string;
  /** If the request used an alias: its path with the alias replaced by the route's main path. */
  readonly ownPath: string | undefined;
  /** The path or alias of the route that the request matched; undefined if none. */
  readonly spelling: string | undefined;
  readonly route: string | undefined;
}

/** The path of a request and, if it used an alias, the same path in the main spelling of the route. */
export function matchedPathsOf({ path, spelling, route, ownPath }: RequestPath): MatchedPath[] {
  const requested = { path, pattern: spelling };
  return ownPath === undefined ? [requested] : [requested, { path: ownPath, pattern: route }];
}

/** A pattern in a fault rule or a filter of the journal. */
export const pathPattern = z.string().startsWith('/', 'must start with /');

/**
 * Whether a request matches a pattern. A segment `:name` matches any parameter of the route, or any segment if no route
 * matched the request; `*` at the end matches any rest. Other segments are compared literally.
 */
export function matchesPattern({ path, pattern }: MatchedPath, wanted: string): boolean {
  const { parts, rest } = partsOf(wanted);
  const segments = path.split('/');
  const route = pattern?.split('/');
  if (!hasLength(segments, parts, rest)) return false;
  if (rest !== undefined && !segments[parts.length]?.startsWith(rest)) return false;
  return parts.every(
    (part, i) => part === segments[i] || (isParameter(part) && (route === undefined || isParameter(route[i]))),
  );
}

/** Whether a pattern can match any request of a route. */
export function canMatchRoute(route: string, wanted: string): boolean {
  const { parts, rest } = partsOf(wanted);
  const segments = route.split('/');
  if (!hasLength(segments, parts, rest)) return false;
  const next = segments[parts.length];
  if (rest !== undefined && !isParameter(next) && !next?.startsWith(rest)) return false;
  return parts.every((part, i) => part === segments[i] || (part !== '' && isParameter(segments[i])));
}

/**
 * The whole segments of a pattern and, if it ends in `*`, the start of the next segment. A trailing slash is ignored, as it
 * is in requests (X18).
 */
function partsOf(pattern: string): { parts: string[]; rest: string | undefined } {
  const parts = pattern.replace(/(?<=.)\/$/, '').split('/');
  const rest = pattern.endsWith('*') ? parts.pop()?.slice(0, -1) : undefined;
  return { parts, rest };
}

function hasLength(segments: readonly string[], parts: readonly string[], rest: string | undefined): boolean {
  return rest === undefined ? segments.length === parts.length : segments.length > parts.length;
}

function isParameter(segment: string | undefined): boolean {
  return segment?.startsWith(':') ?? false;
}
