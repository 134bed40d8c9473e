import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { defineRow } from '../harness/bench.js';
import { atMost, noTarget } from '../harness/targets.js';

const entry = fileURLToPath(new URL('../programs/bundle-entry.js', import.meta.url));

/** The size of the code that a page loads for the mock, without msw. */
export const browserBundle = defineRow({
  id: 'browser-bundle',

  async measure() {
    const built = await build({
      configFile: false,
      logLevel: 'warn',
      build: {
        write: false,
        minify: true,
        rollupOptions: { input: entry, external: /^msw($|\/)/, preserveEntrySignatures: 'strict' },
      },
    });
    const [bundle] = [built].flat();
    if (bundle === undefined || !('output' in bundle)) throw new Error('Vite watched instead of building');
    const chunks = bundle.output.filter((file) => file.type === 'chunk');
    const sizeOf = (/** @type {typeof chunks} */ some) =>
      some.reduce((sum, { code }) => sum + gzipSync(code).length, 0) / 1000;
    return { loaded: [sizeOf(loadedFirst(chunks))], all: [sizeOf(chunks)] };
  },

  lines: () => [
    {
      what: 'Handlers and newsroom in a browser bundle without msw, minified and gzipped',
      target: atMost(120, 'KB'),
      figure: ({ loaded }) => loaded,
    },
    {
      what: 'The same, including the code that is loaded on demand',
      target: noTarget('KB'),
      figure: ({ all }) => all,
    },
  ],
});

/**
 * The entry and its static imports. A page loads the other chunks on demand only.
 * @template {{ fileName: string, isEntry: boolean, imports: string[] }} Chunk
 * @param {Chunk[]} chunks
 * @returns {Chunk[]}
 */
function loadedFirst(chunks) {
  const loaded = new Set(chunks.filter(({ isEntry }) => isEntry));
  // Iterating over a Set includes the elements that are added meanwhile.
  for (const { imports } of loaded) {
    for (const chunk of chunks) if (imports.includes(chunk.fileName)) loaded.add(chunk);
  }
  return [...loaded];
}
