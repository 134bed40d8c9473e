import { MockError } from '../foundation/mock-error.js';
import type { EventQueue } from '../session/event-queue.js';
import type { SavedSession } from '../session/log-entries.js';
import type { Session } from '../session/session.js';
import { isSameOrigin, snapshotsBetween } from '../session/session-image.js';
import type { Sessions } from '../session/sessions.js';
import { baselineOf } from '../session/shared-config.js';
import type { ChangedEvent, SessionEvent } from '../session/sink.js';
import { applyChanges } from '../state/apply-changes.js';
import { changesBetween, isEmpty } from '../state/changes.js';
import type { Image } from '../state/state.js';

/** Sessions by id; the default session is null. */
export type SavedSessions = ReadonlyMap<string | null, SavedSession>;

/** The sessions of a mock, and their events that the storage does not have yet. */
export interface MergeParts {
  readonly main: Session;
  readonly sessions: Sessions;
  readonly queue: EventQueue;
}

/** Brings the sessions of a mock to what other mocks have written, and repeats what the mock has changed meanwhile. */
export class Merge {
  readonly #parts: MergeParts;
  /** As the log had them before others wrote, and has them now. */
  readonly #before: SavedSessions;
  readonly #after: SavedSessions;

  constructor(parts: MergeParts, before: SavedSessions, after: SavedSessions) {
    this.#parts = parts;
    this.#before = before;
    this.#after = after;
  }

  /** Changes the sessions to what the log has, where that has changed. */
  install(writtenAt: ReadonlyMap<string | null, number>): void {
    const { main, sessions } = this.#parts;
    const { machine } = main.shared;
    for (const id of this.#before.keys()) {
      if (id !== null && !this.#after.has(id) && this.#find(id) !== undefined) sessions.end(id);
    }
    for (const [id, saved] of this.#after) {
      if (this.#before.get(id) === saved) continue;
      const session = this.#find(id);
      const at = writtenAt.get(id);
      const image = at === undefined ? saved.image : runningSince(saved.image, machine.now - at);
      if (session === undefined) {
        sessions.addSaved({ ...saved, image, id: id as string });
        continue;
      }
      // What others have left as it was may have changed here meanwhile.
      const { state, origin, snapshots } = session;
      change(session, {
        ...(at === undefined ? { image: state.capture(), origin } : { image, origin: saved.origin }),
        snapshots: this.#isAsBefore(id, 'snapshots') ? snapshots.images : saved.snapshots,
      });
      sessions.touch(session);
    }
  }

  /** Repeats events that happened meanwhile in the sessions as they are now. Returns whether one did not fit. */
  repeat(events: readonly SessionEvent[]): boolean {
    let isUndone = false;
    for (const event of events) {
      try {
        this.#repeatOne(event);
      } catch (error) {
        if (!(error instanceof MockError)) throw error;
        isUndone = true;
      }
    }
    return isUndone;
  }

  /** @throws MockError if the event does not fit */
  #repeatOne(event: SessionEvent): void {
    const { queue, sessions } = this.#parts;
    switch (event.kind) {
      case 'ended':
        for (const id of event.ids) {
          // If others have left the session as it was, one of this name is a later one of this mock.
          const isChanged = this.#before.get(id) !== this.#after.get(id);
          if (isChanged && this.#find(id) !== undefined) sessions.end(id);
          else queue.add({ ...event, ids: [id] });
        }
        return;
      case 'began':
        if (!this.#isAsBefore(event.id, 'image')) throw otherSession(event.id);
        queue.add(event);
        return;
      case 'changed':
        this.#repeatSnapshots(event);
        this.#repeatState(event);
    }
  }

  #repeatSnapshots(event: ChangedEvent): void {
    const { id, before: start, after } = event;
    const { saved, removed } = snapshotsBetween(start, after);
    if (saved.length === 0 && removed.length === 0) return;
    if (this.#isAsBefore(id, 'snapshots')) {
      this.#parts.queue.add({ ...event, after: { ...start, snapshots: after.snapshots } });
      return;
    }
    const session = this.#expect(id);
    session.run(PERSIST, () => {
      for (const name of saved) session.snapshots.save(name, after.snapshots.get(name) as Image);
      for (const name of removed) if (session.snapshots.images.has(name)) session.snapshots.remove(name);
    });
    restartTrace(session);
  }

  #repeatState(event: ChangedEvent): void {
    const { id, before: start, after } = event;
    if (start.state === after.state && start.baseline === after.baseline) return;
    if (this.#isAsBefore(id, 'image')) {
      this.#parts.queue.add({ ...event, after: { ...after, snapshots: start.snapshots } });
      return;
    }
    if (!this.#before.has(id)) throw otherSession(id);
    const session = this.#expect(id);
    const image = applyChanges(session.state.capture(), changesBetween(start.state, after.state));
    const origin = isSameOrigin(start.baseline, after.baseline) ? session.origin : after.baseline;
    change(session, { image, origin, snapshots: session.snapshots.images });
  }

  /** Whether others have left a part of a session as it was. */
  #isAsBefore(id: string | null, part: 'image' | 'snapshots'): boolean {
    return this.#after.get(id)?.[part] === this.#before.get(id)?.[part];
  }

  #expect(id: string | null): Session {
    const session = this.#find(id);
    if (session === undefined) throw otherSession(id);
    return session;
  }

  #find(id: string | null): Session | undefined {
    const { main, sessions } = this.#parts;
    return id === null ? main : sessions.find(id);
  }
}

/** The cause of changes that other mocks have made. */
const PERSIST = { kind: 'call', call: 'persist' } as const;

function otherSession(id: string | null): MockError {
  return new MockError('conflict', `The session ${id} was created or ended by others`);
}

/** Changes a session to what was saved, as one entry of its history. */
function change(session: Session, { image, origin, snapshots }: Omit<SavedSession, 'id'>): void {
  const { state, shared } = session;
  const isSameBaseline = isSameOrigin(session.origin, origin);
  if (!isSameBaseline || !isEmpty(changesBetween(state.capture(), image))) {
    session.run(PERSIST, () => {
      if (!isSameBaseline) session.baseline = baselineOf(shared, origin);
      state.restore(image);
    });
  }
  const { images } = session.snapshots;
  if (images.size === snapshots.size && [...snapshots].every(([name, one]) => images.get(name) === one)) return;
  session.run(PERSIST, () => {
    session.snapshots.images = snapshots;
  });
  restartTrace(session);
}

/** A trace cannot say which states other mocks have saved. */
function restartTrace({ shared, log }: Session): void {
  shared.machine.hold(() => log.restartTrace());
}

/** An image some time later: its clock runs on, unless it is frozen. */
function runningSince(image: Image, milliseconds: number): Image {
  if (image.clock.frozen) return image;
  return {
    ...image,
    clock: { ...image.clock, now: new Date(Date.parse(image.clock.now) + milliseconds).toISOString() },
  };
}
