import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import type { Plugin } from 'esbuild';

/** The exports of zod/mini that lead to the code for JSON schemas. */
const JSON_SCHEMAS = /^export .*json-schema.*;$/gm;

const NAME = 'slim-zod';

/**
 * Bundles zod/mini without the creation of JSON schemas, which only `zod/v4` has: the OpenAPI documents, which are loaded on demand,
 * import that. esbuild adds a module to the code of everything that reaches it, whether it is used or not.
 *
 * The build fails if the pattern no longer matches anything.
 */
export function slimZod(): Plugin {
  return {
    name: NAME,
    setup(build) {
      build.onLoad({ filter: /[\\/]zod[\\/]v4[\\/](?:mini[\\/]external|core[\\/]index)\.js$/ }, async ({ path }) => {
        const text = await readFile(path, 'utf8');
        const contents = text.replace(JSON_SCHEMAS, '');
        if (contents !== text) return { contents };
        return { errors: [{ text: `${path} no longer exports JSON schemas: update scripts/slim-zod.ts` }] };
      });
      build.onResolve({ filter: /^zod\/v4$/ }, ({ path }) => ({ path, namespace: NAME, sideEffects: false }));
      build.onLoad({ filter: /.*/, namespace: NAME }, () => ({
        contents: `export * from './mini/index.js'; export { toJSONSchema } from './core/json-schema-processors.js';`,
        resolveDir: dirname(createRequire(import.meta.url).resolve('zod/v4')),
      }));
    },
  };
}
