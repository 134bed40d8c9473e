import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { makeSmaller } from './smaller-module.js';

/**
 * Writes the CommonJS build: converts each ES module that the entries import, including shared chunks, to a `.cjs` file of the
 * same name. Minifies the ES modules that are loaded on demand, and those that only the command line and `nodeOnly`, entries
 * that no page imports, load. Removes the comments and the indentation of the others.
 *
 * esbuild splits shared code into chunks for ES modules only. tsup's own conversion (Sucrase) changes class fields and default
 * imports, so `require()` would run different code than `import`. Converting the finished modules keeps both builds the same.
 */
export async function toCommonJs(
  folder: string,
  entries: readonly string[],
  nodeOnly: readonly string[],
): Promise<void> {
  const modules = modulesOf(folder, [...entries, ...nodeOnly]);
  // One that re-exports CommonJS is left as it is.
  for (const file of modules) if (existsSync(join(folder, file.replace(/\.js$/, '.cjs')))) modules.delete(file);
  await build({
    entryPoints: [...modules].map((file) => join(folder, file)),
    outdir: folder,
    outExtension: { '.js': '.cjs' },
    format: 'cjs',
    platform: 'node',
    target: 'es2022',
    // For the size of the package. ES modules lose only comments and indentation, because bundlers would leave out less of minified
    // ones.
    minify: true,
    logLevel: 'warning',
    // ES modules have a URL here, and CommonJS a path. `createRequire` takes both.
    define: { 'import.meta.url': '__filename' },
    // Jest runs CommonJS in a context that cannot `import()`.
    supported: { 'dynamic-import': false },
    // The plugin sees imports only when bundling is on; it keeps all of them external.
    bundle: true,
    plugins: [keepImportsExternal],
  });
  const inPages = modulesOf(folder, entries, STATIC_IMPORT);
  for (const file of inPages) makeSmaller(join(folder, file));
  const others = readdirSync(folder).filter((file) => file.endsWith('.js') && !inPages.has(file));
  await build({
    entryPoints: others.map((file) => join(folder, file)),
    outdir: folder,
    allowOverwrite: true,
    target: 'es2022',
    minify: true,
    logLevel: 'warning',
  });
}

const IMPORT = /(?:from|import)\s*\(?\s*["']\.\/([\w-]+\.js)["']/g;
/** Not one on demand, of which a bundler leaves out nothing. */
const STATIC_IMPORT = /(?:from|import)\s*["']\.\/([\w-]+\.js)["']/g;

/** The files of entries, and those that they import. */
function modulesOf(folder: string, entries: readonly string[], imports = IMPORT): Set<string> {
  const modules = new Set(entries.map((name) => `${name}.js`));
  // The loop also visits what it adds.
  for (const file of modules) {
    for (const [, imported = ''] of readFileSync(join(folder, file), 'utf8').matchAll(imports)) modules.add(imported);
  }
  return modules;
}

const keepImportsExternal: Plugin = {
  name: 'keep-imports-external',
  setup(build) {
    build.onResolve({ filter: /.*/ }, ({ path, kind }) => {
      if (kind === 'entry-point') return undefined;
      return { path: path.startsWith('./') ? path.replace(/\.js$/, '.cjs') : path, external: true };
    });
  },
};
