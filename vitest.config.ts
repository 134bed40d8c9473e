import { defineConfig } from 'vitest/config';

// Tests import this package by its name, as its users do. Node and Vite resolve that name through `exports` in
// package.json, to dist/: what is tested is what is published, and `npm test` builds it first.
// For TypeScript the same names lead to the sources (`paths` in tsconfig.json).
export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/openapi-setup.ts'],
    // These have configurations of their own, and npm scripts of the same names.
    exclude: ['test/browser/**', 'test/consumers/**', 'test/package/**'],
    // To end what hangs, not to judge how fast a machine is.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // Node loads the built files itself, as it does for users, instead of Vite transforming them.
    server: { deps: { external: [/\/dist\/[^/]+\.js$/] } },
  },
});
