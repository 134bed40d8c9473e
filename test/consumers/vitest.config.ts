import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

// Projects that install the tarball as users do, and run tests of their own. `npm run test:consumers`; needs a package
// registry and /usr/bin/chromium.
export default defineConfig({
  cacheDir: '../../node_modules/.vite-consumers',
  test: {
    // Not those in the projects: these have a runner of their own.
    include: ['*.test.ts'],
    globalSetup: join(import.meta.dirname, '../package/global-setup.ts'),
    // To end what hangs. Without a cache, npm may take a minute for one project.
    testTimeout: 600_000,
    maxConcurrency: 2,
  },
});
