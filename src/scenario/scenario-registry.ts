import { Clock, type ClockReading, type Instant, parseInstant } from '../foundation/clock.js';
import { didYouMean } from '../foundation/did-you-mean.js';
import { formatValue } from '../foundation/format-value.js';
import { getOrInsert } from '../foundation/get-or-insert.js';
import { MachineTime } from '../foundation/machine.js';
import { malformed, notFound, prefixing } from '../foundation/mock-error.js';
import type { Image } from '../state/state.js';
import type { Chapter } from './chapter.js';
import { howToAdd, type Scenario } from './scenario.js';
import { prepareChapter, seedScenario } from './seed-scenario.js';

/** What a mock sets of the clock of every scenario. The time `now` is the machine's, also at each reset. */
export interface ClockSetting {
  /** In ISO 8601, or `now`. */
  readonly now?: string;
  readonly frozen?: boolean;
}

export class ScenarioRegistry {
  readonly #scenarios = new Map<string, Scenario>();
  readonly #clock: ClockSetting;
  readonly #machine: MachineTime;
  readonly #build: typeof seedScenario;
  /** The images that were built from scenarios, not from snapshots. */
  #seeded = new WeakSet<Image>();
  /** The image that was built last: sessions that are reset in one call share it. */
  #latest: WeakRef<Image> | undefined;
  /** The states of chapters by the baseline that they were made from. */
  #chapters = new WeakMap<Image, Map<Chapter, Image>>();

  /** `clock` overrides the clock of every scenario; `build` builds their states. */
  constructor(
    scenarios: readonly Scenario[],
    clock: ClockSetting = {},
    machine = new MachineTime(),
    build = seedScenario,
  ) {
    this.#clock = clock;
    this.#machine = machine;
    this.#build = build;
    for (const scenario of scenarios) this.add(scenario);
  }

  /** Another registry with the same scenarios so far. */
  copy(): ScenarioRegistry {
    const copy = new ScenarioRegistry(this.scenarios, this.#clock, this.#machine, this.#build);
    copy.#seeded = this.#seeded;
    copy.#chapters = this.#chapters;
    return copy;
  }

  /** @throws MockError `malformed_data` if another scenario has the same name. */
  add(scenario: Scenario): void {
    const other = this.#scenarios.get(scenario.name);
    if (other !== undefined && other !== scenario) {
      throw malformed(`scenarios: two scenarios have the name ${scenario.name}; names must be unique`);
    }
    this.#scenarios.set(scenario.name, scenario);
  }

  /** The option `clock` for a replay that starts from this image; undefined if the mock has none. */
  clockSetting({ clock }: Image): { now?: string; frozen?: boolean } | undefined {
    const { now, ...rest } = this.#clock;
    if (now === undefined) return rest.frozen === undefined ? undefined : rest;
    // A replay starts at the recorded time, not at that of its machine.
    return { ...rest, now: now === 'now' ? clock.now : now };
  }

  /** Removes a scenario; does nothing if there is none, or another one with its name. */
  remove(scenario: Scenario): void {
    if (this.#scenarios.get(scenario.name) !== scenario) return;
    this.#scenarios.delete(scenario.name);
    // Another scenario may get the name.
    this.#latest = undefined;
  }

  get scenarios(): Scenario[] {
    return [...this.#scenarios.values()];
  }

  /** @throws MockError `not_found`, listing the known names. */
  scenario(name: string): Scenario {
    const scenario = this.#scenarios.get(name);
    if (scenario !== undefined) return scenario;
    const names = [...this.#scenarios.keys()];
    const hint = howToAdd(name) || didYouMean(name, { count: names.length, list: () => names });
    throw notFound(`There is no scenario ${formatValue(name)}. Available: ${names.join(', ')}${hint}`);
  }

  image(name: string, seed: number): Image {
    const scenario = this.scenario(name);
    const start = prefixing(`Scenario ${name}: clock`, () => parseInstant(scenario.clock));
    const clock = this.#clockFrom(start, true);
    const latest = this.#latest?.deref();
    if (latest?.scenario === name && latest.seed === seed && latest.clock.now === clock.now) return latest;
    const image = this.#build(scenario, seed, clock);
    this.#seeded.add(image);
    this.#latest = new WeakRef(image);
    return image;
  }

  /** The state of a chapter, from `start`: the baseline at the time of the chapter. Made once for each baseline. */
  chapterImage(start: Image, chapter: Chapter, baseline: Image): Image {
    const images = getOrInsert(this.#chapters, baseline, () => new Map<Chapter, Image>());
    return getOrInsert(images, chapter, () => prepareChapter(start, this.scenario(baseline.scenario), chapter));
  }

  /** Whether an image was built from a scenario, not from a snapshot. */
  isSeeded(image: Image): boolean {
    return this.#seeded.has(image);
  }

  /** Adds an image that is equal to one that was built from a scenario. */
  addSeeded(image: Image): void {
    this.#seeded.add(image);
  }

  /** The image, with the same overrides of the clock as scenarios get. */
  withClock(image: Image): Image {
    return { ...image, clock: this.#clockFrom(image.clock.now, image.clock.frozen) };
  }

  /** A state that was saved, to go on from now: if the clock follows the machine's, at its time. */
  resumed(image: Image): Image {
    return this.#clock.now === 'now' ? this.withClock(image) : image;
  }

  /** The baseline to start from now: if the clock follows the machine's, at its time, and rebuilt on a new day. */
  current(baseline: Image): Image {
    if (this.#clock.now !== 'now') return baseline;
    const image = this.withClock(baseline);
    if (!this.isSeeded(baseline)) return image;
    if (dayOf(image) !== dayOf(baseline)) return this.image(baseline.scenario, baseline.seed);
    this.#seeded.add(image);
    return image;
  }

  #clockFrom(start: Instant, isFrozen: boolean): ClockReading {
    const { now = start, frozen = isFrozen } = this.#clock;
    return { ...new Clock({ now: now === 'now' ? this.#machine.now : now, frozen: true }).reading(), frozen };
  }
}

function dayOf({ clock }: Image): string {
  return clock.now.slice(0, 10);
}
