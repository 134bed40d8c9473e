import { createMock } from 'briefs-mock';
import { generatedFrom } from './first-line.js';

/** The text of src/faults/known-path.ts. */
export function knownPath(): string {
  const routes = createMock()
    .apis()
    .flatMap((api) => api.routes);
  const paths = [...new Set(routes.map(({ path }) => path))];
  return `${generatedFrom('the routes of the three APIs')}

/** The paths of the three APIs, for editors to suggest. */
type KnownPath =
${paths.map((path) => `  | '${path}'`).join('\n')};

/**
 * The path of a route, or any other path; editors suggest those of the routes. A type that refused the others would also refuse
 * paths in variables, of records and of own routes, so a wrong path is an error of the call, which names the nearest route.
 */
export type PathText = KnownPath | (string & {});
`;
}
