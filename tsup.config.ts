import { readFileSync, rmSync } from 'node:fs';
import type { BuildOptions } from 'esbuild';
import { defineConfig } from 'tsup';
import { buildApiReference } from './scripts/api-reference.js';
import { buildPreparedState } from './scripts/prepared-state.js';
import { slimFaker } from './scripts/slim-faker.js';
import { slimMswjsData } from './scripts/slim-mswjs-data.js';
import { thirdPartyNotices } from './scripts/third-party-notices.js';
import { toCommonJs } from './scripts/to-commonjs.js';

const entry = {
  index: 'src/index.ts',
  handlers: 'handlers/index.ts',
  seeds: 'seeds/index.ts',
  server: 'src/server/index.ts',
  schemas: 'src/schemas.ts',
  vitest: 'helpers/vitest.ts',
  playwright: 'helpers/playwright.ts',
};

const { version } = JSON.parse(readFileSync('package.json', 'utf8'));

export default defineConfig(({ dts }) => {
  // The builds below run side by side into one folder, so none may clean it for itself.
  rmSync('dist', { recursive: true, force: true });
  const types = { name: 'types', entry, outDir: 'dist', format: 'esm' as const, dts: { only: true } };
  const notices = thirdPartyNotices({ copied: ['swagger-ui-dist'] });
  const common = {
    outDir: 'dist',
    format: 'esm' as const,
    target: 'es2022',
    define: { __VERSION__: JSON.stringify(version) },
    // `node:fs` is what it says, and what the tests of the package look for.
    removeNodeProtocol: false,
  };
  const code = {
    ...common,
    name: 'code',
    // In a file of its own, which bundlers leave out where no scenario draws: they cannot see that its code may go.
    entry: { ...entry, draw: 'seeds/factories/faker.ts' },
    sourcemap: true,
    // Entries share their code through chunks. Without that each would hold its own copy of a class,
    // and `instanceof` would fail across `briefs-mock` and `briefs-mock/handlers`.
    splitting: true,
    dts: false,
    // tsup leaves `dependencies` and `peerDependencies` outside and bundles the rest.
    esbuildPlugins: [slimFaker(), slimMswjsData(), notices],
    onSuccess: async () => {
      buildApiReference('dist');
      buildPreparedState('dist');
      await toCommonJs('dist', { except: /^(cli|file-lock-worker)\b/ });
    },
  };
  // What Node runs by itself takes in all it needs: looking for packages and loading them file by file would be half of the
  // time that the command line takes to start.
  const programs = {
    ...common,
    name: 'programs',
    entry: { cli: 'src/cli/index.ts', 'file-lock-worker': 'src/server/file-lock-worker.ts' },
    splitting: true,
    noExternal: [/^(?!jiti$)/],
    dts: false as const,
    // CommonJS packages among those ask for Node's modules by `require`.
    banner: {
      js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
    },
    esbuildOptions: (options: BuildOptions) => {
      options.chunkNames = 'cli-[hash]';
      options.minifyWhitespace = true;
      options.minifySyntax = true;
    },
    esbuildPlugins: [slimFaker(), slimMswjsData(), notices],
  };
  return dts === false ? [code, programs] : [code, programs, types];
});
