import * as z from 'zod/mini';
import type { Delay } from '../faults/fault-rule.js';
import { Faults } from '../faults/fault-rules.js';
import { nonNegativeInteger } from '../foundation/common-schemas.js';
import type { MachineTime } from '../foundation/machine.js';
import { issuesError, MockError } from '../foundation/mock-error.js';
import { expectValid } from '../foundation/validate.js';
import type { RouteAddress } from '../protocol/route-address.js';
import type { ScenarioRegistry } from '../scenario/scenario-registry.js';
import type { Cause } from '../state/cause.js';
import { changesBetween, type StateChanges } from '../state/changes.js';
import { type ReadOptions, type ReadSnapshot, readSnapshot } from '../state/read-snapshot.js';
import { fingerprintInSteps, type Snapshot, toSnapshot } from '../state/snapshot.js';
import { type Image, State, type StateChange } from '../state/state.js';
import { TablePages } from '../state/table-pages.js';
import { entryOf, History, type HistoryCapture } from './history.js';
import { NamedSnapshots, type SnapshotInfo } from './named-snapshots.js';
import { RequestIds } from './request-ids.js';
import { Journal, type JournalCapture, type JournalConfig } from './request-journal.js';
import { SessionEvents } from './session-events.js';
import type { Origin } from './session-keeper.js';
import { type Situation, type Steered, type Steering, steeringBetween } from './situation.js';
import { type TraceCapture, TraceLog } from './trace-log.js';

/** The parts of the baseline that a reset can change. */
export const baselineSchema = z.strictObject({
  scenario: z.optional(z.string()),
  seed: z.optional(nonNegativeInteger),
});
export type Baseline = z.output<typeof baselineSchema>;

/** Selects changes; see `mock.changes`. */
export interface ChangesOptions {
  /** A revision, or the id of a request to the three APIs. Default: the baseline. */
  since?: number | string | undefined;
  /** A revision. Default: now. */
  until?: number | undefined;
}

/** The immutable configuration that all sessions of a mock share. */
export interface SharedConfig {
  readonly registry: ScenarioRegistry;
  /** The baseline that the mock was created with: the state of a scenario, or of a snapshot. */
  readonly initialBaseline: Image;
  /** The routes that fault rules can apply to. */
  readonly faultRoutes: readonly RouteAddress[];
  /** The number of revisions that a session keeps; 0 if it keeps none. */
  readonly historyLimit: number;
  readonly journal: JournalConfig;
  /** The delay of every answer of the three APIs, in milliseconds. */
  readonly delay: Delay | undefined;
  readonly machine: MachineTime;
}

/** Everything in a session at one moment. */
export interface SessionCapture {
  readonly situation: Situation;
  readonly journal: JournalCapture;
  /** Both are undefined if the mock keeps no history. */
  readonly history: HistoryCapture | undefined;
  readonly trace: TraceCapture | undefined;
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
  /** Undefined if the mock keeps no history. */
  readonly history: History | undefined;
  /** Undefined if the mock keeps no history. */
  readonly trace: TraceLog | undefined;
  readonly pages: TablePages;
  readonly events = new SessionEvents();
  /** Is called with each change of the approximate number of bytes that history and trace take. */
  onKept: (bytes: number) => void = () => {};
  #keptBytes = 0;
  #baseline: Image;
  #snapshot: { image: Image; json: WeakRef<Snapshot> } | undefined;
  #fingerprint: { image: Image; value: Promise<string> } | undefined;
  /** The call that is running, and the change of the state that it has made. */
  #act: { change: StateChange | undefined } | undefined;

  constructor(
    shared: SharedConfig,
    situation: Situation,
    id: string | null = null,
    { journal = new Journal(shared.journal, id), revision = 0 }: { journal?: Journal; revision?: number } = {},
  ) {
    this.shared = shared;
    this.id = id;
    const { historyLimit, machine } = shared;
    this.state = new State(shared.registry.database, situation.image, machine);
    this.pages = new TablePages(this.state);
    this.#baseline = situation.baseline;
    this.faults = new Faults(shared.faultRoutes);
    this.faults.restore(situation.faults);
    this.journal = journal;
    this.snapshots = new NamedSnapshots(situation.kept);
    this.requestIds = new RequestIds('request', situation.requests);
    this.controlIds = new RequestIds('control', situation.controls);
    if (historyLimit > 0) {
      const onBytes = (bytes: number) => this.#countKept(bytes);
      this.history = new History(this.state, historyLimit, revision, onBytes);
      this.trace = new TraceLog((entries) => {
        return { situation: this.situation, wall: machine.now, entries, revision: this.revision };
      }, onBytes);
      machine.hold(() => this.trace?.begin());
      this.state.onChange((change) => this.#changed(change));
    }
    this.state.onChange((change) => this.#emitChange(change));
    this.faults.onChange = () => this.events.steered('faults');
    this.snapshots.onChange = () => this.events.steered('snapshots');
    this.journal.onClear = () => this.events.steered('journal');
  }

  /** The present moment of the session. */
  get situation(): Situation {
    return {
      ...this.#steered,
      image: this.state.capture(),
      requests: this.requestIds.count,
      controls: this.controlIds.count,
    };
  }

  /** Everything in the session, for a copy in another process. No answer may be held back. */
  capture(): SessionCapture {
    const { situation, journal, history, trace } = this;
    return { situation, journal: journal.capture(), history: history?.capture(), trace: trace?.capture() };
  }

  /** Replaces everything in the session. That is no change of it: its history says nothing of it. */
  install({ situation, journal, history, trace }: SessionCapture): void {
    this.#baseline = situation.baseline;
    this.state.restore(situation.image);
    this.faults.restore(situation.faults);
    this.snapshots.replace(situation.kept);
    this.requestIds.reset(situation.requests);
    this.controlIds.reset(situation.controls);
    this.journal.install(journal);
    if (history !== undefined) this.history?.install(history);
    if (trace !== undefined) this.trace?.install(trace);
    this.events.emit('reset', undefined);
    this.events.changed();
  }

  /** The state that a reset goes back to. */
  get baseline(): Image {
    this.#baseline = this.shared.registry.current(this.#baseline);
    return this.#baseline;
  }

  set baseline(image: Image) {
    this.#baseline = image;
  }

  /** The scenario and seed of the baseline. */
  get origin(): Origin {
    const { scenario, seed } = this.#baseline;
    return { scenario, seed };
  }

  /** The history. @throws MockError `not_found` if the mock keeps none. */
  get kept(): History {
    if (this.history !== undefined) return this.history;
    throw noHistory();
  }

  /** The approximate number of bytes that history and trace take. */
  get keptBytes(): number {
    return this.#keptBytes;
  }

  /** Drops the oldest part of history and trace. Returns false if there is no more to drop. */
  dropOldest(): boolean {
    const isTraceLeft = this.trace?.dropOldest();
    const isHistoryLeft = this.history?.dropOldest();
    return Boolean(isTraceLeft || isHistoryLeft);
  }

  #countKept(bytes: number): void {
    this.#keptBytes += bytes;
    this.onKept(bytes);
  }

  /** What the trace is made of. @throws MockError `not_found` if the mock keeps no history. */
  get log(): TraceLog {
    if (this.trace !== undefined) return this.trace;
    throw noHistory();
  }

  /** The number of the last change; 0 before the first, or if the mock keeps no history. */
  get revision(): number {
    return this.history?.revision ?? 0;
  }

  /** Whether each request is answered at once, and as its route answers: no fault rule and no delay applies. */
  get isUndisturbed(): boolean {
    return !this.faults.active && this.shared.delay === undefined;
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
    const previous = this.#baseline;
    const { scenario = previous.scenario, seed = previous.seed } = expectValid(baselineSchema, baseline);
    const isSame = previous.scenario === scenario && previous.seed === seed;
    const next = isSame ? previous : baselineOf(this.shared, { scenario, seed });
    this.#run('reset', () => {
      this.#baseline = next;
      this.restore(this.baseline);
    });
  }

  /** Sets the clock back to the baseline's. */
  resetClock(): void {
    this.#run('resetClock', () => this.state.restore({ ...this.state.capture(), clock: this.baseline.clock }));
  }

  /**
   * What differs between the baseline or a revision, and now or another revision; or what a request changed.
   * @throws MockError as `History.imageAt` and `History.revisionOf`
   */
  changes({ since, until }: ChangesOptions = {}): StateChanges {
    if (typeof since === 'string') return this.#changesOf(since, until);
    const before = since === undefined ? this.baseline : this.kept.imageAt(since);
    return changesBetween(before, until === undefined ? this.state.capture() : this.kept.imageAt(until));
  }

  #changesOf(requestId: string, until: number | undefined): StateChanges {
    if (until !== undefined) {
      const message = 'cannot be combined with the id of a request, which selects what that request changed';
      throw issuesError('malformed_data', [{ path: 'until', message }]);
    }
    const revision = this.kept.revisionOf(requestId);
    return changesBetween(this.kept.imageAt(revision - 1), this.kept.imageAt(revision));
  }

  /**
   * What differs between a named snapshot and now, or another named snapshot.
   * @throws MockError as `NamedSnapshots.get`
   */
  changesFromSnapshot(snapshot: string, other?: string): StateChanges {
    const before = this.snapshots.get(snapshot);
    return changesBetween(before, other === undefined ? this.state.capture() : this.snapshots.get(other));
  }

  /**
   * Goes back to the state after a revision. Fault rules, journal and request ids stay.
   * @throws MockError as `History.imageAt`
   */
  rewind(revision: number): void {
    const image = this.kept.imageAt(revision);
    this.#run('rewind', () => this.state.restore(image));
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

  /** The fingerprint of the current state, computed without blocking other requests for long. */
  fingerprint(): Promise<string> {
    const image = this.state.capture();
    if (this.#fingerprint?.image !== image) this.#fingerprint = { image, value: fingerprintInSteps(image) };
    return this.#fingerprint.value;
  }

  /** The fingerprint of an image, which may be that of the current state. */
  fingerprintOf(image: Image): Promise<string> {
    return image === this.state.capture() ? this.fingerprint() : fingerprintInSteps(image);
  }

  /**
   * Restores the state of a snapshot. Returns the names of tables and columns of an older version that were dropped.
   * @throws MockError `malformed_data` with the issues; then nothing has changed.
   */
  restoreSnapshot(snapshot: unknown, options?: ReadOptions): ReadSnapshot['dropped'] {
    const { image, dropped } = readSnapshot(this.shared.registry.database, snapshot, options);
    this.restore(image);
    return dropped;
  }

  /**
   * What differs between now, or a named snapshot, and a given snapshot.
   * @throws MockError as {@link restoreSnapshot} and `NamedSnapshots.get`
   */
  changesTo(snapshot: unknown, from?: string, options?: ReadOptions): StateChanges {
    const { image } = readSnapshot(this.shared.registry.database, snapshot, options);
    return changesBetween(from === undefined ? this.state.capture() : this.snapshots.get(from), image);
  }

  /** Keeps the current state under a name. @throws MockError `malformed_data` for an invalid name. */
  keep(name: string): SnapshotInfo {
    return this.snapshots.keep(name, this.state.capture());
  }

  /** Restores an image and clears fault rules and journal; the baseline and the named snapshots stay. */
  restore(image: Image): void {
    this.#run('restore', () => {
      this.state.restore(image);
      this.state.afterCommit(() => {
        this.requestIds.reset();
        this.controlIds.reset();
        this.faults.reset();
        this.journal.reset();
        this.events.emit('reset', undefined);
      });
    });
  }

  /** Runs a call that may change anything of the session. It is one entry of the history and of the trace. */
  run<Result>(cause: Cause, command: () => Result): Result {
    const { trace } = this;
    if (trace === undefined || this.#act !== undefined) return this.#runOrUndo(cause, command);
    return this.shared.machine.hold(() => {
      const before = this.#steered;
      const act: { change: StateChange | undefined } = { change: undefined };
      this.#act = act;
      try {
        return this.#runOrUndo(cause, command);
      } finally {
        this.#act = undefined;
        this.#record(cause, act.change, steeringBetween(before, this.#steered));
      }
    });
  }

  #runOrUndo<Result>(cause: Cause, command: () => Result): Result {
    const baseline = this.#baseline;
    try {
      return this.state.run(cause, command);
    } catch (error) {
      this.#baseline = baseline;
      throw error;
    }
  }

  #run(call: string, command: () => void): void {
    this.run({ kind: 'call', call }, command);
  }

  #changed(change: StateChange): void {
    if (this.#act !== undefined) this.#act.change = change;
    // Requests are recorded with their answers.
    else if (change.cause.kind !== 'request') this.#record(change.cause, change);
  }

  #emitChange(change: StateChange): void {
    const { events, history } = this;
    if (history !== undefined && events.hears('revision')) events.emit('revision', entryOf(history.revision, change));
    events.changed();
  }

  /** Adds a call to the trace if it changed anything. */
  #record(cause: Cause, change: StateChange | undefined, steering?: Steering): void {
    if (change === undefined && steering === undefined) return;
    const wall = this.shared.machine.now;
    const revision = change && this.revision;
    this.trace?.add({ cause, wall, at: this.state.clock.now, change, revision, ...steering });
  }

  get #steered(): Steered {
    return { baseline: this.#baseline, faults: this.faults.capture(), kept: this.snapshots.images };
  }

  /**
   * A new session in the situation of this one, with a copy of its journal; its history begins anew. With `at`, its state is that
   * after a revision.
   */
  fork({ id = null, at }: { id?: string | null; at?: number | undefined } = {}): Session {
    return this.shared.machine.hold(() => {
      const { situation } = this;
      const image = at === undefined ? situation.image : this.kept.imageAt(at);
      return new Session(this.shared, { ...situation, image }, id, { journal: this.journal.copy(id) });
    });
  }
}

function noHistory(): MockError {
  return new MockError('not_found', 'This mock keeps no history; create it with history.limit above 0');
}

/** The baseline for a scenario and seed. @throws MockError `not_found` for an unknown scenario. */
export function baselineOf({ registry, initialBaseline }: SharedConfig, { scenario, seed }: Origin): Image {
  const isInitial = initialBaseline.scenario === scenario && initialBaseline.seed === seed;
  return isInitial ? initialBaseline : registry.image(scenario, seed);
}
