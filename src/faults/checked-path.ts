import type { ApiName } from '../protocol/service.js';
import type { KnownPath } from './known-path.js';

/** The path of a route, or any other path; editors suggest those of the routes. */
export type PathText = KnownPath | (string & {});

/** The path of a route with any text for its parameters. */
type FilledPath<Path> = Path extends `${infer Start}/:${infer Rest}`
  ? `${Start}/${string}${Rest extends `${string}/${infer More}` ? FilledPath<`/${More}`> : ''}`
  : Path;

/** A path that can be that of a request, or of several with `*` at its end; otherwise the paths of the routes. */
type PossiblePath<Path> = Path extends `${string}${'?' | '#'}${string}`
  ? KnownPath
  : Path extends FilledPath<KnownPath>
    ? Path
    : Path extends `${infer Start}*`
      ? [Extract<KnownPath, `${Start}${string}`>] extends [never]
        ? KnownPath
        : Path
      : KnownPath;

/**
 * The path itself, unless it is written out and the API that it names has no such route: then the paths of the routes, so that
 * the compiler shows them. What other paths stand for, those in variables and of own routes, is known at run time only.
 */
export type CheckedPath<Path extends string> = Path extends `/${ApiName}/${string}`
  ? Record<never, never> extends Record<Path, unknown>
    ? Path
    : PossiblePath<Path>
  : Path;
