import type { Api } from '../../src/index.js';

/** Finds the route of a request: of several, the one with most literal segments. */
export function routeFinder(apis: readonly Api[]): (method: string, path: string) => string {
  const routes = apis
    .flatMap(({ routes }) => routes)
    .map(({ method, path }) => ({ method, path, parts: path.split('/') }));
  return (method, target) => {
    const [path = ''] = target.split('?', 1);
    const segments = path.replace(/(?<=.)\/$/, '').split('/');
    const wanted = method === 'HEAD' ? 'GET' : method;
    const matching = routes.filter(
      ({ method: own, parts }) =>
        own === wanted &&
        parts.length === segments.length &&
        parts.every((part, i) => part.startsWith(':') || part === segments[i]),
    );
    const literal = (parts: readonly string[]) => parts.filter((part) => !part.startsWith(':')).length;
    const best = matching.sort((one, other) => literal(other.parts) - literal(one.parts))[0];
    return `${method} ${best?.path ?? path}`;
  };
}
