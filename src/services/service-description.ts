import * as z from 'zod/mini';
import { defineRoute, type Route } from '../protocol/route.js';

/** User-Data API and User-Preference API, "Service description". */
export const serviceDescription = z.strictObject({
  /** The version of Python that the service claims to run on; always the same. */
  python_version: z.string(),
  /** Python packages with their versions, such as `pydantic==2.7.4`; always the same. */
  installed_packages: z.array(z.string()),
  /** The name of the API, with which its paths start. */
  name: z.string(),
  /** The versions in `routes`. */
  versions: z.array(z.string()),
  /** The names of the steps that each request passes; always the same. */
  middleware: z.array(z.string()),
  /** By version: the methods in lower case of each path below it, with parameters as `{name:int}`. */
  routes: z.record(z.string(), z.record(z.string(), z.array(z.string()))),
});

/** D28: constant, plausible values. */
const PYTHON_VERSION = '3.11.9';
const INSTALLED_PACKAGES = ['aiohttp==3.9.5', 'pydantic==2.7.4', 'PyJWT==2.8.0', 'SQLAlchemy==2.0.30'];
const MIDDLEWARE = ['request_id', 'authentication', 'error_handler'];

/** The route of the service description. It lists the actual routes of the service (D28, X15). */
export function describeService(name: string, routes: readonly Route[]): Route {
  return defineRoute({
    method: 'GET',
    path: `/${name}/service-description`,
    summary: 'Describe the service: its packages, versions and routes',
    decisions: ['D28', 'X15'],
    response: z.strictObject({ data: serviceDescription }),
    handle: () => ({
      data: {
        python_version: PYTHON_VERSION,
        installed_packages: INSTALLED_PACKAGES,
        name,
        versions: ['v1', 'v2'],
        middleware: MIDDLEWARE,
        routes: { v1: routeMap(routes, `/${name}/v1`), v2: {} },
      },
    }),
  });
}

/** The methods of each path below a version's base path. */
function routeMap(routes: readonly Route[], base: string): Record<string, string[]> {
  const map: Record<string, string[]> = {};
  for (const { method, path, aliases } of routes) {
    for (const spelling of [path, ...aliases]) {
      const pattern = patternOf(spelling.slice(base.length));
      map[pattern] = [...(map[pattern] ?? []), method.toLowerCase()];
    }
  }
  return map;
}

/** `/client/:id` as `/client/{pk:int}`; parameters with another name than `id` keep it. */
function patternOf(path: string): string {
  return path.replace(/:(\w+)/g, (_, name: string) => `{${name === 'id' ? 'pk' : name}:int}`);
}
