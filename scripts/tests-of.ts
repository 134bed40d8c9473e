import { existsSync } from 'node:fs';
import { join } from 'node:path';

// Almost every test imports the whole package, so imports do not tell which tests a change can touch.

const apis = ['conform', 'public-api', 'user-data', 'user-preference', 'protocol', 'coverage'];

/** The tests of each folder of sources: folders, or beginnings of files, below test/. */
export const testsOf: Readonly<Record<string, readonly string[]>> = {
  'src/cli': ['cli'],
  'src/control': ['control', 'openapi'],
  'src/faults': ['control/fault', 'control/path-patterns'],
  'src/foundation': ['state', 'protocol', 'fixtures', 'control'],
  'src/http': ['protocol', 'deliveries', 'control', 'limits', 'fetch'],
  'src/mock': ['fixtures', 'deliveries', 'sessions', 'control'],
  'src/model': [...apis, 'state', 'fixtures', 'seeds', 'snapshots'],
  'src/openapi': ['openapi'],
  'src/persist': ['persist'],
  'src/protocol': [...apis, 'openapi', 'deliveries'],
  'src/replicas': ['replicas'],
  'src/scenario': ['seeds', 'fixtures'],
  'src/schemas': ['openapi', 'coverage'],
  'src/server': ['persistence', 'deliveries', 'cli', 'control'],
  'src/services': [...apis, 'openapi'],
  'src/session': ['sessions', 'control', 'limits', 'persistence'],
  'src/state': ['state', 'snapshots', 'fixtures'],
  'tools/capture': ['capture'],
  'tools/conform': ['conform'],
  'tools/assistant': ['assistant'],
  'tools/explore': ['cli', 'docs'],
  'tools/impact': ['impact'],
  'tools/init': ['cli'],
  'tools/report': ['conform', 'impact'],
  console: ['control', 'docs'],
  docs: ['docs', 'coverage'],
  handlers: ['deliveries'],
  helpers: ['helpers'],
  scripts: ['docs'],
  seeds: ['seeds', 'docs'],
};

/** The beginnings of the paths of the tests that a change of these files can touch. */
export function testsFor(files: readonly string[]): string[] {
  const found = files.flatMap((file) => {
    if (file.endsWith('.test.ts')) return existsSync(join(import.meta.dirname, '..', file)) ? [file] : [];
    const [top = '', folder = ''] = file.split('/');
    // What a test imports stands beside it, or in test/support.
    if (top === 'test') return folder === 'support' ? [] : [`test/${folder}/`];
    const tests = testsOf[`${top}/${folder}`] ?? testsOf[top] ?? (top === 'src' ? ['fixtures', 'fetch'] : []);
    return tests.map((test) => (test.includes('/') ? `test/${test}` : `test/${test}/`));
  });
  return [...new Set(found)].sort();
}
