import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { entries, manifest, Project } from './project.js';

/** Entries that load only in their test runner; the projects in test/consumers test them. */
const runnerEntries = ['briefs-mock/vitest', 'briefs-mock/playwright'];
const plainEntries = entries.filter((entry) => !runnerEntries.includes(entry));

/**
 * Both module systems, each with one of the compilers that users may have. `load` is the expression that loads a package, and
 * `loadOther` loads it through the other system.
 */
const systems = [
  {
    type: 'module',
    extension: 'mjs',
    typed: 'mts',
    compiler: 'typescript7',
    load: (name: string) => `await import('${name}')`,
    loadOther: (name: string) => `(await import('node:module')).createRequire(import.meta.url)('${name}')`,
  },
  {
    type: 'commonjs',
    extension: 'cjs',
    typed: 'cts',
    compiler: 'typescript',
    load: (name: string) => `require('${name}')`,
    loadOther: (name: string) => `await import('${name}')`,
  },
] as const;

describe.each(systems)('in a $type project', ({ type, extension, typed, compiler, load, loadOther }) => {
  const project = new Project(type);
  const evaluate = (program: string) =>
    project.evaluate(
      `program.${extension}`,
      `(async () => console.log(JSON.stringify(await (async () => { ${program} })())))();`,
    );

  beforeAll(() => project.installBriefsMock());
  afterAll(() => project.remove());

  test('without msw, all entries except the handlers can be loaded', () => {
    const others = plainEntries.filter((entry) => entry !== 'briefs-mock/handlers');
    expect(evaluate(`${others.map(load).join(';')}; return true;`)).toBe(true);
    expect(() => evaluate(load('msw'))).toThrow(/Cannot find (package|module) 'msw'/);
  });

  test('a mock with a scenario answers an API request', () => {
    const answer = evaluate(`
      const { createMock } = ${load('briefs-mock')};
      const { newsroom } = ${load('briefs-mock/seeds')};
      const mock = createMock({ scenario: newsroom });
      const token = mock.tokenFor(newsroom.personas[0].email);
      const response = await mock.fetch('/public-api/v1/brief', { headers: { authorization: 'Bearer ' + token } });
      return { status: response.status, body: await response.json() };
    `);
    const brief = expect.objectContaining({ name: expect.any(String), slug: expect.any(String) });
    expect(answer).toMatchObject({ status: 200, body: { data: expect.arrayContaining([brief]) } });
  });

  test('the schemas have English messages, also in a bundle, and work in schemas of zod', () => {
    const message = 'Invalid input: expected string, received number';
    const messageOf = 'records.user.shape.fname.safeParse(3).error.issues[0].message';
    buildSync({
      stdin: {
        contents: `import { records } from 'briefs-mock/schemas'; console.log(JSON.stringify(${messageOf}));`,
        resolveDir: project.folder,
      },
      bundle: true,
      outfile: join(project.folder, 'bundle.cjs'),
    });
    expect(JSON.parse(project.run(process.execPath, 'bundle.cjs'))).toBe(message);
    const answer = evaluate(`
      const { records } = ${load('briefs-mock/schemas')};
      const message = ${messageOf};
      const z = ${load('zod')};
      const mini = ${load('zod/mini')};
      const page = z.object({ users: z.array(mini.pick(records.user, { fname: true })), editor: z.optional(records.user) });
      const { issues } = page.safeParse({ users: [{ fname: 3 }] }).error;
      return { message, page: page.parse({ users: [{ fname: 'Bo' }] }), issues: issues.map((issue) => [issue.path.join('.'), issue.message]) };
    `);
    expect(answer).toEqual({ message, page: { users: [{ fname: 'Bo' }] }, issues: [['users.0.fname', message]] });
  });

  test('a server answers for a mock of another entry, saves its state and serves the API reference', () => {
    const answer = evaluate(`
      const { existsSync } = ${load('node:fs')};
      const { createMock } = ${load('briefs-mock')};
      const { newsroom } = ${load('briefs-mock/seeds')};
      const { createServer } = ${load('briefs-mock/server')};
      const mock = createMock({ scenario: newsroom });
      const server = await createServer(mock, { port: 0, state: 'state.json' }).listen();
      const authorization = 'Bearer ' + mock.tokenFor(newsroom.personas[0].email);
      const response = await fetch(server.url + '/public-api/v1/brief', { headers: { authorization } });
      const docs = await fetch(server.url + '/__mock/docs/page.js');
      await server.close();
      return { status: response.status, docs: docs.status, isKept: existsSync('state.json'), isLocked: existsSync('state.json.lock') };
    `);
    expect(answer).toEqual({ status: 200, docs: 200, isKept: true, isLocked: false });
  });

  test('a fetch handler answers for a mock of another copy of the package', () => {
    const answer = evaluate(`
      const { createMock } = ${load('briefs-mock')};
      const { newsroom } = ${load('briefs-mock/seeds')};
      const { createFetchHandler } = ${loadOther('briefs-mock/fetch')};
      const mock = createMock({ scenario: newsroom });
      const handler = createFetchHandler(mock, { mount: '/api' });
      const authorization = 'Bearer ' + mock.tokenFor(newsroom.personas[0].email);
      const ask = (path) => handler(new Request('https://app.example/api' + path, { headers: { authorization } }));
      return [(await ask('/public-api/v1/brief')).status, (await ask('/__mock/health')).status];
    `);
    expect(answer).toEqual([200, 404]);
  });

  test('the command line prints its version, and its tools the pages of the documentation', () => {
    const commandLine = (...args: string[]) => project.run('node_modules/.bin/briefs-mock', ...args);
    expect(commandLine('--version').trim()).toBe(manifest.version);
    expect(commandLine('tool', 'read_docs', '{"page":"reference/faults"}')).toContain('# Fault');
  });

  describe('with msw', () => {
    beforeAll(() => project.install(`msw@${manifest.devDependencies.msw}`));

    test('the handlers answer fetch in Node', () => {
      const status = evaluate(`
      const { createMock } = ${load('briefs-mock')};
      const { newsroom } = ${load('briefs-mock/seeds')};
      const { createHandlers } = ${load('briefs-mock/handlers')};
      const { setupServer } = ${load('msw/node')};
      const mock = createMock({ scenario: newsroom, baseUrl: 'https://api.example.com' });
      const server = setupServer(...createHandlers(mock));
      server.listen({ onUnhandledRequest: 'error' });
      const authorization = 'Bearer ' + mock.tokenFor(newsroom.personas[0].email);
      const response = await fetch('https://api.example.com/public-api/v1/brief', { headers: { authorization } });
      server.close();
      return response.status;
    `);
      expect(status).toBe(200);
    });

    // Users notice when an exported name is added or removed.
    test('the entries export exactly the listed names', () => {
      const names = plainEntries.map(
        (entry) => `'${entry}': Object.keys(${load(entry)}).filter((name) => name !== 'module.exports').sort()`,
      );
      expect(evaluate(`return { ${names.join(', ')} };`)).toMatchInlineSnapshot(`
        {
          "briefs-mock": [
            "Mock",
            "MockError",
            "chapter",
            "createMock",
            "defineActor",
            "defineRoute",
            "defineScenario",
            "replay",
          ],
          "briefs-mock/conform": [
            "Traffic",
            "ascending",
            "baselineAfter",
            "cases",
            "compareDocument",
            "conform",
            "containing",
            "descending",
            "expectBaseline",
            "isNew",
            "junitOf",
            "lacking",
            "planOf",
            "readHar",
            "uncovered",
          ],
          "briefs-mock/console": [
            "mountConsole",
          ],
          "briefs-mock/explore": [
            "defineConfig",
            "property",
          ],
          "briefs-mock/fetch": [
            "createFetchHandler",
          ],
          "briefs-mock/handlers": [
            "createHandlers",
            "override",
          ],
          "briefs-mock/matchers": [
            "toHaveChanged",
          ],
          "briefs-mock/schemas": [
            "applicationEntitledBrief",
            "articleInDocument",
            "articleSource",
            "bookmarkRecord",
            "bookmarkedArticle",
            "bookmarkedBrief",
            "briefDocument",
            "briefEntitlement",
            "briefEntitlementCheck",
            "briefListItem",
            "changedUserApplicationPreference",
            "compositePreference",
            "contentSelection",
            "dateEntry",
            "entitledContent",
            "entityValue",
            "genericPreferenceItem",
            "genericValue",
            "legacySyncItem",
            "legacySyncResult",
            "listedUserApplicationPreference",
            "newBriefEntitlement",
            "newUserApplicationPreference",
            "preferenceFilters",
            "preferenceSetting",
            "records",
            "removedApplicationPreference",
            "removedBookmark",
            "routes",
            "serviceDescription",
            "syncItem",
            "syncResult",
            "userApplicationPreference",
            "userApplicationPreferenceRemoval",
            "userBrief",
            "userPreference",
          ],
          "briefs-mock/seeds": [
            "awkwardContent",
            "clientRules",
            "empty",
            "expiredTokens",
            "large",
            "longLists",
            "newUser",
            "newsroom",
            "noEntitlement",
            "powerUser",
            "preferences",
            "scenarios",
            "unpublished",
          ],
          "briefs-mock/server": [
            "createServer",
          ],
          "briefs-mock/storybook": [
            "managerEntries",
          ],
          "briefs-mock/vite": [
            "briefsMock",
          ],
        }
      `);
    });

    test('the types compile without those of Node, as in a project for a page', () => {
      const program =
        "import { createMock } from 'briefs-mock';\nimport { newsroom } from 'briefs-mock/seeds';\ncreateMock({ scenario: newsroom });\n";
      project.typeCheck(`page.${typed}`, program, 'typescript7', true);
    });

    test('the types compile and reject wrong uses', () => {
      project.typeCheck(
        `typed.${typed}`,
        `
      import { createMock, defineRoute } from 'briefs-mock';
      import { createFetchHandler } from 'briefs-mock/fetch';
      import { createHandlers, override } from 'briefs-mock/handlers';
      import { newsroom } from 'briefs-mock/seeds';
      import { createServer } from 'briefs-mock/server';
      import * as schemas from 'briefs-mock/schemas';
      import type { RequestHandler } from 'msw';
      import * as z from 'zod';
      import * as mini from 'zod/mini';

      const mock = createMock({ scenario: newsroom });
      export const response: Promise<Response> = mock.fetch('/public-api/v1/brief');
      export const handlers: RequestHandler[] = createHandlers(mock);
      export const handler: (request: Request) => Promise<Response> = createFetchHandler(mock, { mount: '/api' });
      override(mock, 'GET /public-api/v1/brief', (briefs) => briefs.map(({ name, slug }) => ({ slug, name, size: name.length })));
      // @ts-expect-error: a brief in the list has no such field
      override(mock, 'GET /public-api/v1/brief', (briefs) => briefs.map(({ gid }) => gid));
      // @ts-expect-error: there is no such route
      override(mock, 'GET /public-api/v1/briefs', () => []);
      // @ts-expect-error: the control API needs a token
      createFetchHandler(mock, { control: {} });
      // @ts-expect-error: a mock is not a number
      export const wrong1: number = createMock({ scenario: newsroom });
      // @ts-expect-error: handlers are not numbers
      export const wrong2: number[] = createHandlers(mock);
      // @ts-expect-error: a scenario has no such member
      newsroom.nonsense;
      // @ts-expect-error: a server needs a mock
      createServer(7);
      // @ts-expect-error: no such schema
      schemas.nonsense;
      export const name: string = schemas.records.user.parse({}).fname;
      const page = z.object({ user: schemas.records.user, editor: z.optional(schemas.records.user) });
      export const editor: string | undefined = page.parse({}).editor?.fname;
      const named = mini.extend(schemas.records.user, { nickname: z.string() });
      export const nickname: string = named.parse({}).nickname;
      defineRoute({ method: 'POST', path: '/plain', body: z.string(), response: z.number(), handle: ({ body }) => body.length });
      defineRoute({ method: 'POST', path: '/mini', body: mini.string(), response: mini.number(), handle: ({ body }) => body.length });
      // @ts-expect-error: the answer is a number
      defineRoute({ method: 'POST', path: '/wrong', body: z.string(), response: z.number(), handle: ({ body }) => body });
      `,
        compiler,
      );
    });
  });
});
