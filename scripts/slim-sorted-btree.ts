import { readFile } from 'node:fs/promises';
import type { Plugin } from 'esbuild';
import { keepMethods } from './keep-methods.js';

/** The methods of src/state/trees.ts, and those that they call. */
const METHODS = [
  ...['clone', 'get', 'set', 'delete', 'minKey', 'maxKey', 'valuesArray', 'entries', 'forRange', 'editRange'],
  ...['getPairOrNextHigher', 'getPairOrNextLower', 'findPath', 'minPair', 'maxPair', 'size', 'indexOf', 'freeze'],
  ...['reifyValues', 'insert', 'insertInLeaf', 'splitOffLeftSide', 'splitOffRightSide'],
  ...['takeFromLeft', 'takeFromRight', 'mergeSibling', 'tryMerge'],
];

/** Bundles only the methods of sorted-btree that are used. The build fails if one of them no longer exists. */
export function slimSortedBtree(): Plugin {
  return {
    name: 'slim-sorted-btree',
    setup(build) {
      build.onLoad({ filter: /[\\/]sorted-btree[\\/]b\+tree\.js$/ }, async ({ path }) => ({
        contents: keepMethods(await readFile(path, 'utf8'), METHODS),
      }));
    },
  };
}
