import { defineConfig } from 'vitest/config';

// Tests with real proxies. `npm run test:proxy`; needs nginx, HAProxy and openssl (Debian: `apt-get install nginx-light haproxy openssl`).
export default defineConfig({
  cacheDir: '../../node_modules/.vite-proxy',
  test: {
    include: ['**/*.test.ts'],
    // To end what hangs, not to judge how fast a machine is.
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
