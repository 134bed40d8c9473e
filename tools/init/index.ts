/**
 * What `briefs-mock init` and `briefs-mock init-assistant` write into a project.
 * @module
 */
import { createTwoFilesPatch } from 'diff';
import { MockError } from '../../src/index.js';
import { type Edit, editOf } from './edit.js';
import { nextRoute } from './next-route.js';
import { Project } from './project.js';
import { viteConfigWithPlugin } from './vite-config.js';

export { planForAssistants } from './assistant.js';
export type { Edit } from './edit.js';

/** The plan for a project. */
export interface SetUpPlan {
  readonly edits: readonly Edit[];
  /** What is left to do, as sentences. */
  readonly next: readonly string[];
}

/**
 * The edits that give a project of Vite or Next the mock. They only add; a project that has it gets none.
 * @throws MockError if the project has neither, or if there is no place for the mock.
 */
export async function planFor(root: string, version: string): Promise<SetUpPlan> {
  const project = new Project(root);
  const isNext = project.dependsOn('next');
  if (!isNext && !project.dependsOn('vite')) {
    throw new MockError(
      'not_found',
      `${root} uses neither Vite nor Next; docs/README.md lists the guides for other projects`,
    );
  }
  const written = isNext ? nextRoute(project) : [await viteConfigWithPlugin(project)].flatMap((one) => one ?? []);
  const isInstalled = project.dependsOn('briefs-mock');
  const manifest = { file: 'package.json', text: project.manifestWith('briefs-mock', `^${version}`) };
  const files = [...written, ...(isInstalled ? [] : [manifest])];
  const edits = files.map(({ file, text }) => editOf(file, project.read(file), text));
  const use = isNext
    ? 'Set the base URL of your API calls to /api/mock.'
    : 'Start the development server, and fetch /public-api/v1/brief.';
  return { edits, next: [...(isInstalled ? [] : ['Run npm install.']), use] };
}

/** The edits as a unified diff. */
export function diffOf(edits: readonly Edit[]): string {
  return edits
    .map(({ file, before, after }) => {
      const from = before === undefined ? '/dev/null' : `a/${file}`;
      return createTwoFilesPatch(from, `b/${file}`, before ?? '', after, '', '', { context: 2 }).replace(/^=+\n/, '');
    })
    .join('\n');
}
