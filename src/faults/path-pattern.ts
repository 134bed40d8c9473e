import { tryDecode } from 'hono/utils/url';
import * as z from 'zod/mini';
import { butIs } from '../foundation/but-is.js';
import type { PathText } from './checked-path.js';

/** The segments of the path of a request, and those of the route that it matched, if any. */
export interface MatchedPath {
  readonly segments: readonly string[];
  readonly route: readonly string[] | undefined;
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
  const requested = { segments: path.split('/'), route: spelling?.split('/') };
  if (ownPath === undefined) return [requested];
  return [requested, { segments: ownPath.split('/'), route: route?.split('/') }];
}

/** The maximum length of a pattern, in characters. */
export const LENGTH_LIMIT = 2048;

/** A pattern in a fault rule or a filter of the journal. */
export const pathPattern: z.core.$ZodType<PathText, PathText> = z
  .string()
  .check(
    z.startsWith('/', butIs('must start with /')),
    z.maxLength(LENGTH_LIMIT, `must have at most ${LENGTH_LIMIT} characters; use a prefix and * for longer paths`),
  );

/** A parsed pattern, to be compared with any number of paths. */
export class PathPattern {
  readonly #parts: readonly string[];
  /** If the pattern ends in `*`: the start of the segment after the parts. */
  readonly #rest: string | undefined;
  /** The parts, and the rest if any, as they are written: an escaped `*` is a character like others. */
  readonly #written: readonly string[];

  constructor(pattern: string) {
    // A trailing slash is ignored, as it is in requests (X18).
    const parts = (pattern.length > 1 && pattern.endsWith('/') ? pattern.slice(0, -1) : pattern).split('/');
    const hasRest = pattern.endsWith('*');
    this.#written = hasRest ? [...parts.slice(0, -1), parts.at(-1)?.slice(0, -1) ?? ''] : parts;
    const all = this.#written.map(decoded);
    this.#rest = hasRest ? all.pop() : undefined;
    this.#parts = all;
  }

  /**
   * Whether a request matches the pattern. A segment `:name` matches any parameter of the route, or any segment if no route
   * matched the request; `*` at the end matches any rest. Other segments are compared literally.
   */
  matches({ segments, route }: MatchedPath): boolean {
    const parts = this.#parts;
    if (!this.#canHaveLengthOf(segments)) return false;
    if (this.#rest !== undefined && !segments[parts.length]?.startsWith(this.#rest)) return false;
    return parts.every(
      (part, i) => part === segments[i] || (isParameter(part) && (route === undefined || isParameter(route[i]))),
    );
  }

  /** Whether the pattern can match any request of a route. */
  canMatchRoute(route: string): boolean {
    const parts = this.#parts;
    const segments = route.split('/');
    if (!this.#canHaveLengthOf(segments)) return false;
    const next = segments[parts.length];
    const canFill = (i: number) => isParameter(segments[i]) && !UNFILLABLE.test(this.#written[i] as string);
    if (this.#rest !== undefined && !canFill(parts.length) && !next?.startsWith(this.#rest)) return false;
    return parts.every((part, i) => part === segments[i] || (part !== '' && canFill(i)));
  }

  /** With `*`, a path that is too short has no segment that matches the rest. */
  #canHaveLengthOf({ length }: readonly string[]): boolean {
    return this.#rest !== undefined || length === this.#parts.length;
  }
}

/** A segment as it is in the path of a request. There, the escapes of `%` and of reserved characters stay as they are. */
function decoded(segment: string): string {
  return tryDecode(segment, (text) => decodeURI(text.replaceAll('%25', '%2525')));
}

/** The characters that end the path of a URL, and `*`, which is not at the end of the pattern. */
const UNFILLABLE = /[?#*]/;

function isParameter(segment: string | undefined): boolean {
  return segment?.startsWith(':') ?? false;
}
