import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { entries, manifest } from './project.js';

const folder = mkdtempSync(join(tmpdir(), 'briefs-mock-contents-'));
/** The path of a file of the tarball. */
const unpacked = (file: string) => join(folder, 'package', file);
const files = inject('files');

/** A link to a file, with its path. */
const LINK = /\]\((?!https?:)([^)#]+)[^)]*\)/g;

beforeAll(() => void execFileSync('tar', ['-xzf', inject('tarball'), '-C', folder]));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the tarball', () => {
  test('contains the build, the docs, of the screenshots only that of the README, the files for operators and the licence, and nothing else', () => {
    const built = /^docs\/[\w/-]+\.(md|svg)$|^docker\/[\w.]+$|^dist\/([\w-]+\.(js|cjs)|(commonjs\/)?[\w-]+\.d\.ts)$/;
    expect(files.filter((file) => !built.test(file)).sort()).toEqual([
      'CHANGELOG.md',
      'LICENSE',
      'README.md',
      'dist/commonjs/package.json',
      'dist/console/page.css.br',
      'dist/console/page.html.br',
      'dist/console/page.js.br',
      'dist/docs/index.html.br',
      'dist/docs/page.js.br',
      'dist/playground.html',
      'dist/prepared.json',
      'dist/third-party-notices.txt',
      'docs/images/console/requests.webp',
      'docs/llms.txt',
      'package.json',
    ]);
  });

  // 235 KB of it are the playground, which has all of the mock in one file.
  test('takes at most 2 MB packed and 7 MB unpacked', () => {
    const unpackedBytes = files.reduce((sum, file) => sum + statSync(unpacked(file)).size, 0);
    expect(statSync(inject('tarball')).size).toBeLessThanOrEqual(2_000_000);
    expect(unpackedBytes).toBeLessThanOrEqual(7_000_000);
  });

  test('the console takes at most 60 KB, as the server sends it', () => {
    const sizes = files.filter((file) => file.startsWith('dist/console/')).map((file) => statSync(unpacked(file)).size);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(60_000);
  });

  test('the console in a page takes at most 60 KB with gzip', () => {
    expect(gzipSync(readFileSync(unpacked('dist/console.js'))).length).toBeLessThan(60_000);
  });

  test('contains the tools for assistants once, without the validator of their SDK', () => {
    expect(statSync(unpacked('dist/assistant.js')).size).toBeLessThan(100);
    expect(statSync(unpacked('dist/assistant.cjs')).size).toBeLessThan(250_000);
    expect(readFileSync(unpacked('dist/assistant.cjs'), 'utf8')).not.toContain('ajv');
  });

  test('contains the files in docker/ that its docs name', () => {
    const named = files
      .filter((file) => file.endsWith('.md'))
      .flatMap((file) => readFileSync(unpacked(file), 'utf8').match(/\bdocker\/[\w.]+\.[\w]+/g) ?? []);
    expect(new Set(named).size).toBeGreaterThan(4);
    // People put their own certificate there.
    expect(named.filter((file) => !files.includes(file) && !file.startsWith('docker/tls'))).toEqual([]);
  });

  test('contains every file that its documentation links to, except pages about its sources, and the pictures of its README', () => {
    const linksOf = (page: string) => {
      const pattern = page === 'README.md' ? LINK : new RegExp(`(?<!!\\[[^\\]]*)${LINK.source}`, 'g');
      return [...readFileSync(unpacked(page), 'utf8').matchAll(pattern)].map(([, target = '']) => target);
    };
    const pages = files.filter((file) => file === 'README.md' || /^docs\/.*\.(md|txt)$/.test(file));
    const targets = pages.flatMap((page) => linksOf(page).map((target) => join(dirname(page), target)));
    expect(targets.length).toBeGreaterThan(300);
    const patterns: readonly string[] = manifest.files;
    const leftOut = patterns.flatMap((pattern) => /^!(.*)/.exec(pattern)?.[1] ?? []);
    const isLeftOut = (target: string) => leftOut.some((path) => target === path || target.startsWith(`${path}/`));
    expect(targets.filter((target) => !files.includes(target) && !isLeftOut(target))).toEqual([]);
  });

  test('does not contain the path of the folder it was built in', () => {
    const here = join(import.meta.dirname, '../..');
    expect(files.filter((file) => readFileSync(unpacked(file), 'utf8').includes(here))).toEqual([]);
  });

  test('contains no code of GraphQL, or of the channel on which @mswjs/data shares records', () => {
    const unwanted = /mswjs\/data\/sync|GraphQLObjectType/;
    const code = files.filter((file) => /\.c?js$/.test(file));
    expect(code.filter((file) => unwanted.test(readFileSync(unpacked(file), 'utf8')))).toEqual([]);
  });
});

// The packages that an entry and its chunks import, and, according to the build, those that are bundled in them.
describe.each(['import', 'require'] as const)('loaded by %s', (condition) => {
  const loads = (entry: string) => reachable(manifest.exports[entry.replace(manifest.name, '.')][condition].default);
  const without = (...names: string[]) => entries.filter((entry) => !names.includes(entry.replace('briefs-mock/', '')));

  test('an entry loads what it needs, so the check below finds imports', () => {
    expect([...loads('briefs-mock/handlers').packages]).toContain('msw');
    expect([...loads('briefs-mock/vitest').packages]).toContain('vitest');
    expect([...loads('briefs-mock/seeds').packages]).toContain('@faker-js/faker');
    expect([...loads('briefs-mock/server').packages]).toContain('hono');
  });

  test('the server loads @hono/node-server, and with it the classes of fetch, on demand', () => {
    expect([...loads('briefs-mock/server').packages]).not.toContain('@hono/node-server');
  });

  test.each(without('handlers', 'vitest'))('%s does not load msw', (entry) => {
    expect([...loads(entry).packages].filter((name) => name === 'msw' || name === 'graphql')).toEqual([]);
  });

  test.each(without('vitest'))('%s does not load vitest', (entry) => {
    expect([...loads(entry).packages]).not.toContain('vitest');
  });

  test.each(without('playwright'))('%s does not load Playwright', (entry) => {
    expect([...loads(entry).packages]).not.toContain('@playwright/test');
  });

  test.each(without('seeds', 'vite'))('%s does not load faker', (entry) => {
    expect([...loads(entry).packages].filter((name) => name.startsWith('@faker-js/'))).toEqual([]);
  });

  test.each(entries)('%s does not load the tools for assistants', (entry) => {
    expect([...loads(entry).files].filter((file) => file.includes('assistant'))).toEqual([]);
  });

  // The two helpers run in Node; they load its modules when a test has failed.
  test.each(without('server', 'vitest', 'playwright', 'vite', 'storybook'))(
    '%s does not load modules of Node',
    (entry) => {
      const { modules, packages } = loads(entry);
      expect([...modules].filter((name) => name.startsWith('node:'))).toEqual([]);
      expect([...packages]).not.toContain('@hono/node-server');
    },
  );

  test.each(entries)('%s imports only declared dependencies and peer dependencies', (entry) => {
    const own = [...Object.keys(manifest.dependencies), ...Object.keys(manifest.peerDependencies)];
    const foreign = [...loads(entry).modules].filter((name) => !name.startsWith('node:')).map(packageOf);
    expect(foreign.filter((name) => !own.includes(name))).toEqual([]);
  });
});

test.each(['dist', 'dist/commonjs'])(
  'the declarations in %s import only packages that a user has installed',
  (folder) => {
    const declarations = files.filter((file) => dirname(file) === folder && file.endsWith('.d.ts'));
    const special: Readonly<Record<string, string[]>> = {
      'handlers.d.ts': ['msw'],
      'vitest.d.ts': ['msw'],
      'playwright.d.ts': ['@playwright/test'],
      'explore.d.ts': ['playwright-core'],
      'server.d.ts': ['node:http', 'node:net'],
      'vite.d.ts': ['vite'],
    };
    const allowed = (file: string) => [...Object.keys(manifest.dependencies), ...(special[basename(file)] ?? [])];
    const foreign = declarations.flatMap((file) => {
      const packages = imports(file)
        .filter((name) => !name.startsWith('.'))
        .map(packageOf);
      return packages.filter((name) => !allowed(file).includes(name)).map((name) => `${file}: ${name}`);
    });
    expect(declarations.length).toBeGreaterThanOrEqual(entries.length);
    expect(foreign).toEqual([]);
  },
);

test('the command line loads no mock before it knows the command', () => {
  const files = new Set<string>();
  const load = (file: string) => {
    if (files.has(file)) return;
    files.add(file);
    for (const { path, kind } of outputs[file]?.imports ?? []) if (kind === 'import-statement') load(path);
  };
  load('dist/cli-program.js');
  const sources = [...files].flatMap((file) => Object.keys(outputs[file]?.inputs ?? {}));
  expect(sources).toContain('src/cli/settings.ts');
  expect(sources.filter((source) => /^src\/(state|services|http|server\/http|mock\/mock)/.test(source))).toEqual([]);
});

/** What is in each file of the build, as esbuild reports it. Vite builds the console, which imports nothing. */
const { outputs } = JSON.parse(readFileSync(join(import.meta.dirname, '../../dist/metafile-esm.json'), 'utf8')) as {
  outputs: Record<string, { inputs: object; imports: { path: string; kind: string }[] }>;
};

interface Reached {
  files: Set<string>;
  /** As imported: `hono/cookie`, `node:fs`. */
  modules: Set<string>;
  /** The packages of these modules, and those bundled in the files. */
  packages: Set<string>;
}

function reachable(
  file: string,
  found: Reached = { files: new Set(), modules: new Set(), packages: new Set() },
): Reached {
  if (found.files.has(file)) return found;
  found.files.add(file);
  for (const name of imports(file)) {
    // Data, which imports nothing.
    if (name === '#prepared') continue;
    if (name.startsWith('.')) {
      reachable(join('dist', name), found);
    } else {
      found.modules.add(name);
      found.packages.add(packageOf(name));
    }
  }
  for (const source of Object.keys(outputs[file.replace(/^(.\/)?(.*)\.c?js$/, '$2.js')]?.inputs ?? {})) {
    const bundled = source.split('node_modules/').at(1);
    if (bundled) found.packages.add(packageOf(bundled));
  }
  return found;
}

/** What the files import. The entries share most of them, so each is read once. */
const importsOf = new Map<string, string[]>();

function imports(file: string): string[] {
  const names =
    importsOf.get(file) ??
    ts.preProcessFile(readFileSync(unpacked(file), 'utf8'), true, true).importedFiles.map(({ fileName }) => fileName);
  importsOf.set(file, names);
  return names;
}

function packageOf(module: string): string {
  const parts = module.startsWith('@') ? 2 : 1;
  return module.startsWith('node:') ? module : module.split('/').slice(0, parts).join('/');
}
