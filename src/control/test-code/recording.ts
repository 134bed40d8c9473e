import type { FaultRule } from '../../faults/fault-rule.js';
import type { FaultsImage } from '../../faults/faults-image.js';
import { remainingRule } from '../../faults/remaining-rule.js';
import { parseInstant } from '../../foundation/clock.js';
import { MockError, notFound } from '../../foundation/mock-error.js';
import { type Behavior, changedSwitches } from '../../protocol/behavior.js';
import type { RouteAddress } from '../../protocol/route-address.js';
import type { ScenarioRegistry } from '../../scenario/scenario-registry.js';
import type { Entry } from '../../session/entry.js';
import type { Session } from '../../session/session.js';
import { isSameOrigin } from '../../session/session-image.js';
import { tracedEntriesOf, traceMomentOf } from '../../session/trace.js';
import type { TraceEntry } from '../../session/trace-format.js';
import { changesBetween, type TableChanges } from '../../state/changes.js';
import type { Image } from '../../state/state.js';
import { keysFollow, type Return, returnsOf, START, seededOf, stateAfter } from './returns.js';

/** What happened in a session since a revision, and the situation before. */
export interface Recording {
  readonly scenario: string;
  readonly seed: number;
  /** The switches that differ from their defaults. */
  readonly behavior: Readonly<Record<string, unknown>>;
  /** The states before the test arranges anything, when it starts to act, and then after each entry; undefined if it is not kept. */
  readonly states: readonly (Image | undefined)[];
  /** What differed from the scenario. */
  readonly arranged: TableChanges;
  /** The time of the scenario, and the time at the revision; ISO 8601. */
  readonly clock: { readonly scenario: string; readonly start: string };
  /** The time that the mock gives the scenario, if that is not the scenario's own. */
  readonly givenTime: string | undefined;
  /** Whether the mock lets the clock of the scenario run, which then has documents of days to come. */
  readonly clockRuns: boolean;
  /** The own routes of the mock that requests need, such as `GET /stats/v1/brief/:slug`. */
  readonly ownRoutes: readonly string[];
  readonly rules: readonly FaultRule[];
  readonly entries: readonly TraceEntry[];
  /** Whether no route answers some of the requests. */
  readonly hasUnrouted: boolean;
  /** For each entry, how a test goes to the same state, if a call went to another one. */
  readonly returns: readonly (Return | undefined)[];
  /** The names of the variables with the revisions of points that are needed later. */
  readonly marks: ReadonlyMap<number, string>;
  /** The point from which the test compares: the last reset, or the revision. */
  readonly from: number;
  /** What differs between then and now. */
  readonly changes: TableChanges;
}

/** Reads what happened since a revision; by default, since the trace starts. @throws MockError `not_found` if it is not kept */
export function recordingOf(session: Session, behavior: Behavior, since?: number): Recording {
  const moment = traceMomentOf(session);
  const { revision: oldest, image } = moment.start;
  const revision = since ?? oldest;
  if (revision < oldest) {
    throw notFound(`The trace of the session starts at revision ${oldest}, after revision ${revision}`);
  }
  const start = revision === oldest ? image.state : session.expectHistory().imageAt(revision);
  const entries = tracedEntriesOf(moment);
  const next = entries.findLastIndex((entry) => (entry.revision ?? Number.POSITIVE_INFINITY) <= revision) + 1;
  // Calls that directly follow and changed no record, such as those that add fault rules, belong to the situation.
  const isOver = (entry: TraceEntry, i: number) =>
    i >= next && (entry.kind === 'request' || entry.revision !== undefined);
  const first = entries.findIndex(isOver);
  const before = first === -1 ? entries.length : first;
  const { registry } = session.shared;
  const images =
    moment.entries.slice(0, before).findLast((entry) => entry.images !== undefined)?.images?.after ?? image;
  const baseline = registry.current(images.baseline);
  // A rewind goes past a reset, too.
  const origin = isSameOrigin(baseline, start) ? baseline : start;
  const base = seededOf(registry, origin) ?? baseline;
  const arranged = changesBetween(base, start).tables;
  if (!keysFollow(base, arranged)) {
    const why = 'it begins from the state of a file, with keys that a test cannot give';
    throw new MockError(
      'conflict',
      `The test cannot be written, because ${why}; let it begin after a reset to another seed`,
    );
  }
  const states: (Image | undefined)[] = [base, start];
  const logged = moment.entries.slice(before);
  for (const entry of logged) states.push(stateAfter(entry, states.at(-1), session.history));
  const returns = returnsOf(registry, logged, entries.slice(before), states);
  const from = Math.max(START, returns.findLastIndex((one) => one?.reset !== undefined) + START + 1);
  return {
    scenario: base.scenario,
    seed: base.seed,
    behavior: changedSwitches(behavior),
    states,
    arranged,
    clock: { scenario: base.clock.now, start: start.clock.now },
    givenTime: isOwnTime(base, registry) ? undefined : base.clock.now,
    clockRuns: !base.clock.frozen,
    ownRoutes: ownRoutesOf(logged, session),
    rules: rulesAfter(image.faults, entries.slice(0, before), moment.entries),
    entries: entries.slice(before),
    hasUnrouted: logged.some(({ exchange }) => exchange !== undefined && exchange.route === undefined),
    returns,
    marks: marksOf(returns, from),
    from,
    changes: changesBetween(states[from] ?? start, moment.image.state).tables,
  };
}

/** Whether a state has the time of its scenario. */
function isOwnTime({ scenario: name, clock }: Image, { scenarios }: ScenarioRegistry): boolean {
  const scenario = scenarios.find((one) => one.name === name);
  return scenario !== undefined && parseInstant(scenario.clock) === parseInstant(clock.now);
}

function ownRoutesOf(logged: readonly Entry[], { shared }: Session): string[] {
  const routes = logged.flatMap(({ exchange }) => {
    const method = exchange?.method === 'HEAD' ? 'GET' : exchange?.method;
    const isIt = (route: RouteAddress) => route.path === exchange?.route && route.method === method;
    return shared.ownRoutes.find(isIt) ?? [];
  });
  return [...new Set(routes.map(({ method, path }) => `${method} ${path}`))];
}

function marksOf(returns: Recording['returns'], from: number): Recording['marks'] {
  const others = new Set(returns.flatMap((one) => one?.to ?? []));
  others.delete(from);
  const inOrder = [...others].sort((a, b) => a - b);
  return new Map([[from, 'mark'], ...inOrder.map((point, i) => [point, `mark${i + 2}`] as const)]);
}

/** The fault rules after an entry, if it changed them. */
export function faultsAfter(entry: TraceEntry): FaultsImage | undefined {
  return entry.kind === 'request' ? undefined : entry.faults;
}

/** The rules after some entries of a trace, which are the first ones of `logged`. */
function rulesAfter(start: FaultsImage, entries: readonly TraceEntry[], logged: readonly Entry[]): FaultRule[] {
  const last = entries.findLastIndex((entry) => faultsAfter(entry) !== undefined);
  const entry = entries[last];
  const { rules, ...rest } = (entry && faultsAfter(entry)) ?? start;
  // The requests since then have used them up further.
  const requests = logged.slice(last + 1, entries.length).flatMap(({ exchange }) => exchange ?? []);
  const hitsOf = (id: number) => requests.filter(({ faults }) => faults.includes(id)).length;
  const skippedOf = (id: number) => requests.filter(({ skippedBy }) => skippedBy?.includes(id)).length;
  const counted = rules.map((one) => {
    return { ...one, hits: one.hits + hitsOf(one.id), skipped: one.skipped + skippedOf(one.id) };
  });
  return rulesIn({ ...rest, rules: counted });
}

/** Rules that are not used up, as they would be added now. */
export function rulesIn({ rules }: FaultsImage): FaultRule[] {
  return rules.flatMap(({ rule, hits, skipped }) => remainingRule(rule, hits, skipped) ?? []);
}
