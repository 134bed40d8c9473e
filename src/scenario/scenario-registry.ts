import { Clock, type Instant, parseInstant } from '../foundation/clock.js';
import { show } from '../foundation/format-value.js';
import { about, MockError } from '../foundation/mock-error.js';
import { Database } from '../state/mswjs-database.js';
import type { Image } from '../state/state.js';
import type { Scenario } from './scenario.js';
import { seedImage } from './seed-scenario.js';

/** @throws MockError `malformed_data` where its clock is no time. */
function startOf({ name, clock }: Scenario): number {
  try {
    return parseInstant(clock);
  } catch (error) {
    throw about(`Scenario ${name}: clock`, error);
  }
}

/** The scenarios that a mock knows by name, and the one database that all its states share. */
export class Catalog {
  readonly database = new Database();
  readonly #scenarios: ReadonlyMap<string, Scenario>;
  readonly #clock: { readonly now?: Instant; readonly frozen?: boolean };

  /** `clock` is what every scenario's clock is set to; left out, each has its own. */
  constructor(scenarios: readonly Scenario[], clock: { readonly now?: Instant; readonly frozen?: boolean } = {}) {
    this.#clock = clock;
    const named = new Map<string, Scenario>();
    for (const scenario of scenarios) {
      const other = named.get(scenario.name);
      if (other !== undefined && other !== scenario) {
        throw new MockError('malformed_data', `scenarios: two have the name ${scenario.name}`);
      }
      named.set(scenario.name, scenario);
    }
    this.#scenarios = named;
  }

  get scenarios(): Scenario[] {
    return [...this.#scenarios.values()];
  }

  /** @throws MockError `not_found`, listing the names there are. */
  scenario(name: string): Scenario {
    const scenario = this.#scenarios.get(name);
    if (scenario !== undefined) return scenario;
    const known = [...this.#scenarios.keys()].join(', ');
    throw new MockError('not_found', `There is no scenario ${show(name)}; there are ${known}`);
  }

  /** A scenario's state, built from nothing. */
  image(name: string, seed: number): Image {
    const scenario = this.scenario(name);
    const { now = startOf(scenario), frozen = true } = this.#clock;
    return seedImage(this.database, scenario, seed, { ...new Clock({ now, frozen: true }).reading(), frozen });
  }

  /** An image from elsewhere, with its clock set as every scenario's is. */
  atItsTime(image: Image): Image {
    const { now = image.clock.now, frozen = image.clock.frozen } = this.#clock;
    return { ...image, clock: { ...new Clock({ now, frozen: true }).reading(), frozen } };
  }
}
