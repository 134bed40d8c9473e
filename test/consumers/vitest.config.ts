import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

// Projects that install the tarball as users do, and run their own tests. `npm run test:consumers`; needs a package
// registry and /usr/bin/chromium.
export default defineConfig({
  cacheDir: '../../node_modules/.vite-consumers',
  test: {
    // The tests in the projects run in their own test runners.
    include: ['*.test.ts'],
    globalSetup: join(import.meta.dirname, '../package/global-setup.ts'),
    // Only ends tests that hang: without a cache, npm may take a minute for one project.
    testTimeout: 600_000,
    maxConcurrency: 2,
  },
});
