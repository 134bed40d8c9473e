import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { compressed } from './compressed.js';

const SOURCE = 'src/server/api-reference-page';

/** Writes the files of the API reference to the build, compressed as the server sends them. */
export async function buildApiReference(outDir: string, plugins: Plugin[]): Promise<void> {
  const folder = join(outDir, 'docs');
  const { outputFiles } = await build({
    entryPoints: [`${SOURCE}/page.js`],
    outfile: join(folder, 'page.js'),
    write: false,
    bundle: true,
    minify: true,
    // A quarter of OpenAPI Explorer: it also reads documents with references to other files, and Swagger 2.
    alias: { 'openapi-resolver/dist/openapi-resolver.browser.js': resolve(SOURCE, 'resolve-references.js') },
    legalComments: 'none',
    format: 'esm',
    target: 'es2022',
    plugins,
    logLevel: 'warning',
  });
  const [script] = outputFiles;
  if (script === undefined) throw new Error('The API reference has no script');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'page.js.br'), compressed(script.text));
  writeFileSync(join(folder, 'index.html.br'), compressed(readFileSync(`${SOURCE}/index.html`)));
}
