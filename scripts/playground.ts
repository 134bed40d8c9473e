import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Plugin } from 'vite';
import { bundle } from './console.js';

/** Leaves out what the page does not need, a tenth of it: the OpenAPI documents, and the code that keeps a state over reloads. */
const leftOut: Plugin = {
  name: 'left-out',
  enforce: 'pre',
  resolveId: (id) => (/\/(openapi|persist)-\w+\.js$/.test(id) ? '\0left-out' : undefined),
  load: (id) =>
    id === '\0left-out'
      ? `import { MockError } from 'briefs-mock'; throw new MockError('not_found', 'The playground does not have this');`
      : undefined,
};

/** Builds the playground, a page in one file, from the built package. */
export async function buildPlayground(outDir: string): Promise<void> {
  const script = await bundle(
    'playground/main.tsx',
    {
      'briefs-mock/seeds': resolve(outDir, 'seeds.js'),
      // The page and the console share one copy of Preact.
      'briefs-mock/console': resolve('console/index.tsx'),
      'briefs-mock': resolve(outDir, 'index.js'),
    },
    [leftOut],
  );
  const styles = ['console/tokens.css', 'playground/style.css'].map((path) => readFileSync(path, 'utf8')).join('\n');
  const page = readFileSync('playground/page.html', 'utf8')
    .replace('<style></style>', () => `<style>\n${styles}</style>`)
    // Neither may end the element that it is in.
    .replace(
      '<script type="module"></script>',
      () => `<script type="module">${script.replaceAll('</script', '<\\/script')}</script>`,
    );
  writeFileSync(join(outDir, 'playground.html'), page);
}
