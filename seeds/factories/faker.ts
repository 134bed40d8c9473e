import { SimpleFaker } from '@faker-js/faker';
import type { ScenarioContext } from '../../src/scenario/scenario.js';

export type { SimpleFaker };

/** Runs `draw` with a faker whose numbers depend on the scenario's seed, the table and the key alone. */
export type Draw = <Result>(table: string, key: string | number, draw: (faker: SimpleFaker) => Result) => Result;

/**
 * One faker for one build of a scenario; its source of numbers is switched for each record, so that adding one record
 * leaves every other record as it was. The locale-free faker serves here: names and texts come from our own lists,
 * and the bundle carries no dictionary.
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
