// Which part may import which. Read each rule as: files matching `from` may not import what matches `to`.
// The picture: state <- protocol <- services <- mock <- { server <- cli, handlers <- helpers },
// and control beside services.

const NODE_SIDE = '^src/(server|cli)[./-]';

/** Parts of src/ that a part may import, itself aside. What is not named here it may not. */
const layers = {
  state: [],
  protocol: ['state'],
  services: ['state', 'protocol'],
  control: ['state', 'protocol'],
};

/** Development dependencies that the build bundles, so that users never install them. */
const bundled = [
  '@faker-js/faker',
  '@mswjs/data',
  '@noble/hashes',
  'commander',
  'cross-spawn',
  'entities',
  'fastest-levenshtein',
  'lilconfig',
  'picocolors',
  'proper-lockfile',
  'pure-rand',
  'sorted-btree',
  'zod-openapi',
];

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    ...Object.entries(layers).map(([part, below]) => ({
      name: `${part}-imports-only-what-is-below`,
      comment: `src/${part} may import from ${below.map((name) => `src/${name}`).join(' and ') || 'no other part'}.`,
      severity: 'error',
      from: { path: `^src/${part}/` },
      to: { path: '^(src|handlers|helpers|seeds)/', pathNot: `^src/(version\\.ts$|(${[part, ...below].join('|')})/)` },
    })),
    {
      name: 'handlers-stay-outside',
      comment: 'handlers/ delivers the mock and is not part of it: src/ works without msw.',
      severity: 'error',
      from: { path: '^(src|seeds)/' },
      to: { path: '^handlers/' },
    },
    {
      name: 'helpers-stay-outside',
      comment: 'helpers/ sets the deliveries up for test runners, which nothing else knows.',
      severity: 'error',
      from: { path: '^(src|handlers|seeds)/' },
      to: { path: '^helpers/' },
    },
    {
      name: 'handlers-and-helpers-know-the-mock-only',
      comment: 'They are bridges to the public surface and its route table, not a second way into services.',
      severity: 'error',
      from: { path: '^(handlers|helpers)/' },
      to: { path: ['^seeds/', '^src/(services|control|server|cli)[./-]'] },
    },
    {
      name: 'only-the-cli-picks-a-scenario',
      comment: 'Whoever imports the library chooses its scenarios; only the command line has one by default.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/cli[./-]' },
      to: { path: '^seeds/' },
    },
    {
      name: 'seeds-build-on-the-public-surface',
      comment: 'A scenario is written with what users have too: defineScenario, public types, and the state.',
      severity: 'error',
      from: { path: '^seeds/' },
      to: { path: '^src/', pathNot: '^src/(state/|index\\.ts$)' },
    },
    {
      name: 'server-and-cli-are-entries',
      comment: 'Nothing in the library depends on the server, and nothing at all on the command line.',
      severity: 'error',
      from: { path: '^(src|handlers|helpers|seeds)/', pathNot: NODE_SIDE },
      to: { path: NODE_SIDE },
    },
    {
      name: 'server-does-not-know-the-cli',
      severity: 'error',
      from: { path: '^src/server[./-]' },
      to: { path: '^src/cli[./-]' },
    },
    {
      name: 'node-only-in-server-and-cli',
      comment: 'Everything else runs in a browser too.',
      severity: 'error',
      from: { path: '^(src|handlers|helpers|seeds)/', pathNot: NODE_SIDE },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'node-server-only-in-server-and-cli',
      comment: 'It imports Node modules.',
      severity: 'error',
      from: { path: '^(src|handlers|helpers|seeds)/', pathNot: NODE_SIDE },
      to: { path: 'node_modules/@hono/node-server/' },
    },
    {
      name: 'msw-only-in-handlers-and-helpers',
      comment: 'msw is an optional peer: whoever uses neither need not have it.',
      severity: 'error',
      from: { path: '^(src|seeds)/' },
      to: { path: 'node_modules/msw3?/' },
    },
    {
      name: 'test-runners-only-in-helpers',
      comment: 'They are optional peers: whoever uses no helper for one need not have it.',
      severity: 'error',
      from: { path: '^(src|handlers|seeds)/' },
      to: { path: 'node_modules/(vitest|@vitest|@playwright)/' },
    },
    {
      name: 'faker-only-in-seeds',
      comment: 'It weighs more than the rest of the package; only who imports a scenario pays for it.',
      severity: 'error',
      from: { path: '^(src|handlers|helpers)/' },
      to: { path: 'node_modules/@faker-js/' },
    },
    {
      name: 'openapi-only-on-demand',
      comment: 'What makes documents is loaded where one is asked for, and with it the library that it is made with.',
      severity: 'error',
      from: { path: '^(src|handlers|seeds)/', pathNot: '^src/openapi/' },
      to: {
        path: ['^src/openapi/', 'node_modules/zod-openapi/'],
        dependencyTypesNot: ['dynamic-import', 'type-only'],
      },
    },
    {
      name: 'storage-libraries-only-in-state',
      comment: 'How records are kept is the business of src/state alone.',
      severity: 'error',
      from: { path: '^(src|handlers|helpers|seeds)/', pathNot: '^src/state/' },
      to: { path: 'node_modules/(@mswjs/data|sorted-btree)/' },
    },
    {
      name: 'state-services-and-control-know-no-delivery',
      comment: 'They answer inputs with results; requests and responses are the business of what is above them.',
      severity: 'error',
      from: { path: '^src/(state|services|control)/' },
      to: { path: 'node_modules/(hono|@hono/[^/]+|msw3?)/' },
    },
    {
      name: 'no-development-dependency-but-the-bundled',
      comment: 'Published code may import dependencies, the optional peer, and what the build bundles.',
      severity: 'error',
      from: { path: '^(src|handlers|helpers|seeds)/' },
      to: {
        dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown', 'unknown', 'undetermined'],
        dependencyTypesNot: ['npm', 'npm-peer', 'npm-optional', 'type-only'],
        pathNot: `node_modules/(${bundled.join('|')}|msw3?)/`,
      },
    },
    {
      name: 'unresolved',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'no-cycles',
      comment: 'Types may refer to each other; code that runs may not.',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'no-orphans',
      comment: 'A file that nothing imports and that imports nothing; src/docs-page is loaded by a browser.',
      severity: 'error',
      from: { orphan: true, pathNot: '^src/((index|schemas)\\.ts$|docs-page/)' },
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
      extensions: ['.ts', '.mts', '.js', '.mjs', '.cjs', '.json', '.d.ts'],
    },
  },
};
