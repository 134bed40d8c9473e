import { randomFor } from '../foundation/random.js';
import { FaultConditions } from './fault-conditions.js';
import { effectsOf, type FaultEffect, timesOf } from './fault-rule.js';
import type { FaultsImage } from './faults-image.js';

type CountedRule = FaultsImage['rules'][number];

/** A rule, prepared for comparing it with many requests. */
export interface ActiveRule extends CountedRule {
  readonly conditions: FaultConditions;
  /** What it does to requests, in turn; nothing if it only delays them. */
  readonly effects: readonly FaultEffect[];
  /** The number of requests that it applies to. */
  readonly times: number;
}

export function activate(counted: CountedRule): ActiveRule {
  const { rule } = counted;
  return { ...counted, conditions: new FaultConditions(rule), effects: effectsOf(rule), times: timesOf(rule) };
}

/** The next random number of a rule. Each rule has a separate sequence, so that rules do not affect each other. */
export function draw(active: ActiveRule, seed: number): number {
  active.draws++;
  return randomFor(seed, 'fault', `${active.id}/${active.draws}`)();
}
