import type { BehaviorOptions, OwnRoute, Replay, replay, Scenario, Trace } from '../../src/index.js';
import { replayOfMany } from '../../src/mock/replay-steps.js';

/** What replays traces: this package, or another version of it. */
export interface Engine {
  readonly replay: typeof replay;
  readonly scenarios: readonly Scenario[];
}

/** Where traces are replayed. */
export interface ReplayPlace {
  readonly engine: Engine;
  readonly behavior?: BehaviorOptions | undefined;
  readonly routes?: readonly OwnRoute[] | undefined;
}

/** This package, with these scenarios. */
export function ownEngine(scenarios: readonly Scenario[]): Engine {
  return { replay: replayOfMany(), scenarios };
}

/** The same, with other scenarios in the place of those of the same names. */
export function withScenarios(engine: Engine, scenarios: readonly Scenario[]): Engine {
  const names = new Set(scenarios.map(({ name }) => name));
  return { ...engine, scenarios: [...engine.scenarios.filter(({ name }) => !names.has(name)), ...scenarios] };
}

/** Replays traces in a place, which may have other scenarios than the traces were recorded with. */
export class Replayer {
  readonly #place: ReplayPlace;
  readonly #recorded: readonly Scenario[];

  /** `recorded`: the scenarios that the traces were recorded with. */
  constructor(place: ReplayPlace, recorded: readonly Scenario[]) {
    this.#place = place;
    this.#recorded = recorded;
  }

  replay(trace: Trace): Promise<Replay> {
    const { engine, behavior, routes } = this.#place;
    return engine.replay(this.#rebased(trace), { scenarios: engine.scenarios, behavior, routes });
  }

  /** The trace, from the scenario as it is in this place. */
  #rebased(trace: Trace): Trace {
    const { start, scenario: name } = trace;
    const { engine } = this.#place;
    const scenario = engine.scenarios.find((one) => one.name === name);
    const recorded = this.#recorded.find((one) => one.name === name);
    if (start.baseline !== undefined || scenario === undefined || scenario === recorded) return trace;
    const isOwnTime =
      recorded !== undefined && start.clock.frozen && timeOf(recorded.clock) === timeOf(start.clock.now);
    const clock = isOwnTime ? { now: new Date(timeOf(scenario.clock)).toISOString(), frozen: true } : start.clock;
    return { ...trace, start: { ...start, clock, fingerprint: undefined } };
  }
}

function timeOf(time: Scenario['clock']): number {
  return new Date(time).getTime();
}
