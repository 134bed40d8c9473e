import { createRequire } from 'node:module';
import { sep } from 'node:path';
import type { Plugin } from 'esbuild';

/**
 * Bundles @mswjs/data without the parts that this package never calls.
 *
 * The library is used here as a model layer only: definitions of models, keys, nullable columns and its query
 * language. As published it also generates REST and GraphQL handlers, which makes it load all of `msw`
 * and `graphql` at import, it mirrors every write to other tabs and worker threads through a
 * BroadcastChannel, and it makes, changes, relates and sorts records, which this package does in its stead. Each
 * replacement below is keyed by what is imported, and applies only to imports made by the library's own files: what the
 * sources of this package import is never touched.
 *
 * A replacement that no longer matches anything fails the build, so that an upgrade of the library
 * that moves a file is noticed here and not by the size of the bundle.
 */
const replacements: Record<string, { why: string; code: string }> = {
  './model/generateRestHandlers': {
    why: 'loads msw; requests are answered by the mock itself, never by generated handlers',
    code: absent('generateRestHandlers'),
  },
  './model/generateGraphQLHandlers': {
    why: 'loads msw and graphql; none of the mocked APIs is a GraphQL one',
    code: absent('generateGraphQLHandlers', 'generateGraphQLSchema'),
  },
  './model/createModel': {
    why: 'records are made by this package',
    code: absent('createModel'),
  },
  './model/updateEntity': {
    why: 'records are changed by this package',
    code: absent('updateEntity'),
  },
  './sortResults': {
    why: 'records are sorted by this package',
    code: absent('sortResults'),
  },
  './relations/oneOf': {
    why: 'references between records are kept by this package',
    code: absent('oneOf'),
  },
  './relations/manyOf': {
    why: 'references between records are kept by this package',
    code: absent('manyOf'),
  },
  './relations/Relation': {
    why: 'no model has one; the library asks whether a value is',
    code: 'exports.Relation = class Relation {};',
  },
  '../relations/Relation': {
    why: 'no model has one; the library asks whether a value is',
    code: 'exports.Relation = class Relation {};',
  },
  './extensions/sync': {
    why: 'opens a BroadcastChannel in pages and jsdom: isolated mocks would see one another, and processes stay alive',
    code: 'exports.sync = function () {};',
  },
  'strict-event-emitter': {
    why: 'tells of every write, and nobody listens',
    code: 'exports.Emitter = class Emitter { emit() {} };',
  },
  debug: {
    why: 'reads the environment and the terminal for a log that nobody turns on',
    code: 'exports.debug = function () { return function () {}; };',
  },
  md5: {
    why: 'hashes a stack trace into an id that only the synchronisation between tabs reads',
    code: 'module.exports = function (text) { return text; };',
  },
  'date-fns': {
    why: 'the root loads every function of the library; one is used',
    code: "exports.compareAsc = require('date-fns/compareAsc');",
  },
};

/** The code of a module whose functions are not to be called. */
function absent(...names: string[]): string {
  const refuse = (name: string) =>
    `exports.${name} = function () { throw new Error('briefs-mock: ${name} of @mswjs/data is not part of this build'); };`;
  return names.map(refuse).join('\n');
}

const LIBRARY = `${sep}node_modules${sep}@mswjs${sep}data${sep}`;
const NAMESPACE = 'slim-mswjs-data';

export function slimMswjsData(): Plugin {
  return {
    name: NAMESPACE,
    setup(build) {
      const applied = new Set<string>();
      const escaped = (path: string) => path.replaceAll(/[.]/g, '\\.');
      const filter = new RegExp(`^(${Object.keys(replacements).map(escaped).join('|')})$`);

      build.onResolve({ filter }, ({ path, importer }) => {
        if (!importer.includes(LIBRARY)) return undefined;
        applied.add(path);
        return { path, namespace: NAMESPACE, sideEffects: false };
      });

      build.onLoad({ filter: /.*/, namespace: NAMESPACE }, ({ path }) => ({
        contents: `/* ${replacements[path]?.why} */${replacements[path]?.code}`,
        // What a replacement itself requires is looked up where the library would have found it.
        resolveDir: libraryFolder(),
      }));

      build.onEnd(({ errors }) => {
        const unused = Object.keys(replacements).filter((path) => !applied.has(path));
        if (errors.length > 0 || applied.size === 0 || unused.length === 0) return undefined;
        return {
          errors: [{ text: `@mswjs/data no longer imports ${unused.join(', ')}: see scripts/slim-mswjs-data.ts` }],
        };
      });
    },
  };
}

function libraryFolder(): string {
  const entry = createRequire(import.meta.url).resolve('@mswjs/data');
  return entry.slice(0, entry.lastIndexOf(sep));
}
