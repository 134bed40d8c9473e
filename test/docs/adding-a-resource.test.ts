import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Copy, WORKED_EXAMPLE } from './worked-example.js';

// Applies the steps of the page to a copy of this project, then tests the copy.

type Package = typeof import('briefs-mock');
type Handlers = typeof import('briefs-mock/handlers');

/** For child processes on a busy machine; only ends those that hang. */
const TIMEOUT = 300_000;

let copy: Copy;
let briefsMock: Package;
let handlers: Handlers;

beforeAll(async () => {
  copy = new Copy();
  copy.follow();
  expect(await copy.run('scripts/set-up.mjs')).toMatch(/exit code 0$/);
  const load = (entry: string) => import(pathToFileURL(join(copy.folder, 'dist', entry)).href);
  [briefsMock, handlers] = await Promise.all([load('index.js'), load('handlers.js')]);
}, TIMEOUT);
afterAll(() => copy.remove());

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
      const output = await copy.run('node_modules/typescript/bin/tsc', '--project', 'tsconfig.example.json');
      expect(output).toBe('exit code 0');
    },
    TIMEOUT,
  );

  it.concurrent(
    'is formatted and free of lint',
    async () => {
      // The copy is not a git repository.
      const options = ['--vcs-enabled=false', '--error-on-warnings', ...copy.changed];
      expect(await copy.run('node_modules/@biomejs/biome/bin/biome', 'check', ...options)).toMatch(/exit code 0$/);
    },
    TIMEOUT,
  );

  it.concurrent(
    'passes the new tests and the tests whose lists the page extends',
    async () => {
      const suites = ['package', 'team', 'bulk', 'put', 'service-description'].map(
        (name) => `test/user-data/${name}.test.ts`,
      );
      // One process takes half the time.
      const options = ['--no-isolate', '--maxWorkers=1', ...suites, 'test/fixtures/records.test.ts', 'test/coverage'];
      expect(await copy.run('node_modules/vitest/vitest.mjs', 'run', ...options)).toMatch(/exit code 0$/);
    },
    TIMEOUT,
  );

  it('answers with the new field, and does not store it', async () => {
    const mock = briefsMock.createMock();
    const send = async (method: string, path: string, body: unknown) =>
      (await mock.fetch(`${BASE}${path}`, { method, body: JSON.stringify(body) })).json();
    const { data } = await send('POST', '/package', [{ name: 'pro', label: 'Mine' }]);
    expect(data).toMatchObject([{ name: 'pro', label: 'pro' }]);
    expect(await send('PUT', '/package/1', { display_name: 'Pro' })).toMatchObject({ data: [{ label: 'Pro' }] });
    expect(mock.data.package.getAll()[0]).not.toHaveProperty('label');
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
    const mswHandlers = handlers.createHandlers(mock as never).map(({ info }) => String(info.header));
    expect(mswHandlers.filter((header) => header.includes('user-data\\/v1\\/team'))).toHaveLength(listed.length);
  });

  it('describes the new resource and the new field in the OpenAPI document', async () => {
    const { paths, components } = await briefsMock.createMock().openapi('user-data');
    expect(Object.keys(paths[`${BASE}/team`] ?? {}).sort()).toEqual(['get', 'post']);
    expect(Object.keys(paths[`${BASE}/team/{id}`] ?? {}).sort()).toEqual(['delete', 'get', 'put']);
    expect(JSON.stringify(paths[`${BASE}/package`]?.get)).toContain('UserDataPackage');
    expect(components).toMatchObject({
      schemas: { Team: {}, UserDataPackage: { required: expect.arrayContaining(['label']) } },
    });
  });
});
