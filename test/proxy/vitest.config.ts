import { defineConfig } from 'vitest/config';
import { timeLimits } from '../support/time-limits.js';

// Tests with real proxies. `npm run test:proxy`; needs nginx, HAProxy and openssl (Debian: `apt-get install nginx-light haproxy openssl`).
export default defineConfig({
  cacheDir: '../../node_modules/.vite-proxy',
  test: {
    include: ['**/*.test.ts'],
    ...timeLimits,
  },
});
