import { tableNames } from '../model/tables.js';
import type { Session } from './session.js';
import { isSameOrigin, type SessionImage } from './session-image.js';
import { forTrial } from './shared-config.js';

/** A call that has the same result in all sessions that are alike. */
export interface RepeatableCall {
  /** Runs the call in a session. @throws what the call throws */
  run(session: Session): unknown;
  /** Changes a session as the call would: as one entry of its history, with the same cause. */
  change(session: Session, write: () => void): void;
}

/** A call, tried in a copy of a session before the session changes. */
export class Rehearsal {
  /** The number of records that the call creates. */
  readonly created: number;
  readonly #session: Session;
  readonly #call: RepeatableCall;
  readonly #image: SessionImage;
  readonly #version: number;
  readonly #answer: unknown;
  /** Does in the session what the call did in the copy; undefined if only the call itself can. */
  readonly #repeat: (() => void) | undefined;

  /** Runs the call in a copy. @throws what the call throws */
  constructor(session: Session, call: RepeatableCall) {
    this.#session = session;
    this.#call = call;
    this.#image = session.image;
    this.#version = session.state.version;
    const copy = session.fork({ id: session.id, shared: forTrial(session.shared) });
    const { image: start, log, state } = copy;
    const { timesCleared } = log.journaled;
    const { changeCount } = state;
    this.#answer = call.run(copy);
    const end = copy.image;
    const hasWritten = state.changeCount !== changeCount;
    const trial = { start, end, hasWritten, isCleared: log.journaled.timesCleared !== timesCleared };
    this.#repeat = repetitionOf(session, trial);
    // A restored state shares its records with the baseline or a snapshot.
    this.created = hasOnlyWritten(trial) ? createdBy(trial) : 0;
    // The records share the trees of the copy from here on, which need not stay in memory.
    void end.state.records.trees;
  }

  /** Whether the session is still as it was. Requests that only read leave it as it is. */
  get isCurrent(): boolean {
    const { image, state } = this.#session;
    const parts = ['baseline', 'faults', 'snapshots'] as const;
    return state.version === this.#version && parts.every((part) => image[part] === this.#image[part]);
  }

  /** Changes the session, which must be as it was. */
  perform(): unknown {
    const repeat = this.#repeat;
    if (repeat === undefined) return this.#call.run(this.#session);
    this.#call.change(this.#session, repeat);
    return this.#answer;
  }
}

/** What a call did. The time stood still meanwhile. */
interface Trial {
  readonly start: SessionImage;
  readonly end: SessionImage;
  /** Whether it wrote to the state, or restored one. */
  readonly hasWritten: boolean;
  /** Whether it cleared the journal. */
  readonly isCleared: boolean;
}

function repetitionOf(session: Session, trial: Trial): (() => void) | undefined {
  const { end } = trial;
  if (hasOnlyWritten(trial)) {
    return () => session.state.restore({ ...session.state.capture(), records: end.state.records });
  }
  if (!hasRestored(trial)) return undefined;
  return () => {
    session.baseline = end.baseline;
    session.restore(end.state);
  };
}

/** Whether records were written, and everything else is the same. */
function hasOnlyWritten({ start, end, hasWritten, isCleared }: Trial): boolean {
  const [was, is] = [start.state, end.state];
  const parts = ['baseline', 'faults', 'snapshots', 'requestIds', 'controlIds'] as const;
  return (
    hasWritten &&
    !isCleared &&
    isSameOrigin(is, was) &&
    is.clock.now === was.clock.now &&
    is.clock.frozen === was.clock.frozen &&
    parts.every((part) => end[part] === start[part])
  );
}

/** Whether it looks as after `Session.restore`. */
function hasRestored({ start, end, hasWritten, isCleared }: Trial): boolean {
  const { faults, requestIds, controlIds, snapshots } = end;
  const hasFaults = faults.rules.length > 0 || faults.last_id > 0;
  return hasWritten && isCleared && !hasFaults && requestIds === 0 && controlIds === 0 && snapshots === start.snapshots;
}

function createdBy({ start, end }: Trial): number {
  const [first, last] = [start.state.records.counters, end.state.records.counters];
  return tableNames.reduce((sum, name) => sum + last[name] - first[name], 0);
}
