import * as z from 'zod/mini';
import { nonNegativeInteger } from '../foundation/common-schemas.js';
import { MockError } from '../foundation/mock-error.js';
import { expectValid } from '../foundation/validate.js';
import { version } from '../foundation/version.js';
import { applyChanges } from '../state/apply-changes.js';
import { changesBetween, isEmpty, type StateChanges } from '../state/changes.js';
import { readSnapshot } from '../state/read-snapshot.js';
import { toSnapshot } from '../state/snapshot.js';
import type { Image } from '../state/state.js';
import type { SharedConfig } from './session.js';
import { nothingIn, type Origin, snapshotsBetween } from './session-image.js';
import type { ChangedEvent, SessionEvent } from './sink.js';

const FORMAT = 'briefs-mock/log';
const VERSION = 1;

// The state validates changes and snapshots.
const changes = z.custom<StateChanges>((value) => typeof value === 'object' && value !== null, 'must be an object');
const origin = z.strictObject({ scenario: z.string(), seed: nonNegativeInteger });
const session = z.nullable(z.string());
/** The number of an image: 0 is the one that the log continues, others are entries of the log. */
const image = nonNegativeInteger;

const logHeader = z.strictObject({
  format: z.literal(FORMAT),
  version: z.literal(VERSION),
  /** The version of the package that wrote the log. */
  package: z.string(),
  /** The fingerprint of the image that the log continues, such as a state file; null if the log does not depend on it. */
  file: z.nullable(z.string()),
});
export type LogHeader = z.output<typeof logHeader>;

/** An image as changes of another one. */
const imageReference = z.strictObject({ image, changes });
type ImageReference = z.output<typeof imageReference>;
const namedSnapshot = z.extend(imageReference, { name: z.string() });

/** The entries of a log after its header. */
const logEntry = z.union([
  // An image that other entries refer to.
  z.strictObject({ image, snapshot: z.unknown() }),
  z.strictObject({ image, from: image, changes }),
  // Events of sessions. The default session is null.
  z.strictObject({ began: z.string(), origin, image, changes, snapshots: z.array(namedSnapshot) }),
  z.strictObject({ session, changes, origin: z.exactOptional(origin) }),
  z.strictObject({ ended: z.array(z.string()) }),
  z.strictObject({ session, kept: namedSnapshot }),
  z.strictObject({ session, removed: z.string() }),
]);
type LogEntry = z.output<typeof logEntry>;
/** An entry that changes one session. */
type SessionEntry = Extract<LogEntry, { session: unknown }>;

export function headerFor(file: string | null): LogHeader {
  return { format: FORMAT, version: VERSION, package: version, file };
}

/** @throws MockError `malformed_data` */
export function readHeader(entry: unknown): LogHeader {
  return expectValid(logHeader, entry);
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

/** What a restart does not lose of a session. */
export interface SavedSession {
  /** Null for the default session. */
  readonly id: string | null;
  readonly origin: Origin;
  readonly image: Image;
  /** The named snapshots. */
  readonly snapshots: ReadonlyMap<string, Image>;
}

/** A session as the log has it. */
export interface LoggedSession extends SavedSession {
  /** The image that it began with, which probably differs little from its snapshots. */
  readonly base: LoggedImage | undefined;
}

type NamedLoggedSession = LoggedSession & { readonly id: string };

/** The image that a log continues: that of the default session when the log starts. */
export interface ContinuedImage {
  readonly image: Image;
  /** Whether entries may refer to that image. */
  readonly isLogged: boolean;
  /** Whether it is the baseline of the default session. If not, the log does not keep the baseline of that session. */
  readonly isBaseline: boolean;
}

/** The sessions as a log has them: the result of its entries so far. */
export class LoggedSessions {
  /** By id. The default session, null, is the first. */
  readonly sessions: Map<string | null, LoggedSession>;
  readonly hasBaseline: boolean;
  readonly #shared: SharedConfig;
  #images: readonly LoggedImage[];

  constructor(shared: SharedConfig, { image, isLogged, isBaseline }: ContinuedImage) {
    const base = isLogged ? { number: 0, image } : undefined;
    this.#shared = shared;
    this.hasBaseline = isBaseline;
    this.#images = base === undefined ? [] : [base];
    this.sessions = new Map([[null, { id: null, image, origin: image, snapshots: new Map(), base }]]);
  }

  get main(): LoggedSession {
    return known(this.sessions.get(null), 'session', null);
  }

  /** The sessions other than the default session. */
  get named(): NamedLoggedSession[] {
    return [...this.sessions.values()].filter((session): session is NamedLoggedSession => session.id !== null);
  }

  /** @throws MockError if the entry cannot be applied; then nothing has changed. */
  apply(entry: object): void {
    const checked = expectValid(logEntry, entry);
    const applied = ({ image, changes }: ImageReference) => applyChanges(this.#image(image).image, changes);
    if ('snapshot' in checked) {
      const { image } = readSnapshot(checked.snapshot);
      this.define({ number: checked.image, image: sharingRecords(this.#shared, image) });
    } else if ('from' in checked) {
      this.define({ number: checked.image, image: applied({ image: checked.from, changes: checked.changes }) });
    } else if ('began' in checked) {
      const { began: id, origin, image } = checked;
      const snapshots = new Map(checked.snapshots.map((one) => [one.name, applied(one)]));
      this.sessions.set(id, { id, origin, image: applied(checked), snapshots, base: this.#image(image) });
    } else if ('ended' in checked) {
      for (const id of checked.ended) this.sessions.delete(id);
    } else {
      const session = known(this.sessions.get(checked.session), 'session', checked.session);
      this.sessions.set(session.id, this.#changed(session, checked));
    }
  }

  #changed(session: LoggedSession, entry: SessionEntry): LoggedSession {
    if ('removed' in entry) return withSnapshot(session, entry.removed, undefined);
    if ('kept' in entry) {
      const { name, image, changes } = entry.kept;
      return withSnapshot(session, name, applyChanges(this.#image(image).image, changes));
    }
    const image = applyChanges(session.image, entry.changes);
    return { ...session, image, origin: entry.origin ?? session.origin };
  }

  /** The images that entries may refer to. */
  get images(): readonly LoggedImage[] {
    return this.#images;
  }

  /** Goes back to images from before. */
  set images(images: readonly LoggedImage[]) {
    this.#images = images;
  }

  define(defined: LoggedImage): void {
    this.#images = [...this.#images, defined];
  }

  /** @throws MockError `malformed_data` */
  #image(number: number): LoggedImage {
    const found = this.#images.find((one) => one.number === number);
    return known(found, 'image', number);
  }
}

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

function isSameOrigin(one: Origin, other: Origin): boolean {
  return one.scenario === other.scenario && one.seed === other.seed;
}

/** A session with a named snapshot or, without an image, without it. */
function withSnapshot(session: LoggedSession, name: string, image: Image | undefined): LoggedSession {
  const snapshots = new Map(session.snapshots);
  if (image === undefined) snapshots.delete(name);
  else snapshots.set(name, image);
  return { ...session, snapshots };
}

function known<Value>(value: Value | undefined, what: string, name: unknown): Value {
  if (value === undefined) throw new MockError('malformed_data', `there is no ${what} ${name}`);
  return value;
}

/** An equal image that shares the records that it has in common with the baseline: comparing the two is then fast. */
export function sharingRecords({ initialBaseline: baseline }: SharedConfig, image: Image): Image {
  if (image.scenario !== baseline.scenario || image.seed !== baseline.seed) return image;
  return applyChanges(baseline, changesBetween(baseline, image));
}
