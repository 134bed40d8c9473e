import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

// Tools that others use to read the OpenAPI document, and linters of the files in docker/. `npm run test:tools`; needs the build and a package registry.
export default defineConfig({
  cacheDir: '../../node_modules/.vite-tools',
  test: {
    include: ['*.test.ts'],
    globalSetup: join(import.meta.dirname, 'global-setup.ts'),
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
