import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Plugin } from 'esbuild';

/**
 * Writes the CommonJS half of the package: each ES module in `folder`, shared chunks included, becomes
 * a `.cjs` file of the same name.
 *
 * esbuild splits shared code for ES modules only, and what tsup offers instead (Sucrase) rewrites class fields
 * and resolves default imports in its own way, so that `require()` would run different code from
 * `import`. Converting the finished modules keeps both halves the same, line for line.
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
    // A path where ES modules have a URL: `createRequire` takes either.
    define: { 'import.meta.url': '__filename' },
    // Bundling is on only so that the plugin sees the imports; it takes none of them in.
    bundle: true,
    plugins: [importsStayOutside],
  });
}

const importsStayOutside: Plugin = {
  name: 'imports-stay-outside',
  setup(build) {
    build.onResolve({ filter: /.*/ }, ({ path, kind }) => {
      if (kind === 'entry-point') return undefined;
      return { path: path.startsWith('./') ? path.replace(/\.js$/, '.cjs') : path, external: true };
    });
  },
};
