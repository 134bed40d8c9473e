import * as z from 'zod';
import type { Catalog } from '../state/catalog.js';
import { uuidFor } from '../state/random.js';
import { seedShape } from '../state/scenario.js';
import { expectShape } from '../state/shape.js';
import { type Snapshot, takeSnapshot } from '../state/snapshot.js';
import { type Image, State } from '../state/state.js';

/** What a reset may change the baseline to. */
export const baselineShape = z.strictObject({ scenario: z.string().optional(), seed: seedShape.optional() });
export type Baseline = z.output<typeof baselineShape>;

/** One isolated line of work: a state, the baseline that reset goes back to, and the count of its requests. */
export class Session {
  readonly catalog: Catalog;
  readonly state: State;
  #baseline: Image;
  #requests = 0;
  #snapshot: { image: Image; json: Snapshot } | undefined;

  constructor(catalog: Catalog, baseline: Image) {
    this.catalog = catalog;
    this.state = new State(catalog.database, baseline);
    this.#baseline = baseline;
  }

  /** A UUID for the next request; the same sequence after every reset and restore (X12). */
  nextRequestId(): string {
    this.#requests++;
    return uuidFor(this.state.seed, 'request', this.#requests);
  }

  /**
   * Goes back to the baseline (X20); a scenario or seed that is given changes the baseline first.
   * @throws MockError `not_found` (no such scenario) or `malformed_data` (no such seed); then nothing has changed.
   */
  reset(baseline: Baseline = {}): void {
    const { scenario = this.#baseline.scenario, seed = this.#baseline.seed } = expectShape(baselineShape, baseline);
    if (scenario !== this.#baseline.scenario || seed !== this.#baseline.seed) {
      this.#baseline = this.catalog.image(scenario, seed);
    }
    this.restore(this.#baseline);
  }

  /** The whole state, as JSON; made anew only where something has changed. */
  snapshot(): Snapshot {
    const image = this.state.capture();
    if (this.#snapshot?.image !== image) this.#snapshot = { image, json: takeSnapshot(image) };
    return this.#snapshot.json;
  }

  /** Becomes another state; the baseline stays. */
  restore(image: Image): void {
    this.state.restore(image);
    this.#requests = 0;
  }

  /** A session that starts where this one is, with the same baseline. */
  fork(): Session {
    const fork = new Session(this.catalog, this.#baseline);
    fork.state.restore(this.state.capture());
    fork.#requests = this.#requests;
    return fork;
  }
}
