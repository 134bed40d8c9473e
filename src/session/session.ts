import * as z from 'zod';
import type { Uuids } from '../foundation/random.js';
import { expectShape } from '../foundation/validate.js';
import { Answers } from '../http/response-cache.js';
import { fromZero } from '../model/define-table.js';
import type { Route } from '../protocol/route.js';
import type { Catalog } from '../scenario/scenario-registry.js';
import { readSnapshot, type Snapshot, takeSnapshot } from '../state/snapshot.js';
import { type Image, State } from '../state/state.js';
import { type Delay, Faults } from './fault-rules.js';
import { NamedSnapshots, type SnapshotInfo } from './named-snapshots.js';
import { Journal, requestIdsOf } from './request-journal.js';

/** What a reset may change the baseline to. */
export const baselineShape = z.strictObject({ scenario: z.string().optional(), seed: fromZero.optional() });
export type Baseline = z.output<typeof baselineShape>;

/** What all sessions of a mock share: nothing in it changes. */
export interface Setting {
  readonly catalog: Catalog;
  /** The mock's first baseline: a scenario's state, or a snapshot in its place. */
  readonly first: Image;
  /** Those that fault rules can strike. */
  readonly routes: readonly Route[];
  /** What every answer of the three APIs waits, in milliseconds; undefined: nothing. */
  readonly delay: Delay | undefined;
}

/**
 * One isolated line of work: a state, the baseline that reset goes back to, the count of its requests, its fault rules, its
 * journal and the snapshots it keeps.
 */
export class Session {
  /** Null for the one that requests are in when they name none. */
  readonly id: string | null;
  readonly setting: Setting;
  readonly state: State;
  readonly answers: Answers;
  readonly faults: Faults;
  readonly journal: Journal;
  readonly snapshots: NamedSnapshots;
  #baseline: Image;
  #requests = 0;
  #requestIds: Uuids;
  #snapshot: { image: Image; json: WeakRef<Snapshot> } | undefined;

  constructor(setting: Setting, baseline: Image, id: string | null = null, parts: Partial<SessionParts> = {}) {
    this.setting = setting;
    this.id = id;
    this.state = new State(setting.catalog.database, baseline);
    this.answers = new Answers(this.state);
    this.#baseline = baseline;
    this.#requestIds = requestIdsOf(baseline.seed);
    this.faults = parts.faults ?? new Faults(setting.routes);
    this.journal = parts.journal ?? new Journal(id);
    this.snapshots = parts.snapshots ?? new NamedSnapshots();
  }

  /** What reset goes back to. */
  get baseline(): Image {
    return this.#baseline;
  }

  /** How many requests it has answered since it began, or was reset or restored. */
  get requests(): number {
    return this.#requests;
  }

  /** A UUID for the next request; the same sequence after every reset and restore (X12). */
  nextRequestId(): string {
    this.#requests++;
    if (this.#requestIds.seed !== this.state.seed) this.#requestIds = requestIdsOf(this.state.seed);
    return this.#requestIds.nth(this.#requests);
  }

  /**
   * Goes back to the baseline (X20); a scenario or seed that is given changes the baseline first.
   * @throws MockError `not_found` (no such scenario) or `malformed_data` (no such seed); then nothing has changed.
   */
  reset(baseline: Baseline = {}): void {
    const { scenario = this.#baseline.scenario, seed = this.#baseline.seed } = expectShape(baselineShape, baseline);
    const { catalog, first } = this.setting;
    const known = [this.#baseline, first].find((image) => image.scenario === scenario && image.seed === seed);
    this.#baseline = known ?? catalog.image(scenario, seed);
    this.restore(this.#baseline);
  }

  /** The clock alone goes back to the baseline's. */
  resetClock(): void {
    this.state.clock.reset(this.#baseline.clock);
  }

  /** The whole state, as JSON; the same one as long as nothing changes and someone has it. */
  snapshot(): Snapshot {
    const image = this.state.capture();
    const taken = this.#snapshot?.image === image ? this.#snapshot.json.deref() : undefined;
    const json = taken ?? takeSnapshot(image);
    // It is far greater than what a session itself takes, and there may be a thousand of them.
    if (taken === undefined) this.#snapshot = { image, json: new WeakRef(json) };
    return json;
  }

  /**
   * Becomes the state of a snapshot.
   * @throws MockError `malformed_data`, naming what is wrong and where; then nothing has changed.
   */
  restoreSnapshot(snapshot: unknown): void {
    this.restore(readSnapshot(this.setting.catalog.database, snapshot));
  }

  /** Keeps the state as it is now under a name. @throws MockError `malformed_data` for what is no name. */
  keep(name: string): SnapshotInfo {
    return this.snapshots.keep(name, this.state.capture());
  }

  /** Becomes another state, and ends its faults and its journal; the baseline and what it keeps stay. */
  restore(image: Image): void {
    this.state.restore(image);
    this.#requests = 0;
    this.faults.reset();
    this.journal.reset();
  }

  /** A session that starts where this one is, with copies of all it has. */
  fork(): Session {
    const { faults, journal, snapshots } = this;
    const parts = { faults: faults.copy(), journal: journal.copy(null), snapshots: snapshots.copy() };
    const fork = new Session(this.setting, this.#baseline, null, parts);
    fork.state.restore(this.state.capture());
    fork.#requests = this.#requests;
    return fork;
  }
}

type SessionParts = Pick<Session, 'faults' | 'journal' | 'snapshots'>;
