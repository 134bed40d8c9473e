import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Plugin } from 'esbuild';

/**
 * Writes the CommonJS build: converts each ES module in `folder`, including shared chunks, to a `.cjs` file of the same name.
 *
 * esbuild splits shared code into chunks for ES modules only. tsup's own conversion (Sucrase) changes class fields and default
 * imports, so `require()` would run different code than `import`. Converting the finished modules keeps both builds the same.
 */
export async function toCommonJs(folder: string, { except }: { except: RegExp }): Promise<void> {
  const modules = readdirSync(folder).filter((file) => file.endsWith('.js') && !except.test(file));
  await build({
    entryPoints: modules.map((file) => join(folder, file)),
    outdir: folder,
    outExtension: { '.js': '.cjs' },
    format: 'cjs',
    platform: 'node',
    target: 'es2022',
    sourcemap: true,
    logLevel: 'warning',
    // ES modules have a URL here, and CommonJS a path. `createRequire` takes both.
    define: { 'import.meta.url': '__filename' },
    // Jest runs CommonJS in a context that cannot `import()`.
    supported: { 'dynamic-import': false },
    // The plugin sees imports only when bundling is on; it keeps all of them external.
    bundle: true,
    plugins: [keepImportsExternal],
  });
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
