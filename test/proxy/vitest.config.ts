import { defineConfig } from 'vitest/config';

// Tests with real proxies. `npm run test:proxy`; needs nginx, HAProxy and openssl (Debian: `apt-get install nginx-light haproxy openssl`).
export default defineConfig({
  cacheDir: '../../node_modules/.vite-proxy',
  test: {
    include: ['**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
