import type { ClockReading } from '../foundation/clock.js';
import { getOrInsert } from '../foundation/get-or-insert.js';
import { Fingerprints } from '../state/fingerprints.js';
import type { Image } from '../state/state.js';
import type { Scenario } from './scenario.js';
import { seedScenario } from './seed-scenario.js';

/** The baselines of several mocks, such as those of many replays: each is built once, and its fingerprint computed once. */
export class Baselines {
  readonly fingerprints = new Fingerprints();
  readonly #images = new WeakMap<Scenario, Map<string, Image>>();

  image(scenario: Scenario, seed: number, clock: ClockReading): Image {
    const images = getOrInsert(this.#images, scenario, () => new Map<string, Image>());
    return getOrInsert(images, JSON.stringify([seed, clock]), () => seedScenario(scenario, seed, clock));
  }
}
