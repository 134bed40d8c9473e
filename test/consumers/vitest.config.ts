import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

// Projects that install the tarball as users do, and run their own tests. `npm run test:consumers`; needs a package
// registry and /usr/bin/chromium-headless-shell.
export default defineConfig({
  cacheDir: '../../node_modules/.vite-consumers',
  test: {
    // The tests in the projects run in their own test runners.
    include: ['*.test.ts'],
    globalSetup: join(import.meta.dirname, '../package/global-setup.ts'),
    // Only end what hangs: without a cache, npm may take minutes.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    maxConcurrency: 2,
  },
});
