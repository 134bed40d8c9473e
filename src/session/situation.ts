import type { FaultsCapture } from '../faults/fault-rules.js';
import type { Image } from '../state/state.js';
import type { Origin } from './session-keeper.js';

/** Everything of a session that an answer of the three APIs may depend on, at one moment. */
export interface Situation {
  /** The state that a reset goes back to. */
  readonly baseline: Image;
  readonly image: Image;
  readonly faults: FaultsCapture;
  /** The named snapshots. */
  readonly kept: ReadonlyMap<string, Image>;
  /** The number of ids of API requests that were used up, and of control calls. */
  readonly requests: number;
  readonly controls: number;
}

/** The parts of a situation that calls change besides the state. */
export type Steered = Pick<Situation, 'baseline' | 'faults' | 'kept'>;

/** What a call changed besides the state. Parts that it did not change are absent. */
export interface Steering {
  /** All fault rules afterwards. */
  readonly faults?: FaultsCapture;
  /** The names of the snapshots that it kept, of the state afterwards. */
  readonly kept?: readonly string[];
  /** The names of the snapshots that it removed. */
  readonly removed?: readonly string[];
  readonly baseline?: Origin;
}

/** What changed between two moments; undefined if nothing did. */
export function steeringBetween(before: Steered, after: Steered): Steering | undefined {
  const kept = [...after.kept].filter(([name, image]) => before.kept.get(name) !== image).map(([name]) => name);
  const removed = [...before.kept.keys()].filter((name) => !after.kept.has(name));
  const steering = {
    ...(JSON.stringify(before.faults) !== JSON.stringify(after.faults) && { faults: after.faults }),
    ...(kept.length > 0 && { kept }),
    ...(removed.length > 0 && { removed }),
    ...(before.baseline !== after.baseline && { baseline: after.baseline }),
  };
  return Object.keys(steering).length > 0 ? steering : undefined;
}

/** The situation of a session that begins at its baseline. */
export function beginningAt(baseline: Image): Situation {
  const faults = { last_id: 0, rules: [] };
  return { baseline, image: baseline, faults, kept: new Map(), requests: 0, controls: 0 };
}
