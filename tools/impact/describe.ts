import { countOf } from '../../src/foundation/count-of.js';
import { visibleLine } from '../../src/foundation/visible-text.js';
import { junitXml } from '../report/junit.js';
import { DIFFERENCE_KINDS, type DifferenceKind } from './first-difference.js';
import type { AffectedTest, Impact, UnreplayedTest } from './impact.js';
import { keyOf } from './outcomes.js';

const titles: Readonly<Record<DifferenceKind, string>> = {
  outcome: 'Another outcome, with which most tests fail',
  body: 'Another body, with which tests fail that look at what differs',
  headers: 'Other headers, at which few tests look',
};

/** An impact for people. */
export function describeImpact({ tests, requests, affected, groups, unfit, outdated, run }: Impact): string {
  const count = `${affected} of ${countOf(tests, 'test', 'tests')}`;
  return [
    `${count} would see other answers; replayed ${countOf(requests, 'request', 'requests')}`,
    ...(run === undefined ? [] : [runLine(run)]),
    ...DIFFERENCE_KINDS.flatMap((kind) => {
      const found = groups.filter((group) => group.kind === kind);
      return found.length === 0 ? [] : ['', titles[kind], ...found.flatMap((group) => groupLines(group, tests))];
    }),
    ...list('Cannot be replayed under the change, or not as a whole', unfit),
    ...list(
      'Fail in this run, though their answers are the same: look whether they fail without the change, too',
      run?.others ?? [],
    ),
    ...list(
      'Fail in this run, and have no trace, so that nothing is known of their answers: run the tests without the change, too',
      run?.untraced ?? [],
    ),
    ...list('Outdated: run these tests again to record their traces', outdated),
  ]
    .map(visibleLine)
    .join('\n');
}

function groupLines({ route, problem, tests }: Impact['groups'][number], all: number): string[] {
  return [
    '',
    `${tests.length} of ${all}: ${route} ${problem}`,
    ...tests.map((test) => `  ${outcomeOf(test)}${nameOf(test)} (${differences(test)})`),
  ];
}

function runLine({ failing, notRun }: NonNullable<Impact['run']>): string {
  const missing = notRun === 0 ? '' : `; ${notRun} did not run under it`;
  return `${countOf(failing, 'fails', 'fail')} under the change${missing}`;
}

function outcomeOf({ underChange }: Pick<AffectedTest, 'underChange'>): string {
  return underChange === undefined ? '' : `${underChange}: `;
}

function differences({ differences: count, first }: AffectedTest): string {
  return count === 1 ? `request ${first.number}` : `request ${first.number} and ${count - 1} more`;
}

function list(
  title: string,
  tests: readonly (Omit<UnreplayedTest, 'reason'> & { readonly reason?: string })[],
): string[] {
  const lines = tests.map((test) => {
    const reason = test.reason === undefined ? '' : `: ${test.reason}`;
    return `  ${outcomeOf(test)}${nameOf(test)}${reason}`;
  });
  return tests.length === 0 ? [] : ['', title, ...lines];
}

/** Such as `src/bookmarks.test.ts:14 Bookmarks > a repeated one`. */
function nameOf({ file, line, name }: { file: string; line?: number | undefined; name: string }): string {
  return `${file}${line === undefined ? '' : `:${line}`} ${name}`;
}

/**
 * The impact as JUnit XML. A test that would see other answers is a failure, unless it was run and passed. `all` are the tests.
 */
export function junitOf({ groups, unfit }: Impact, all: readonly { file: string; name: string }[]): string {
  const messages = new Map<string, string>();
  for (const { route, problem, tests } of groups)
    for (const test of tests) if (test.underChange !== 'passed') messages.set(keyOf(test), `${route} ${problem}`);
  for (const test of unfit) if (test.underChange !== 'passed') messages.set(keyOf(test), test.reason);
  const cases = all.map((test) => {
    const message = messages.get(keyOf(test));
    return { group: test.file, name: test.name, failure: message === undefined ? undefined : { message } };
  });
  return junitXml({ program: 'briefs-mock impact', cases });
}
