import { defineConfig } from 'vitest/config';
import { timeLimits } from '../support/time-limits.js';

// Tests with a real store, and a real proxy. `npm run test:replicas`; needs redis-server and nginx (Debian: `apt-get install
// redis-server nginx-light`).
export default defineConfig({
  cacheDir: '../../node_modules/.vite-replicas',
  test: {
    include: ['redis*.test.ts'],
    ...timeLimits,
  },
});
