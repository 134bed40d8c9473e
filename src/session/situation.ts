import type { Image } from '../state/state.js';
import type { FaultsCapture } from './fault-rules.js';

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

/** The situation of a session that begins at its baseline. */
export function beginningAt(baseline: Image): Situation {
  const faults = { last_id: 0, rules: [] };
  return { baseline, image: baseline, faults, kept: new Map(), requests: 0, controls: 0 };
}
