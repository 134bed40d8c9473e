import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BehaviorOptions, createMock } from 'briefs-mock';
import { cases } from 'briefs-mock/conform';
import { routes } from 'briefs-mock/schemas';
import { describe, expect, it } from 'vitest';
import { caseTitle } from '../support/case-title.js';
import { type Project, problemsIn } from './check.js';
import { readDecisions, readStatements } from './documents.js';
import { titlesIn } from './titles.js';

const root = join(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');

const mock = createMock();

/** The titles of this file are only known at run time. */
const testsOfCases = cases.map((one) => ({ file: 'test/conform/cases.test.ts', title: caseTitle(one) }));

/** Reads the project. The tests of this folder are left out, because they do not test the product. */
async function readProject(): Promise<Project> {
  const files = readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
    .map((file) => `test/${file.replaceAll('\\', '/')}`)
    .filter((file) => file.endsWith('.test.ts') && !file.startsWith('test/coverage/'));
  return {
    statements: readStatements(read('docs/reference/coverage.md')),
    decisions: readDecisions(read('docs/reference/unspecified-behavior.md')),
    tests: [...files.flatMap((file) => titlesIn(file, read(file))), ...testsOfCases],
    switches: Object.keys(mock.behavior),
    routes: mock.apis().flatMap((api) => api.routes.map(({ method, path }) => `${method} ${path}`)),
    described: {
      '/user-data': await describedBy('/user-data'),
      '/user-preference': await describedBy('/user-preference'),
    },
  };
}

async function describedBy(prefix: string): Promise<string[]> {
  const { data } = await (await mock.fetch(`${prefix}/service-description`)).json();
  const versions = Object.entries(data.routes as Record<string, Record<string, string[]>>);
  return versions.flatMap(([version, patterns]) =>
    Object.entries(patterns).flatMap(([pattern, methods]) =>
      methods.map((method) => `${method.toUpperCase()} ${prefix}/${version}${pattern}`),
    ),
  );
}

const project = await readProject();

describe('Statements, decisions, tests and routes', () => {
  it('are consistent with each other', () => {
    expect(problemsIn(project)).toEqual([]);
  });

  it('cover exactly the declared routes, two of them by a second path too', () => {
    const declared = Object.keys(routes).filter((route) => !route.includes(' /__mock/'));
    expect(project.routes.toSorted()).toEqual(declared.toSorted());
    expect(declared).toEqual(
      expect.arrayContaining(['GET /v1/brief/:brief_slug', 'PUT /user-data/v1/client-brief/:id']),
    );
  });
});

describe('The register of decisions', () => {
  const switches = project.decisions.flatMap((decision) => decision.switch ?? []);

  it.each(switches)('states the default of behavior.$key', ({ key, standard }) => {
    expect(JSON.parse(standard)).toEqual(mock.behavior[key as keyof BehaviorOptions]);
  });

  it.each(switches)('states at least two valid values of behavior.$key', ({ key, values }) => {
    expect(values.length).toBeGreaterThan(1);
    for (const value of values) {
      const { behavior } = createMock({ behavior: { [key]: JSON.parse(value) } });
      expect(behavior[key as keyof BehaviorOptions]).toEqual(JSON.parse(value));
    }
  });

  it('states all values of a switch that has a fixed set of values', () => {
    const few: string[] = [];
    for (const { key, values } of switches) {
      let allowed = '';
      try {
        createMock({ behavior: { [key]: 'no such value' } as BehaviorOptions });
      } catch (error) {
        allowed = (error as Error).message;
      }
      const listed = /must be ("[^"]+"(?:(?:, | or )"[^"]+")+)/.exec(allowed)?.[1]?.split(/, | or /);
      if (listed === undefined) continue;
      few.push(key);
      expect([...values].sort(), key).toEqual(listed.sort());
    }
    expect(few.sort()).toEqual(['apostropheKey', 'deleteMissingBookmark', 'repeatBookmark', 'setPreference', 'tokens']);
  });

  it('is linked in docs/reference/coverage.md and in the README', () => {
    expect(read('docs/reference/coverage.md')).toContain('(unspecified-behavior.md)');
    expect(read('README.md')).toContain('docs/reference/unspecified-behavior.md');
  });
});

describe('The check', () => {
  const statements = readStatements(`
| id | statement | shown by |
|---|---|---|
| UP-E1 | \`GET /user-preference/v1/thing/<thing_id>\` answers one. | |
| UP-E2 | \`PUT /user-preference/v1/thing/<thing_id>\` changes one. | X1, \`user-preference/thing\`: "changes" |
| UP-R1 | Things are unique. | X2 |`);
  const twoDecisions = readDecisions(`
| id | question | what we do | switch |
|---|---|---|---|
| X1 | May things be changed? | Yes. | |
| X2 | What if one is taken? | 409. | \`behavior.taken\`: \`'conflict'\` (default) or \`'same'\` |`);
  const tests = titlesIn(
    'test/user-preference/thing.test.ts',
    `describe('UP-E1: things', () => {
      it('are answered', () => {});
      it.each([1, 2])(\`X1: PUT changes \${field} %i\`, () => {});
      test('X2, ' + 'are unique', () => {});
    });`,
  );
  const whole: Project = {
    statements,
    decisions: twoDecisions,
    tests,
    switches: ['taken'],
    routes: ['GET /user-preference/v1/thing/:id', 'PUT /user-preference/v1/thing/:id'],
    described: {
      '/user-preference': ['GET /user-preference/v1/thing/{pk:int}', 'PUT /user-preference/v1/thing/{pk:int}'],
    },
  };
  const test = (title: string, file = 'test/user-preference/thing.test.ts') => ({ file, title });
  const without = (part: string) => tests.filter(({ title }) => !title.includes(part));

  it('reports nothing for a consistent project', () => {
    expect(problemsIn(whole)).toEqual([]);
  });

  it.each<[string, Partial<Project>, string[]]>([
    [
      'a statement that no test names any more',
      { tests: tests.map(({ file, title }) => ({ file, title: title.replace('UP-E1: ', '') })) },
      ['UP-E1 is shown by no test'],
    ],
    [
      'a decision that no test names any more',
      { tests: without('X2') },
      ['UP-R1 is shown by X2, which no case and no test below test/user-preference/ names', 'X2 is named by no test'],
    ],
    [
      'a decision that only tests of another API name',
      { tests: [...without('X2'), test('X2', 'test/user-data/thing.test.ts')] },
      ['UP-R1 is shown by X2, which no case and no test below test/user-preference/ names'],
    ],
    [
      'a quoted title that has changed',
      { tests: [...without('changes'), test('X1: PUT alters')] },
      ['UP-E2 is shown by "changes" in user-preference/thing, where no test is titled so'],
    ],
    [
      'a quoted title that has moved to another file',
      { tests: [...without('changes'), test('X1'), test('changes', 'test/user-preference/other.test.ts')] },
      ['UP-E2 is shown by "changes" in user-preference/thing, where no test is titled so'],
    ],
    [
      'a title with unknown ids',
      { tests: [...tests, test('X3, UP-R9: X19')] },
      ['X3', 'UP-R9', 'X19'].map(
        (id) => `test/user-preference/thing.test.ts names ${id}, which there is not: X3, UP-R9: X19`,
      ),
    ],
    [
      'a statement that was removed',
      { statements: statements.filter(({ id }) => id !== 'UP-E1') },
      [
        'UP-E2 is not UP-E1, which is the next of its kind',
        ...tests.map(({ file, title }) => `${file} names UP-E1, which there is not: ${title}`),
        'GET /user-preference/v1/thing/:id is asked for by no statement; add one to docs/reference/coverage.md',
      ],
    ],
    [
      'a decision that was removed',
      { decisions: twoDecisions.filter(({ id }) => id !== 'X2') },
      [
        'test/user-preference/thing.test.ts names X2, which there is not: UP-E1: things > X2, are unique',
        'behavior.taken is not in exactly one row of the register',
      ],
    ],
    [
      'an id of an unknown kind',
      { decisions: [...twoDecisions, { id: 'Y1', switch: undefined }] },
      ['Y1 is of no kind that there is', 'Y1 is named by no test'],
    ],
    [
      'a switch that was added',
      { switches: ['taken', 'strict'] },
      ['behavior.strict is not in exactly one row of the register'],
    ],
    ['a switch that was removed', { switches: [] }, ['behavior.taken is in the register, but no mock has it']],
    [
      'a route that was added',
      { routes: [...whole.routes, 'DELETE /user-preference/v1/thing/:id'] },
      [
        'DELETE /user-preference/v1/thing/:id is asked for by no statement; add one to docs/reference/coverage.md',
        '/user-preference does not describe DELETE /user-preference/v1/thing/*',
      ],
    ],
    [
      'a route that was removed',
      { routes: whole.routes.slice(1) },
      [
        'UP-E1 asks for GET /user-preference/v1/thing/<thing_id>, which nothing answers',
        '/user-preference describes GET /user-preference/v1/thing/*, but has it not',
      ],
    ],
    [
      'an endpoint without a route',
      {
        statements: statements.map((each) => (each.id === 'UP-E1' ? { ...each, text: 'Things are answered.' } : each)),
      },
      [
        'UP-E1 asks for no route at all, which nothing answers',
        'GET /user-preference/v1/thing/:id is asked for by no statement; add one to docs/reference/coverage.md',
      ],
    ],
    [
      'a route that is not described',
      { described: { '/user-preference': ['GET /user-preference/v1/thing/{pk:int}'] } },
      ['/user-preference does not describe PUT /user-preference/v1/thing/*'],
    ],
  ])('reports %s', (_, change, problems) => {
    expect(problemsIn({ ...whole, ...change })).toEqual(problems);
  });

  it('reports every statement and decision of this project if there are no tests', () => {
    const problems = problemsIn({ ...project, tests: [] });
    for (const { id } of [...project.statements, ...project.decisions]) {
      expect(
        problems.some((problem) => problem.startsWith(`${id} is `)),
        id,
      ).toBe(true);
    }
  });

  it('reports every decision of this project that is missing in the titles or in the register', () => {
    // The rest of the project has no influence on decisions, and takes long to check for each of them.
    const alone: Project = { ...project, statements: [], routes: [], described: {} };
    for (const { id } of project.decisions) {
      // No other title can be taken for one that names it.
      const containing = project.tests.filter(({ title }) => title.includes(id));
      const naming = new RegExp(`(?<!-)\\b${id}\\b`);
      const unnamed = containing.filter(({ title }) => !naming.test(title));
      expect(problemsIn({ ...alone, tests: unnamed }), id).toContain(`${id} is named by no test`);
      const rest = project.decisions.filter((decision) => decision.id !== id);
      const problems = problemsIn({ ...alone, tests: containing, decisions: rest });
      expect(
        problems.some((problem) => problem.includes(` names ${id}, which there is not`)),
        id,
      ).toBe(true);
    }
  });

  it('does not count tests that do not run, and calls that are not tests', () => {
    const source = `
      it.skip('X1', () => {});
      it.todo('X2');
      describe.skip('X3', () => it('X4', () => {}));
      test.fails('X5', () => {});
      it.skipIf(process.platform)('X6', () => {});
      expect('X7').toBe('X8');
      // it('X9', () => {});
      const text = "it('X10', () => {})";
      it(title, () => {});
      describeApi('X11', (open) => it.concurrent('X12', () => {}));`;
    expect(titlesIn('a.test.ts', source).map(({ title }) => title)).toEqual(['', 'X11 > X12']);
  });

  it('throws for a column "shown by" that it cannot read', () => {
    expect(() => readStatements('| UP-R1 | Things are unique. | the tests |')).toThrow('UP-R1: cannot read the tests');
  });
});
