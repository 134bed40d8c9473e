import { defineConfig } from 'vitest/config';

// A suite whose tests are run, and replayed, under changes of the mock: ../impact.test.ts compares the two.
export default defineConfig({
  cacheDir: '../../../node_modules/.vite-helpers',
  test: {
    include: ['*.fixture.ts'],
    // It runs many times.
    isolate: false,
    maxWorkers: 1,
    server: { deps: { external: [/\/dist\/[^/]+\.js$/] } },
  },
});
