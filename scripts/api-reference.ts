import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, join } from 'node:path';
import { compressed } from './compressed.js';

const require = createRequire(import.meta.url);
const files = [
  'src/server/api-reference-page/index.html',
  'src/server/api-reference-page/page.js',
  require.resolve('swagger-ui-dist/swagger-ui-bundle.js'),
  require.resolve('swagger-ui-dist/swagger-ui.css'),
];

/** Writes the files of the API reference to the build, compressed as the server sends them. */
export function buildApiReference(outDir: string): void {
  const folder = join(outDir, 'docs');
  mkdirSync(folder, { recursive: true });
  for (const file of files) {
    writeFileSync(join(folder, `${basename(file)}.br`), compressed(readFileSync(file)));
  }
}
