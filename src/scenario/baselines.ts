import type { ClockReading } from '../foundation/clock.js';
import { Fingerprints } from '../state/fingerprints.js';
import type { Image } from '../state/state.js';
import type { Scenario } from './scenario.js';
import { seedScenario } from './seed-scenario.js';

/** The baselines of several mocks, such as those of many replays: each is built once, and its fingerprint computed once. */
export class Baselines {
  readonly fingerprints = new Fingerprints();
  readonly #images = new WeakMap<Scenario, Map<string, Image>>();

  image(scenario: Scenario, seed: number, clock: ClockReading): Image {
    const images = this.#images.get(scenario) ?? new Map<string, Image>();
    this.#images.set(scenario, images);
    const key = JSON.stringify([seed, clock]);
    const image = images.get(key) ?? seedScenario(scenario, seed, clock);
    images.set(key, image);
    return image;
  }
}
