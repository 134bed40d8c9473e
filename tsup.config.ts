import { readFileSync, rmSync } from 'node:fs';
import type { BuildOptions } from 'esbuild';
import { defineConfig } from 'tsup';
import { buildApiReference } from './scripts/api-reference.js';
import { buildConsole, consolePackages } from './scripts/console.js';
import { buildPreparedState } from './scripts/prepared-state.js';
import { slimFaker } from './scripts/slim-faker.js';
import { slimMswjsData } from './scripts/slim-mswjs-data.js';
import { slimZod } from './scripts/slim-zod.js';
import { thirdPartyNotices } from './scripts/third-party-notices.js';
import { toCommonJs } from './scripts/to-commonjs.js';
import { buildTypes } from './scripts/types.js';

const entry = {
  index: 'src/index.ts',
  handlers: 'handlers/index.ts',
  seeds: 'seeds/index.ts',
  server: 'src/server/index.ts',
  schemas: 'src/schemas/index.ts',
  fetch: 'src/fetch.ts',
  conform: 'tools/conform/index.ts',
  vitest: 'helpers/vitest.ts',
  playwright: 'helpers/playwright.ts',
  matchers: 'helpers/matchers.ts',
  vite: 'helpers/vite/index.ts',
};

/** Built by Vite; here only for its types. */
const consoleEntry = { console: 'console/index.tsx' };

const { version } = JSON.parse(readFileSync('package.json', 'utf8'));

export default defineConfig(({ dts }) => {
  // The builds below run in parallel and share one folder, so none of them may clean it.
  rmSync('dist', { recursive: true, force: true });
  const notices = thirdPartyNotices({ copied: ['swagger-ui-dist', ...consolePackages] });
  const common = {
    outDir: 'dist',
    format: 'esm' as const,
    target: 'es2022',
    define: { __VERSION__: JSON.stringify(version) },
    // The tests of the package check for imports such as `node:fs`.
    removeNodeProtocol: false,
    // Written after the build, with its code.
    external: ['#prepared'],
    esbuildPlugins: [slimFaker(), slimMswjsData(), slimZod(), notices],
  };
  const code = {
    ...common,
    name: 'code',
    // In a separate file, so that bundlers can leave it out if no scenario uses it.
    entry: { ...entry, draw: 'seeds/factories/faker.ts', unprepared: 'seeds/unprepared.ts' },
    sourcemap: true,
    // Entries share code through chunks. Otherwise each would contain its own copy of a class, and `instanceof` would fail
    // between `briefs-mock` and `briefs-mock/handlers`.
    splitting: true,
    dts: false,
    // tsup keeps `dependencies` and `peerDependencies` external and bundles all other packages. These two consist of many files,
    // most of them unused, and loading each would take most of the time of an import. The type declarations import them.
    noExternal: [/^(zod|hono)(\/|$)/],
    onSuccess: async () => {
      buildApiReference('dist');
      await buildConsole('dist');
      await toCommonJs('dist', { except: /^(cli|file-lock-worker)\b/ });
      buildPreparedState('dist');
      if (dts !== false) await buildTypes('dist', { ...entry, ...consoleEntry });
    },
  };
  // The programs bundle all their packages: resolving and loading packages file by file would take half of the start time of
  // the command line.
  const programs = {
    ...common,
    name: 'programs',
    entry: { cli: 'src/cli/index.ts', 'file-lock-worker': 'src/server/file-lock-worker.ts' },
    splitting: true,
    noExternal: [/^(?!(jiti|@redis\/client|#prepared)$)/],
    dts: false,
    // Some bundled CommonJS packages load Node's built-in modules with `require`.
    banner: {
      js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
    },
    esbuildOptions: (options: BuildOptions) => {
      options.chunkNames = 'cli-[hash]';
      options.minifyWhitespace = true;
      options.minifySyntax = true;
    },
  };
  return [code, programs];
});
