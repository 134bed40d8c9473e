import type { TestTrace } from '../../src/mock/test-trace.js';
import type { Impact, OutcomeUnderChange } from './impact.js';

type NamedTest = Pick<TestTrace['test'], 'file' | 'name'>;

/** The same for the traces of one test. */
export const keyOf = ({ file, name }: NamedTest) => JSON.stringify([file, name]);

/** The test files with tests that a change affects. */
export function affectedFiles({ groups, unfit }: Impact): string[] {
  return [...new Set([...groups.flatMap(({ tests }) => tests), ...unfit].map(({ file }) => file))].sort();
}

/** The impact on the tests of `traced` with how each of them ended when it ran under the change, as its new trace says. */
export function withOutcomes(
  impact: Impact,
  traced: readonly TestTrace[],
  ran: readonly TestTrace[],
  behavior: Readonly<Record<string, unknown>>,
): Impact {
  const outcomes = new Map<string, OutcomeUnderChange>();
  for (const { test, trace } of ran) {
    if (test.outcome === undefined || !isUnder(trace.behavior, behavior)) continue;
    // A test may run several times, in several projects.
    if (outcomes.get(keyOf(test)) !== 'failed') outcomes.set(keyOf(test), test.outcome);
  }
  const named = <Test extends NamedTest>(test: Test) => ({
    ...test,
    underChange: outcomes.get(keyOf(test)) ?? 'not run',
  });
  const groups = impact.groups.map((group) => ({ ...group, tests: group.tests.map(named) }));
  const unfit = impact.unfit.map(named);
  const all = [...groups.flatMap(({ tests }) => tests), ...unfit];
  const known = new Set(all.map(keyOf));
  const before = new Set(traced.map(({ test }) => keyOf(test)));
  const unnamed = ran
    .map(({ test: { outcome: _, ...test } }) => test)
    .filter((test) => outcomes.get(keyOf(test)) === 'failed' && !known.has(keyOf(test)));
  const failing = all.filter(({ underChange }) => underChange === 'failed').length;
  const notRun = all.filter(({ underChange }) => underChange === 'not run').length;
  const others = unnamed.filter((test) => before.has(keyOf(test)));
  const untraced = unnamed.filter((test) => !before.has(keyOf(test)));
  return { ...impact, groups, unfit, run: { failing, notRun, others, untraced } };
}

/** Whether the mock of a trace had these switches. A trace does not show the service token. */
function isUnder(
  switches: Readonly<Record<string, unknown>>,
  { serviceToken: _, ...changed }: Readonly<Record<string, unknown>>,
): boolean {
  return Object.entries(changed).every(([name, value]) => JSON.stringify(switches[name]) === JSON.stringify(value));
}
