import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

// Tests of the tarball that would be published, installed into temporary projects. `npm run test:package`; needs a
// package registry for the dependencies.
export default defineConfig({
  cacheDir: '../../node_modules/.vite-package',
  test: {
    include: ['**/*.test.ts'],
    globalSetup: join(import.meta.dirname, 'global-setup.ts'),
    // To end what hangs, not to judge how fast a machine is.
    testTimeout: 300_000,
    hookTimeout: 240_000,
  },
});
