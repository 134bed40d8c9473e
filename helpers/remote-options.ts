// What the calls of a RemoteMock take.
import type { ScenarioName } from '../src/index.js';

export interface ConnectOptions {
  /** The name of the session to create. Default: a unique name from the server. */
  session?: string | undefined;
  /** The server's `--control-token`. */
  controlToken?: string | undefined;
}

/** A change of the clock, applied in this order. */
export interface ClockChange {
  /** Sets the time; ISO 8601 with a zone. */
  now?: string | undefined;
  /** The seconds by which to move the time; may be negative. */
  advance_seconds?: number | undefined;
  /** Freezes or unfreezes the clock. */
  frozen?: boolean | undefined;
}

export interface ScenarioAndSeed {
  /** The name of a scenario of the server. */
  scenario: ScenarioName;
  /** The seed of all random values: an integer from 0. */
  seed: number;
}
