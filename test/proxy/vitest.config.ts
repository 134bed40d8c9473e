import { defineConfig } from 'vitest/config';

// Tests with a real proxy. `npm run test:proxy`; needs nginx and openssl (Debian: `apt-get install nginx-light openssl`).
export default defineConfig({
  cacheDir: '../../node_modules/.vite-proxy',
  test: {
    include: ['**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
