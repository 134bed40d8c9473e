import * as z from 'zod';
import { nonNegativeInteger } from '../foundation/common-schemas.js';
import { expectValid } from '../foundation/validate.js';
import type { ScenarioRegistry } from '../scenario/scenario-registry.js';
import { type ReadSnapshot, readSnapshot } from '../state/read-snapshot.js';
import { type Snapshot, toSnapshot } from '../state/snapshot.js';
import { type Image, State } from '../state/state.js';
import type { Delay } from './fault-rule.js';
import { Faults } from './fault-rules.js';
import { NamedSnapshots, type SnapshotInfo } from './named-snapshots.js';
import { RequestIds } from './request-ids.js';
import { Journal } from './request-journal.js';
import type { RouteAddress } from './route-address.js';

/** The parts of the baseline that a reset can change. */
export const baselineSchema = z.strictObject({ scenario: z.string().optional(), seed: nonNegativeInteger.optional() });
export type Baseline = z.output<typeof baselineSchema>;

/** The immutable configuration that all sessions of a mock share. */
export interface SharedConfig {
  readonly registry: ScenarioRegistry;
  /** The baseline that the mock was created with: the state of a scenario, or of a snapshot. */
  readonly initialBaseline: Image;
  /** The routes that fault rules can apply to. */
  readonly faultRoutes: readonly RouteAddress[];
  /** The delay of every answer of the three APIs, in milliseconds. */
  readonly delay: Delay | undefined;
}

/** An isolated copy of everything that requests change: state, baseline, request ids, fault rules, journal, snapshots. */
export class Session {
  /** Null for the default session, which handles the requests that name no session. */
  readonly id: string | null;
  readonly shared: SharedConfig;
  readonly state: State;
  readonly faults: Faults;
  readonly journal: Journal;
  readonly snapshots: NamedSnapshots;
  readonly requestIds: RequestIds;
  readonly controlIds: RequestIds;
  #baseline: Image;
  #snapshot: { image: Image; json: WeakRef<Snapshot> } | undefined;

  constructor(shared: SharedConfig, baseline: Image, id: string | null = null, parts: Partial<SessionParts> = {}) {
    this.shared = shared;
    this.id = id;
    this.state = new State(shared.registry.database, baseline);
    this.#baseline = baseline;
    this.faults = parts.faults ?? new Faults(shared.faultRoutes);
    this.journal = parts.journal ?? new Journal(id);
    this.snapshots = parts.snapshots ?? new NamedSnapshots();
    this.requestIds = parts.requestIds ?? new RequestIds('request');
    this.controlIds = parts.controlIds ?? new RequestIds('control');
  }

  /** The state that a reset goes back to. */
  get baseline(): Image {
    return this.#baseline;
  }

  /** The number of API requests since the session was created, reset or restored. */
  get requests(): number {
    return this.requestIds.count;
  }

  /**
   * Goes back to the baseline (X20); a given scenario or seed changes the baseline first.
   * @throws MockError `not_found` (scenario) or `malformed_data` (seed); then nothing has changed.
   */
  reset(baseline: Baseline = {}): void {
    const { scenario = this.#baseline.scenario, seed = this.#baseline.seed } = expectValid(baselineSchema, baseline);
    const { registry, initialBaseline } = this.shared;
    const known = [this.#baseline, initialBaseline].find((image) => image.scenario === scenario && image.seed === seed);
    this.#baseline = known ?? registry.image(scenario, seed);
    this.restore(this.#baseline);
  }

  /** Sets the clock back to the baseline's. */
  resetClock(): void {
    this.state.clock.reset(this.#baseline.clock);
  }

  /** The whole state as JSON; returns the same object until something changes or it is garbage-collected. */
  snapshot(): Snapshot {
    const image = this.state.capture();
    const cached = this.#snapshot?.image === image ? this.#snapshot.json.deref() : undefined;
    const json = cached ?? toSnapshot(image);
    // A weak reference: the JSON is far larger than the session, and there may be thousands of sessions.
    if (cached === undefined) this.#snapshot = { image, json: new WeakRef(json) };
    return json;
  }

  /**
   * Restores the state of a snapshot. Returns the names of tables and columns of an older version that were dropped.
   * @throws MockError `malformed_data` with the issues; then nothing has changed.
   */
  restoreSnapshot(snapshot: unknown): ReadSnapshot['dropped'] {
    const { image, dropped } = readSnapshot(this.shared.registry.database, snapshot);
    this.restore(image);
    return dropped;
  }

  /** Keeps the current state under a name. @throws MockError `malformed_data` for an invalid name. */
  keep(name: string): SnapshotInfo {
    return this.snapshots.keep(name, this.state.capture());
  }

  /** Restores an image and clears fault rules and journal; the baseline and the named snapshots stay. */
  restore(image: Image): void {
    this.state.restore(image);
    this.requestIds.reset();
    this.controlIds.reset();
    this.faults.reset();
    this.journal.reset();
  }

  /** A new session with copies of all parts of this one. */
  fork(): Session {
    const parts = {
      faults: this.faults.copy(),
      journal: this.journal.copy(null),
      snapshots: this.snapshots.copy(),
      requestIds: this.requestIds.copy(),
      controlIds: this.controlIds.copy(),
    };
    const fork = new Session(this.shared, this.#baseline, null, parts);
    fork.state.restore(this.state.capture());
    return fork;
  }
}

type SessionParts = Pick<Session, 'faults' | 'journal' | 'snapshots' | 'requestIds' | 'controlIds'>;
