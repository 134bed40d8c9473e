import { writeFileSync } from 'node:fs';
import { build, type Plugin } from 'esbuild';

const SOURCE = 'tools/assistant/index.ts';
const NAME = 'assistant';

/** Leaves the tools for assistants out of the bundle; the command that imports them gets their file. */
export const assistantApart: Plugin = {
  name: 'assistant-apart',
  setup(build) {
    build.onResolve({ filter: /\/tools\/assistant\/index\.js$/ }, () => ({ path: `./${NAME}.js`, external: true }));
  },
};

/**
 * Leaves ajv out, a third of the SDK. The SDK makes a validator for each server, and uses it for what a person has answered to a
 * question of a tool. Our tools ask none.
 */
const withoutAjv: Plugin = {
  name: 'without-ajv',
  setup(build) {
    build.onResolve({ filter: /^@modelcontextprotocol\/server\/_shims$/ }, () => ({
      path: 'shims',
      namespace: 'slim',
    }));
    build.onLoad({ filter: /^shims$/, namespace: 'slim' }, () => ({
      contents: `
        export { default as process } from 'node:process';
        export class DefaultJsonSchemaValidator {
          getValidator() { throw new Error('this build of the SDK cannot validate the answers to questions'); }
        }`,
    }));
  },
};

/**
 * Builds the tools for assistants as files of their own, minified. The SDK needs all of zod, which is installed with the package;
 * the rest of the package has the small part of it bundled. The code is CommonJS, and the ES module re-exports it, so that it is
 * in the package once.
 */
export async function buildAssistant(folder: string, plugins: Plugin[]): Promise<void> {
  await build({
    entryPoints: [SOURCE],
    outfile: `${folder}/${NAME}.cjs`,
    bundle: true,
    minify: true,
    platform: 'node',
    format: 'cjs',
    target: 'es2022',
    external: ['zod', 'zod/*'],
    define: { 'import.meta.url': 'fileUrl' },
    banner: { js: `const fileUrl = require('node:url').pathToFileURL(__filename).href;` },
    plugins: [withoutAjv, ...plugins],
    logLevel: 'warning',
  });
  writeFileSync(`${folder}/${NAME}.js`, `export * from './${NAME}.cjs';\n`);
}
