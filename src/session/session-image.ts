import type { FaultsImage } from '../faults/faults-image.js';
import type { Image } from '../state/state.js';

/** Everything in a session that an answer of the three APIs may depend on, at one moment. It never changes. */
export interface SessionImage {
  /** The state that a reset goes back to. */
  readonly baseline: Image;
  readonly state: Image;
  readonly faults: FaultsImage;
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

export function isSameOrigin(one: Origin, other: Origin): boolean {
  return one.scenario === other.scenario && one.seed === other.seed;
}

/** Whether something besides the state and the counted ids differs. */
export function isSteered(before: SessionImage, after: SessionImage): boolean {
  const { saved, removed } = snapshotsBetween(before, after);
  const hasOtherBaseline = before.baseline !== after.baseline;
  return hasOtherBaseline || saved.length + removed.length > 0 || !isSameFaults(before.faults, after.faults);
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

export function isSameFaults(before: FaultsImage, after: FaultsImage): boolean {
  return before === after || JSON.stringify(before) === JSON.stringify(after);
}

export function startingAt(baseline: Image): SessionImage {
  const faults = { last_id: 0, rules: [] };
  return { baseline, state: baseline, faults, snapshots: new Map(), requestIds: 0, controlIds: 0 };
}

/** Does not compile if an image has parts that its caller has forgotten. */
export function nothingIn(_others: Record<string, never>): void {}
