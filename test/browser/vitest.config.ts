import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { timeLimits } from '../support/time-limits.js';

// Tests that drive a real browser. `npm run test:browser`; needs /usr/bin/chromium-headless-shell (Debian:
// `apt-get install chromium-headless-shell`), which takes two thirds of the processor time of chromium.
export default defineConfig({
  cacheDir: join(import.meta.dirname, '../../node_modules/.vite-browser'),
  test: {
    include: ['**/*.test.ts'],
    // Test files share no state, so a worker loads Playwright, axe, Vite and the package once for all of them.
    isolate: false,
    // The tests wait for the browser as often as it waits for them.
    maxWorkers: availableParallelism(),
    ...timeLimits,
    // Node loads the built files itself, as it does for users, instead of Vite transforming them.
    server: { deps: { external: [/\/dist\/[^/]+\.js$/] } },
  },
});
