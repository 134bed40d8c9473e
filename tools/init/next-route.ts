import type { Project } from './project.js';

const ROUTE = `import { createMock, type Mock } from 'briefs-mock';
import { createFetchHandler } from 'briefs-mock/fetch';
import { newsroom } from 'briefs-mock/seeds';

// A development server evaluates modules again: keep one mock for all.
const kept = globalThis as typeof globalThis & { briefsMock?: Mock };
kept.briefsMock ??= createMock({ scenario: newsroom });

const handler = createFetchHandler(kept.briefsMock, { mount: '/api/mock' });
export { handler as DELETE, handler as GET, handler as POST, handler as PUT };
`;

/** The route of Next that the mock answers; undefined if there is one. */
export function nextRoute(project: Project): { file: string; text: string } | undefined {
  const app = project.find(['src/app', 'app']) ?? 'app';
  const route = `${app}/api/mock/[...path]/route`;
  if (project.find(['ts', 'js'].map((extension) => `${route}.${extension}`)) !== undefined) return undefined;
  if (project.hasTypeScript) return { file: `${route}.ts`, text: ROUTE };
  const text = ROUTE.replace(', type Mock', '')
    .replace(/^const kept.*\n/m, '')
    .replaceAll('kept.', 'globalThis.');
  return { file: `${route}.js`, text };
}
