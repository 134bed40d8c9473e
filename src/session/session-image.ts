import type { FaultsImage } from '../faults/fault-rules.js';
import type { Image } from '../state/state.js';

/** Everything in a session that an answer of the three APIs may depend on, at one moment. It never changes. */
export interface SessionImage {
  /** The state that a reset goes back to. */
  readonly baseline: Image;
  readonly state: Image;
  readonly faults: FaultsImage;
  /** The named snapshots. */
  readonly snapshots: ReadonlyMap<string, Image>;
  /** The number of ids of API requests that were used up, and of control calls. */
  readonly requestIds: number;
  readonly controlIds: number;
}

/** The scenario and seed that a baseline was built from. */
export interface Origin {
  readonly scenario: string;
  readonly seed: number;
}

/** What a call changed besides the state. Parts that it did not change are absent. */
export interface Steering {
  /** All fault rules afterwards. */
  readonly faults?: FaultsImage;
  /** The names of the snapshots that it saved, of the state afterwards. */
  readonly saved?: readonly string[];
  /** The names of the snapshots that it removed. */
  readonly removed?: readonly string[];
  readonly baseline?: Origin;
}

/** What changed between two moments besides the state; undefined if nothing did. */
export function steeringBetween(before: SessionImage, after: SessionImage): Steering | undefined {
  const { saved, removed } = snapshotsBetween(before, after);
  const steering = {
    ...(!isSameFaults(before.faults, after.faults) && { faults: after.faults }),
    ...(saved.length > 0 && { saved }),
    ...(removed.length > 0 && { removed }),
    ...(before.baseline !== after.baseline && { baseline: after.baseline }),
  };
  return Object.keys(steering).length > 0 ? steering : undefined;
}

/** The names of the snapshots that were saved and removed between two moments. */
export function snapshotsBetween(
  { snapshots: before }: SessionImage,
  { snapshots: after }: SessionImage,
): { readonly saved: string[]; readonly removed: string[] } {
  if (before === after) return { saved: [], removed: [] };
  return {
    saved: [...after].filter(([name, image]) => before.get(name) !== image).map(([name]) => name),
    removed: [...before.keys()].filter((name) => !after.has(name)),
  };
}

function isSameFaults(before: FaultsImage, after: FaultsImage): boolean {
  return before === after || JSON.stringify(before) === JSON.stringify(after);
}

/** A session that starts at its baseline. */
export function startingAt(baseline: Image): SessionImage {
  const faults = { last_id: 0, rules: [] };
  return { baseline, state: baseline, faults, snapshots: new Map(), requestIds: 0, controlIds: 0 };
}
