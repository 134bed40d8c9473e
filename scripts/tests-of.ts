import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

// Almost every test imports the whole package, so imports do not tell which tests a change of the sources can touch.

const root = join(import.meta.dirname, '..');
const apis = ['conform', 'public-api', 'user-data', 'user-preference', 'protocol', 'fuzz'];

/**
 * The tests of files and folders: folders, or beginnings of files, below test/. What is not listed can touch every test, as
 * `src/foundation` and the settings of the tools can.
 */
export const testsOf: Readonly<Record<string, readonly string[]>> = {
  '.changeset': [],
  '.ci': [],
  LICENSE: [],
  'CHANGELOG.md': ['docs'],
  'CONTRIBUTING.md': ['docs'],
  'README.md': ['docs'],
  'biome.json': [],
  'knip.json': [],
  'src/cli': ['cli', 'assistant', 'capture', 'conform', 'docs', 'impact', 'persistence', 'pins'],
  'src/control': ['control', 'openapi', 'sessions', 'limits', 'tools'],
  'src/faults': ['control/fault', 'control/path-patterns', 'fixtures', 'limits', 'deliveries'],
  'src/http': ['protocol', 'deliveries', 'control', 'limits', 'fetch', 'fuzz', 'sessions'],
  'src/mock': ['fixtures', 'deliveries', 'sessions', 'control'],
  'src/model': [...apis, 'state', 'fixtures', 'seeds', 'capture', 'openapi'],
  'src/openapi': ['openapi', 'tools'],
  'src/persist': ['persist', 'browser'],
  'src/protocol': [...apis, 'openapi', 'deliveries'],
  'src/replicas': ['replicas', 'proxy'],
  'src/scenario': ['seeds', 'fixtures', 'sessions'],
  'src/schemas': ['openapi', 'fixtures'],
  'src/server': ['persistence', 'deliveries', 'cli', 'control', 'sessions', 'pins', 'proxy', 'browser'],
  'src/services': [...apis, 'openapi'],
  'src/session': ['sessions', 'control', 'limits', 'persistence', 'pins', 'replicas'],
  'src/state': ['state', 'fixtures', 'limits', 'pins'],
  'tools/capture': ['capture'],
  'tools/conform': ['conform'],
  'tools/assistant': ['assistant'],
  'tools/explore': ['cli', 'docs', 'bench', 'browser'],
  'tools/impact': ['impact'],
  'tools/init': ['cli'],
  'tools/report': ['conform', 'impact'],
  bench: ['bench', 'docs'],
  console: ['control', 'docs', 'deliveries/pages', 'browser'],
  docker: ['control/metrics', 'docs', 'package', 'proxy', 'tools'],
  docs: ['docs', 'coverage', 'cli', 'control', 'seeds'],
  handlers: ['deliveries', 'browser', 'consumers'],
  helpers: ['helpers', 'docs', 'browser', 'consumers'],
  playground: ['docs', 'browser'],
  scripts: ['docs', 'coverage', 'language', 'package'],
  seeds: ['seeds', 'docs', 'openapi'],
};

/** Tests that compare the project with lists of all its parts. They take a few seconds. */
const always = ['coverage', 'docs/generated', 'pins/control-routes', 'pins/error-codes', 'pins/exports'];

/** The beginnings of the paths of the tests that a change of these files can touch. */
export function testsFor(files: readonly string[]): string[] {
  const found = files.flatMap((file) => {
    if (file.startsWith('test/')) return testsBeside(file);
    const parts = file.split('/');
    const listed = [parts.slice(0, 2).join('/'), ...parts.slice(0, 1)].find((path) => path in testsOf);
    return listed === undefined ? ['test/'] : (testsOf[listed]?.map(pathOf) ?? []);
  });
  if (found.length === 0) return [];
  if (found.includes('test/')) return ['test/'];
  return [...new Set([...found, ...always.map(pathOf)])].sort();
}

function pathOf(test: string): string {
  return test.includes('/') ? `test/${test}` : `test/${test}/`;
}

/** A changed test, and those that import what has changed. Otherwise those of its folder, which may read it. */
function testsBeside(file: string): string[] {
  const isTest = file.endsWith('.test.ts');
  // The page of the coverage may name a test that was deleted.
  if (isTest && !existsSync(join(root, file))) return always.map(pathOf);
  const tests = withImporters(file).filter((one) => one.endsWith('.test.ts'));
  if (tests.length > 0) return tests;
  const folder = file.split('/').slice(0, 2).join('/');
  if (!existsSync(join(root, folder)) || folder === file) return ['test/'];
  return [testFilesIn(folder).some((one) => one.endsWith('.test.ts')) ? `${folder}/` : 'test/'];
}

/** A file below test/, and all that import it, directly or through others. */
function withImporters(file: string): string[] {
  const imports = testFilesIn('test').map((path) => {
    const found = readFileSync(join(root, path), 'utf8').matchAll(/'(\.\.?\/[^'\n]+)\.js'/g);
    return [path, [...found].map(([, target = '']) => `${join(dirname(path), target)}.ts`)] as const;
  });
  const all = new Set([file]);
  // Ends with the pass that finds nothing new.
  for (let known = 0; known < all.size; ) {
    known = all.size;
    for (const [path, targets] of imports) if (targets.some((target) => all.has(target))) all.add(path);
  }
  return [...all];
}

function testFilesIn(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.includes('node_modules'))
    .map((path) => `${folder}/${path.replaceAll('\\', '/')}`);
}
