import type { Decision, Statement } from './documents.js';
import type { TestTitle } from './titles.js';

/** Everything that must be consistent. Routes have the form `GET /user-data/v1/client/:id`. */
export interface Project {
  readonly statements: readonly Statement[];
  readonly decisions: readonly Decision[];
  readonly tests: readonly TestTitle[];
  /** The keys of `behavior`. */
  readonly switches: readonly string[];
  /** The routes that the mock answers. */
  readonly routes: readonly string[];
  /** Maps the prefix of each API to the routes that its service description lists, for all versions. */
  readonly described: Readonly<Record<string, readonly string[]>>;
}

/** The letters in the ids of statements, one for each kind. */
const KINDS = 'EFRTVAL';
/** The letters in the ids of decisions, one for each section of the register. */
const SECTIONS = 'XPDF';
/** Where the tests of each API are. */
const HOMES: Readonly<Record<string, string>> = {
  PUB: 'test/public-api/',
  UD: 'test/user-data/',
  UP: 'test/user-preference/',
};
/** The test of a case, whose title ends with the id of the case. */
const CASES = 'test/conform/cases.test.ts';
const ID_IN_TITLE = /\b(?:(?:PUB|UD|UP)-[A-Z]\d+|[XPDF]\d+)\b/g;

/** A message for each inconsistency. */
export function problemsIn(project: Project): string[] {
  return [
    ...misnumbered(project),
    ...unshown(project),
    ...untested(project),
    ...unknownIdsInTitles(project),
    ...mismatchedSwitches(project),
    ...mismatchedRoutes(project),
    ...wronglyDescribed(project),
  ];
}

/** The ids of each kind must count up from 1 without gaps, so that none can be lost unnoticed. */
function misnumbered({ statements, decisions }: Project): string[] {
  const problems: string[] = [];
  const counts = new Map<string, number>();
  for (const { id } of [...statements, ...decisions]) {
    const [, series = '', number] = /^(.*?)(\d+)$/.exec(id) ?? [];
    const expected = (counts.get(series) ?? 0) + 1;
    counts.set(series, expected);
    if (Number(number) !== expected) problems.push(`${id} is not ${series}${expected}, which is the next of its kind`);
    const [api, kind = ''] = series.split('-');
    const isKnown = kind === '' ? SECTIONS.includes(series) : Object.hasOwn(HOMES, api ?? '') && KINDS.includes(kind);
    if (!isKnown) problems.push(`${id} is of no kind that there is`);
  }
  return problems;
}

/** Every statement must be shown by a test, and every test that is quoted for it must exist. */
function unshown({ statements, tests }: Project): string[] {
  const named = idsNamedIn(tests);
  const namedBelow = new Map(
    Object.values(HOMES).map((home) => {
      const cases = `: ${home.replace('test/', '')}`;
      return [home, idsNamedIn(tests.filter((test) => test.file.startsWith(home) || isCaseOf(test, cases)))];
    }),
  );
  const titlesIn = new Map<string, string[]>();
  for (const { file, title } of tests) {
    const known = titlesIn.get(file);
    if (known === undefined) titlesIn.set(file, [title]);
    else known.push(title);
  }
  return statements.flatMap(({ id, decisions, titles }) => {
    const home = HOMES[id.split('-')[0] ?? ''] ?? '';
    const missing = [
      ...decisions
        .filter((decision) => !namedBelow.get(home)?.has(decision))
        .map((decision) => `${id} is shown by ${decision}, which no case and no test below ${home} names`),
      ...titles
        .filter(({ file, part }) => !titlesIn.get(`test/${file}.test.ts`)?.some((title) => title.includes(part)))
        .map(({ file, part }) => `${id} is shown by "${part}" in ${file}, where no test is titled so`),
    ];
    if (missing.length > 0) return missing;
    const isShown = named.has(id) || decisions.length + titles.length > 0;
    return isShown ? [] : [`${id} is shown by no test`];
  });
}

/** Every decision must be named by a test. */
function untested({ decisions, tests }: Project): string[] {
  const named = idsNamedIn(tests);
  return decisions.filter(({ id }) => !named.has(id)).map(({ id }) => `${id} is named by no test`);
}

/** No test may name an unknown id. */
function unknownIdsInTitles({ statements, decisions, tests }: Project): string[] {
  const known = new Set([...statements, ...decisions].map(({ id }) => id));
  return tests.flatMap(({ file, title }) =>
    idsIn(title)
      .filter((id) => !known.has(id))
      .map((id) => `${file} names ${id}, which there is not: ${title}`),
  );
}

/** Every switch must be in exactly one decision, and every switch in a decision must exist. */
function mismatchedSwitches({ decisions, switches }: Project): string[] {
  const registered = decisions.flatMap((decision) => decision.switch?.key ?? []);
  return [
    ...switches
      .filter((key) => registered.filter((other) => other === key).length !== 1)
      .map((key) => `behavior.${key} is not in exactly one row of the register`),
    ...registered
      .filter((key) => !switches.includes(key))
      .map((key) => `behavior.${key} is in the register, but no mock has it`),
  ];
}

/** Every route must have exactly one endpoint statement, and every endpoint statement a route. */
function mismatchedRoutes({ statements, routes }: Project): string[] {
  const asked = statements
    .filter(({ id }) => /-E\d+$/.test(id))
    .map(({ id, text }) => ({ id, route: /^`([A-Z]+ \/[^`]*)`/.exec(text)?.[1] }));
  const mounted = new Set(routes.map(shapeOf));
  const wanted = asked.map(({ route = '' }) => shapeOf(route));
  return [
    ...asked
      .filter(({ route }) => route === undefined || !mounted.has(shapeOf(route)))
      .map(({ id, route }) => `${id} asks for ${route ?? 'no route at all'}, which nothing answers`),
    ...asked
      .filter(({ route = '' }, i) => wanted.indexOf(shapeOf(route)) !== i)
      .map(({ id, route }) => `${id} asks for ${route} once more`),
    ...routes
      .filter((route) => !wanted.includes(shapeOf(route)))
      .map((route) => `${route} is asked for by no statement; add one to docs/reference/coverage.md`),
  ];
}

/** A service description must list exactly the routes of its API. */
function wronglyDescribed({ routes, described }: Project): string[] {
  return Object.entries(described).flatMap(([prefix, listed]) => {
    const mounted = routes.filter((route) => new RegExp(`^[A-Z]+ ${prefix}/v\\d+/`).test(route)).map(shapeOf);
    const shapes = listed.map(shapeOf);
    return [
      ...mounted.filter((route) => !shapes.includes(route)).map((route) => `${prefix} does not describe ${route}`),
      ...shapes
        .filter((route) => !mounted.includes(route))
        .map((route) => `${prefix} describes ${route}, but has it not`),
    ];
  });
}

/** Whether a test is that of a case of an API. */
function isCaseOf({ file, title }: TestTitle, api: string): boolean {
  return file === CASES && title.includes(api);
}

function idsNamedIn(tests: readonly TestTitle[]): Set<string> {
  return new Set(tests.flatMap(({ title }) => idsIn(title)));
}

/** The ids in each title that was read. The tests of the check read all titles hundreds of times. */
const readTitles = new Map<string, string[]>();

function idsIn(title: string): string[] {
  const known = readTitles.get(title);
  if (known !== undefined) return known;
  const ids = title.match(ID_IN_TITLE) ?? [];
  readTitles.set(title, ids);
  return ids;
}

/** A route with `*` for each parameter, whether it is written `:id`, `<id>` or `{pk:int}`. */
function shapeOf(route: string): string {
  return route.replaceAll(/:\w+|<[^<>]+>|\{[^{}]+\}/g, '*');
}
