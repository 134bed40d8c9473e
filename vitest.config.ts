import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import manifest from './package.json' with { type: 'json' };
import { timeLimits } from './test/support/time-limits.js';

/** Files that take about half a minute. */
const longest = /\/(adding-a-resource|code-blocks|cases|lock\.slow|fingerprints\.slow)\.test\.ts$/;

/** The longest files start first, then those that take seconds, so that no worker is left with one of them at the end. */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) =>
      longest.test(moduleId) ? 0 : moduleId.endsWith('.slow.test.ts') ? 1 : 2;
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}

// Tests import this package by its name, as users do. Node and Vite resolve the name through `exports` in package.json to
// dist/, so the tests run the published code; `npm test` builds it first. TypeScript resolves the same names to the sources
// (`paths` in tsconfig.json).
export default defineConfig({
  // Some tests import a tool that has no entry from its sources.
  define: { __VERSION__: JSON.stringify(manifest.version) },
  test: {
    include: ['test/**/*.test.ts'],
    // These have configurations of their own, and npm scripts of the same names.
    exclude: [
      ...['test/browser/**', 'test/consumers/**', 'test/package/**', 'test/proxy/**', 'test/tools/**'],
      'test/replicas/redis*.test.ts',
    ],
    // Imports of CommonJS packages are as in Node.
    deps: { interopDefault: false },
    // Test files share no state, so a worker loads the package, MSW and the OpenAPI document once for all of them.
    isolate: false,
    // One more than there are cores, because some tests wait for processes.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: LongFirst },
    ...timeLimits,
    // Node loads the built files itself, as it does for users, instead of Vite transforming them.
    server: { deps: { external: [/\/dist\/[^/]+\.js$/] } },
  },
});
