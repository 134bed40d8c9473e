import { build, type Plugin } from 'esbuild';

const SOURCE = 'tools/assistant/index.ts';
const FILE = 'assistant.js';

/** Leaves the tools for assistants out of the bundle; the command that imports them gets their file. */
export const assistantApart: Plugin = {
  name: 'assistant-apart',
  setup(build) {
    build.onResolve({ filter: /\/tools\/assistant\/index\.js$/ }, () => ({ path: `./${FILE}`, external: true }));
  },
};

/**
 * Builds the tools for assistants as a file of their own, minified: the SDK needs all of zod, of which the rest of the package
 * has only the small part.
 */
export async function buildAssistant(folder: string, plugins: Plugin[]): Promise<void> {
  await build({
    entryPoints: [SOURCE],
    outfile: `${folder}/${FILE}`,
    bundle: true,
    minify: true,
    platform: 'node',
    format: 'esm',
    target: 'es2022',
    plugins,
    logLevel: 'warning',
  });
}
