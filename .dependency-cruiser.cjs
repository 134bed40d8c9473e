// Which part may import which. Read each rule as: files that match `from` may not import files that match `to`.

/** The rooms of src/ in order: each may import only rooms before it, types included, less its own exceptions. Two are single files. */
const rooms = [
  'foundation',
  'model',
  'state',
  'scenario',
  'protocol',
  'faults',
  'session',
  'persist',
  'services',
  'control',
  'http',
  'schemas',
  'openapi',
  'mock',
  'replicas',
  'index',
  'fetch',
  'server',
  'cli',
];

/** Rooms that a room may not import although they come before it. */
const exceptions = {
  protocol: ['scenario'],
  faults: ['state', 'scenario'],
  services: ['faults', 'session', 'scenario', 'persist'],
  control: ['services', 'persist'],
  http: ['services', 'persist'],
  replicas: ['services', 'openapi', 'schemas', 'persist'],
  fetch: ['services', 'http', 'openapi', 'persist'],
  server: ['services', 'openapi', 'fetch', 'persist'],
};

/** Every file of a room. */
const filesOf = (room) => `^src/${room}(/|\\.ts$)`;

/** Development dependencies that the build bundles, so that users do not install them. */
const bundled = [
  '@faker-js/faker',
  '@hono/node-server',
  '@mswjs/data',
  '@noble/hashes',
  'commander',
  'cross-spawn',
  'diff',
  'character-entities-html4',
  'entities',
  'fastest-levenshtein',
  'httpxy',
  'idb',
  'lilconfig',
  'openapi-explorer',
  'picocolors',
  'prom-client',
  'pure-rand',
  'sorted-btree',
  'zod-openapi',
  'yaml',
];

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    ...rooms.map((room, i) => {
      const allowed = rooms.slice(0, i).filter((other) => !exceptions[room]?.includes(other));
      return {
        name: `${room}-imports-only-rooms-before-it`,
        comment: `src/${room} may import ${allowed.map((name) => `src/${name}`).join(', ') || 'no other room'}.`,
        severity: 'error',
        from: { path: filesOf(room) },
        to: { path: '^src/', pathNot: [...allowed, room].map(filesOf) },
      };
    }),
    {
      name: 'every-file-is-in-a-room',
      comment: 'A new room goes into the list at the top of .dependency-cruiser.cjs.',
      severity: 'error',
      from: { path: '^src/', pathNot: rooms.map(filesOf) },
      to: {},
    },
    {
      name: 'no-circles',
      comment: 'Not even of types: a circle makes several files one.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'handlers-stay-outside',
      comment: 'handlers/ delivers the mock and is not part of it: src/ works without msw.',
      severity: 'error',
      from: { path: '^(src|seeds)/' },
      to: { path: '^handlers/' },
    },
    {
      name: 'helpers-stay-outside',
      comment: 'helpers/ sets up test runners; nothing else needs it.',
      severity: 'error',
      from: { path: '^(src|handlers|seeds)/' },
      to: { path: '^helpers/' },
    },
    {
      name: 'handlers-and-helpers-use-the-mock-only',
      comment: 'They forward requests to a mock, and may not call services themselves.',
      severity: 'error',
      from: { path: '^(handlers|helpers)/', pathNot: '^helpers/vite/' },
      to: {
        path: '^(seeds/|src/)',
        pathNot:
          '^src/(index\\.ts$|foundation/|faults/|mock/|session/|(state/describe-changes|protocol/(parse-switches|request-data))\\.ts$)',
      },
    },
    {
      name: 'tools-stay-outside',
      comment: 'A tool is loaded by its command alone, or by its route, and is not part of the mock.',
      severity: 'error',
      from: { path: '^(src|handlers|helpers|seeds|console)/', pathNot: '^src/(cli/|server/assistant\\.ts$)' },
      to: { path: '^tools/' },
    },
    {
      name: 'tools-use-the-public-surface',
      comment: 'Tools use what users have, and the values that the APIs are made of: tables, routes, services.',
      severity: 'error',
      from: { path: '^tools/' },
      to: {
        path: '^(src|handlers|helpers|seeds|console)/',
        pathNot: '^src/(index\\.ts$|(foundation|faults|mock|model|protocol|services)/)',
      },
    },
    {
      name: 'tools-know-no-other-tools',
      comment: 'What two tools need belongs to the mock, but for how reports are written: tools/report.',
      severity: 'error',
      from: { path: '^tools/([^/]+)/' },
      to: { path: '^tools/', pathNot: '^tools/($1|report)/' },
    },
    {
      name: 'console-knows-the-control-api-only',
      comment:
        'The console uses types, texts, a name and a number format of the package, but no code of it: all it does, it does through the control API.',
      severity: 'error',
      from: { path: '^console/' },
      to: {
        path: '^(src|handlers|helpers|seeds)/',
        pathNot: '^src/(faults/fault-texts|foundation/(file-formats|grouped|real-date))\\.ts$',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'console-stays-outside',
      comment: 'A page that does not import briefs-mock/console carries nothing of it.',
      severity: 'error',
      from: { path: '^(src|handlers|helpers|seeds)/' },
      to: { path: '^console/' },
    },
    {
      name: 'playground-uses-the-public-surface',
      comment: 'The page is made from the built package, as a page of a user is.',
      severity: 'error',
      from: { path: '^playground/' },
      to: {
        path: '^(src|tools|handlers|helpers|seeds|console)/',
        pathNot: '^((src|seeds)/index\\.ts|console/index\\.tsx)$',
      },
    },
    {
      name: 'playground-stays-outside',
      comment: 'It is a page of its own.',
      severity: 'error',
      from: { pathNot: '^playground/' },
      to: { path: '^playground/' },
    },
    {
      name: 'only-the-cli-imports-scenarios',
      comment: 'Users of the library choose their scenarios; only the command line has a default one.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/cli/' },
      to: { path: '^seeds/' },
    },
    {
      name: 'seeds-build-on-the-public-surface',
      comment: 'Scenarios use what users have, defineScenario and public types, and the tables of the model.',
      severity: 'error',
      from: { path: '^seeds/' },
      to: { path: '^src/', pathNot: '^src/(model/|scenario/|index\\.ts$)' },
    },
    {
      name: 'server-and-cli-are-entries',
      comment: 'Nothing else imports the server or the command line, but the plugin of Vite, which is a server.',
      severity: 'error',
      from: { path: '^(handlers|helpers|seeds)/', pathNot: '^helpers/vite/' },
      to: { path: '^src/(server|cli)/' },
    },
    {
      name: 'node-only-in-server-cli-and-helpers',
      comment: 'Everything else runs in a browser too.',
      severity: 'error',
      from: { path: '^(src|handlers|seeds)/', pathNot: '^src/(server|cli)/' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'node-server-only-in-server-and-cli',
      comment: 'It imports Node modules.',
      severity: 'error',
      from: { path: '^(src|handlers|helpers|seeds)/', pathNot: '^src/(server|cli)/' },
      to: { path: 'node_modules/@hono/node-server/' },
    },
    {
      name: 'msw-only-in-handlers-and-helpers',
      comment: 'msw is an optional peer dependency.',
      severity: 'error',
      from: { path: '^(src|seeds)/' },
      to: { path: 'node_modules/msw3?/' },
    },
    {
      name: 'test-runners-only-in-helpers',
      comment: 'They are optional peer dependencies.',
      severity: 'error',
      from: { path: '^(src|handlers|seeds|console)/' },
      to: { path: 'node_modules/(vitest|@vitest|@playwright)/' },
    },
    {
      name: 'faker-only-in-seeds',
      comment: 'It is larger than the rest of the package; only those who import a scenario load it.',
      severity: 'error',
      from: { path: '^(src|handlers|helpers)/' },
      to: { path: 'node_modules/@faker-js/' },
    },
    {
      name: 'openapi-only-on-demand',
      comment: 'OpenAPI documents, and the library for them, are loaded by a dynamic import when one is requested.',
      severity: 'error',
      from: { path: '^(src|handlers|seeds)/', pathNot: '^src/openapi/' },
      to: {
        path: ['^src/openapi/', 'node_modules/zod-openapi/'],
        dependencyTypesNot: ['dynamic-import', 'type-only'],
      },
    },
    {
      name: 'persist-only-on-demand',
      comment: 'Most mocks keep nothing: the code for it is loaded by a dynamic import when one does.',
      severity: 'error',
      from: { path: '^(src|handlers|helpers|seeds)/', pathNot: '^src/persist/' },
      to: { path: ['^src/persist/', 'node_modules/idb/'], dependencyTypesNot: ['dynamic-import', 'type-only'] },
    },
    {
      name: 'replicas-only-on-demand',
      comment:
        'Most servers have no store: the code for it and the driver are loaded by a dynamic import when one does.',
      severity: 'error',
      from: { path: '^(src|handlers|helpers|seeds)/', pathNot: '^src/replicas/' },
      to: {
        path: ['^src/replicas/', 'node_modules/@redis/'],
        dependencyTypesNot: ['dynamic-import', 'type-only'],
      },
    },
    {
      name: 'storage-libraries-only-in-state',
      comment: 'Only src/state knows how records are stored.',
      severity: 'error',
      from: { path: '^(src|handlers|helpers|seeds)/', pathNot: '^src/state/' },
      to: { path: 'node_modules/(@mswjs/data|sorted-btree)/' },
    },
    {
      name: 'services-and-control-know-no-delivery',
      comment: 'They return results for inputs; src/http and the deliveries handle requests and responses.',
      severity: 'error',
      from: { path: '^src/(foundation|model|state|scenario|services|control|protocol)/' },
      to: { path: 'node_modules/(hono|@hono/[^/]+|msw3?)/' },
    },
    {
      name: 'no-development-dependency-but-the-bundled',
      comment: 'Published code may import dependencies, optional peers, and what the build bundles.',
      severity: 'error',
      from: { path: '^(src|handlers|helpers|seeds)/', pathNot: '^helpers/storybook/manager\\.ts$' },
      to: {
        dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown', 'unknown', 'undetermined'],
        dependencyTypesNot: ['npm', 'npm-peer', 'npm-optional', 'type-only'],
        pathNot: `node_modules/(${bundled.join('|')}|msw3?)/`,
      },
    },
    {
      name: 'unresolved',
      comment: 'The page of Storybook has what its addon imports.',
      severity: 'error',
      from: { pathNot: '^helpers/storybook/manager\\.ts$' },
      to: { couldNotResolve: true },
    },
    {
      name: 'no-orphans',
      comment:
        'A file that imports nothing and that nothing imports. The build replaces an import by one of src/server/api-reference-page.',
      severity: 'error',
      from: {
        orphan: true,
        pathNot: ['^src/((index|schemas|fetch)\\.ts$|server/api-reference-page/)', '\\.d\\.ts$'],
      },
      to: {},
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['types', 'import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.mts', '.js', '.mjs', '.cjs', '.json', '.d.ts'],
    },
  },
};
