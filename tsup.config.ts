import { readFileSync, rmSync } from 'node:fs';
import { defineConfig } from 'tsup';
import { buildApiReference } from './scripts/api-reference.js';
import { assistantApart, buildAssistant } from './scripts/assistant.js';
import { buildConsole, consolePackages } from './scripts/console.js';
import { consoleEntry, entry, nodeEntry } from './scripts/entries.js';
import { buildPlayground } from './scripts/playground.js';
import { buildPreparedState } from './scripts/prepared-state.js';
import { requireNodeModules } from './scripts/require-node-modules.js';
import { slimFaker } from './scripts/slim-faker.js';
import { slimMswjsData } from './scripts/slim-mswjs-data.js';
import { slimSortedBTree } from './scripts/slim-sorted-btree.js';
import { slimZod } from './scripts/slim-zod.js';
import { thirdPartyNotices } from './scripts/third-party-notices.js';
import { toCommonJs } from './scripts/to-commonjs.js';

/** What Node or Storybook runs, and nobody imports. */
const programs = {
  cli: 'src/cli/index.ts',
  // Loaded by `cli`, and by tests, which run commands without starting a process for each.
  'cli-program': 'src/cli/program.ts',
  'storybook-manager': 'helpers/storybook/manager.ts',
  'file-lock-worker': 'src/server/file-lock-worker.ts',
};

const { version } = JSON.parse(readFileSync('package.json', 'utf8'));

export default defineConfig(() => {
  rmSync('dist', { recursive: true, force: true });
  const notices = thirdPartyNotices({ copied: consolePackages });
  return {
    outDir: 'dist',
    format: 'esm',
    target: 'es2022',
    define: { __VERSION__: JSON.stringify(version) },
    // The tests of the package check for imports such as `node:fs`.
    removeNodeProtocol: false,
    // The first is written after the build, with its code. Storybook has the others in its page.
    external: ['#prepared', 'react', /^storybook\//],
    esbuildPlugins: [
      slimFaker(),
      slimMswjsData(),
      slimSortedBTree(),
      slimZod(),
      requireNodeModules,
      assistantApart,
      notices,
    ],
    // What is in each file, for the tests of the package.
    metafile: true,
    // In a separate file, so that bundlers can leave it out if no scenario uses it: `draw`.
    entry: { ...entry, ...nodeEntry, ...programs, draw: 'seeds/factories/faker.ts', unprepared: 'seeds/unprepared.ts' },
    // Entries share code through chunks. Otherwise each would contain its own copy of a class, and `instanceof` would fail
    // between `briefs-mock` and `briefs-mock/handlers`.
    splitting: true,
    // scripts/types.ts writes them.
    dts: false,
    // For the size of the package. Names and lines stay as they are in the sources.
    esbuildOptions: (options) => {
      options.minifySyntax = true;
    },
    // tsup keeps `dependencies` and `peerDependencies` external and bundles all other packages. These consist of many files, most
    // of them unused, and loading each would take most of the time of an import. The type declarations import them.
    noExternal: [/^(zod|hono|@hono\/node-server)(\/|$)/],
    onSuccess: async () => {
      await buildApiReference('dist', [notices]);
      await buildConsole('dist');
      await buildAssistant('dist', [notices]);
      await toCommonJs(
        'dist',
        [...Object.keys(entry), ...Object.keys(consoleEntry), 'unprepared'],
        Object.keys(nodeEntry),
      );
      buildPreparedState('dist');
      await buildPlayground('dist');
    },
  };
});
