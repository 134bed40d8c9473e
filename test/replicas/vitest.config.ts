import { defineConfig } from 'vitest/config';

// Tests with a real store. `npm run test:replicas`; needs redis-server (Debian: `apt-get install redis-server`).
export default defineConfig({
  cacheDir: '../../node_modules/.vite-replicas',
  test: {
    include: ['redis*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
