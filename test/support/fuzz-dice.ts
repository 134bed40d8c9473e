import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';

/** Random choices that depend on the seed alone. */
export class Dice {
  readonly #generator;

  constructor(seed: number) {
    this.#generator = xoroshiro128plus(seed);
  }

  /** An integer from 0 to `count - 1`. */
  below(count: number): number {
    return (this.#generator.next() >>> 0) % count;
  }

  /** Whether something happens that happens with this probability. */
  chance(probability: number): boolean {
    return this.below(1_000_000) < probability * 1_000_000;
  }

  pick<Value>(values: readonly Value[]): Value {
    if (values.length === 0) throw new Error('There is nothing to pick from');
    return values[this.below(values.length)] as Value;
  }
}
