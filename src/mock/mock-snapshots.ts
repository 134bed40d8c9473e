import type { SnapshotInfo } from '../session/named-snapshots.js';
import type { Session } from '../session/session.js';
import { type Snapshot, takeSnapshot } from '../state/snapshot.js';

/** Snapshots that a mock keeps under names; they outlive reset and restore. */
export class MockSnapshots {
  readonly #session: Session;

  /** @internal */
  constructor(session: Session) {
    this.#session = session;
  }

  list(): SnapshotInfo[] {
    return this.#session.snapshots.list();
  }

  /**
   * Keeps the state as it is now, in place of what had the name.
   * @throws MockError `malformed_data` for what is no name: 1 to 64 letters, digits, `.`, `_` or `-`.
   */
  keep(name: string): SnapshotInfo {
    return this.#session.keep(name);
  }

  /** @throws MockError `not_found` */
  get(name: string): Snapshot {
    return takeSnapshot(this.#session.snapshots.get(name));
  }

  /** Becomes the state of one. @throws MockError `not_found` */
  restore(name: string): void {
    this.#session.restore(this.#session.snapshots.get(name));
  }

  /** Keeps one no longer, and answers what it was. @throws MockError `not_found` */
  remove(name: string): SnapshotInfo {
    return this.#session.snapshots.remove(name);
  }
}
