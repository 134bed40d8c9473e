import { readFile } from 'node:fs/promises';
import type { Plugin } from 'esbuild';

/**
 * Bundles of @faker-js/faker what is used of it.
 *
 * It is published as a few large files with tables at their top, such as `"…".split(…)`, that serve generators of
 * e-mails, user agents and the like. A bundler keeps a call that it cannot know to be without effect, used or not. Here
 * each such table is marked as free of effects, which changes nothing but that the unused ones are left out.
 *
 * A mark that finds no place any more fails the build.
 */
const tables = [
  // "a|b|c".split("|"), in the place of a value
  { place: /(?<=[=:,({[])(?:`[^`\\]*`|"[^"\\]*")\.split\(/g, marked: (table: string) => `${PURE} ${table}` },
  { place: /(?<=[=,])Object\.fromEntries\(/g, marked: (table: string) => `${PURE} ${table}` },
  // ={...a,...b}, which may run getters
  { place: /(?<==)\{(?:\.\.\.[\w$]+,?)+\}(?=[,;])/g, marked: (table: string) => `${PURE} (() => (${table}))()` },
];

const PURE = '/* @__PURE__ */';
const NAME = 'slim-faker';

export function slimFaker(): Plugin {
  return {
    name: NAME,
    setup(build) {
      const found = new Set<RegExp>();
      let loaded = false;

      build.onLoad({ filter: /[\\/]@faker-js[\\/]faker[\\/]dist[\\/][^\\/]+\.js$/ }, async ({ path }) => {
        loaded = true;
        let contents = await readFile(path, 'utf8');
        for (const { place, marked } of tables) {
          contents = contents.replace(place, (table) => {
            found.add(place);
            return marked(table);
          });
        }
        return { contents };
      });

      build.onEnd(({ errors }) => {
        const lost = tables.filter(({ place }) => !found.has(place));
        if (errors.length > 0 || !loaded || lost.length === 0) return undefined;
        const places = lost.map(({ place }) => place.source).join(' and ');
        return { errors: [{ text: `@faker-js/faker no longer has ${places}: see scripts/slim-faker.ts` }] };
      });
    },
  };
}
