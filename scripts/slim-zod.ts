import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Plugin } from 'esbuild';

const MESSAGE = 'briefs-mock: this schema has no method toJSONSchema; call z.toJSONSchema(schema) of zod';

/** What is removed from files of zod. */
const removals = [
  {
    file: /[\\/]classic[\\/]schemas\.js$/,
    parts: [
      { place: /^ *inst\._zod\.processJSONSchema = .*;\n/gm, instead: '' },
      { place: /,\s*jsonSchema: \{[^}]*\},?(?=\s*\}\))/g, instead: '' },
      { place: /return createToJSONSchemaMethod\(.*;/g, instead: `throw new Error('${MESSAGE}');` },
      { place: /^import .*to-json-schema\.js";\n/gm, instead: '' },
      { place: /\.\.\/core\/json-schema-processors\.js/g, instead: 'slim-zod/checks' },
    ],
  },
  {
    file: /[\\/](?:classic[\\/]external|core[\\/]index)\.js$/,
    parts: [{ place: /^export .*json-schema.*;$/gm, instead: '' }],
  },
];

const FOLDER = dirname(createRequire(import.meta.url).resolve('zod/v4'));
const PROCESSORS = join(FOLDER, 'core', 'json-schema-processors.js');

/** Modules in place of those of zod. */
const modules: Record<string, () => Promise<string>> = {
  // The function of this file that schemas use needs none of its imports for JSON schemas.
  'slim-zod/checks': async () => (await readFile(PROCESSORS, 'utf8')).replace(/^import .*to-json-schema\.js";\n/m, ''),
  'zod/v4': async () => `export * from './index.js'; export { toJSONSchema } from './core/json-schema-processors.js';`,
};

/**
 * Bundles zod without the creation of JSON schemas. Only `zod/v4`, which the OpenAPI documents import, has it: `toJSONSchema(schema)`
 * works without what is removed here. esbuild adds a module to the code of everything that reaches it, whether it is used or not.
 *
 * The build fails if a pattern no longer matches anything.
 */
export function slimZod(): Plugin {
  return {
    name: 'slim-zod',
    setup(build) {
      for (const { file, parts } of removals) {
        build.onLoad({ filter: new RegExp(`[\\\\/]zod[\\\\/]v4${file.source}`) }, async ({ path }) => {
          const contents = await readFile(path, 'utf8');
          const lost = parts.filter(({ place }) => contents.search(place) === -1);
          return {
            contents: parts.reduce((text, { place, instead }) => text.replace(place, instead), contents),
            errors: lost.map(({ place }) => ({
              text: `zod no longer contains ${place.source}: update scripts/slim-zod.ts`,
            })),
          };
        });
      }
      build.onResolve({ filter: /^(?:slim-zod\/checks|zod\/v4)$/ }, ({ path }) => ({
        path,
        namespace: 'slim-zod',
        sideEffects: false,
      }));
      build.onLoad({ filter: /.*/, namespace: 'slim-zod' }, async ({ path }) => ({
        contents: (await modules[path]?.()) ?? '',
        resolveDir: path === 'zod/v4' ? FOLDER : join(FOLDER, 'core'),
      }));
    },
  };
}
