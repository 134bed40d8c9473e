import * as z from 'zod/mini';
import { Faults } from '../faults/fault-rules.js';
import { nonNegativeInteger } from '../foundation/common-schemas.js';
import { malformedAt, notFound } from '../foundation/mock-error.js';
import { expectValid } from '../foundation/validate.js';
import { changesBetween, type StateChanges } from '../state/changes.js';
import { type ReadSnapshot, type ReadSnapshotOptions, readSnapshot } from '../state/read-snapshot.js';
import { type Snapshot, toSnapshot } from '../state/snapshot.js';
import { type Image, type RunChange, State } from '../state/state.js';
import { TablePages } from '../state/table-pages.js';
import type { Cause } from './cause.js';
import { entryOf, type History } from './history.js';
import { Journal } from './journal.js';
import type { JournalCapture } from './journaled-requests.js';
import { passIn } from './life.js';
import { NamedSnapshots, type SnapshotInfo } from './named-snapshots.js';
import { RequestIds } from './request-ids.js';
import { SessionEvents } from './session-events.js';
import { isSameOrigin, isSteered, nothingIn, type Origin, type SessionImage } from './session-image.js';
import { type LogCapture, SessionLog } from './session-log.js';
import { baselineOf, type SharedConfig } from './shared-config.js';
import type { Sink } from './sink.js';

/** The parts of the baseline that a reset can change. */
export const baselineSchema = z.strictObject({
  scenario: z.optional(z.string()),
  seed: z.optional(nonNegativeInteger),
});
export type BaselineOptions = z.output<typeof baselineSchema>;

/** Selects changes; see `mock.changes`. */
export interface ChangesOptions {
  /** A revision, or the id of a request to the three APIs. Default: the baseline. */
  since?: number | string | undefined;
  /** A revision. Default: now. */
  until?: number | undefined;
}

interface ForkParts {
  readonly id?: string | null;
  readonly at?: number | undefined;
  readonly shared?: SharedConfig;
}

export interface SessionCapture {
  readonly image: SessionImage;
  readonly log: LogCapture;
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
  readonly log: SessionLog;
  /** Undefined if the mock keeps no history. */
  readonly history: History | undefined;
  readonly pages: TablePages;
  readonly events = new SessionEvents();
  /** The state that the session began with, or went back to at the last reset. */
  baseline: Image;
  /** The name of the actor of the scenario whose act is running: what happens is marked with it. */
  actor: string | undefined;
  #snapshot: { image: Image; json: WeakRef<Snapshot> } | undefined;
  #fingerprint: { image: Image; value: Promise<string> } | undefined;
  #sink: Sink | undefined;
  #isRunning = false;
  /** What causes the calls of a call that makes several entries. */
  #cause: Cause | undefined;
  /** Whether the call that is running restores an image. */
  #isRestoring = false;
  #timesRestored = 0;

  constructor(
    shared: SharedConfig,
    image: SessionImage,
    id: string | null = null,
    { journal, revision = 0 }: { journal?: JournalCapture; revision?: number } = {},
  ) {
    this.shared = shared;
    this.id = id;
    const { historyLimit, machine } = shared;
    const run: RunChange = (call, change) => this.run({ kind: 'call', call }, change);
    const pass = shared.life && passIn(this, shared.life);
    this.state = new State(image.state, { machine, run, recordsWrites: true, pass });
    this.pages = new TablePages(this.state);
    this.baseline = image.baseline;
    this.faults = new Faults(shared.routes, shared.faultProfiles);
    this.faults.restore(image.faults);
    this.snapshots = new NamedSnapshots(image.snapshots);
    this.requestIds = new RequestIds('request', image.requestIds);
    this.controlIds = new RequestIds('control', image.controlIds);
    this.log = machine.hold(() => {
      return new SessionLog({ imageNow: () => this.image, machine, historyLimit, revision, journal });
    });
    this.history = historyLimit > 0 ? this.log.history : undefined;
    this.journal = new Journal(this.log, shared.journal, id);
  }

  get image(): SessionImage {
    return {
      baseline: this.baseline,
      state: this.state.capture(),
      faults: this.faults.capture(),
      snapshots: this.snapshots.images,
      requestIds: this.requestIds.count,
      controlIds: this.controlIds.count,
    };
  }

  /** Everything in the session, for a copy in another process. No answer may be held back. */
  capture(): SessionCapture {
    return { image: this.image, log: this.log.capture() };
  }

  /** Replaces everything in the session. The history has no entry of it. */
  install({ image, log }: SessionCapture): void {
    this.state.restore(image.state);
    this.#restoreRest(image);
    this.log.install(log);
    this.events.emit('reset', undefined);
    this.events.changed();
    for (const what of ['faults', 'snapshots', 'journal'] as const) this.events.steered(what);
  }

  /** Calls `sink` with each event of this session. @throws Error if there is a sink */
  attach(sink: Sink): void {
    if (this.#sink !== undefined) {
      throw new Error('the state of this mock is already saved, by another server or by its option persist');
    }
    this.#sink = sink;
  }

  detach(sink = this.#sink): void {
    if (this.#sink === sink) this.#sink = undefined;
  }

  /** The state that a reset goes back to now: the clock may start at the machine's time. */
  get nextBaseline(): Image {
    return this.shared.registry.current(this.baseline);
  }

  get origin(): Origin {
    const { scenario, seed } = this.baseline;
    return { scenario, seed };
  }

  /** @throws MockError `not_found` if the mock keeps no history */
  expectHistory(): History {
    if (this.history !== undefined) return this.history;
    throw notFound('This mock keeps no history; create it with history.limit above 0');
  }

  /** The log, if a trace can be made of it. @throws MockError `not_found` if the mock keeps no history */
  expectTracedLog(): SessionLog {
    this.expectHistory();
    return this.log;
  }

  /** The number of the last change; 0 before the first, or if the mock keeps no history. */
  get revision(): number {
    return this.log.history.revision;
  }

  /** The number of times that it was reset, or restored from an image. */
  get timesRestored(): number {
    return this.#timesRestored;
  }

  /** Whether a transaction is running. */
  get isRunning(): boolean {
    return this.#isRunning;
  }

  /** Whether each request is answered at once, and as its route answers: no fault rule and no delay applies. */
  get isUndisturbed(): boolean {
    return !this.faults.active && this.shared.delay === undefined;
  }

  /**
   * Goes back to the baseline (X20); a given scenario or seed changes the baseline first.
   * @throws MockError `not_found` (scenario) or `malformed_data` (seed); then nothing has changed.
   */
  reset(baseline: BaselineOptions = {}): void {
    const previous = this.baseline;
    const { scenario = previous.scenario, seed = previous.seed } = expectValid(baselineSchema, baseline);
    const origin = { scenario, seed };
    const next = isSameOrigin(previous, origin) ? previous : baselineOf(this.shared, origin);
    this.#run('reset', () => {
      this.baseline = next;
      this.baseline = this.nextBaseline;
      this.restore(this.baseline);
    });
  }

  resetClock(): void {
    this.#run('resetClock', () => this.state.restore({ ...this.state.capture(), clock: this.nextBaseline.clock }));
  }

  /**
   * What differs between the baseline or a revision, and now or another revision; or what a request changed.
   * @throws MockError as `History.imageAt` and `History.revisionOf`
   */
  changes({ since, until }: ChangesOptions = {}): StateChanges {
    if (typeof since === 'string') return this.#changesOf(since, until);
    const before = since === undefined ? this.baseline : this.expectHistory().imageAt(since);
    return changesBetween(before, until === undefined ? this.state.capture() : this.expectHistory().imageAt(until));
  }

  #changesOf(requestId: string, until: number | undefined): StateChanges {
    if (until !== undefined) {
      const message = 'cannot be combined with the id of a request, which selects what that request changed';
      throw malformedAt('until', message);
    }
    const revision = this.expectHistory().revisionOf(requestId);
    return changesBetween(this.expectHistory().imageAt(revision - 1), this.expectHistory().imageAt(revision));
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
    const image = this.expectHistory().imageAt(revision);
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
    if (this.#fingerprint?.image !== image) {
      this.#fingerprint = { image, value: this.shared.fingerprints.inSteps(image) };
    }
    return this.#fingerprint.value;
  }

  /** The fingerprint of an image, which may be that of the current state. */
  fingerprintOf(image: Image): Promise<string> {
    return image === this.state.capture() ? this.fingerprint() : this.shared.fingerprints.inSteps(image);
  }

  /**
   * Restores the state of a snapshot. Returns the names of tables and columns of an older version that were dropped.
   * @throws MockError `malformed_data` with the issues; then nothing has changed.
   */
  restoreSnapshot(snapshot: unknown, options?: ReadSnapshotOptions): ReadSnapshot['dropped'] {
    const read = readSnapshot(snapshot, options);
    this.restoreRead(read);
    return read.dropped;
  }

  /** Restores the state of a snapshot that was read. */
  restoreRead({ image, fingerprint }: ReadSnapshot): void {
    this.restore(fingerprint === undefined ? image : this.shared.fingerprints.sameOrNew({ image, fingerprint }));
  }

  /** What differs between now, or a named snapshot, and an image. @throws MockError as `NamedSnapshots.get` */
  changesTo(image: Image, from?: string): StateChanges {
    return changesBetween(from === undefined ? this.state.capture() : this.snapshots.get(from), image);
  }

  /** Saves the current state under a name. @throws MockError `malformed_data` for an invalid name. */
  saveSnapshot(name: string): SnapshotInfo {
    return this.snapshots.save(name, this.state.capture());
  }

  /** Restores an image and clears fault rules and journal; the baseline and the named snapshots stay. */
  restore(image: Image): void {
    this.#run('restore', () => {
      this.state.restore(image);
      this.#isRestoring = true;
    });
  }

  /**
   * Runs a call that may change anything of the session, as one entry of the history and of the trace. Calls that it runs itself
   * are part of it. If it throws, nothing has changed.
   * @throws what the command and the sink throw
   */
  run<Result>(given: Cause, command: () => Result): Result {
    if (this.#isRunning) return command();
    const cause = this.actor === undefined ? (this.#cause ?? given) : { ...given, actor: this.actor };
    return this.shared.machine.hold(() => {
      const before = this.image;
      const { changeCount } = this.state;
      const { timesCleared } = this.log.journaled;
      this.#isRunning = true;
      let result: Result;
      try {
        result = command();
        this.#save(before, this.state.changeCount !== changeCount);
      } catch (error) {
        this.#isRestoring = false;
        this.state.rollBack(before.state, changeCount);
        this.#restoreRest(before);
        throw error;
      } finally {
        this.#isRunning = false;
      }
      this.#record(cause, before, this.state.changeCount !== changeCount);
      if (this.log.journaled.timesCleared !== timesCleared) this.events.steered('journal');
      return result;
    });
  }

  /** Runs a call whose own calls are one entry each, all with its cause. If it throws, the entries before stay. */
  runInParts<Result>(cause: Cause, command: () => Result): Result {
    this.#cause = cause;
    try {
      return command();
    } finally {
      this.#cause = undefined;
    }
  }

  /** Marks what happens until its end with the name of an actor. */
  actAs(actor: string | undefined, act: () => void): void {
    this.actor = actor;
    try {
      act();
    } finally {
      this.actor = undefined;
    }
  }

  /** Runs a call in the process that may change something besides the state. @throws what `run` throws, and the sink */
  steer<Result>(call: string, command: () => Result): Result {
    this.#sink?.beforeSteering?.();
    return this.run({ kind: 'call', call }, command);
  }

  #run(call: string, command: () => void): void {
    this.run({ kind: 'call', call }, command);
  }

  /** @throws what the sink throws */
  #save(before: SessionImage, hasNewState: boolean): void {
    if (this.#sink === undefined || (!hasNewState && before.snapshots === this.snapshots.images)) return;
    this.#sink.save({ kind: 'changed', id: this.id, before, after: this.image });
  }

  /** Goes back to everything in an image besides its state. */
  #restoreRest({ state: _, baseline, faults, snapshots, requestIds, controlIds, ...others }: SessionImage): void {
    nothingIn(others);
    this.baseline = baseline;
    if (this.faults.capture() !== faults) this.faults.restore(faults);
    this.snapshots.images = snapshots;
    this.requestIds.count = requestIds;
    this.controlIds.count = controlIds;
  }

  /** Records a call that is final, and calls the listeners. */
  #record(cause: Cause, before: SessionImage, hasChanged: boolean): void {
    const { events, history, log } = this;
    const state = this.state.capture();
    if (hasChanged) log.addRevision(cause, state);
    const isRestored = this.#isRestoring;
    this.#isRestoring = false;
    // Only now, because held answers that are released, and a journal that is cleared, cannot be put back.
    if (isRestored) this.#startAgain();
    const after = this.image;
    // A request is added with its answer.
    const isAdded = cause.kind !== 'request' && (hasChanged || isSteered(before, after));
    if (isAdded) log.addCall(cause, { before, after: { ...after, state } }, hasChanged);
    if (hasChanged) {
      if (history !== undefined && events.hears('revision')) {
        events.emit('revision', entryOf(history.revision, { cause, state }, before.state));
      }
      events.changed();
    }
    if (before.faults !== after.faults) events.steered('faults');
    if (before.snapshots !== after.snapshots) events.steered('snapshots');
    // Last, because what its listeners change follows this call.
    if (isRestored) events.emit('reset', undefined);
  }

  #startAgain(): void {
    this.#timesRestored++;
    this.requestIds.count = 0;
    this.controlIds.count = 0;
    this.faults.reset();
    this.forgetRequests();
  }

  /** Clears the journal. Request ids start again, so an id no longer means a request from before. */
  forgetRequests(): void {
    this.log.history.forgetRequestIds();
    this.journal.clear();
  }

  /**
   * A copy of this session, with a copy of its journal; its history starts from scratch. With `at`, its state is that
   * after a revision; with `shared`, it has another configuration.
   */
  fork({ id = null, at, shared = this.shared }: ForkParts = {}): Session {
    return this.shared.machine.hold(() => {
      const { image } = this;
      const state = at === undefined ? image.state : this.expectHistory().imageAt(at);
      const captured = this.log.journaled.capture();
      // The history of the copy has none of their revisions.
      const journal = { ...captured, requests: captured.requests.map((entry) => ({ ...entry, revision: 0 })) };
      return new Session(shared, { ...image, state }, id, { journal });
    });
  }
}
