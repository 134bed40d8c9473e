import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import manifest from '../../package.json' with { type: 'json' };
import { timeLimits } from '../support/time-limits.js';

// Tools that others use: to read the OpenAPI document, to lint the files in docker/, and clients of the Model Context Protocol.
// `npm run test:tools`; needs the build and a package registry.
export default defineConfig({
  // For the test that gives the server, from its sources, other tools.
  define: { __VERSION__: JSON.stringify(manifest.version) },
  cacheDir: '../../node_modules/.vite-tools',
  test: {
    include: ['*.test.ts'],
    // Imports of CommonJS packages are as in Node.
    deps: { interopDefault: false },
    globalSetup: join(import.meta.dirname, 'global-setup.ts'),
    ...timeLimits,
  },
});
