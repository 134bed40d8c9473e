import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCompiler } from '../support/compile.js';
import type { Copy } from './copy.js';
import { changedFiles, followedCopy, WORKED_EXAMPLE } from './worked-example.js';

// Applies the steps of the page to a copy of this project, then tests the copy.

type Package = typeof import('briefs-mock');
type Handlers = typeof import('briefs-mock/handlers');

/** For child processes on a busy machine; only ends those that hang. */
const TIMEOUT = 300_000;

let copy: Copy;
let briefsMock: Package;
let handlers: Handlers;

beforeAll(async () => {
  copy = followedCopy();
  // Without scripts/set-up.mjs, which could install packages: the copy has the node_modules of this project.
  expect(await copy.run('node_modules/tsup/dist/cli-default.js', '--silent')).toMatch(/exit code 0$/);
  const load = (entry: string) => import(pathToFileURL(join(copy.folder, 'dist', entry)).href);
  [briefsMock, handlers] = await Promise.all([load('index.js'), load('handlers.js')]);
}, TIMEOUT);
afterAll(() => copy?.remove());

const BASE = '/user-data/v1';

describe(`A project after the steps of ${WORKED_EXAMPLE}`, () => {
  it.concurrent(
    'compiles',
    async () => {
      // Compiling all other tests too would take long.
      const config = {
        extends: './tsconfig.json',
        include: ['src', 'seeds', 'test/user-data/team.test.ts'],
      };
      writeFileSync(join(copy.folder, 'tsconfig.example.json'), JSON.stringify(config));
      expect(await runCompiler(copy.folder, '--project', 'tsconfig.example.json')).toBe('exit code 0');
    },
    TIMEOUT,
  );

  it.concurrent(
    'is formatted and free of lint',
    async () => {
      // The copy is not a git repository.
      const options = ['--vcs-enabled=false', '--error-on-warnings', ...changedFiles];
      expect(await copy.run('node_modules/@biomejs/biome/bin/biome', 'check', ...options)).toMatch(/exit code 0$/);
    },
    TIMEOUT,
  );

  it.concurrent(
    'passes the new tests and the tests that walk all tables and resources, after an update of snapshot and generated files',
    async () => {
      const suites = ['package', 'team', 'bulk', 'put', 'service-description'].map(
        (name) => `test/user-data/${name}.test.ts`,
      );
      const walks = ['test/state/tables', 'test/state/defaults', 'test/state/older-snapshots', 'test/fixtures/records'];
      // One process takes half the time. `npm run generate` runs the test of the generated files with this option, too.
      const written = ['test/docs/generated', 'test/coverage/coverage'];
      const options = ['--no-isolate', '--maxWorkers=1', '--update', ...suites, ...walks, ...written];
      expect(await copy.run('node_modules/vitest/vitest.mjs', 'run', ...options)).toMatch(/exit code 0$/);
      const routes = readFileSync(join(copy.folder, 'test/user-data/routes.txt'), 'utf8');
      expect(routes).toContain('/team/{pk:int}: delete, get, put\n/team: get, post\n');
      expect(readFileSync(join(copy.folder, 'src/schemas/answer-data.ts'), 'utf8')).toContain(
        "/v1/team': Row<'team'>[];",
      );
      const tables = readFileSync(join(copy.folder, 'test/state/tables.txt'), 'utf8');
      expect(tables).toMatch(/^team\n/m);
      expect(tables).toContain('  support_email: ');
    },
    TIMEOUT,
  );

  it('stores and answers the new column', async () => {
    const mock = briefsMock.createMock();
    mock.make.package({ name: 'pro', support_email: 'help@pro.example' } as object);
    const answer = await mock.fetch(`${BASE}/package/1`);
    expect(await answer.json()).toMatchObject({ data: [{ name: 'pro', support_email: 'help@pro.example' }] });
  });

  it('has the routes of the new resource in the mock and as handlers', () => {
    const mock = briefsMock.createMock();
    const routes = mock.apis(['user-data']).flatMap(({ routes }) => routes);
    const listed = routes.filter(({ path }) => path.startsWith(`${BASE}/team`));
    expect(listed.map(({ method, path }) => `${method} ${path}`)).toEqual([
      `GET ${BASE}/team`,
      `GET ${BASE}/team/:id`,
      `POST ${BASE}/team`,
      `PUT ${BASE}/team/:id`,
      `DELETE ${BASE}/team/:id`,
    ]);
    const mswHandlers = handlers.createHandlers(mock as never).map(({ info }) => info.header);
    expect(mswHandlers.filter((header) => header.includes(`${BASE}/team`))).toHaveLength(listed.length);
  });

  it('describes the new resource and the new column in the OpenAPI document', async () => {
    const { paths, components } = await briefsMock.createMock().openapi('user-data');
    expect(Object.keys(paths[`${BASE}/team`] ?? {}).sort()).toEqual(['get', 'post']);
    expect(Object.keys(paths[`${BASE}/team/{id}`] ?? {}).sort()).toEqual(['delete', 'get', 'put']);
    expect(components).toMatchObject({
      schemas: { Team: {}, Package: { required: expect.arrayContaining(['support_email']) } },
    });
  });
});
