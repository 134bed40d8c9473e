import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { timeLimits } from '../support/time-limits.js';

// Tests of the tarball that would be published, installed into temporary projects. `npm run test:package`; needs a
// package registry for the dependencies.
export default defineConfig({
  cacheDir: '../../node_modules/.vite-package',
  test: {
    include: ['**/*.test.ts'],
    globalSetup: join(import.meta.dirname, 'global-setup.ts'),
    ...timeLimits,
    hookTimeout: 240_000,
  },
});
