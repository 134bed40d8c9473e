import { MockError } from '../../foundation/mock-error.js';
import { schemas } from '../../model/table-schema.js';
import { tableNames } from '../../model/tables.js';
import type { ScenarioRegistry } from '../../scenario/scenario-registry.js';
import type { Entry } from '../../session/entry.js';
import type { History } from '../../session/history.js';
import { isSameOrigin } from '../../session/session-image.js';
import type { TraceChange, TraceEntry } from '../../session/trace-format.js';
import { changesBetween, isSame, type TableChanges } from '../../state/changes.js';
import type { Image } from '../../state/state.js';

/** The points of a test: before it arranges anything, when it starts to act, and then after each entry. */
export const BASE = 0;
export const START = 1;

/** How a test goes to the state that a reset, a restore or a rewind went to. */
export interface Return {
  /** What a reset changed of the scenario and the seed. */
  readonly reset?: { readonly scenario?: string; readonly seed?: number };
  /** The point that the test goes back to. */
  readonly to?: number;
  /** What differs from there. */
  readonly tables: TableChanges;
  /** The time afterwards; undefined if it is that of the point. */
  readonly time?: string;
}

/** Calls that go to another state. Their records have the keys that they had there, and so have those that are created next. */
const GOES_BACK = /(^|[./])(reset|restore|rewind|go)$|\/chapters\//;
const RESETS = /(^|\/)reset$/;

/** How the test follows each entry; undefined where it does what the entry did. @throws MockError `conflict` if it cannot */
export function returnsOf(
  registry: ScenarioRegistry,
  logged: readonly Entry[],
  entries: readonly TraceEntry[],
  states: readonly (Image | undefined)[],
): (Return | undefined)[] {
  const base = states[BASE] as Image;
  let baseline = base;
  return entries.map((entry, i) => {
    const { images } = logged[i] as Entry;
    if (entry.kind === 'request' || images === undefined) return undefined;
    const name = entry.call ?? `${entry.path}`;
    if (!GOES_BACK.test(name)) return undefined;
    const { state, baseline: next } = images.after;
    if (RESETS.test(name) && isSameRecords(seededOf(registry, next), state)) {
      const { scenario, seed } = next;
      const reset = { ...(scenario !== baseline.scenario && { scenario }), ...(seed !== baseline.seed && { seed }) };
      baseline = next;
      return { reset, tables: {}, time: next.clock.now };
    }
    const to = states.findLastIndex((one, point) => point < i + 2 && isSameRecords(one, state));
    if (to !== -1) return { to, tables: {} };
    const { tables } = changesBetween(base, state);
    if (isSameOrigin(base, state) && keysFollow(base, tables)) return { to: BASE, tables };
    const what = `entry ${entry.entry} of the trace, ${nameOf(entry)}`;
    const why = 'went to a state from before the test, with keys or a seed that a test cannot give';
    throw new MockError(
      'conflict',
      `The test cannot be written, because ${what}, ${why}; let it begin earlier, or after that`,
    );
  });
}

/** What a reader calls a call, such as `POST /__mock/reset` or `mock.rewind`. */
export function nameOf({ call, method, path }: TraceChange): string {
  return call ?? `${method} ${path}`;
}

/** Whether a test can give the records their keys: new ones have later keys, and the others are the same as before, not of another file. */
export function keysFollow({ records }: Image, tables: TableChanges): boolean {
  return tableNames.every((name) => {
    if (!schemas[name].generatedKey) return true;
    return (tables[name] ?? []).every(({ key, before, after, columns = [] }) => {
      if (before === null) return Number(key) > records.counters[name];
      return after === null || !columns.some((column) => schemas[name].fixed.has(column));
    });
  });
}

/** The state of a baseline as the scenario gives it; undefined if the mock does not have the scenario. */
export function seededOf(registry: ScenarioRegistry, baseline: Image): Image | undefined {
  const { scenario, seed } = baseline;
  if (registry.isSeeded(baseline)) return baseline;
  return registry.scenarios.some(({ name }) => name === scenario) ? registry.image(scenario, seed) : undefined;
}

/** The state after an entry; undefined if it is no longer kept. */
export function stateAfter(entry: Entry, before: Image | undefined, history: History | undefined): Image | undefined {
  if (!entry.hasChanged) return before;
  return entry.images?.after.state ?? history?.get(entry.revision)?.state;
}

/** Whether two states have the same records, and generate the same keys. */
function isSameRecords(one: Image | undefined, other: Image): boolean {
  if (one === undefined || !isSameOrigin(one, other)) return false;
  if (!isSame(one.records.counters, other.records.counters)) return false;
  return Object.keys(changesBetween(one, other).tables).length === 0;
}
