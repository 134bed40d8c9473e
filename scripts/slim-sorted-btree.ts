import { readFile } from 'node:fs/promises';
import type { Plugin } from 'esbuild';

/** The methods of `Tree` in src/state/trees.ts, and those that they call. */
const used: ReadonlySet<string> = new Set([
  ...['clone', 'get', 'set', 'delete', 'minKey', 'valuesArray', 'getPairOrNextHigher', 'getPairOrNextLower', 'entries'],
  ...['maxKey', 'editRange', 'findPath', 'freeze'],
]);

/** A method of the class, on one line or on several. */
const METHOD = /^ {4}BTree\.prototype\.(\w+) = function(?:.*\};|[\s\S]*?^ {4}\};)\r?\n/gm;

/**
 * Bundles the tree of sorted-btree without its other methods. A bundler keeps all methods of a class.
 *
 * The build fails if a method is no longer found.
 */
export function slimSortedBTree(): Plugin {
  return {
    name: 'slim-sorted-btree',
    setup(build) {
      build.onLoad({ filter: /[\\/]sorted-btree[\\/]b\+tree\.js$/ }, async ({ path }) => {
        const found = new Set<string>();
        const text = await readFile(path, 'utf8');
        const contents = text.replace(METHOD, (method, name: string) => {
          found.add(name);
          return used.has(name) ? method : '';
        });
        const lost = [...used].filter((name) => !found.has(name));
        if (lost.length === 0) return { contents };
        return {
          errors: [{ text: `sorted-btree no longer has ${lost.join(', ')}: update scripts/slim-sorted-btree.ts` }],
        };
      });
    },
  };
}
