import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Plugin } from 'vite';
import { compressed } from './compressed.js';

/** The packages that Vite bundles into the console. */
export const consolePackages = ['@preact/signals', '@preact/signals-core', 'eventsource-parser', 'lucide', 'preact'];

/** Builds the console: the page of the server, compressed as the server sends it, and the entry of the package. */
export async function buildConsole(outDir: string): Promise<void> {
  const [page, entry] = await Promise.all([bundle('console/page.ts'), bundle('console/index.tsx')]);
  const folder = join(outDir, 'console');
  mkdirSync(folder, { recursive: true });
  const files = {
    'page.html': readFileSync('console/page.html'),
    'page.css': readFileSync('console/page.css'),
    'page.js': page,
  };
  for (const [name, content] of Object.entries(files)) {
    writeFileSync(join(folder, `${name}.br`), compressed(content));
  }
  writeFileSync(join(outDir, 'console.js'), entry);
}

/** One module with everything that the entry imports. `alias` has the files of imports that are not found by their names. */
export async function bundle(
  entry: string,
  alias: Readonly<Record<string, string>> = {},
  plugins: Plugin[] = [],
): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    // Vite leaves it in libraries, and there is no process in a browser.
    define: { 'process.env.NODE_ENV': '"production"' },
    resolve: { alias: { ...alias } },
    plugins,
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact', development: false } },
    build: {
      write: false,
      target: 'es2022',
      minify: true,
      lib: { entry, formats: ['es'] },
      // All browsers that run the console know `light-dark`.
      cssTarget: 'chrome123',
      rolldownOptions: {
        output: { codeSplitting: false, minify: true, comments: { annotation: false, jsdoc: false } },
      },
    },
  });
  const [output] = Array.isArray(built) ? built : [built];
  if (output === undefined || !('output' in output)) throw new Error('Vite watched instead of building');
  const chunks = output.output.filter((file) => file.type === 'chunk');
  if (chunks.length !== 1) throw new Error(`One script was expected, not ${chunks.length}`);
  return chunks[0]?.code ?? '';
}
