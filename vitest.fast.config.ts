import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import manifest from './package.json' with { type: 'json' };

// The tests to run while you work: `npm run test:fast`. They import the sources instead of dist/, so nothing is built.

/** The tests that only `npm test` runs. Add a test here if one of the reasons applies to it. */
const excluded = [
  // They have configurations of their own: see vitest.config.ts.
  ...['test/browser/**', 'test/consumers/**', 'test/package/**', 'test/proxy/**', 'test/tools/**'],
  'test/replicas/redis*.test.ts',
  // They start the command line or other processes, which need dist/.
  ...[
    'test/cli/**',
    'test/conform/{command,traffic-command}.test.ts',
    'test/docs/**',
    'test/persistence/**',
    'test/helpers/{vitest,playwright}.test.ts',
    'test/openapi/cli.test.ts',
  ],
  ...['test/seeds/fingerprints.test.ts', 'test/sessions/memory.test.ts'],
  ...['test/state/isolation.test.ts', 'test/state/time-zones.test.ts'],
  // They test what only the build does or adds.
  ...['test/deliveries/pages.test.ts', 'test/seeds/{bundle,prepared}.test.ts', 'test/state/isolation-jsdom.test.ts'],
  // They create many records, or run compilers and linters.
  ...[
    'test/*/cost.test.ts',
    'test/limits/size-law.test.ts',
    'test/seeds/large.test.ts',
    'test/openapi/client.test.ts',
    'test/openapi/lint.test.ts',
  ],
  // They send many random requests, or create many scenarios: even a few cases take seconds.
  ...['test/sessions/law.test.ts', 'test/user-data/odd-input.test.ts', 'test/deliveries/random-walk.test.ts'],
  ...['test/fuzz/**', 'test/seeds/{scenarios,clock-now}.test.ts', 'test/replicas/{law,histories}.test.ts'],
  // They create an OpenAPI document in each test, store texts of several MB, or send thousands of requests.
  ...['test/openapi/{document,served,tokens,examples}.test.ts', 'test/state/restorable.test.ts'],
  'test/sessions/limits.test.ts',
  // They run cases against servers again and again; test/conform/cases.test.ts runs every case once.
  'test/conform/{planted,safety,switches,target,traffic-law}.test.ts',
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
      { find: /^briefs-mock\/(vitest|playwright)$/, replacement: at('helpers/$1.ts') },
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
