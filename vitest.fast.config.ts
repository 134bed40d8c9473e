import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import manifest from './package.json' with { type: 'json' };

// The tests to run while you work: `npm run test:fast`. They import the sources instead of dist/, so nothing is built.

/** The tests that only `npm test` runs. */
const excluded = [
  // They have configurations of their own: see vitest.config.ts.
  ...['test/browser/**', 'test/consumers/**', 'test/package/**', 'test/proxy/**', 'test/tools/**'],
  'test/replicas/redis*.test.ts',
  // Most of them run commands of the pages, which need dist/.
  'test/docs/**',
  // They need dist/ or other processes, or take seconds: with many records, random requests, or one server after the other.
  'test/**/*.slow.test.ts',
];

const at = (path: string) => join(import.meta.dirname, path);

export default defineConfig({
  define: { __VERSION__: JSON.stringify(manifest.version) },
  resolve: {
    // The same as `paths` in tsconfig.json.
    alias: [
      { find: '#prepared', replacement: at('seeds/unprepared.ts') },
      { find: /^briefs-mock$/, replacement: at('src/index.ts') },
      { find: /^briefs-mock\/(handlers|seeds)$/, replacement: at('$1/index.ts') },
      { find: /^briefs-mock\/(matchers|vitest|playwright)$/, replacement: at('helpers/$1.ts') },
      { find: 'briefs-mock/server', replacement: at('src/server/index.ts') },
      { find: 'briefs-mock/conform', replacement: at('tools/conform/index.ts') },
      { find: 'briefs-mock/schemas', replacement: at('src/schemas/index.ts') },
      { find: 'briefs-mock/fetch', replacement: at('src/fetch.ts') },
    ],
  },
  cacheDir: 'node_modules/.vite-fast',
  test: {
    include: ['test/**/*.test.ts'],
    exclude: excluded,
    env: {
      // Suites that run once for every delivery run for this one.
      DELIVERIES: 'fetch',
      // The factor for the number of cases of property tests.
      LAW_RUNS: '0.1',
    },
    // Imports of CommonJS packages are as in Node.
    deps: { interopDefault: false },
    isolate: false,
    maxWorkers: availableParallelism(),
    // Keeps compiled sources between runs, by their content.
    experimental: { fsModuleCache: true },
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
