import * as z from 'zod';
import { nonNegativeInteger } from '../foundation/common-schemas.js';
import { MockError, withPrefix } from '../foundation/mock-error.js';
import { expectValid } from '../foundation/validate.js';
import { version } from '../foundation/version.js';
import type { Origin, SavedSession, SessionEvent } from '../session/session-keeper.js';
import { applyChanges } from '../state/apply-changes.js';
import { changesBetween, isEmpty, type StateChanges } from '../state/changes.js';
import type { MswjsDatabase } from '../state/mswjs-database.js';
import { readSnapshot } from '../state/read-snapshot.js';
import { toSnapshot } from '../state/snapshot.js';
import type { Image } from '../state/state.js';

const FORMAT = 'briefs-mock/log';
const VERSION = 1;

// The state validates changes and snapshots.
const changes = z.custom<StateChanges>((value) => typeof value === 'object' && value !== null, 'must be an object');
const origin = z.strictObject({ scenario: z.string(), seed: nonNegativeInteger });
const session = z.string().nullable();
/** The number of an image: 0 is the state file, others are entries of the log. */
const image = nonNegativeInteger;

const logHeader = z.strictObject({
  format: z.literal(FORMAT),
  version: z.literal(VERSION),
  /** The version of the package that wrote the log. */
  package: z.string(),
  /** The fingerprint of the state file that the log continues; null if the log does not depend on it. */
  file: z.string().nullable(),
});
export type LogHeader = z.output<typeof logHeader>;

/** An image as changes of another one. */
const imageReference = z.strictObject({ image, changes });
type ImageReference = z.output<typeof imageReference>;
const keptSnapshot = imageReference.extend({ name: z.string() });

/** The entries of a log after its header. */
const logEntry = z.union([
  // An image that other entries refer to.
  z.strictObject({ image, snapshot: z.unknown() }),
  z.strictObject({ image, from: image, changes }),
  // Events of sessions. The default session is null.
  z.strictObject({ began: z.string(), origin, image, changes, snapshots: z.array(keptSnapshot) }),
  z.strictObject({ session, changes, origin: origin.exactOptional() }),
  z.strictObject({ ended: z.array(z.string()) }),
  z.strictObject({ session, kept: keptSnapshot }),
  z.strictObject({ session, removed: z.string() }),
]);
type LogEntry = z.output<typeof logEntry>;

export function headerFor(file: string | null): LogHeader {
  return { format: FORMAT, version: VERSION, package: version, file };
}

/** @throws MockError `malformed_data` */
export function readHeader(entry: unknown): LogHeader {
  return expectValid(logHeader, entry, { jitless: true });
}

/** The number of entries that contain changes of the default session. */
export function countChanges(entries: readonly object[]): number {
  return entries.filter((entry) => 'session' in entry && entry.session === null).length;
}

/** An image that a log has, by its number. */
interface LoggedImage {
  readonly number: number;
  readonly image: Image;
}

/** A session as the log has it. */
interface LoggedSession extends Pick<SavedSession, 'image' | 'origin'> {
  /** The image that it began with, which probably differs little from its snapshots. */
  readonly base: LoggedImage | undefined;
}

/** The events of sessions as entries of a log. Images are written as changes of images that the log has already. */
export class EntryWriter {
  readonly #write: (entries: readonly object[]) => void;
  /** By their records: an image that differs in nothing but the clock needs no entry. */
  #images: ReadonlyMap<Image['trees'], LoggedImage> = new Map();
  /** The sessions as the log has them. */
  readonly #sessions = new Map<string | null, LoggedSession>();

  /**
   * `write` appends entries; if it throws, it is as if there had been no event. `main` is the default session as the state file
   * has it. With `dependsOnFile`, entries may refer to that file.
   */
  constructor(write: (entries: readonly object[]) => void, main: Image, dependsOnFile: boolean) {
    this.#write = write;
    const base = dependsOnFile ? { number: 0, image: main } : undefined;
    this.#sessions.set(null, { image: main, origin: main, base });
    if (base !== undefined) this.#images = new Map([[main.trees, base]]);
  }

  /** @throws what `write` throws */
  add(event: SessionEvent): void {
    const images = this.#images;
    const entries: LogEntry[] = [];
    try {
      const commit = this.#encode(event, entries);
      if (entries.length > 0) this.#write(entries);
      commit();
    } catch (error) {
      this.#images = images;
      throw error;
    }
  }

  /** Adds the entries of an event; returns a function to call when they are written. */
  #encode(event: SessionEvent, entries: LogEntry[]): () => void {
    switch (event.kind) {
      case 'began': {
        const { id, origin, image, snapshots } = event.session;
        const base = this.#define(event.baseline, entries);
        const kept = [...snapshots].map(([name, one]) => ({ name, ...this.#refer(one, base, entries) }));
        const changes = changesBetween(base.image, image);
        entries.push({ began: id as string, origin, image: base.number, changes, snapshots: kept });
        return () => this.#sessions.set(id, { image, origin, base });
      }
      case 'changed': {
        const { id, image, origin } = event;
        const known = this.#sessions.get(id) as LoggedSession;
        const changes = changesBetween(known.image, image);
        // The file has no baseline of the default session.
        const hasOrigin = id !== null && !isSameOrigin(known.origin, origin);
        if (!isEmpty(changes) || hasOrigin) entries.push({ session: id, changes, ...(hasOrigin && { origin }) });
        return () => this.#sessions.set(id, { ...known, image, origin });
      }
      case 'ended':
      case 'lost':
        entries.push({ ended: [...event.ids] });
        return () => {
          for (const id of event.ids) this.#sessions.delete(id);
        };
      case 'kept': {
        const reference = this.#refer(event.image, this.#sessions.get(event.id)?.base, entries);
        entries.push({ session: event.id, kept: { name: event.name, ...reference } });
        return () => {};
      }
      case 'removed':
        entries.push({ session: event.id, removed: event.name });
        return () => {};
    }
  }

  /** An image as changes of one that the log has: of `likely`, if that has the same scenario and seed. */
  #refer(image: Image, likely: LoggedImage | undefined, entries: LogEntry[]): ImageReference {
    const isLikely = likely !== undefined && isSameOrigin(likely.image, image);
    const base = isLikely ? likely : (this.#similar(image) ?? this.#define(image, entries));
    return { image: base.number, changes: changesBetween(base.image, image) };
  }

  /** The image as the log has it; adds an entry if it does not. */
  #define(image: Image, entries: LogEntry[]): LoggedImage {
    const known = this.#images.get(image.trees);
    if (known !== undefined) return known;
    const base = this.#similar(image);
    const defined = { number: this.#images.size + 1, image };
    entries.push(
      base === undefined
        ? { image: defined.number, snapshot: toSnapshot(image) }
        : { image: defined.number, from: base.number, changes: changesBetween(base.image, image) },
    );
    this.#images = new Map(this.#images).set(image.trees, defined);
    return defined;
  }

  /** The first image with the same scenario and seed: it probably differs little. */
  #similar(image: Image): LoggedImage | undefined {
    return [...this.#images.values()].find((known) => isSameOrigin(known.image, image));
  }
}

function isSameOrigin(one: Origin, other: Origin): boolean {
  return one.scenario === other.scenario && one.seed === other.seed;
}

/** What a log says about the sessions: the default session first. */
export interface LoggedState {
  readonly main: SavedSession;
  readonly sessions: readonly SavedSession[];
}

/**
 * Applies the entries of a log to the image of its state file; undefined if the log does not depend on that file. `share`
 * returns an image that is equal to the given one and shares records with others of the process.
 * @throws Error with the number of the line that cannot be applied.
 */
export function replayLog(
  database: MswjsDatabase,
  entries: readonly object[],
  file: Image,
  share: (image: Image) => Image,
): LoggedState {
  const images = new Map([[0, file]]);
  const main = { id: null, origin: file, image: file, snapshots: new Map<string, Image>() };
  const sessions = new Map<string | null, Mutable<SavedSession>>([[null, main]]);
  const applied = ({ image, changes }: ImageReference) =>
    applyChanges(database, known(images, image, 'image'), changes);
  const apply = (entry: LogEntry) => {
    if ('snapshot' in entry) {
      images.set(entry.image, share(readSnapshot(database, entry.snapshot).image));
    } else if ('from' in entry) {
      images.set(entry.image, applied({ image: entry.from, changes: entry.changes }));
    } else if ('began' in entry) {
      const { began: id, origin, snapshots } = entry;
      const kept = new Map(snapshots.map((one) => [one.name, applied(one)]));
      sessions.set(id, { id, origin, image: applied(entry), snapshots: kept });
    } else if ('ended' in entry) {
      for (const id of entry.ended) sessions.delete(id);
    } else {
      const session = known(sessions, entry.session, 'session');
      if ('kept' in entry) session.snapshots = new Map(session.snapshots).set(entry.kept.name, applied(entry.kept));
      else if ('removed' in entry) {
        session.snapshots = new Map([...session.snapshots].filter(([name]) => name !== entry.removed));
      } else {
        session.image = applyChanges(database, session.image, entry.changes);
        session.origin = entry.origin ?? session.origin;
      }
    }
  };
  entries.forEach((entry, i) => {
    try {
      apply(expectValid(logEntry, entry));
    } catch (error) {
      // The header is the first line.
      throw withPrefix(`line ${i + 2}`, error);
    }
  });
  sessions.delete(null);
  return { main, sessions: [...sessions.values()] };
}

type Mutable<Type> = { -readonly [Key in keyof Type]: Type[Key] };

function known<Key, Value>(map: ReadonlyMap<Key, Value>, key: Key, what: string): Value {
  const value = map.get(key);
  if (value === undefined) throw new MockError('malformed_data', `there is no ${what} ${key}`);
  return value;
}
