import { changesBetween, isEmpty } from '../state/changes.js';
import { toSnapshot } from '../state/snapshot.js';
import type { Image } from '../state/state.js';
import type { ImageReference, LogEntry, LoggedImage, LoggedSession, LoggedSessions } from './log-entries.js';
import { isSameOrigin, nothingIn, type Origin, snapshotsBetween } from './session-image.js';
import type { ChangedEvent, SessionEvent } from './sink.js';

/** The events of sessions as entries of a log. Images are written as changes of images that the log has already. */
export class EntryWriter {
  readonly #write: (entries: readonly object[]) => void;
  readonly #logged: LoggedSessions;

  /** `write` appends entries to a log that has `logged`; if it throws, it is as if there had been no event. */
  constructor(write: (entries: readonly object[]) => void, logged: LoggedSessions) {
    this.#write = write;
    this.#logged = logged;
  }

  /** @throws what `write` throws */
  add(event: SessionEvent): void {
    const { images } = this.#logged;
    const entries: LogEntry[] = [];
    try {
      const commit = this.#encode(event, entries);
      if (entries.length > 0) this.#write(entries);
      commit();
    } catch (error) {
      this.#logged.images = images;
      throw error;
    }
  }

  /** Adds the entries of an event; returns a function to call when they are written. */
  #encode(event: SessionEvent, entries: LogEntry[]): () => void {
    const { sessions } = this.#logged;
    switch (event.kind) {
      case 'began': {
        const { id, image } = event;
        // The restart of a server loses the first three.
        const { faults: _, requestIds: _r, controlIds: _c, baseline, state, snapshots, ...others } = image;
        nothingIn(others);
        const base = this.#define(baseline, entries);
        const saved = [...snapshots].map(([name, one]) => ({ name, ...this.#refer(one, base, entries) }));
        const changes = changesBetween(base.image, state);
        const origin = originOf(baseline);
        entries.push({ began: id, origin, image: base.number, changes, snapshots: saved });
        return () => sessions.set(id, { id, origin, image: state, snapshots, base });
      }
      case 'changed': {
        const session = sessions.get(event.id) as LoggedSession;
        const changed = {
          ...session,
          ...this.#snapshotsAfter(event, session, entries),
          ...this.#stateAfter(event, session, entries),
        };
        return () => sessions.set(event.id, changed);
      }
      case 'ended':
        entries.push({ ended: [...event.ids] });
        return () => {
          for (const id of event.ids) sessions.delete(id);
        };
    }
  }

  #snapshotsAfter({ id, before, after }: ChangedEvent, { base, snapshots }: LoggedSession, entries: LogEntry[]) {
    const { saved, removed } = snapshotsBetween(before, after);
    const changed = new Map(snapshots);
    for (const name of saved) {
      const image = after.snapshots.get(name) as Image;
      entries.push({ session: id, kept: { name, ...this.#refer(image, base, entries) } });
      changed.set(name, image);
    }
    for (const name of removed) {
      entries.push({ session: id, removed: name });
      changed.delete(name);
    }
    return { snapshots: changed };
  }

  #stateAfter({ id, before, after }: ChangedEvent, session: LoggedSession, entries: LogEntry[]) {
    const { state: image } = after;
    const origin = originOf(after.baseline);
    if (before.state === image && before.baseline === after.baseline) return {};
    const changes = changesBetween(session.image, image);
    const hasBaseline = id !== null || this.#logged.hasBaseline;
    const hasOrigin = hasBaseline && !isSameOrigin(session.origin, origin);
    if (!isEmpty(changes) || hasOrigin) entries.push({ session: id, changes, ...(hasOrigin && { origin }) });
    return { image, origin };
  }

  /** An image as changes of one that the log has: of `likely`, if that has the same scenario and seed. */
  #refer(image: Image, likely: LoggedImage | undefined, entries: LogEntry[]): ImageReference {
    const isLikely = likely !== undefined && isSameOrigin(likely.image, image);
    const base = isLikely ? likely : (this.#similar(image) ?? this.#define(image, entries));
    return { image: base.number, changes: changesBetween(base.image, image) };
  }

  /** The image as the log has it; adds an entry if it does not. */
  #define(image: Image, entries: LogEntry[]): LoggedImage {
    // By its records: an image that differs in nothing but the clock needs no entry.
    const found = this.#logged.images.find((one) => one.image.records === image.records);
    if (found !== undefined) return found;
    const base = this.#similar(image);
    const defined = { number: this.#logged.images.length + 1, image };
    entries.push(
      base === undefined
        ? { image: defined.number, snapshot: toSnapshot(image) }
        : { image: defined.number, from: base.number, changes: changesBetween(base.image, image) },
    );
    this.#logged.define(defined);
    return defined;
  }

  /** The first image with the same scenario and seed: it probably differs little. */
  #similar(image: Image): LoggedImage | undefined {
    return this.#logged.images.find((one) => isSameOrigin(one.image, image));
  }
}

function originOf({ scenario, seed }: Origin): Origin {
  return { scenario, seed };
}
