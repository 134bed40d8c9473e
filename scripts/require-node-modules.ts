import { builtinModules } from 'node:module';
import type { Plugin } from 'esbuild';

const isBuiltIn = (name: string) => builtinModules.includes(name.replace(/^node:/, ''));

/** Lets bundled CommonJS packages load modules of Node: an ES module has no `require`, so the bundle imports them. */
export const requireNodeModules: Plugin = {
  name: 'require-node-modules',
  setup(build) {
    build.onResolve({ filter: /^[\w:/]+$/ }, ({ path, kind }) =>
      kind === 'require-call' && isBuiltIn(path)
        ? { path: path.replace(/^node:/, ''), namespace: 'required' }
        : undefined,
    );
    build.onLoad({ filter: /.*/, namespace: 'required' }, ({ path }) => ({
      contents: `export * from 'node:${path}';`,
    }));
  },
};
