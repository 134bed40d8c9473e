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
export type KnownPath =
${paths.map((path) => `  | '${path}'`).join('\n')};
`;
}
