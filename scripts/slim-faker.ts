import { readFile } from 'node:fs/promises';
import type { Plugin } from 'esbuild';

/**
 * Bundles only the parts of @faker-js/faker that are used.
 *
 * The package consists of a few large files with tables at the top level, such as `"…".split(…)`, for generators of e-mails,
 * user agents and so on. A bundler keeps unused calls that may have side effects. This plugin marks the tables as pure, so that
 * unused ones are removed.
 *
 * The build fails if a pattern no longer matches anything.
 */
const tables = [
  // "a|b|c".split("|") as a value
  { place: /(?<=[=:,({[])(?:`[^`\\]*`|"[^"\\]*")\.split\(/g, marked: (table: string) => `${PURE} ${table}` },
  { place: /(?<=[=,])Object\.fromEntries\(/g, marked: (table: string) => `${PURE} ${table}` },
  // =function(e){return e.Any=`any`, …}({}), an enumeration
  { place: /(?<==)function\(e\)\{return e\./g, marked: (table: string) => `${PURE} ${table}` },
  // const simpleFaker=new SimpleFaker;
  { place: /(?<=\bconst \w+=)new [\w$]+;/g, marked: (table: string) => `${PURE} ${table}` },
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
        const lost = tables.map(({ place }) => place).filter((pattern) => !found.has(pattern));
        if (errors.length > 0 || !loaded || lost.length === 0) return undefined;
        const places = lost.map(({ source }) => source).join(' and ');
        return { errors: [{ text: `@faker-js/faker no longer contains ${places}: update scripts/slim-faker.ts` }] };
      });
    },
  };
}
