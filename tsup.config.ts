import { readFileSync, rmSync } from 'node:fs';
import { defineConfig } from 'tsup';
import { slimMswjsData } from './scripts/slim-mswjs-data.js';
import { thirdPartyNotices } from './scripts/third-party-notices.js';
import { toCommonJs } from './scripts/to-commonjs.js';

const entry = {
  index: 'src/index.ts',
  handlers: 'handlers/index.ts',
  seeds: 'seeds/index.ts',
  server: 'src/server.ts',
  schemas: 'src/schemas.ts',
  vitest: 'helpers/vitest.ts',
  playwright: 'helpers/playwright.ts',
};

const { version } = JSON.parse(readFileSync('package.json', 'utf8'));

export default defineConfig(({ dts }) => {
  // The two builds below run side by side into one folder, so neither may clean it for itself.
  rmSync('dist', { recursive: true, force: true });
  const types = { name: 'types', entry, outDir: 'dist', format: ['esm' as const, 'cjs' as const], dts: { only: true } };
  const code = {
    name: 'code',
    entry: { ...entry, cli: 'src/cli.ts' },
    outDir: 'dist',
    format: 'esm' as const,
    target: 'es2022',
    define: { __VERSION__: JSON.stringify(version) },
    sourcemap: true,
    // Entries share their code through chunks. Without that each would hold its own copy of a class,
    // and `instanceof` would fail across `briefs-mock` and `briefs-mock/handlers`.
    splitting: true,
    dts: false,
    // tsup leaves `dependencies` and `peerDependencies` outside and bundles the rest.
    esbuildPlugins: [slimMswjsData(), thirdPartyNotices()],
    onSuccess: () => toCommonJs('dist', { except: ['cli.js'] }),
  };
  return dts === false ? [code] : [code, types];
});
