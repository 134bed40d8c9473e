import type { ClockReading } from '../foundation/clock.js';
import type { TableName } from '../model/tables.js';
import type { Counters } from '../state/records.js';
import type { Scenario } from './scenario.js';

/** What the seeding of a scenario creates for one seed at one time, so that it can be loaded instead. */
export interface PreparedState {
  readonly seed: number;
  readonly clock: ClockReading;
  readonly counters: Counters;
  /** The records of each table as JSON. */
  readonly tables: Readonly<Record<TableName, string>>;
}

/** A scenario of the package, as the build has prepared it. The property is hidden: copies do not have it. */
interface PreparedScenario extends Scenario {
  readonly prepared?: PreparedState;
}

/** Adds a state that the build has created to a scenario. */
export function withPreparedState(scenario: Scenario, state: PreparedState | undefined): Scenario {
  return Object.freeze(Object.defineProperty({ ...scenario }, 'prepared', { value: state }));
}

/** The prepared state of a scenario; undefined if it has none for this seed and time. */
export function preparedStateOf(scenario: Scenario, seed: number, clock: ClockReading): PreparedState | undefined {
  const { prepared: state } = scenario as PreparedScenario;
  const fits = state?.seed === seed && state.clock.now === clock.now && state.clock.frozen === clock.frozen;
  return fits ? state : undefined;
}
