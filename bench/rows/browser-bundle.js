import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { defineRow } from '../harness/bench.js';
import { atMost } from '../harness/targets.js';

const entry = fileURLToPath(new URL('../programs/bundle-entry.js', import.meta.url));

/** What a page loads for the mock, msw aside. */
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
    const files = bundle.output.map((file) => (file.type === 'chunk' ? file.code : file.source));
    return [files.reduce((sum, file) => sum + gzipSync(file).length, 0) / 1000];
  },

  lines: () => [
    {
      what: 'Handlers and newsroom in a browser bundle, msw aside, minified and gzipped',
      target: atMost(150, 'KB'),
      figure: (kilobytes) => kilobytes,
    },
  ],
});
