import * as z from 'zod';

/** Where a request went: its path and, if a route answers it, the route's own pattern for that path. */
export interface Place {
  readonly path: string;
  readonly pattern: string | undefined;
}

/** A pattern as it may be written. */
export const pathPattern = z.string().startsWith('/', 'does not begin with /');

/**
 * Whether a place fits a pattern. A segment `:name` stands for a parameter of the route, whatever its name and value (where
 * no route answers, for any segment), and a `*` at the end for any rest. Every other segment stands for itself.
 */
export function fitsPattern({ path, pattern }: Place, wanted: string): boolean {
  const { parts, rest } = partsOf(wanted);
  const segments = path.split('/');
  const route = pattern?.split('/');
  if (!fitsLength(segments, parts, rest)) return false;
  if (rest !== undefined && !segments[parts.length]?.startsWith(rest)) return false;
  return parts.every(
    (part, i) => part === segments[i] || (isParameter(part) && (route === undefined || isParameter(route[i]))),
  );
}

/** Whether some request of a route fits a pattern: one that no route meets is a slip. */
export function meetsPattern(route: string, wanted: string): boolean {
  const { parts, rest } = partsOf(wanted);
  const segments = route.split('/');
  if (!fitsLength(segments, parts, rest)) return false;
  const next = segments[parts.length];
  if (rest !== undefined && !isParameter(next) && !next?.startsWith(rest)) return false;
  return parts.every((part, i) => part === segments[i] || (part !== '' && isParameter(segments[i])));
}

/**
 * The whole segments of a pattern and, where it ends in `*`, the beginning of the segment that comes next. A slash at the
 * end makes no difference, as it makes none in requests (X18).
 */
function partsOf(pattern: string): { parts: string[]; rest: string | undefined } {
  const parts = pattern.replace(/(?<=.)\/$/, '').split('/');
  const rest = pattern.endsWith('*') ? parts.pop()?.slice(0, -1) : undefined;
  return { parts, rest };
}

function fitsLength(segments: readonly string[], parts: readonly string[], rest: string | undefined): boolean {
  return rest === undefined ? segments.length === parts.length : segments.length > parts.length;
}

function isParameter(segment: string | undefined): boolean {
  return segment?.startsWith(':') ?? false;
}
