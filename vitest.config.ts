import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

// Tests import this package by its name, as users do. Node and Vite resolve the name through `exports` in package.json to
// dist/, so the tests run the published code; `npm test` builds it first. TypeScript resolves the same names to the sources
// (`paths` in tsconfig.json).
export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // These have configurations of their own, and npm scripts of the same names.
    exclude: ['test/browser/**', 'test/consumers/**', 'test/package/**'],
    // Test files share no state, so a worker loads the package, MSW and the OpenAPI document once for all of them.
    isolate: false,
    // One more than there are cores, because some tests wait for processes.
    maxWorkers: availableParallelism() + 1,
    // To end what hangs, not to judge how fast a machine is.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // Node loads the built files itself, as it does for users, instead of Vite transforming them.
    server: { deps: { external: [/\/dist\/[^/]+\.js$/] } },
  },
});
