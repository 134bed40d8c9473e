import type { RequestPath } from '../faults/path-pattern.js';
import type { RouteMatch } from '../protocol/service.js';
import type { Call } from './call.js';

export function requestPathOf({ match, path }: Call): RequestPath {
  return {
    path,
    ownPath: match && match.spelling !== match.route.path ? ownPathOf(path, match) : undefined,
    spelling: match?.spelling,
    route: match?.route.path,
  };
}

/** The path of a request that used an alias, in the main spelling of the route. */
function ownPathOf(path: string, { route, spelling }: RouteMatch): string {
  const segments = path.split('/');
  const names = spelling.split('/');
  return route.path.replace(/:\w+/g, (name) => segments[names.indexOf(name)] ?? '');
}
