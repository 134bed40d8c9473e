import { methodsFromCaller } from '../foundation/from-caller.js';
import type { SnapshotInfo } from '../session/named-snapshots.js';
import type { Session } from '../session/session.js';
import type { StateChanges } from '../state/changes.js';
import { type Snapshot, toSnapshot } from '../state/snapshot.js';

/** The named snapshots of a mock; reset and restore keep them. */
export class MockSnapshots {
  readonly #session: Session;

  /** @internal */
  constructor(session: Session) {
    this.#session = session;
  }

  /** The list of snapshots, without their states. */
  list(): SnapshotInfo[] {
    return this.#session.snapshots.list();
  }

  /**
   * Saves the current state under a name; replaces a snapshot of the same name.
   * @throws MockError `malformed_data` for an invalid name: use 1 to 64 letters, digits, `.`, `_` or `-`.
   */
  keep(name: string): SnapshotInfo {
    return this.#run('keep', () => this.#session.saveSnapshot(name));
  }

  /** The snapshot with this name. @throws MockError `not_found` */
  get(name: string): Snapshot {
    return toSnapshot(this.#session.snapshots.get(name));
  }

  /**
   * What differs between the snapshot with this name and now, or another snapshot.
   * @throws MockError `not_found`
   */
  changes(name: string, other?: string): StateChanges {
    return this.#session.changesFromSnapshot(name, other);
  }

  /** Restores the state of a snapshot. @throws MockError `not_found` */
  restore(name: string): void {
    this.#run('restore', () => this.#session.restore(this.#session.snapshots.get(name)));
  }

  /** Removes a snapshot and returns its info. @throws MockError `not_found` */
  remove(name: string): SnapshotInfo {
    return this.#run('remove', () => this.#session.snapshots.remove(name));
  }

  #run<Result>(call: string, command: () => Result): Result {
    return this.#session.run({ kind: 'call', call: `snapshots.${call}` }, command);
  }

  static {
    methodsFromCaller(MockSnapshots.prototype);
  }
}
