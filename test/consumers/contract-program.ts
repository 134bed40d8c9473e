import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Plugin } from 'esbuild';

const tests = join(import.meta.dirname, '..');
const suite = join(tests, 'support/contract-suite');

const folders = ['public-api', 'user-data', 'user-preference', 'control'];

/** What tests need that not every runtime has: Node, other deliveries, fake timers, files. Random cases take long. */
const needsMore =
  /from '(node:|msw|fast-check|briefs-mock\/(server|handlers))|\bprocess\.|vi\.(use|run|advance)|expect\.poll|toMatchFile|\('msw'|session-machine/;
/** Files that take long, and one about options that differ in a page. */
const leftOut = /^(cost|limits|options)\./;

/** Imports of the tests that are replaced. */
const replacements: Plugin = {
  name: 'replacements',
  setup: ({ onResolve }) => {
    onResolve({ filter: /^(vitest|\.\/(transports|openapi)\.js)$/ }, ({ path }) => ({
      path: join(suite, `${/\w+/.exec(path)}.js`),
    }));
  },
};

/**
 * Bundles the tests of the contract that need only `mock.fetch`, and a test runner, to a module that exports `runContract`.
 * It imports `briefs-mock` and `zod`, and nothing else.
 */
export async function buildContract(outfile: string): Promise<void> {
  const files = folders.flatMap((folder) =>
    readdirSync(join(tests, folder))
      .filter((name) => name.endsWith('.test.ts') && !leftOut.test(name))
      .map((name) => `${folder}/${name}`)
      .filter((file) => !needsMore.test(readFileSync(join(tests, file), 'utf8'))),
  );
  const imports = files.map((file) => `'${file}': () => import('./${file}')`);
  await build({
    stdin: {
      contents: `import { run } from './support/contract-suite/run.js';
        export const runContract = (only) => run({ ${imports.join(', ')} }, only);`,
      resolveDir: tests,
    },
    outfile,
    bundle: true,
    format: 'esm',
    target: 'es2022',
    logLevel: 'warning',
    // Not the paths of the project's own tsconfig.json, which lead to the sources.
    tsconfigRaw: {},
    external: ['briefs-mock', 'briefs-mock/*', 'zod'],
    define: { 'process.env': '{"LAW_RUNS":"0.1"}' },
    plugins: [replacements],
  });
}
