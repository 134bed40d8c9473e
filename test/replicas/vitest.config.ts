import { defineConfig } from 'vitest/config';

// Tests with a real store, and a real proxy. `npm run test:replicas`; needs redis-server and nginx (Debian: `apt-get install
// redis-server nginx-light`).
export default defineConfig({
  cacheDir: '../../node_modules/.vite-replicas',
  test: {
    include: ['redis*.test.ts'],
    // To end what hangs, not to judge how fast a machine is.
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
