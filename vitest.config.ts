import { defineConfig } from 'vitest/config';

// Tests import this package by its name, as users do. Node and Vite resolve the name through `exports` in package.json to
// dist/, so the tests run the published code; `npm test` builds it first. TypeScript resolves the same names to the sources
// (`paths` in tsconfig.json).
export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/openapi-setup.ts'],
    // These have their own configurations, and npm scripts of the same names.
    exclude: ['test/browser/**', 'test/consumers/**', 'test/package/**'],
    // Generous: the limits stop hanging tests and must not fail on slow machines.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // Node loads the built files itself, as it does for users, instead of Vite transforming them.
    server: { deps: { external: [/\/dist\/[^/]+\.js$/] } },
  },
});
