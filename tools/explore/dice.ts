import { type Random, randomFor } from '../../src/foundation/random.js';

/** The chance of an exploration: the same for the same seed and run. */
export class Dice {
  readonly #random: Random;

  constructor(seed: number, run: number) {
    this.#random = randomFor(seed, 'explore', run);
  }

  /** An integer from 0 to below `limit`. */
  below(limit: number): number {
    return Math.floor(this.#random() * limit);
  }

  chance(probability: number): boolean {
    return this.#random() < probability;
  }

  pick<One>(from: readonly One[]): One {
    return from[this.below(from.length)] as One;
  }

  /** One of the values, each as often as its weight says. */
  weighted<One>(from: readonly (readonly [One, number])[]): One {
    const total = from.reduce((sum, [, weight]) => sum + weight, 0);
    let left = this.#random() * total;
    for (const [value, weight] of from) {
      left -= weight;
      if (left < 0) return value;
    }
    return (from.at(-1) as readonly [One, number])[0];
  }
}
