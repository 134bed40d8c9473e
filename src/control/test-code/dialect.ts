import type { FaultRule } from '../../faults/fault-rule.js';
import { comment } from '../../foundation/comment-source.js';
import { exportOf } from '../../foundation/export-name.js';
import type { TableName } from '../../model/tables.js';
import { INDENT, literal, type NameCode, quoted } from './literal.js';
import type { Recording } from './recording.js';
import type { Return } from './returns.js';
import type { TestRunner } from './runners.js';

/** How the tests of a runner are written: each method returns statements without an indent. */
export interface Dialect {
  /** Everything before the body of the test. */
  opening(recording: Recording, title: string): string;
  /** What brings the mock to the scenario, if the opening does not. */
  start(recording: Recording): string[];
  setTime(time: string): string;
  /** What stops a clock that runs, and sets its time. */
  stopClock(time: string): string[];
  create(table: TableName, row: object): string;
  update(table: TableName, key: { column: string; value: string | number }, values: object): string;
  remove(table: TableName, key: { column: string; value: string | number | NameCode }): string;
  addFault(rule: FaultRule): string;
  clearFaults(): string;
  reset(baseline: NonNullable<Return['reset']>): string;
  rewind(mark: string): string;
  mark(name: string): string;
  expectRequests(filter: object, count: number): string;
  expectChanges(tables: object): string;
  /** What lets a test pass that has sent requests without a route. */
  readonly forgiveUnrouted: string | undefined;
}

/** The approximate length of the code in front of a literal. */
export const CALL = 30;

const value = (given: unknown) => literal(given, INDENT, CALL);

/** An assertion on the result of a call with one argument, as formatters write it. */
function expectCall(callee: string, argument: object, result: number): string {
  const end = `.toBe(${result});`;
  const line = literal(argument, '', Number.NEGATIVE_INFINITY);
  const isShort = `${INDENT}expect(${callee}(${line}))${end}`.length <= 120;
  if (isShort) return `expect(${callee}(${line}))${end}`;
  const inner = INDENT.repeat(2);
  return `expect(\n${inner}${callee}(${literal(argument, inner, callee.length)}),\n${INDENT})${end}`;
}

function importOf(names: string, module: string): string {
  return `import { ${names} } from ${quoted(module)};`;
}

const vitest = (scenarios: readonly string[]): Dialect => ({
  opening: ({ scenario, seed, behavior, givenTime, clockRuns, ownRoutes, returns }, title) => {
    const clock = clockRuns ? { ...(givenTime !== undefined && { now: givenTime }), frozen: false } : givenTime;
    const name = exportOf(scenario);
    const used = [...new Set([scenario, ...returns.flatMap((one) => one?.reset?.scenario ?? [])])].sort();
    const ofPackage = used.filter((one) => scenarios.includes(one)).map(exportOf);
    const own = used.filter((one) => !scenarios.includes(one));
    const imports = [
      ...(ownRoutes.length === 0
        ? []
        : [`${importOf('routes', './routes.js')} ${comment(`yours: ${ownRoutes.map(quoted).join(', ')}`)}`]),
      ...own.map((one) => `${importOf(exportOf(one), './scenarios.js')} ${comment(`yours: ${quoted(one)}`)}`),
      ...(ofPackage.length === 0 ? [] : [importOf(ofPackage.join(', '), 'briefs-mock/seeds')]),
      importOf('setupMock', 'briefs-mock/vitest'),
      importOf('expect, test', 'vitest'),
    ];
    const others = [
      ...(clock === undefined ? [] : [`, clock: ${literal(clock, '')}`]),
      ...(Object.keys(behavior).length === 0 ? [] : [`, behavior: ${literal(behavior, '')}`]),
      ...(ownRoutes.length === 0 ? [] : [', routes']),
    ].join('');
    const options = `{ scenario: ${name}, seed: ${seed}, baseUrl: 'https://api.example.com'${others} }`;
    const note = comment('The base URL is where your application sends its requests.');
    const setUp = `const { mock } = setupMock(${options});`;
    return `${imports.join('\n')}\n\n${note}\n${setUp}\n\ntest(${quoted(title)}, async () => {\n`;
  },
  start: () => [],
  setTime: (time) => `mock.clock.set(${quoted(time)});`,
  stopClock: (time) => ['mock.clock.freeze();', `mock.clock.set(${quoted(time)});`],
  create: (table, row) => `mock.make.${table}(${value(row)});`,
  update: (table, key, values) => `mock.data.${table}.update(${value({ where: where(key), data: values })});`,
  remove: (table, key) => `mock.data.${table}.delete(${value({ where: where(key) })});`,
  addFault: (rule) => `mock.faults.add(${value(rule)});`,
  clearFaults: () => 'mock.faults.clear();',
  reset: ({ scenario, seed }) => {
    const parts = [
      ...(scenario === undefined ? [] : [`scenario: ${exportOf(scenario)}`]),
      ...(seed === undefined ? [] : [`seed: ${seed}`]),
    ];
    return `mock.reset(${parts.length === 0 ? '' : `{ ${parts.join(', ')} }`});`;
  },
  rewind: (mark) => `mock.rewind(${mark});`,
  mark: (name) => `const ${name} = mock.revision;`,
  expectRequests: (filter, count) => expectCall('mock.requests.count', filter, count),
  expectChanges: (tables) => `expect(mock.changes({ since: mark }).tables).toEqual(${value(tables)});`,
  forgiveUnrouted: 'mock.requests.clear();',
});

const playwright: Dialect = {
  opening: ({ behavior, givenTime, clockRuns }, title) => {
    const switches = Object.entries(behavior).map(
      ([name, switched]) => `--behavior ${name}=${typeof switched === 'string' ? switched : JSON.stringify(switched)}`,
    );
    // The scenario builds its records for this time.
    const flags = [...(givenTime === undefined ? [] : [`--clock ${givenTime}`]), ...switches];
    const needs = [
      ...(flags.length === 0 ? [] : [flags.join(' ')]),
      ...(clockRuns ? ['a clock that runs: "clock": { "frozen": false } in its config file'] : []),
    ];
    const needed = needs.length === 0 ? '' : `${comment(`The server needs ${needs.join(' and ')}`)}\n`;
    const imports = [importOf('expect', '@playwright/test'), importOf('test', 'briefs-mock/playwright')].join('\n');
    return `${imports}\n\n${needed}test(${quoted(title)}, async ({ mock }) => {\n`;
  },
  start: ({ scenario, seed, givenTime, clockRuns }) => [
    `await mock.reset(${value({ scenario, seed })});`,
    ...(givenTime === undefined || clockRuns ? [] : [playwright.setTime(givenTime)]),
  ],
  setTime: (now) => `await mock.setClock(${value({ now })});`,
  stopClock: (now) => [`await mock.setClock(${value({ now, frozen: true })});`],
  create: (table, row) => `await mock.create(${quoted(table)}, ${value(row)});`,
  update: (table, key, values) => `await mock.update(${quoted(table)}, ${literal(key.value, '')}, ${value(values)});`,
  remove: (table, key) => `await mock.remove(${quoted(table)}, ${literal(key.value, '')});`,
  addFault: (rule) => `await mock.addFault(${value(rule)});`,
  clearFaults: () => 'for (const { id } of await mock.faults()) await mock.removeFault(id);',
  reset: (baseline) => `await mock.reset(${Object.keys(baseline).length === 0 ? '' : value(baseline)});`,
  rewind: (mark) => `await mock.rewind(${mark});`,
  mark: (name) => `const ${name} = await mock.revision();`,
  expectRequests: (filter, count) => expectCall('await mock.countRequests', filter, count),
  expectChanges: (tables) =>
    `const { tables } = await mock.changes({ since: mark });\n${INDENT}expect(tables).toEqual(${value(tables)});`,
  forgiveUnrouted: undefined,
};

function where({ column, value: equals }: { column: string; value: string | number | NameCode }): object {
  return { [column]: { equals } };
}

/** `scenarios` are the names of those that the package exports. */
export function dialectOf(runner: TestRunner, scenarios: readonly string[]): Dialect {
  return runner === 'vitest' ? vitest(scenarios) : playwright;
}
