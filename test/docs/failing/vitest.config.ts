import { defineConfig } from 'vitest/config';

// A project whose test fails on purpose: ../failed-test.test.ts draws what Vitest prints.
export default defineConfig({
  cacheDir: '../../../node_modules/.vite-failing',
  test: {
    include: ['*.fixture.ts'],
    server: { deps: { external: [/\/dist\/[^/]+\.js$/] } },
  },
});
