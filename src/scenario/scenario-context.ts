import type { Random } from '../foundation/random.js';
import type { Data } from '../state/collection.js';
import type { RecordsByTable } from '../state/load-rows.js';
import type { Factories } from './factories.js';

/** The input of a scenario's `seed`, and of the `prepare` of a chapter. */
export interface ScenarioContext {
  /** The tables. */
  readonly data: Data;
  /** Factories of valid records. */
  readonly make: Factories;
  /**
   * Loads whole records with their ids, by table, in any order. Columns that are left out get their default. It checks
   * what is checked of a snapshot.
   */
  readonly load: (tables: RecordsByTable) => void;
  /** The scenario's time, in UTC. */
  readonly now: Date;
  /** Whether the clock runs, so that a scenario may need content for the days to come. */
  readonly clockRuns: boolean;
  /** The seed of all random values. */
  readonly seed: number;
  /**
   * Random numbers in [0, 1) that depend only on the seed, the table and the key. With one generator per record, adding a
   * record does not change the others.
   */
  random(table: string, key: string | number): Random;
}
