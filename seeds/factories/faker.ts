import { SimpleFaker } from '@faker-js/faker';
import type { ScenarioContext } from '../../src/scenario/scenario-context.js';

export type { SimpleFaker };

/** Runs `draw` with a faker whose numbers depend only on the scenario's seed, the table and the key. */
export type Draw = <Result>(table: string, key: string | number, draw: (faker: SimpleFaker) => Result) => Result;

/**
 * Creates one faker for one build of a scenario. Each record gets its own source of random numbers, so that an added record
 * changes no other record. `SimpleFaker` has no locale data, which keeps the bundle small; names and texts come from our own
 * lists.
 */
export function createDraw(context: ScenarioContext): Draw {
  let source = unsourced;
  const faker = new SimpleFaker({ randomizer: { next: () => source(), seed: () => undefined } });

  return (table, key, draw) => {
    const outer = source;
    source = context.random(table, key);
    try {
      return draw(faker);
    } finally {
      source = outer;
    }
  };
}

function unsourced(): number {
  throw new Error('faker was used outside draw(table, key, …), where its numbers would depend on the order of calls');
}
