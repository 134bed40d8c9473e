import type { Project } from './project.js';

const MOCK = `import { createMock, type Mock } from 'briefs-mock';
import { createFetchHandler } from 'briefs-mock/fetch';
import { newsroom } from 'briefs-mock/seeds';

// A development server evaluates modules again: keep one mock for all.
const kept = globalThis as typeof globalThis & { briefsMock?: Mock };
kept.briefsMock ??= createMock({ scenario: newsroom });

export const answer = createFetchHandler(kept.briefsMock, { mount: '/api/mock' });
`;

const ROUTE = `async function handler(request: Request) {
  // A build for production leaves out what follows, and the mock with it.
  if (process.env.NODE_ENV === 'production') return new Response(null, { status: 404 });
  const { answer } = await import('./mock');
  return answer(request);
}
export { handler as DELETE, handler as GET, handler as PATCH, handler as POST, handler as PUT };
`;

/** The route of Next that the mock answers, and the mock beside it; nothing if there is such a route. */
export function nextRoute(project: Project): readonly { file: string; text: string }[] {
  // Next does not build a project whose folders `app` and `pages` are in different places, and prefers those outside of `src`.
  const pages = project.find(['pages', 'src/pages']) ?? 'pages';
  const app = project.find(['app', 'src/app']) ?? pages.replace('pages', 'app');
  const folder = `${app}/api/mock/[...path]`;
  if (project.find(['ts', 'js'].map((extension) => `${folder}/route.${extension}`)) !== undefined) return [];
  const written = (name: string, text: string) =>
    project.hasTypeScript
      ? { file: `${folder}/${name}.ts`, text }
      : { file: `${folder}/${name}.js`, text: inJavaScript(text) };
  return [written('mock', MOCK), written('route', ROUTE)].filter(({ file }) => project.read(file) === undefined);
}

function inJavaScript(text: string): string {
  return text
    .replace(', type Mock', '')
    .replace(/^const kept.*\n/m, '')
    .replaceAll('kept.', 'globalThis.')
    .replace(': Request', '')
    .replace("'./mock'", "'./mock.js'");
}
