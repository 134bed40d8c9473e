import { createRequire } from 'node:module';
import { sep } from 'node:path';
import type { Plugin } from 'esbuild';

/**
 * Bundles @mswjs/data without the parts that this package does not use.
 *
 * This package uses the library only as a model layer: model definitions, keys, nullable columns and queries. The library also
 * generates REST and GraphQL handlers, for which it imports all of `msw` and `graphql`; it sends every write to other tabs and
 * worker threads through a BroadcastChannel; and it creates, changes, relates and sorts records, which this package does
 * itself. Each replacement below is keyed by the imported path, and applies only to imports in the library's own files.
 *
 * The build fails if a replacement no longer matches an import, so that an upgrade that moves a file is noticed.
 */
const replacements: Record<string, { why: string; code: string }> = {
  './model/generateRestHandlers': {
    why: 'imports msw; the mock answers requests itself, without generated handlers',
    code: absent('generateRestHandlers'),
  },
  './model/generateGraphQLHandlers': {
    why: 'imports msw and graphql; none of the mocked APIs uses GraphQL',
    code: absent('generateGraphQLHandlers', 'generateGraphQLSchema'),
  },
  './model/createModel': {
    why: 'this package creates records itself',
    code: absent('createModel'),
  },
  './model/updateEntity': {
    why: 'this package changes records itself',
    code: absent('updateEntity'),
  },
  './sortResults': {
    why: 'this package sorts records itself',
    code: absent('sortResults'),
  },
  './relations/oneOf': {
    why: 'this package handles references between records itself',
    code: absent('oneOf'),
  },
  './relations/manyOf': {
    why: 'this package handles references between records itself',
    code: absent('manyOf'),
  },
  './relations/Relation': {
    why: 'no model has a relation; the library only checks values with instanceof',
    code: 'exports.Relation = class Relation {};',
  },
  '../relations/Relation': {
    why: 'no model has a relation; the library only checks values with instanceof',
    code: 'exports.Relation = class Relation {};',
  },
  './extensions/sync': {
    why: 'opens a BroadcastChannel in pages and jsdom: mocks would share records, and processes would not exit',
    code: 'exports.sync = function () {};',
  },
  'strict-event-emitter': {
    why: 'emits an event for every write, and nothing listens',
    code: 'exports.Emitter = class Emitter { emit() {} };',
  },
  debug: {
    why: 'reads environment and terminal settings for debug logs that nothing enables',
    code: 'exports.debug = function () { return function () {}; };',
  },
  md5: {
    why: 'hashes a stack trace to an id that only the synchronisation between tabs uses',
    code: 'module.exports = function (text) { return text; };',
  },
  'date-fns': {
    why: 'the root module loads every function of the library; only one is used',
    code: "exports.compareAsc = require('date-fns/compareAsc');",
  },
};

/** A module whose functions throw when they are called. */
function absent(...names: string[]): string {
  const throwing = (name: string) =>
    `exports.${name} = function () { throw new Error('briefs-mock: ${name} of @mswjs/data is not part of this build'); };`;
  return names.map(throwing).join('\n');
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
        // A replacement's own imports are resolved from the library's folder.
        resolveDir: libraryFolder(),
      }));

      build.onEnd(({ errors }) => {
        const unused = Object.keys(replacements).filter((path) => !applied.has(path));
        if (errors.length > 0 || applied.size === 0 || unused.length === 0) return undefined;
        return {
          errors: [{ text: `@mswjs/data no longer imports ${unused.join(', ')}: update scripts/slim-mswjs-data.ts` }],
        };
      });
    },
  };
}

function libraryFolder(): string {
  const entry = createRequire(import.meta.url).resolve('@mswjs/data');
  return entry.slice(0, entry.lastIndexOf(sep));
}
