import { Clock, type Instant, parseInstant } from '../foundation/clock.js';
import { formatValue } from '../foundation/format-value.js';
import { MockError, withPrefix } from '../foundation/mock-error.js';
import { MswjsDatabase } from '../state/mswjs-database.js';
import type { Image } from '../state/state.js';
import type { Scenario } from './scenario.js';
import { seedScenario } from './seed-scenario.js';

/** @throws MockError `malformed_data` if the clock of the scenario is not a time. */
function startOf({ name, clock }: Scenario): number {
  try {
    return parseInstant(clock);
  } catch (error) {
    throw withPrefix(`Scenario ${name}: clock`, error);
  }
}

/** The scenarios of a mock by name, and the database that all its states share. */
export class ScenarioRegistry {
  readonly database = new MswjsDatabase();
  readonly #scenarios = new Map<string, Scenario>();
  readonly #clock: { readonly now?: Instant; readonly frozen?: boolean };
  /** The image that was built last: sessions that are reset in one call share it. */
  #latest: WeakRef<Image> | undefined;

  /** `clock` overrides the clock of every scenario. */
  constructor(scenarios: readonly Scenario[], clock: { readonly now?: Instant; readonly frozen?: boolean } = {}) {
    this.#clock = clock;
    for (const scenario of scenarios) this.add(scenario);
  }

  /** @throws MockError `malformed_data` if another scenario has the same name. */
  add(scenario: Scenario): void {
    const other = this.#scenarios.get(scenario.name);
    if (other !== undefined && other !== scenario) {
      throw new MockError(
        'malformed_data',
        `scenarios: two scenarios have the name ${scenario.name}; names must be unique`,
      );
    }
    this.#scenarios.set(scenario.name, scenario);
  }

  get scenarios(): Scenario[] {
    return [...this.#scenarios.values()];
  }

  /** @throws MockError `not_found`, listing the known names. */
  scenario(name: string): Scenario {
    const scenario = this.#scenarios.get(name);
    if (scenario !== undefined) return scenario;
    const known = [...this.#scenarios.keys()].join(', ');
    throw new MockError('not_found', `There is no scenario ${formatValue(name)}. Available: ${known}`);
  }

  /** Builds the state of a scenario. */
  image(name: string, seed: number): Image {
    const scenario = this.scenario(name);
    const latest = this.#latest?.deref();
    if (latest?.scenario === name && latest.seed === seed) return latest;
    const { now = startOf(scenario), frozen = true } = this.#clock;
    const clock = { ...new Clock({ now, frozen: true }).reading(), frozen };
    const image = seedScenario(this.database, scenario, seed, clock);
    this.#latest = new WeakRef(image);
    return image;
  }

  /** The image, with the same overrides of the clock as scenarios get. */
  withClock(image: Image): Image {
    const { now = image.clock.now, frozen = image.clock.frozen } = this.#clock;
    return { ...image, clock: { ...new Clock({ now, frozen: true }).reading(), frozen } };
  }
}
