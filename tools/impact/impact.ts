import { getOrInsert } from '../../src/foundation/get-or-insert.js';
import type { Api, Replay, ReplayDifference, ReplayedAnswer, Trace } from '../../src/index.js';
import type { TestTrace } from '../../src/mock/test-trace.js';
import { ELSEWHERE, type TestOutcome } from '../../src/mock/test-trace-line.js';
import { type AnswerDifference, DIFFERENCE_KINDS, firstDifference, isSame } from './first-difference.js';
import { routeFinder } from './route-of.js';

/** The requests of a trace that were replayed, and the answers that differ. */
interface Replayed {
  readonly requests: number;
  readonly differences: readonly ReplayDifference[];
  readonly redacted?: Replay['redacted'];
}

export interface ImpactOptions {
  readonly tests: readonly TestTrace[];
  /** Replays a trace under the change. */
  readonly under: (trace: Trace) => Promise<Replayed>;
  /** Replays it without the change. */
  readonly without: (trace: Trace) => Promise<Replayed>;
  readonly apis: readonly Api[];
}

/** How a test ended under the change; `not run` if no trace with the change has its outcome, for example because it was skipped. */
export type OutcomeUnderChange = TestOutcome | 'not run';

/** A test that would see other answers. */
export interface AffectedTest {
  readonly file: string;
  readonly line?: number | undefined;
  readonly name: string;
  /** The number of answers that differ. */
  readonly differences: number;
  /** The first of them of the strongest kind: its number in the trace, and both answers. */
  readonly first: ReplayDifference;
  /** How it ended under the change, if the tests were run. */
  readonly underChange?: OutcomeUnderChange;
}

/** Tests whose strongest difference is the same. */
interface ImpactGroup extends AnswerDifference {
  /** The method and the path, with parameters as `:name`. */
  readonly route: string;
  readonly tests: readonly AffectedTest[];
}

/** A test that cannot be replayed, or not as a whole. */
export interface UnreplayedTest {
  readonly file: string;
  readonly line?: number | undefined;
  readonly name: string;
  readonly reason: string;
  /** How it ended under the change, if the tests were run. */
  readonly underChange?: OutcomeUnderChange;
}

/** What came of running the affected tests under the change. */
interface ImpactRun {
  readonly failing: number;
  readonly notRun: number;
  /** Tests of the same files that fail though their answers are the same: they may fail without the change, too. */
  readonly others: readonly Omit<TestTrace['test'], 'outcome'>[];
  /** Tests of the same files that fail and had no trace, such as renamed ones: nothing is known of their answers. */
  readonly untraced: readonly Omit<TestTrace['test'], 'outcome'>[];
}

/** What a change would do to tests. */
export interface Impact {
  /** The number of tests, and of requests in their traces that were replayed. */
  readonly tests: number;
  readonly requests: number;
  /** The number of tests that would see other answers. */
  readonly affected: number;
  /** The strongest kind first, and of a kind the largest first. */
  readonly groups: readonly ImpactGroup[];
  /**
   * Tests of which it is not known whether they would see other answers. Their traces do not fit the change, for example because a
   * record that they create exists already, or lack secrets that were redacted, or requests to named sessions and forks.
   */
  readonly unfit: readonly UnreplayedTest[];
  /** Tests that see other answers than recorded without the change, too: their traces are outdated. */
  readonly outdated: readonly UnreplayedTest[];
  /** If the affected tests were run. */
  readonly run?: ImpactRun;
}

/** Replays the trace of each test under a change. A test is affected if and only if an answer differs from the one without the change. */
export async function impactOf({ tests, under, without, apis }: ImpactOptions): Promise<Impact> {
  const routeOf = routeFinder(apis);
  const groups = new Map<string, Omit<ImpactGroup, 'tests'> & { tests: AffectedTest[] }>();
  const [unfit, outdated]: [UnreplayedTest[], UnreplayedTest[]] = [[], []];
  let requests = 0;
  for (const {
    test: { outcome: _, ...test },
    trace,
  } of tests) {
    const replayed = await under(trace).catch((error: Error) => error);
    if (replayed instanceof Error) {
      const before = await without(trace).catch((error: Error) => error);
      (before instanceof Error ? outdated : unfit).push({ ...test, reason: replayed.message });
      continue;
    }
    requests += replayed.requests;
    const compared = await against(replayed.differences, trace, without).catch((error: Error) => error);
    if (compared instanceof Error) {
      outdated.push({ ...test, reason: compared.message });
      continue;
    }
    const { differences, isOutdated } = compared;
    if (isOutdated) outdated.push({ ...test, reason: 'its answers differ without the change, too' });
    const strongest = strongestOf(differences);
    if (strongest === undefined) {
      const reason = lackOf(trace, replayed.redacted);
      if (reason !== undefined) unfit.push({ ...test, reason });
      continue;
    }
    const { first, kind, field, problem } = strongest;
    const route = routeOf(first.request.method, first.request.path);
    const key = JSON.stringify([route, field, problem]);
    const group = getOrInsert(groups, key, () => ({ kind, route, field, problem, tests: [] }));
    group.tests.push({ ...test, differences: differences.length, first });
  }
  const rankOf = ({ kind }: Pick<AnswerDifference, 'kind'>) => DIFFERENCE_KINDS.indexOf(kind);
  const sorted = [...groups.values()].sort(
    (one, other) => rankOf(one) - rankOf(other) || other.tests.length - one.tests.length,
  );
  const affected = sorted.reduce((sum, group) => sum + group.tests.length, 0);
  return { tests: tests.length, requests, affected, groups: sorted, unfit, outdated };
}

/** What of a test was not compared; undefined if all was. */
function lackOf({ entries }: Trace, redacted: Replay['redacted']): string | undefined {
  if (entries.some((entry) => entry.kind === 'call' && entry.call === ELSEWHERE))
    return 'it sent requests to named sessions or forks, which are not in its trace';
  const why = 'because of redacted secrets';
  if (redacted?.stoppedBefore !== undefined) {
    return `from request ${redacted.stoppedBefore} on, it can no longer be repeated, ${why}`;
  }
  if (redacted !== undefined) return `${redacted.requests} of its requests can no longer be repeated, ${why}`;
  const answers = entries.filter((entry) => entry.kind === 'request' && entry.redacted === 'answer').length;
  return answers === 0 ? undefined : `the bodies of ${answers} of its answers were not compared, ${why}`;
}

/** The first difference of the strongest kind. */
function strongestOf(differences: readonly ReplayDifference[]) {
  const found = differences.map((first) => ({ first, ...firstDifference(first.expected, first.actual) }));
  return DIFFERENCE_KINDS.map((kind) => found.find((one) => one.kind === kind)).find((one) => one !== undefined);
}

/** The differences from the answers without the change, of which the trace may have only the hashes. */
async function against(
  differences: readonly ReplayDifference[],
  trace: Trace,
  without: ImpactOptions['without'],
): Promise<{ differences: ReplayDifference[]; isOutdated: boolean }> {
  const { differences: now } = await without(trace);
  if (differences.length + now.length === 0) return { differences: [], isOutdated: false };
  const changed = new Set(now.map(({ number }) => number));
  const answers = new Map((await without(blank(trace))).differences.map(({ number, actual }) => [number, actual]));
  const real = differences
    .map((difference) => ({ ...difference, expected: answers.get(difference.number) ?? difference.expected }))
    .filter(({ number, expected, actual }) => !changed.has(number) || !isSame(expected, actual));
  // Under the change, these answers are as recorded. Whether their headers are was perhaps not compared.
  const recorded = now
    .filter(({ number }) => !differences.some((difference) => difference.number === number))
    .map(({ expected, actual, ...request }) => ({ ...request, expected: bodyOf(actual), actual: bodyOf(expected) }))
    .filter(({ expected, actual }) => !isSame(expected, actual));
  const all = [...real, ...recorded].sort((one, other) => one.number - other.number);
  return { differences: all, isOutdated: changed.size > 0 };
}

function bodyOf({ headers: _, ...answer }: ReplayedAnswer): ReplayedAnswer {
  return answer;
}

/** The trace with no answers, so that a replay shows each of them. */
function blank(trace: Trace): Trace {
  const entries = trace.entries.map((entry) => {
    return entry.kind === 'request' ? { ...entry, answer: { status: -1 } } : entry;
  });
  return { ...trace, entries };
}
